import assert from 'node:assert/strict';
import { line, MachineBed } from '#test/unit/proxy/machine/machineBed.ts';

const initialize = (capabilities: object) => ({
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities, clientInfo: { name: 'codex', version: '2' } },
});
const refusal = { id: 0, error: { code: -32603, message: 'Unrecognized field "form"' } };
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const modernCall = (capabilities: object) => ({
  id: 1,
  method: 'tools/call',
  params: { name: 'deploy', _meta: { [capabilitiesKey]: capabilities } },
});

/** What the server was told in `initialize`, one item for each time. */
function declaredCapabilities(bed: MachineBed): readonly unknown[] {
  return bed.serverMessages.map((message) => (message['params'] as { capabilities: unknown }).capabilities);
}

describe('declaring elicitation', () => {
  let bed: MachineBed;
  beforeEach(() => {
    bed = new MachineBed();
  });

  it('waits for a window before the first request is passed on, and says who connects', () => {
    bed.agent('\n');
    assert.deepEqual(bed.toServer, ['\n']);
    bed.agent(initialize({ roots: {} }));
    bed.agent({ method: 'notifications/initialized' });
    assert.equal(bed.toServer.length, 1);
    assert.equal(bed.isHolding, true);
    assert.deepEqual(bed.actions.at(-1), { type: 'seek', forMs: 0, reported: { name: 'codex', version: '2' } });
    bed.openWindow();
    assert.equal(bed.isHolding, false);
    assert.equal(bed.toServer.length, 3);
  });

  it('adds both modes to what the agent declares, and takes the tasks of elicitations away', () => {
    const tasks = { requests: { elicitation: { create: {} }, sampling: {} } };
    bed.agent(initialize({ roots: {}, elicitation: { form: { applyDefaults: true } }, tasks }));
    bed.openWindow();
    assert.deepEqual(declaredCapabilities(bed), [
      { roots: {}, elicitation: { form: {}, url: {} }, tasks: { requests: { sampling: {} } } },
    ]);
  });

  it('changes nothing without a window, or if none answers within a second', () => {
    const message = initialize({ elicitation: {} });
    bed.agent(message);
    bed.event({ type: 'windowNotFound', isComing: false });
    const slow = new MachineBed();
    slow.agent(message);
    slow.wait(0.999);
    assert.deepEqual(slow.toServer, []);
    slow.wait(0.001);
    assert.deepEqual([bed.toServer, slow.toServer], [[String(line(message))], [String(line(message))]]);
  });

  it('counts a window that is registered, if it has not answered within a second', () => {
    bed.agent(initialize({}));
    bed.event({ type: 'windowRegistered' });
    assert.equal(bed.isHolding, true);
    bed.wait(1);
    assert.deepEqual(declaredCapabilities(bed), [{ elicitation: { form: {}, url: {} } }]);
  });

  it('does not count a registered window that turned out to be gone', () => {
    bed.agent(initialize({}));
    bed.event({ type: 'windowRegistered' });
    bed.event({ type: 'windowNotFound', isComing: false });
    assert.deepEqual(declaredCapabilities(bed), [{}]);
  });

  it('counts a window that closed a moment ago', () => {
    bed.agent(initialize({}));
    bed.event({ type: 'windowNotFound', isComing: true });
    assert.deepEqual(declaredCapabilities(bed), [{ elicitation: { form: {}, url: {} } }]);
  });

  it('is repeated without modes, and then as the agent sent it, to a server that refuses it', () => {
    bed.agent(initialize({ roots: {} }));
    bed.openWindow();
    bed.server(refusal);
    bed.server({ ...refusal, id: 'mcp-elicitation-1' });
    assert.deepEqual(declaredCapabilities(bed), [
      { elicitation: { form: {}, url: {} }, roots: {} },
      { elicitation: {}, roots: {} },
      { roots: {} },
    ]);
    const [first, second, last] = bed.serverMessages.map(({ id }) => id);
    assert.deepEqual([first, second, last], [0, 'mcp-elicitation-1', 'mcp-elicitation-2']);
    assert.equal(bed.toServer.at(-1), String(line({ ...initialize({ roots: {} }), id: last })));
    assert.deepEqual(bed.toAgent, []);
    bed.server({ ...refusal, id: last });
    assert.deepEqual(bed.agentMessages, [{ jsonrpc: '2.0', ...refusal }]);
  });

  it('is decided for each request from 2026-07-28 on', () => {
    bed.agent(modernCall({}));
    bed.event({ type: 'windowNotFound', isComing: false });
    bed.agent({ ...modernCall({}), id: 2 });
    assert.equal(bed.isHolding, true);
    bed.openWindow();
    bed.agent({ ...modernCall({}), id: 3 });
    const declared = bed.serverMessages.map((message) => JSON.stringify(message).includes('elicitation'));
    assert.deepEqual(declared, [false, true, true]);
  });

  it('leaves a request alone that may be asked for several things at once', () => {
    bed.start();
    const mixing = [
      { sampling: {} },
      { roots: {}, elicitation: { form: {} } },
      { extensions: { 'io.modelcontextprotocol/tasks': {} } },
      { tasks: {} },
    ];
    mixing.forEach((capabilities, id) => {
      bed.agent({ ...modernCall(capabilities), id });
    });
    assert.deepEqual(
      bed.toServer,
      mixing.map((capabilities, id) => String(line({ ...modernCall(capabilities), id }))),
    );
  });

  it('keeps the order of lines that wait, and hands over all of them when the agent ends', () => {
    const requests = [1, 2, 3].map((id) => ({ ...modernCall({}), id }));
    requests.forEach((request) => {
      bed.agent(request);
    });
    bed.event({ type: 'agentEnded' });
    assert.deepEqual(
      bed.toServer,
      requests.map((request) => String(line(request))),
    );
  });
});
