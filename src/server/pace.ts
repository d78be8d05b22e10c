import { REQUEST_BODY_BYTES } from '../contract/limits.ts';

const KIB = 1024;

/** Times in milliseconds, sizes in bytes and counts that connections are held to. Tests shorten them. */
export interface Pace {
  /** How often connections are looked at. */
  tick: number;
  /** After this long without an event a stream gets a sign of life. Below the 15 s that clients are promised. */
  silence: number;
  /** A websocket is pinged this often; one that has not answered when the next ping is due is dead: found within 2 × this. */
  ping: number;
  /** A reader that takes nothing for so long while data waits for it is let go. */
  noProgress: number;
  /** So is one for which more than `unsentBytes` wait for longer than `unsentFor`. */
  unsentBytes: number;
  unsentFor: number;
  /** A websocket's subscriptions read on only while less than this waits to be sent. */
  highWater: number;
  /** Subscriptions and other operations that one websocket may have under way. */
  operationsPerSocket: number;
  /** A websocket must say connection_init within this time. */
  initWait: number;
  /** Shutting down: websockets are closed over this time, and what is not done after `grace` is cut. */
  closeSpread: number;
  grace: number;
}

export const PACE: Pace = {
  tick: 1_000,
  silence: 10_000,
  ping: 10_000,
  noProgress: 30_000,
  unsentBytes: 1_000_000,
  unsentFor: 10_000,
  highWater: 256 * KIB,
  operationsPerSocket: 100,
  initWait: 3_000,
  closeSpread: 2_000,
  grace: 8_000,
};

/** A websocket message may hold what a request body may, and a little for its envelope. */
export const MESSAGE_BYTES = REQUEST_BODY_BYTES + 4 * KIB;

/** Of a body over the limit so much more is read and thrown away, so that its sender gets to see the answer. */
export const DISCARDED_BYTES = 64 * 1024 * KIB;
