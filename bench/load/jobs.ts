import type { DIALECTS, Known, Operation } from '../systems/dialect.ts';

interface Target {
  port: number;
  dialect: keyof typeof DIALECTS;
}

/** Requests from `connections` clients, each sending its next one when it has the answer. */
export interface RequestJob extends Target {
  kind: 'requests';
  operation: Operation;
  connections: number;
  warmMs: number;
  ms: number;
  /** Where to write or list: one of these at random. */
  rooms: string[];
  /** What to read or update: one of these at random. */
  entries: Known[];
}

/**
 * Writes to one room that subscribers follow. Without `everyMs` each of the `writers` sends its next write when the last
 * one has come to all subscribers; with it, writes are sent at that pace.
 */
export interface DeliverJob extends Target {
  kind: 'deliver';
  room: string;
  subscribers: number;
  writers: number;
  everyMs?: number;
  warmMs: number;
  ms: number;
}

/** Writes so many entries and gives their ids. */
export interface FillJob extends Target {
  kind: 'fill';
  rooms: string[];
  count: number;
}

/** Opens subscriptions and keeps them until the next job. */
export interface IdleJob extends Target {
  kind: 'idle';
  subscribers: number;
  rooms: string[];
}

/** Single requests, one after the other: the time of each in milliseconds. */
export interface TimeJob extends Target {
  kind: 'time';
  bodies: string[];
}

export type Job = RequestJob | DeliverJob | FillJob | IdleJob | TimeJob;

export interface Result {
  /** Answers (of `deliver`: events) that came within the measured time. */
  count: number;
  seconds: number;
  p50: number;
  p99: number;
  /** All writes that were acknowledged, also outside of the measured time. */
  acknowledged: number;
  /** Of `deliver`: how many events each subscriber got in all, and whether all got the same ones in the same order. */
  delivered?: number;
  /** What was wrong with answers; the first few. */
  faults: string[];
  faultCount: number;
  entries?: Known[];
  times?: number[];
  /** The load generator's own CPU, in seconds. */
  cpu: number;
}

/** What the load generator tells: when the measured time begins and ends, and what came of it. */
export type Word = { kind: 'ready' } | { kind: 'begin' } | { kind: 'end' } | { kind: 'result'; result: Result };
