import { checkAgentId } from '../contract/arguments.ts';
import { ContextError } from '../contract/errors.ts';
import { singleIssue } from '../contract/issues.ts';
import { accept, codePoints, fault, idFaults, lengthFaults, unkeepableFaults } from '../contract/text-faults.ts';
import type { Role } from './caller.ts';

/** Room patterns that one key may have. */
const MOST_ROOMS = 100;
/** Unicode code points of a note. */
const NOTE_CODE_POINTS = 500;
/** A rotated key may go on counting for so long, in seconds: a week. */
const LONGEST_OVERLAP = 7 * 24 * 60 * 60;

/** What a new key is to be. */
export interface KeyInput {
  role: Role;
  /** Room ids, or beginnings of them followed by `*`. */
  rooms: readonly string[];
  /** The only agent that it may write and acknowledge as. */
  agent?: string | null;
  note?: string | null;
  expiresAt?: Date | null;
}

/**
 * The input with repeats of rooms dropped and what was left out as null.
 * @throws ContextError BAD_USER_INPUT or LIMIT_EXCEEDED with every issue of the first argument at fault.
 */
export function checkKeyInput(input: KeyInput): Required<KeyInput> {
  const rooms = checkRooms(input.rooms);
  if (input.role === 'admin' && !rooms.includes('*'))
    throw refused(
      'rooms',
      'A key with the role admin can make keys for all rooms, so it must see them: give ["*"].',
      '["*"]',
      'other patterns',
    );
  return {
    role: input.role,
    rooms,
    agent: input.agent == null ? null : checkAgentId('agent', input.agent),
    note: input.note == null ? null : checkNote(input.note),
    expiresAt: input.expiresAt == null ? null : checkExpiry(input.expiresAt),
  };
}

/** Seconds for which a rotated key still counts, 0 to a week. */
export function checkOverlap(seconds: number): number {
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= LONGEST_OVERLAP) return seconds;
  throw refused(
    'overlapSeconds',
    `overlapSeconds must be a whole number from 0 to ${LONGEST_OVERLAP}; got ${seconds}.`,
    `0 to ${LONGEST_OVERLAP}`,
    String(seconds),
  );
}

function checkRooms(patterns: readonly string[]): string[] {
  const path = ['rooms'];
  const rooms = [...new Set(patterns)];
  if (rooms.length === 0)
    return accept(rooms, [fault(path, 'must name a room, or be ["*"] for all.', 'room ids or patterns', '[]')]);
  const tooMany = lengthFaults(path, rooms.length, MOST_ROOMS, 'patterns');
  if (tooMany.length > 0) return accept(rooms, tooMany);
  return accept(
    rooms,
    rooms.flatMap((room, index) => (room === '*' ? [] : idFaults([...path, index], room.replace(/\*$/, '')))),
  );
}

function checkNote(note: string): string {
  const path = ['note'];
  return accept(note, [
    ...unkeepableFaults(path, note),
    ...lengthFaults(path, codePoints(note), NOTE_CODE_POINTS, 'code points'),
  ]);
}

function checkExpiry(expiresAt: Date): Date {
  if (expiresAt.getTime() > Date.now()) return expiresAt;
  throw refused(
    'expiresAt',
    'expiresAt must lie in the future. Leave it out for a key that does not expire.',
    'a time in the future',
    'a time in the past',
  );
}

const refused = (name: string, message: string, expected: string, received: string): ContextError =>
  new ContextError('BAD_USER_INPUT', message, singleIssue([name], message, expected, received));
