import type { Command } from 'commander';
import { type Client, connect, type Entry, RoomError } from '../client/client.ts';
import { ContextError, type ErrorCode, type Issue } from '../contract/errors.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { entryLine } from './paint.ts';

/** What every command is told beside its own arguments. */
export interface CommonOptions {
  url: string;
  key?: string;
  json?: boolean;
}

/** The server that the options name. */
export const clientOf = ({ url, key }: CommonOptions): Client => connect({ url, key });

/** A command that was given wrongly in a way that commander does not see. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The options of a command, with those that all commands have. */
export const optionsOf = <Options>(command: Command): Options & CommonOptions => command.optsWithGlobals();

/** Writes a line to standard output: what a command was asked for, and nothing else. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A room of the server that the options name. */
export const roomOf = (options: CommonOptions, id: string) => clientOf(options).room(id);

/** What was given separated by commas. */
export const names = (text: string): string[] => text.split(',').map((name) => name.trim());

/** A number, or a UsageError. */
export const count = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new UsageError(`"${text}" is no number.`);
  return Number(text);
};

/** An entry with its payload. */
export function showEntry(entry: Entry, json: boolean | undefined): void {
  if (json) print(JSON.stringify(entry));
  else print(`${entryLine(entry)}\n${JSON.stringify(entry.payload, null, 2)}`);
}

/** Writes why a command has failed, for people or as JSON, and settles the exit code. */
export function fail(error: unknown, asJson: boolean): void {
  const { code, message, issues } = described(error);
  if (asJson) process.stderr.write(`${JSON.stringify({ error: { ...extensionsOf(error), code, message } })}\n`);
  else
    process.stderr.write(
      [code ? `${code}: ${message}` : message, ...furtherIssues(message, issues), ...hint(code)]
        .join('\n')
        .concat('\n'),
    );
  process.exitCode = code ? exitCodeOf(code) : error instanceof UsageError ? EXIT.wrongUse : EXIT.failed;
}

function described(error: unknown): { code?: ErrorCode; message: string; issues: readonly Issue[] } {
  if (error instanceof RoomError) return error;
  if (error instanceof ContextError)
    return { code: error.code, message: error.message, issues: (error.extensions.issues ?? []) as Issue[] };
  return { message: error instanceof Error ? error.message : String(error), issues: [] };
}

const extensionsOf = (error: unknown): object =>
  error instanceof RoomError || error instanceof ContextError ? error.extensions : {};

/** The message speaks of headers, which are not at hand here. */
const hint = (code: ErrorCode | undefined): string[] =>
  code === 'UNAUTHENTICATED' ? ['On the command line: --key roomd_…, or ROOMD_KEY in the environment.'] : [];

/** The message tells the first issues: here are the others. */
const furtherIssues = (message: string, issues: readonly Issue[]): string[] =>
  issues.filter((issue) => !message.includes(issue.message)).map((issue) => `  ${issue.message}`);
