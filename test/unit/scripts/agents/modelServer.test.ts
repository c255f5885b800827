import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { chatFormat } from '#scripts/agents/model/chatFormat.ts';
import { type ModelServer, startModelServer } from '#scripts/agents/model/modelServer.ts';
import type { ModelRequest, NextTurn } from '#scripts/agents/model/turns.ts';

const tools = [{ type: 'function', function: { name: 'tickets_ask' } }];

describe('the server of a scripted model', () => {
  let server: ModelServer;
  let asked: ModelRequest[];
  let nextTurn: NextTurn;

  beforeEach(async () => {
    asked = [];
    nextTurn = () => ({ kind: 'call', tool: 'ask', json: '{"b":1,"a":2}' });
    server = await startModelServer(chatFormat, (turn) => {
      asked.push(turn);
      return nextTurn(turn);
    });
  });

  afterEach(() => server.close());

  const post = async (body: object): Promise<string> => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${server.url}/v1/chat/completions`, init)).text();
  };

  it('streams a call of the tool under the name that the agent gives it, its keys in the order of the script', async () => {
    const text = await post({ stream: true, tools, messages: [] });
    assert.match(text, /^data: \{.*\}\n\ndata: \{.*\}\n\ndata: \[DONE\]\n\n$/);
    assert.ok(text.includes('"name":"tickets_ask","arguments":"{\\"b\\":1,\\"a\\":2}"'), text);
    assert.deepEqual(server.requests, [{ tools: ['tickets_ask'], results: [] }]);
  });

  it('replies in one piece if the agent wants no stream', async () => {
    const { choices } = JSON.parse(await post({ tools, messages: [] }));
    assert.equal(choices[0].message.tool_calls[0].function.name, 'tickets_ask');
  });

  it('replies to a request without tools with a text, which is no turn of the script', async () => {
    const { choices } = JSON.parse(await post({ messages: [{ role: 'user', content: 'A title?' }] }));
    assert.equal(choices[0].message.content, 'Done.');
    assert.deepEqual(asked, []);
    assert.deepEqual(server.requests, []);
  });

  it('says that a tool is missing, and does not call it', async () => {
    nextTurn = () => ({ kind: 'call', tool: 'other', json: '{}' });
    const { choices } = JSON.parse(await post({ tools, messages: [] }));
    assert.equal(choices[0].message.content, 'There is no tool other.');
  });

  it('replies with an error to a body that is no JSON', async () => {
    const { status } = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body: '{' });
    assert.equal(status, 500);
  });

  it('refuses and names every other path, and everything that is sent through it as a proxy', async () => {
    const { hostname, port } = new URL(server.url);
    assert.equal((await fetch(`${server.url}/telemetry`, { method: 'POST', body: '{}' })).status, 404);
    const status = await new Promise((resolve) => {
      request({ hostname, port, path: 'http://updates.example/latest' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    assert.equal(status, 404);
    const reply = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write('CONNECT api.example:443 HTTP/1.1\r\nHost: x\r\n\r\n'),
      );
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    assert.match(reply, /^HTTP\/1\.1 403 /);
    assert.deepEqual(server.refused, ['POST /telemetry', 'http://updates.example/latest', 'api.example:443']);
  });
});
