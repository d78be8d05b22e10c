import { toolDefinitions } from '../../src/mcp/tools.ts';
import { payloadTypes } from '../../src/payloads/types.ts';

const described = toolDefinitions.find(({ name }) => name === 'write_context')!.description;

it('write_context names every field of every type, as the schemas have them', () => {
  const lines = described.split('\n').slice(1, -1);
  expect(lines).toEqual([
    'api_contract: service, version, endpoints[{method: GET|POST|PUT|DELETE|PATCH, path, request{}?, response{}, auth_required: bool, description}], base_url?',
    'arch_decision: title, decision, rationale, alternatives[], consequences[]',
    'task: task_id, acceptance_criteria[], technical_notes',
    'change_request: requested_by, target_agent, description, urgency: low|medium|high, blocking_task_id?',
    'note: text, references[]?',
  ]);
  expect(lines).toHaveLength(Object.keys(payloadTypes).length);
});
