import assert from 'node:assert/strict';
import { line, MachineBed } from '#test/unit/proxy/machine/machineBed.ts';

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const urlsRequired = {
  code: -32042,
  message: 'Sign in',
  data: { elicitations: [{ mode: 'url', url: 'https://a.example', elicitationId: 'e1' }] },
};

describe('a call that requires URLs', () => {
  let bed: MachineBed;
  beforeEach(() => {
    bed = new MachineBed().start();
    bed.call(1, { n: 1 });
    bed.server({ id: 1, error: urlsRequired });
  });

  it('is repeated as it was when the user is done', () => {
    assert.deepEqual(bed.lastAsk?.request, { kind: 'requiredUrls', data: urlsRequired.data });
    const sent = bed.toServer[0] ?? '';
    bed.answer(bed.lastAsk, { kind: 'repeat' });
    assert.equal(bed.toServer[1], sent.replace('"id":1', '"id":"mcp-elicitation-1"'));
    bed.server({ id: 'mcp-elicitation-1', result: { content: [] } });
    assert.deepEqual(bed.agentMessages, [{ jsonrpc: '2.0', id: 1, result: { content: [] } }]);
  });

  it('has its completed pages named to the window, and to one that is asked later', () => {
    bed.server({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } });
    bed.openWindow();
    assert.deepEqual(
      bed.windowMessages('complete').map(({ elicitationId }) => elicitationId),
      ['e1', 'e1'],
    );
    assert.deepEqual(bed.toAgent, []);
  });

  it('gets the error of the server from 2026-07-28 on, which has no such error', () => {
    bed.clear();
    bed.call(2, { n: 1 }, { _meta: { [capabilitiesKey]: {} } });
    bed.server({ id: 2, error: urlsRequired });
    assert.deepEqual([bed.asks, bed.toAgent], [[], [String(line({ id: 2, error: urlsRequired }))]]);
  });

  it('returns the error of the server if nobody can be asked, with the URLs', () => {
    bed.event({ type: 'windowClosed', link: 1, reason: 'disabled' });
    bed.event({ type: 'windowNotFound', isComing: false });
    assert.deepEqual(bed.toAgent, [String(line({ id: 1, error: urlsRequired }))]);
  });
});
