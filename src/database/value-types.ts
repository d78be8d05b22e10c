import pg from 'pg';

const { INT8, JSON: JSON_TEXT, TIMESTAMPTZ } = pg.types.builtins;
/** pg's list has no arrays. */
const TEXT_ARRAY = 1009 as Parameters<typeof pg.types.getTypeParser>[0];

/**
 * `bigint` as number (positions and counts stay far below 2^53), `json` as the text that was stored, and shorter ways for
 * what every row of the log has. Prisma brings its own.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === INT8) return Number;
    if (oid === JSON_TEXT) return String;
    if (oid === TEXT_ARRAY) return parseTextArray;
    if (oid === TIMESTAMPTZ) return parseTimestamp;
    return pg.types.getTypeParser(oid, format);
  },
};

const parseAnyTextArray = pg.types.getTypeParser(TEXT_ARRAY, 'text');
const parseAnyTimestamp = pg.types.getTypeParser(TIMESTAMPTZ, 'text');

/** Most lists hold ids that PostgreSQL need not quote. */
function parseTextArray(text: string): unknown {
  if (text === '{}') return [];
  if (/["\\]|NULL/i.test(text)) return parseAnyTextArray(text);
  return text.slice(1, -1).split(',');
}

/** `2026-11-30 14:10:00.123+00`, as the sessions of the pool have it. */
const UTC_TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/;

function parseTimestamp(text: string): unknown {
  if (!UTC_TIMESTAMP.test(text)) return parseAnyTimestamp(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}
