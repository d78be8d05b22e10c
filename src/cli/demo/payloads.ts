import type { Payloads } from '../../client/client.ts';

export const CONTRACT: Payloads['api_contract'] = {
  service: 'polls',
  version: '1.0',
  base_url: 'https://polls.example/api',
  endpoints: [
    {
      method: 'POST',
      path: '/polls',
      request: { question: 'string', options: 'string[]' },
      response: { id: 'string' },
      auth_required: true,
      description: 'Create a poll.',
    },
    {
      method: 'GET',
      path: '/polls',
      response: { polls: 'Poll[]' },
      auth_required: false,
      description: 'All polls, newest first.',
    },
  ],
};

export const REQUEST: Payloads['change_request'] = {
  requested_by: 'mobile',
  target_agent: 'backend',
  description: 'GET /polls answers 4 MB for our largest customer. We need pages.',
  urgency: 'high',
};

export const DECISION: Payloads['arch_decision'] = {
  title: 'Lists are paged by cursor',
  decision: 'Every list takes `after` and `first`, and answers `next`.',
  rationale: 'Pages by number skip and repeat polls while others are written.',
  alternatives: ['pages by number', 'a stream of all polls'],
  consequences: ['clients keep `next` and hand it back'],
};

/** What the backend makes of the list: RFC 6902. */
export const PAGES = [
  { op: 'add', path: '/endpoints/1/request', value: { after: 'string?', first: 'number?' } },
  { op: 'add', path: '/endpoints/1/response/next', value: 'string | null' },
  { op: 'replace', path: '/version', value: '1.1' },
];

/** What the frontend adds at the same time: RFC 6902, at the end of the endpoints. */
export const VOTES = [
  {
    op: 'add',
    path: '/endpoints/-',
    value: {
      method: 'POST',
      path: '/polls/{id}/votes',
      request: { option: 'number' },
      response: { votes: 'number[]' },
      auth_required: true,
      description: 'Vote, once per user.',
    },
  },
];
