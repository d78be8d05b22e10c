import type { Random } from './random.ts';

// JSON as text: also what JSON.stringify would not write, and now and then what is no JSON at all.

const NUMBERS = [
  '0',
  '-0',
  '1',
  '-1',
  '1.0',
  '1.50',
  '1e2',
  '1E+2',
  '1e-7',
  '0.1',
  '0.30000000000000004',
  '123456789.123456789',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '1e21',
  '1e22',
  '123456789012345678901',
  '1.7976931348623157e308',
  '1e309',
  '-1e999',
  '5e-324',
  '1e-400',
  '1e1000000',
  '100000000000000000000000',
  '12345678901234567e5',
];
const STRINGS = [
  '""',
  '" "',
  '"t"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\ud83d\\ude00"',
  '"😀"',
  '"\u2028\u2029\u0085"',
  '"\\/"',
  '"__proto__"',
  '"null"',
  '"1"',
  '"2026-11-30T14:10:00.000Z"',
  '"\\n\\r\\t\\b\\f"',
  '"\u007f\ufeff\u202e"',
  '"é"',
  '"e\u0301"',
  '"{\\"text\\":\\"t\\"}"',
  '"$1 %s {{x}} $&"',
  '"\'; DROP TABLE versions; --"',
  '"raw:00000000-0000-0000-0000-000000000000"',
];
const KEYS = [
  'a',
  'b',
  'text',
  '',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'toJSON',
  'hasOwnProperty',
  'length',
  '0',
  '1',
  '10',
  '01',
  '-1',
  'a/b',
  'a~b',
  '~1',
  '/',
  'é',
  '😀',
  'polluted',
  'then',
  'valueOf',
  ' ',
  '\u2028',
  'x'.repeat(300),
];
const BROKEN = [
  '01',
  '+1',
  '.5',
  'NaN',
  'Infinity',
  "'a'",
  '{a:1}',
  '[1,]',
  '{"a":1,}',
  '"\n"',
  '"\\x"',
  'undefined',
  '',
  '{',
  '[',
  '"',
  'nul',
];

/** A JSON value as text. */
export function jsonText(dice: Random, depth: number): string {
  const kind = dice.below(depth > 6 ? 5 : 10);
  if (kind === 0) return dice.pick(['null', 'true', 'false']);
  if (kind <= 2) return dice.pick(NUMBERS.slice(0, dice.chance(0.8) ? 13 : NUMBERS.length));
  if (kind <= 4) return dice.pick(dice.chance(0.85) ? STRINGS.slice(6) : STRINGS);
  if (kind === 5 && dice.chance(0.03)) return nested(dice);
  if (kind === 6 && dice.chance(0.03)) return dice.pick(BROKEN);
  const items = Array.from({ length: dice.below(5) }, () => jsonText(dice, depth + 1));
  if (kind <= 7) return `[${items.join(dice.pick([',', ', ', ' ,\n']))}]`;
  return `{${items.map((item) => `${keyText(dice)}:${item}`).join(',')}}`;
}

function keyText(dice: Random): string {
  const key = dice.pick(KEYS);
  if (dice.chance(0.9)) return JSON.stringify(key);
  return `"${Array.from(key, escaped).join('')}"`;
}

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Around the limit of 100 levels, and far beyond it. */
function nested(dice: Random): string {
  const levels = dice.pick([95, 97, 98, 99, 100, 101, 500, 5_000, 50_000]);
  const [open, close] = dice.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

const REQUIRED: Record<string, string> = {
  note: '"text":"t"',
  task: '"task_id":"1","acceptance_criteria":["a"],"technical_notes":""',
  arch_decision: '"title":"t","decision":"d","rationale":"r","alternatives":[],"consequences":[]',
  api_contract:
    '"service":"s","version":"1","endpoints":[{"method":"GET","path":"/","response":{},"auth_required":false,"description":""}]',
  change_request: '"requested_by":"a","target_agent":"b","description":"d","urgency":"low"',
};

/** A payload of this type: mostly a valid one with more in it, sometimes with a part of it replaced or left out. */
export function payloadText(dice: Random, type: string): string {
  if (dice.chance(0.1)) return jsonText(dice, 0);
  let required = REQUIRED[type]!;
  if (dice.chance(0.2))
    required = required.replace(/"(\w+)":("[^"]*"|\[[^\]]*\])/g, (whole, key: string) =>
      dice.chance(0.3) ? `"${key}":${jsonText(dice, 3)}` : whole,
    );
  if (dice.chance(0.05)) required = required.replace(/,"\w+":"[^"]*"/, '');
  const more = Array.from({ length: dice.below(4) }, () => `,${keyText(dice)}:${jsonText(dice, 1)}`);
  if (dice.chance(0.01))
    more.push(`,"big":"${dice.pick(['x', 'é', '\\u0041', '😀']).repeat(dice.pick([10_000, 65_000, 70_000]))}"`);
  return `{${required}${more.join('')}}`;
}

/** JSON Patch operations, few of which apply. */
export function jsonPatchText(dice: Random): string {
  const pointer = (): string =>
    JSON.stringify(
      dice.pick([
        '',
        '/',
        '/text',
        '/a',
        '/a/0',
        '/a/-',
        '/-',
        '/a/01',
        '/__proto__',
        '/__proto__/polluted',
        '/constructor/prototype/polluted',
        '/b/1e0',
        'text',
        '/~',
        '/~2',
        '/a~1b',
        '/text/length',
        `/${'a/'.repeat(500)}`,
        5,
        null,
      ]),
    );
  const operation = (): string => {
    const parts = [
      `"op":${JSON.stringify(dice.pick(['add', 'add', 'add', 'replace', 'remove', 'move', 'copy', 'test', 'nope', 5]))}`,
    ];
    if (dice.chance(0.97)) parts.push(`"path":${pointer()}`);
    if (dice.chance(0.5)) parts.push(`"from":${pointer()}`);
    if (dice.chance(0.8)) parts.push(`"value":${jsonText(dice, 2)}`);
    return dice.chance(0.97) ? `{${parts.join(',')}}` : jsonText(dice, 2);
  };
  return `[${Array.from({ length: dice.below(4) }, operation).join(',')}]`;
}
