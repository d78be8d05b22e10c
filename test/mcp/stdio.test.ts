import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ROOMD, startRoomd } from '../support/command-line.ts';
import { freshRoom } from '../support/entries.ts';
import { ERAS, httpMcpClient, mcpClient } from '../support/mcp.ts';
import { testServer, until } from '../support/server.ts';

const server = testServer();

describe.each(ERAS)('over stdio, a client of the %s protocol', (era) => {
  it('shares a room with a client over HTTP', async () => {
    const env = { PATH: process.env.PATH!, ROOMD_URL: server.url };
    const agent = await mcpClient(
      new StdioClientTransport({ command: process.execPath, args: [...ROOMD, 'mcp'], env, stderr: 'pipe' }),
      era,
    );
    const other = await httpMcpClient(server.url, 'modern');
    const roomId = freshRoom();
    const waiting = agent.call('wait_for_context_events', { roomId, agentId: 'otter', timeoutSeconds: 20 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const payload = { text: 'naïve — “quoted” 😀\u2028' };
    const written = await other.call('write_context', {
      roomId,
      type: 'note',
      summary: 'ünï',
      consuming_agents: ['otter'],
      payload,
      author: 'heron',
    });
    const { events } = (await waiting).json;
    expect(events).toHaveLength(1);
    const { id } = written.json;
    const uri = `room://${roomId}/${id}`;
    const [read, { contents }] = await Promise.all([
      agent.call('read_context', { roomId, id }),
      agent.client.readResource({ uri }),
    ]);
    expect(read.json).toEqual(written.json);
    expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(written.json);
    const refused = await agent.call('update_context', { roomId, id, author: 'otter' });
    expect(refused.isError).toBe(true);
    await Promise.all([agent.client.close(), other.client.close()]);
  });
});

it('over stdio, numbers go through to the letter, and the process ends with its input', async () => {
  const child = startRoomd(['mcp'], { ROOMD_URL: server.url });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const payload = '{"text":"t","big":9007199254740993}';
  const given = `{"roomId":"${freshRoom()}","type":"note","summary":"s","consuming_agents":[],"author":"a","payload":${payload}}`;
  child.stdin.write(
    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"write_context","arguments":${given}}}\n`,
  );
  await until(() => out.includes('\n'), true, 20_000);
  const { id, result } = JSON.parse(out);
  expect(id).toBe(7);
  expect(JSON.parse(result.content[0].text).error.issues[0].path).toEqual(['payload', 'big']);
  child.stdin.end();
  await new Promise((resolve) => child.once('close', resolve));
  expect(child.exitCode).toBe(0);
});
