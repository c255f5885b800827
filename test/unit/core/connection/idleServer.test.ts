import { lateStandaloneStream, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';

const quiet = fromRoot('test/servers/lightweight.ts');

/** How many keep the process going. */
async function timersBefore(): Promise<number> {
  // Mocha's own, for the time that a test may take, begins once it has returned its promise.
  await Promise.resolve();
  return timers();
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout' || kind === 'Immediate').length;
}

describe('a server that runs and has nothing to do', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  for (const era of ['legacy', 'modern'] as const) {
    it(`leaves no timer behind, over stdio, ${era}`, async () => {
      const before = await timersBefore();
      await host.server(nodeSpec(quiet, ['stdio', era])).start();
      await until(() => timers() <= before);
    });
  }

  for (const [era, script, option] of [
    ['legacy', lateStandaloneStream, '0'],
    ['modern', quiet, 'http'],
  ] as const) {
    it(`leaves no timer behind, over HTTP, ${era}`, async () => {
      const { port } = await host.http(script, option);
      const url = `http://localhost:${port}/mcp`;
      const before = await timersBefore();
      await host.server({ type: 'http', url, headers: {}, secrets: [], oauth: false }).start();
      await until(() => timers() <= before);
    });
  }
});
