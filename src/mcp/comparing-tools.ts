import { contextDiff } from '../entries/context-diff.ts';
import { contextHistory } from '../entries/context-history.ts';
import type { ContextDiff, PayloadChange } from '../entries/results.ts';
import type { Json } from '../json/json.ts';
import { stringify } from '../json/raw-json.ts';
import { versionLabel } from '../log/version.ts';
import { Budget } from './budget.ts';
import { agentsUnder, bytesOf, rowOf } from './entry-text.ts';
import { pageText } from './listing-tools.ts';
import { ENTRY, PAGE, type Tool } from './tool.ts';

const historyTool: Tool = {
  name: 'get_context_history',
  description: 'Current version and prior ones (newest first); payloads by read_context with version.',
  arguments: { ...ENTRY, ...PAGE },
  readOnly: true,
  run: async ({ store, caller, given }) => {
    const { roomId, id, ...page } = given as { roomId: string; id: string; first?: number; after?: string };
    const history = await contextHistory(store, caller, { roomId, id }, { payload: false });
    const versions = await history.versions(page, { payload: false });
    const current = rowOf(history.current);
    const budget = new Budget();
    budget.take(JSON.stringify(current));
    return pageText(versions, { current, totalCount: await versions.totalCount() }, false, 'versions', budget);
  },
};

const diffTool: Tool = {
  name: 'diff_context',
  description: 'What changed against a prior version (default: the previous one), as rows and as an RFC 6902 patch.',
  arguments: { ...ENTRY, againstVersion: { kind: 'string' }, version: { kind: 'string' } },
  readOnly: true,
  run: async ({ store, caller, given }) => {
    const input = given as { roomId: string; id: string; againstVersion?: string; version?: string };
    return diffText(await contextDiff(store, caller, input));
  },
};

/** A value that takes more than its share of an answer is named by its size. */
const LARGE_BYTES = 4_000;

/** The changes that fit, then the patch if it does. What is left out is counted, and can be read version by version. */
function diffText({ id, from, to, changes, jsonPatch, ...diff }: ContextDiff): string {
  const budget = new Budget();
  const rows: object[] = [];
  const head = {
    id,
    fromVersion: versionLabel(from.minor),
    toVersion: versionLabel(to.minor),
    ...summaryOf(diff.summary),
    ...agentsUnder('consuming_agents_added', diff.consumingAgentsAdded),
    ...agentsUnder('consuming_agents_removed', diff.consumingAgentsRemoved),
  };
  budget.take(JSON.stringify(head));
  for (const change of changes) {
    const row = rowOfChange(change);
    if (!budget.take(JSON.stringify(row))) break;
    rows.push(row);
  }
  const left = changes.length - rows.length;
  const patchFits = budget.take(JSON.stringify(jsonPatch));
  return stringify({
    ...head,
    changes: rows,
    ...(left > 0 && {
      changes_left_out: left,
      hint: 'Read both versions with read_context and version, part by part.',
    }),
    ...(patchFits ? { jsonPatch } : { jsonPatchOmitted: true }),
  });
}

function rowOfChange({ kind, pointer, before, after }: PayloadChange): object {
  return {
    kind,
    pointer,
    ...(kind !== 'added' && shownSide('before', before as Json)),
    ...(kind !== 'removed' && shownSide('after', after as Json)),
  };
}

const shownSide = (side: string, value: Json): object => {
  const bytes = bytesOf(value);
  return bytes > LARGE_BYTES ? { [`${side}_bytes`]: bytes } : { [side]: value };
};

function summaryOf(summary: ContextDiff['summary']): object {
  if (summary === null) return {};
  const large = bytesOf(summary.before) + bytesOf(summary.after) > 2 * LARGE_BYTES;
  return { summary: large ? 'changed; both are long: read them with read_context and version' : summary };
}

export const comparingTools: readonly Tool[] = [historyTool, diffTool];
