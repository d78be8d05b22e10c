import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { toolDefinitions } from '../../src/mcp/tools.ts';

it('all tool definitions together are under 2,500 tokens', () => {
  const tokens = encode(JSON.stringify(toolDefinitions)).length;
  expect(tokens).toBeLessThan(2_500);
});
