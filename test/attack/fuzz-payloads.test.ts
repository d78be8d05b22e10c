import { post, testServer } from '../support/server.ts';
import { codeOf, faultsOf } from './manners.ts';
import { heldBytes } from './memory.ts';
import { many, random } from './random.ts';
import { jsonPatchText, jsonText, payloadText } from './random-json.ts';

// Payloads, merge patches and JSON patches as texts, so that what JSON.stringify would never write is sent too. What
// is accepted must come back as it was sent; what is refused must be refused with manners.

const PAYLOADS = Number(process.env.FUZZ) || 20_000;
const LONG_MS = 300_000;
const GROWTH_BYTES = 100 * 1024 * 1024;
const TYPES = ['note', 'note', 'note', 'task', 'arch_decision', 'api_contract', 'change_request'] as const;

const server = testServer();
const FIELDS = 'entry { id type payload version payloadBytes }';
const WRITE = `mutation($i: WriteContextInput!) { writeContext(input: $i) { ${FIELDS} } }`;
const UPDATE = `mutation($i: UpdateContextInput!) { updateContext(input: $i) { ${FIELDS} } }`;

interface Entry {
  id: string;
  type: string;
  payload: unknown;
  payloadBytes: number;
}

const entryOf = (text: string): Entry =>
  Object.values((JSON.parse(text) as { data: Record<string, { entry: Entry }> }).data)[0]!.entry;

/** A request whose input holds JSON text as it stands. */
const body = (query: string, input: object, name: string, text: string): string => {
  const fields = JSON.stringify(input).slice(1, -1);
  return `{"query":${JSON.stringify(query)},"variables":{"i":{${fields},${JSON.stringify(name)}:${text}}}}`;
};

it(
  `${PAYLOADS} payloads are kept as they are or refused, with no INTERNAL and no leak`,
  async () => {
    const dice = random();
    const codes = new Map<string, number>();
    const entries: { id: string; roomId: string; type: string }[] = [];
    const before = await heldBytes();
    await many(PAYLOADS, 24, async (n) => {
      const roomId = `fuzz-${n % 40}`;
      const known = entries.length > 0 && dice.chance(0.6) ? dice.pick(entries) : undefined;
      const type = known?.type ?? dice.pick(TYPES);
      const form = known ? dice.pick(['payload', 'payloadMergePatch', 'payloadJsonPatch']) : 'payload';
      const text =
        form === 'payload'
          ? payloadText(dice, type)
          : form === 'payloadJsonPatch'
            ? jsonPatchText(dice)
            : jsonText(dice, 0);
      const sent = known
        ? body(
            UPDATE,
            { roomId: known.roomId, id: known.id, author: 'heron', onlyIfChanged: dice.chance(0.3) },
            form,
            text,
          )
        : body(WRITE, { roomId, type, summary: 's', consumingAgents: [], author: 'heron' }, form, text);
      const { text: answer } = await post(server.url, sent);
      const code = codeOf(answer);
      codes.set(code, (codes.get(code) ?? 0) + 1);
      const faults = faultsOf(answer);
      if (code === 'OK') {
        const { payload, payloadBytes, id } = entryOf(answer);
        const compact = JSON.stringify(payload);
        if (Buffer.byteLength(compact) !== payloadBytes)
          faults.push(`payloadBytes ${payloadBytes} of ${Buffer.byteLength(compact)}`);
        if (form === 'payload' && compact !== JSON.stringify(JSON.parse(text)))
          faults.push(`came back as ${compact.slice(0, 500)}`);
        if (!known && entries.length < 500) entries.push({ id, roomId, type });
      }
      if (faults.length > 0)
        throw new Error(
          `seed ${dice.seed}: ${faults.join('; ')}\n${sent.slice(0, 3_000)}\n=> ${answer.slice(0, 1_500)}`,
        );
    });
    const grown = (await heldBytes()) - before;
    console.info(
      `seed ${dice.seed}: ${PAYLOADS} payloads, ${Math.round(grown / 1e6)} MB more held.`,
      Object.fromEntries(codes),
    );
    expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
    expect(grown).toBeLessThan(GROWTH_BYTES);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  },
  LONG_MS,
);
