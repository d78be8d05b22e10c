/** A payload of each type that holds every field of it and extra fields at every level. */
export const samples = {
  api_contract: {
    service: 'polls',
    version: '1',
    endpoints: [
      {
        method: 'POST',
        path: '/api/polls',
        request: { question: 'string', options: { min: 2 } },
        response: { id: 'string' },
        auth_required: false,
        description: '',
        rate_limit: '10/min',
      },
    ],
    base_url: 'https://polls.example',
    owner: null,
  },
  arch_decision: { title: 't', decision: 'd', rationale: 'r', alternatives: [], consequences: [''], status: 1 },
  task: { task_id: 'T-1', acceptance_criteria: [], technical_notes: '', subtasks: [{ id: 1 }] },
  change_request: {
    requested_by: 'heron',
    target_agent: 'otter',
    description: 'd',
    urgency: 'low',
    blocking_task_id: 'T-1',
    due: { in: 3 },
  },
  note: { text: 't', references: [], tags: ['a'] },
} as const;
