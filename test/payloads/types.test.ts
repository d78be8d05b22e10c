import { z } from 'zod';
import { fields } from '../../src/payloads/fields.ts';
import { payloadTypes } from '../../src/payloads/types.ts';
import { validatePayload } from '../../src/payloads/validate.ts';
import { samples } from './samples.ts';

const none = { issues: [], issueCount: 0 };
const placesOf = (type: keyof typeof payloadTypes, value: unknown) =>
  validatePayload(type, value).issues.map(({ pointer }) => pointer);

describe('the types of payloads', () => {
  it('are the five of the contract', () => {
    expect(Object.keys(payloadTypes)).toEqual(['api_contract', 'arch_decision', 'task', 'change_request', 'note']);
  });

  it.each(Object.keys(samples) as (keyof typeof samples)[])('%s takes all its fields and any others', (type) => {
    expect(validatePayload(type, samples[type])).toEqual(none);
  });

  it.each([
    ['api_contract', ['/service', '/version', '/endpoints']],
    ['arch_decision', ['/title', '/decision', '/rationale', '/alternatives', '/consequences']],
    ['task', ['/task_id', '/acceptance_criteria', '/technical_notes']],
    ['change_request', ['/requested_by', '/target_agent', '/description', '/urgency']],
    ['note', ['/text']],
  ] as const)('an empty %s misses each required field and no other', (type, pointers) => {
    expect(placesOf(type, {})).toEqual(pointers);
  });

  it('an endpoint requires all its fields but request', () => {
    const payload = { service: 's', version: '1', endpoints: [{}] };
    const names = ['method', 'path', 'response', 'auth_required', 'description'];
    expect(placesOf('api_contract', payload)).toEqual(names.map((name) => `/endpoints/0/${name}`));
  });

  it('endpoints need one element, the other lists none', () => {
    expect(placesOf('api_contract', { ...samples.api_contract, endpoints: [] })).toEqual(['/endpoints']);
    expect(placesOf('task', { ...samples.task, acceptance_criteria: [] })).toEqual([]);
  });

  it('elements of the lists are strings', () => {
    const mixed = ['a', 1, null, ['b']];
    const bad = (name: string) => [1, 2, 3].map((index) => `/${name}/${index}`);
    expect(placesOf('task', { ...samples.task, acceptance_criteria: mixed })).toEqual(bad('acceptance_criteria'));
    expect(placesOf('note', { ...samples.note, references: mixed })).toEqual(bad('references'));
    expect(placesOf('arch_decision', { ...samples.arch_decision, alternatives: mixed })).toEqual(bad('alternatives'));
    expect(placesOf('arch_decision', { ...samples.arch_decision, consequences: mixed })).toEqual(bad('consequences'));
  });

  it.each(['', '   ', '\u00a0\u2003', '\n\t', '\u0085\u2028\u3000'])('required text is not blank: %j', (blank) => {
    expect(placesOf('note', { text: blank })).toEqual(['/text']);
    expect(placesOf('api_contract', { ...samples.api_contract, service: blank, base_url: blank })).toEqual([
      '/service',
      '/base_url',
    ]);
  });

  it.each(['.', '\u200b', '\u0301', '\ud83d\ude00', ' a '])(
    'text of a single visible or joining character is not blank: %j',
    (text) => {
      expect(validatePayload('note', { text })).toEqual(none);
    },
  );

  it('technical_notes and the description of an endpoint may be empty', () => {
    const [endpoint] = samples.api_contract.endpoints;
    expect(validatePayload('task', { ...samples.task, technical_notes: '' })).toEqual(none);
    expect(
      validatePayload('api_contract', { ...samples.api_contract, endpoints: [{ ...endpoint, description: '' }] }),
    ).toEqual(none);
  });

  it('arrays are not objects', () => {
    const [endpoint] = samples.api_contract.endpoints;
    const endpoints = [[], { ...endpoint, request: [], response: [] }];
    expect(placesOf('api_contract', { ...samples.api_contract, endpoints })).toEqual([
      '/endpoints/0',
      '/endpoints/1/request',
      '/endpoints/1/response',
    ]);
  });

  it('a field called like an inherited member is refused when it is declared', () => {
    expect(() => fields({ constructor: z.string() })).toThrow('cannot be called constructor');
    expect(() => fields({ ['__proto__']: z.string() })).toThrow('cannot be called __proto__');
  });
});
