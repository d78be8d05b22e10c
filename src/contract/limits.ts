// The limits that callers meet: what is at the limit is accepted, one over is refused with LIMIT_EXCEEDED.

/** Bytes of a payload's compact UTF-8 JSON. */
export const PAYLOAD_BYTES = 65_536;

/** Unicode code points of a summary. */
export const SUMMARY_CODE_POINTS = 4_000;

/** Distinct consuming agents of one entry. */
export const CONSUMING_AGENTS = 50;

/** Unicode code points of a room id, an agent id or an author. */
export const ID_CODE_POINTS = 128;

/** UTF-8 bytes of an idempotency key. */
export const IDEMPOTENCY_KEY_BYTES = 256;

/** Unicode code points of what is searched for: each word costs the database, and 100,000 of them break it. */
export const SEARCH_CODE_POINTS = 1_000;

/** Nodes that a page holds at most. */
export const PAGE_SIZE = 200;

/** Nodes of a page whose caller did not say how many. */
export const DEFAULT_PAGE_SIZE = 50;

/** Bytes of payload after which a page ends, however few nodes it holds. */
export const PAGE_PAYLOAD_BYTES = 1_048_576;

/** Bytes of a request body: the largest legal input fits even where every character of it is a \u escape. */
export const REQUEST_BODY_BYTES = 1_048_576;

/** Issues that one error lists; `issueCount` tells how many there are. */
export const LISTED_ISSUES = 50;

/** UTF-8 bytes that the listed issues of one error may take, so that its whole answer stays under 16 KiB. */
export const LISTED_ISSUES_BYTES = 11_264;
