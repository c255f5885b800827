import assert from 'node:assert/strict';
import { openSubmittingWindow } from '#test/conformance/submittingWindow.ts';
import { ProxyProcess } from '#test/host/proxyProcess.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';
import type { AgentsTestBed } from '#test/unit/core/agents/agentsTestBed.ts';

const command = [process.execPath, fromRoot('test/servers/conformance/main.ts')];

/** What an agent of the modern era that can ask its user by itself declares in each request. */
const modern = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  },
};

// The official scenarios for these tools cannot pass where a window is open, because it answers: see docs/conformance.md.
describe('calls of the conformance server that ask, behind the proxy with a window', () => {
  let bed: AgentsTestBed;
  let proxy: ProxyProcess;
  beforeEach(async () => {
    bed = await openSubmittingWindow({ client: 'codex', server: 'tickets', command }, '/');
    proxy = await ProxyProcess.start(command, { home: { path: bed.folder } });
  });
  afterEach(async () => {
    proxy.child.stdin.end();
    await proxy.ended;
    await bed.end();
  });

  /** The response, which must be the only message that the agent gets for its request. */
  async function request(id: number, method: string, params: object): Promise<string> {
    const before = proxy.messages.length;
    proxy.send({ id, method, params });
    await until(() => proxy.reply(id) !== undefined);
    assert.equal(proxy.messages.length, before + 1);
    return JSON.stringify(proxy.reply(id));
  }

  it('return what the user entered, in the legacy era', async () => {
    const clientInfo = { name: 'agent', version: '1' };
    const capabilities = { elicitation: {} };
    await request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
    proxy.send({ method: 'notifications/initialized' });
    const texts = [];
    for (const [at, name] of [
      'test_elicitation',
      'test_elicitation_sep1034_defaults',
      'test_elicitation_sep1330_enums',
    ].entries()) {
      texts.push(await request(at + 2, 'tools/call', { name, arguments: { message: 'Who?' } }));
    }
    const results = texts.map((text) => JSON.parse(text).result.content[0].text);
    assert.deepEqual(results, [
      'User response: {"action":"accept","content":{"username":"sample","email":"sample"}}',
      'Elicitation completed: action=accept, ' +
        'content={"name":"John Doe","age":30,"score":95.5,"status":"active","verified":true}',
      'Elicitation completed: action=accept, content={}',
    ]);
  });

  for (const [name, expected] of [
    ['elicitation', '{"user_name":{"action":"accept","content":{"name":"sample"}}}'],
    ['request_state', 'state-ok {"confirm":{"action":"accept","content":{"ok":true}}}'],
    ['tampered_state', 'state-ok {"confirm":{"action":"accept","content":{"ok":true}}}'],
    ['multi_round', 'state-ok {"step2":{"action":"accept","content":{"color":"sample"}}}'],
  ] as const) {
    it(`return what the user entered, in the modern era: ${name}`, async () => {
      const call = { name: `test_input_required_result_${name}`, arguments: {}, ...modern };
      const { result } = JSON.parse(await request(1, 'tools/call', call));
      assert.deepEqual([result.resultType, result.content[0].text], ['complete', expected]);
    });
  }

  it('return what the user entered: a prompt, and responses that are no answer', async () => {
    const prompt = await request(1, 'prompts/get', { name: 'test_input_required_result_prompt', ...modern });
    assert.match(JSON.parse(prompt).result.messages[0].content.text, /"context":"sample"/);
    for (const [at, inputResponses] of [{ wrong_key: { action: 'accept' } }, { user_name: 12345 }, null].entries()) {
      const call = { name: 'test_input_required_result_elicitation', arguments: {}, inputResponses, ...modern };
      assert.match(await request(at + 2, 'tools/call', call), /\\"name\\":\\"sample\\"/);
    }
  });
});
