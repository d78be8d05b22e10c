import { type Json, shorten } from '../json/json.ts';
import type { Version } from '../log/version.ts';
import { versionLabel } from '../log/version.ts';
import { estimateTokens } from './budget.ts';

/** What of an answer the longest summary and the longest list of agents may take. */
const SUMMARY_TOKENS = 6_000;
const AGENTS_TOKENS = 4_000;

/** The fields of an entry that stand before its payload, in the order that agents know. */
export function headOf({ entryId, type, author, writtenAt, summary, consumingAgents }: Version) {
  return {
    id: entryId,
    type,
    author,
    timestamp: writtenAt.toISOString(),
    ...fittingSummary(summary),
    ...agentsUnder('consuming_agents', consumingAgents),
  };
}

/** An entry in lists: its size in the place of its payload. */
export const rowOf = (version: Version) => ({
  ...headOf(version),
  version: versionLabel(version.minor),
  payload_bytes: version.payloadBytes,
  ...(version.action === 'delete' && { deleted: true }),
});

/** Nearly every summary fits. Of one that does not, the beginning is shown, and that it was cut. */
function fittingSummary(summary: string): { summary: string; summary_cut?: string } {
  if (estimateTokens(summary) <= SUMMARY_TOKENS) return { summary };
  const share = SUMMARY_TOKENS / estimateTokens(summary);
  const length = [...summary].length;
  return { summary: shorten(summary, Math.floor(summary.length * share)), summary_cut: `of ${length} characters` };
}

/** The agents that fit under a name, and how many do not. */
export function agentsUnder(name: string, agents: string[]): object {
  let left = AGENTS_TOKENS;
  const end = agents.findIndex((agent) => {
    left -= estimateTokens(agent) + 2;
    return left < 0;
  });
  return end < 0 ? { [name]: agents } : { [name]: agents.slice(0, end), [`${name}_omitted`]: agents.length - end };
}

/** Bytes of a value as compact JSON in UTF-8. */
export const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value));
