import assert from 'node:assert/strict';
import { Client, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { EraDiscovery } from '#core/connection/sdk/eraDiscovery.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { TestTransport } from './bareSdk.ts';

/** Connects the SDK to a server that responds to `server/discover` with `respond`. */
async function connect(respond: ConstructorParameters<typeof TestTransport>[0]): Promise<'connected' | 'failed'> {
  const versionNegotiation = { mode: 'auto', probe: { timeoutMs: 1000 } } as const;
  const client = new Client({ name: 'bare', version: '0.0.0' }, { versionNegotiation });
  return client.connect(new TestTransport(respond)).then(
    () => 'connected',
    () => 'failed',
  );
}

const unsupported = (supported: readonly string[]) => ({
  code: -32022,
  message: 'Unsupported protocol version',
  data: { requested: '2026-07-28', supported },
});

describe('the discovery of the era', () => {
  let discovery: EraDiscovery;
  beforeEach(() => {
    discovery = new EraDiscovery();
    discovery.noteRequest({ jsonrpc: '2.0', id: 0, method: 'server/discover' });
  });

  for (const status of [403, 500, 503]) {
    it(`must be corrected after HTTP ${status}: the SDK gives up, and after 404 it sends initialize`, async () => {
      const rejectWith = (code: number) => () =>
        Promise.reject(new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'no', { status: code }));
      assert.deepEqual([await connect(rejectWith(status)), await connect(rejectWith(404))], ['failed', 'connected']);
      discovery.fallback = 'any';
      const failure = new SendFailure({ outcome: 'refused', message: 'no', status });
      const corrected = discovery.readFailure(0, failure);
      assert.ok(corrected instanceof SdkHttpError);
      assert.equal(corrected.status, 404);
    });
  }

  it('must be corrected after a broken connection: the SDK gives up', async () => {
    const failure = new SendFailure({ outcome: 'unknown', message: 'reset' });
    assert.equal(await connect(() => Promise.reject(failure)), 'failed');
    discovery.fallback = 'any';
    const corrected = discovery.readFailure(0, failure);
    assert.ok(corrected instanceof SdkHttpError);
    assert.deepEqual([corrected.status, discovery.isFailureTemporary], [404, true]);
  });

  it('must be corrected if the server supports a newer version and a legacy one: the SDK gives up', async () => {
    const connectTo = async (supported: readonly string[]) => {
      const versionNegotiation = { mode: 'auto', probe: { timeoutMs: 1000 } } as const;
      const client = new Client({ name: 'bare', version: '0.0.0' }, { versionNegotiation });
      const transport: TestTransport = new TestTransport(({ id }) =>
        transport.receive({ jsonrpc: '2.0', id, error: unsupported(supported) }),
      );
      return client.connect(transport).then(
        () => 'connected',
        () => 'failed',
      );
    };
    const versions = ['2099-01-01', '2025-11-25'];
    assert.deepEqual([await connectTo(versions), await connectTo(versions.slice(1))], ['failed', 'connected']);
    const corrected = discovery.readResponse({ jsonrpc: '2.0', id: 0, error: unsupported(versions) });
    assert.deepEqual('error' in corrected && corrected.error, unsupported(['2025-11-25']));
  });

  it('forbids initialize if the server supports no version of the legacy era', () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize' } as const;
    discovery.assertSendable(initialize);
    discovery.readResponse({ jsonrpc: '2.0', id: 0, error: unsupported(['2099-01-01']) });
    assert.throws(() => discovery.assertSendable(initialize));
    assert.deepEqual(discovery.refusal?.supported, ['2099-01-01']);
  });

  it('recognizes a result before initialize was sent', () => {
    assert.equal(discovery.hasResult, false);
    discovery.readResponse({ jsonrpc: '2.0', id: 0, result: {} });
    discovery.noteRequest({ jsonrpc: '2.0', id: 1, method: 'initialize' });
    assert.deepEqual([discovery.hasResult, discovery.hasLateResult], [true, false]);
  });

  it('recognizes a result after initialize was sent as late', () => {
    discovery.noteRequest({ jsonrpc: '2.0', id: 1, method: 'initialize' });
    discovery.readResponse({ jsonrpc: '2.0', id: 0, result: {} });
    assert.deepEqual([discovery.hasResult, discovery.hasLateResult], [true, true]);
  });

  it('does not count an error, nor the response to another request, as a result', () => {
    discovery.noteRequest({ jsonrpc: '2.0', id: 1, method: 'initialize' });
    discovery.readResponse({ jsonrpc: '2.0', id: 0, error: { code: -32601, message: 'Method not found' } });
    discovery.readResponse({ jsonrpc: '2.0', id: 1, result: {} });
    assert.equal(discovery.hasResult, false);
  });
});
