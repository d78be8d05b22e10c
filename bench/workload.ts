/** What every system is asked to do: the same texts in the same sizes. */

/** How many bytes the payload of each entry has, about. */
export const PAYLOAD_BYTES = 2_048;

/** A list asks for so many entries. */
export const LISTED = 50;

/** Marks the number of an event in its summary, so that its receiver finds it without parsing. */
export const EVENT_MARK = '"summary":"#';

export const AUTHOR = 'backend';
export const AGENTS = ['frontend'];

/** An api_contract of about 2 KB, as compact JSON text. `seed` makes texts differ. */
export function payloadText(seed: number): string {
  const endpoint = (n: number) => ({
    method: n % 2 ? 'POST' : 'GET',
    path: `/api/v1/polls/${seed}/options/${n}`,
    request: { question: 'string', options: ['string', 'string'], closes_at: 'date-time' },
    response: { id: 'string', votes: n * 17, open: n % 2 === 0 },
    auth_required: n % 3 === 0,
    description: `Option ${n} of poll ${seed}: creates it, or tells how it stands “now”.`,
  });
  const payload = {
    service: `polls-${seed}`,
    version: '1.4.0',
    base_url: 'https://polls.test',
    endpoints: [] as object[],
  };
  for (let n = 0; Buffer.byteLength(JSON.stringify(payload)) < PAYLOAD_BYTES - 200; n += 1)
    payload.endpoints.push(endpoint(n));
  return JSON.stringify(payload);
}

export const summaryText = (n: number): string =>
  `#${n} Contract of the polls service, with the endpoints that voters use.`;
