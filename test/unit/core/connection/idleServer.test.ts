import { lateStandaloneStream, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';

const lightweightServer = fromRoot('test/servers/lightweight.ts');

/** The number of timers before the host starts the server. */
async function initialTimerCount(): Promise<number> {
  // Mocha starts its timer for the time limit of the test after the test has returned its promise.
  await Promise.resolve();
  return timerCount();
}

function timerCount(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout' || kind === 'Immediate').length;
}

describe('an idle server', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  for (const era of ['legacy', 'modern'] as const) {
    it(`needs no timer in the host, over stdio, ${era}`, async () => {
      const before = await initialTimerCount();
      await host.server(nodeSpec(lightweightServer, ['stdio', era])).start();
      await until(() => timerCount() <= before);
    });
  }

  for (const [era, script, option] of [
    ['legacy', lateStandaloneStream, '0'],
    ['modern', lightweightServer, 'http'],
  ] as const) {
    it(`needs no timer in the host, over HTTP, ${era}`, async () => {
      const { port } = await host.http(script, option);
      const url = `http://localhost:${port}/mcp`;
      const before = await initialTimerCount();
      await host.server({ type: 'http', url, headers: {}, secrets: [], oauth: false }).start();
      await until(() => timerCount() <= before);
    });
  }
});
