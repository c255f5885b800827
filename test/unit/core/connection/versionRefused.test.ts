import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { HostError } from '#core/common/errors.ts';
import type { Server } from '#core/servers/server.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';

/** How a server answers `server/discover` and `initialize`; absent: with the error that the method is unknown. */
interface Answers {
  readonly discover?: object;
  readonly initialize?: object;
}

const serverInfo = { name: 's', version: '1' };
const discovered = (supportedVersions: string[]) => ({ result: { supportedVersions, capabilities: {}, serverInfo } });
const initialized = (protocolVersion: string) => ({ result: { protocolVersion, capabilities: {}, serverInfo } });
const unsupported = (code: number, supported?: string[]) => ({
  error: { code, message: 'Only the newest, please', ...(supported && { data: { supported, requested: 'x' } }) },
});
const ours = '2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, 2024-10-07';
const both = (theirs: string) => `"mine" speaks other protocol versions (${theirs}) than this extension (${ours}).`;
const says = 'The server says: Only the newest, please';

/** What is answered, what the user reads, and which of the two requests were sent. */
const table: readonly [string, Answers, string, string[]][] = [
  [
    'answers initialize with an unknown version',
    { initialize: initialized('1999-01-01') },
    both('1999-01-01'),
    ['server/discover', 'initialize'],
  ],
  [
    'refuses the version of initialize, and names its own',
    { initialize: unsupported(-32602, ['1999-01-01', '1999-02-02']) },
    `${both('1999-01-01, 1999-02-02')} ${says}`,
    ['server/discover', 'initialize'],
  ],
  [
    'answers the probe with -32022 and versions that are unknown',
    { discover: unsupported(-32022, ['2099-01-01']) },
    `${both('2099-01-01')} ${says}`,
    ['server/discover'],
  ],
  [
    'answers the probe with -32022 and names no version',
    { discover: unsupported(-32022) },
    `"mine" refused to begin with protocol version 2026-07-28. ${says}`,
    ['server/discover'],
  ],
  [
    'answers the probe with -32020',
    { discover: unsupported(-32020) },
    `"mine" refused to begin with protocol version 2026-07-28. ${says}`,
    ['server/discover'],
  ],
  [
    'answers the probe with -32021',
    { discover: unsupported(-32021) },
    `"mine" refused to begin with protocol version 2026-07-28. ${says}`,
    ['server/discover'],
  ],
  [
    'is discovered with versions that are unknown',
    { discover: discovered(['2099-01-01']) },
    both('2099-01-01'),
    ['server/discover'],
  ],
];

describe('a server that speaks no version of ours', () => {
  let host: TestHost;
  let http: HttpServer | undefined;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(async () => {
    await host.end();
    http?.closeAllConnections();
    http?.close();
    http = undefined;
  });

  const summaryOf = (server: Server) =>
    server.start().then(
      () => 'started',
      (error: unknown) => (error instanceof HostError ? error.summary : String(error)),
    );
  const seen = () => {
    const file = join(host.folder, 'seen');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  const answerTo = (answers: Answers, method: string) =>
    ({ 'server/discover': answers.discover, initialize: answers.initialize })[method] ?? {
      error: { code: -32601, message: 'Method not found' },
    };

  /** One that ends once it has refused, as many do. */
  const stdio = (answers: Answers) => {
    const script = `
      const { appendFileSync } = require('node:fs');
      const note = (what) => appendFileSync(process.env.SEEN, what + '\\n');
      note('start');
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        if (id === undefined) return;
        note(method);
        const answer = (${JSON.stringify(answers)})[method.replace('server/', '')] ?? { error: { code: -32601, message: 'no' } };
        const last = method === 'initialize' || (answer.error ?? {}).code < -32019 && answer.error.code > -32030;
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n', () => last && process.exit(0));
      });`;
    return host.server({ ...nodeSpec('-e', [], { env: { SEEN: join(host.folder, 'seen') } }), args: ['-e', script] });
  };

  const remote = async (answers: Answers, status: number) => {
    http = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) {
        body += chunk;
      }
      if (request.method !== 'POST') {
        response.writeHead(405).end();
        return;
      }
      const { id, method } = JSON.parse(body);
      if (id === undefined) {
        response.writeHead(202).end();
        return;
      }
      appendFileSync(join(host.folder, 'seen'), `${method}\n`);
      const answer = answerTo(answers, method);
      response.writeHead('error' in answer ? status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
    const listening = http;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    return host.server({ type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {}, secrets: [] });
  };

  for (const [what, answers, summary, requests] of table) {
    it(`and ${what} is started once, and the user reads why (stdio)`, async () => {
      assert.equal(await summaryOf(stdio(answers)), summary);
      assert.deepEqual(seen(), ['start', ...requests]);
    });

    for (const status of [200, 400]) {
      it(`and ${what} is not asked further, and the user reads why (HTTP, errors with status ${status})`, async () => {
        assert.equal(await summaryOf(await remote(answers, status)), summary);
        assert.deepEqual(seen(), requests);
      });
    }
  }

  it('is told by one that the user can take for a fault of the server when it refuses for another reason', async () => {
    const failed = { initialize: { error: { code: -32603, message: 'No database' } } };
    const summary = '"mine" refused to begin with protocol version 2025-11-25. The server says: No database';
    assert.equal(await summaryOf(stdio(failed)), summary);
    assert.deepEqual(seen(), ['start', 'server/discover', 'initialize']);
  });

  const capable = {
    code: -32021,
    message: 'Not with you',
    data: { requiredCapabilities: { elicitation: { form: {} }, sampling: {} } },
  };
  for (const method of ['discover', 'initialize'] as const) {
    for (const how of ['stdio', 'HTTP'] as const) {
      it(`and wants other capabilities of its client is told with them (${method}, ${how})`, async () => {
        const answers = { [method]: { error: capable } };
        const server = how === 'stdio' ? stdio(answers) : await remote(answers, 400);
        await assert.rejects(server.start(), {
          summary: /The server says: Not with you$/,
          detail: 'The server requires of its client: elicitation.form, sampling',
        });
      });
    }
  }

  it('but names one with which initialize can begin is asked by that', async () => {
    for (const discover of [unsupported(-32022, ['2025-06-18']), discovered(['2025-06-18'])]) {
      const answers = { discover, initialize: initialized('2025-06-18') };
      assert.equal(await summaryOf(await remote(answers, 200)), 'started');
    }
  });

  it('cannot fill the screen with what it says', async () => {
    const long = unsupported(
      -32022,
      Array.from({ length: 50 }, () => 'v'.repeat(1000)),
    );
    long.error.message = `${'w'.repeat(5000)}`;
    const summary = await summaryOf(stdio({ discover: long }));
    assert.ok(summary.length < 800, String(summary.length));
  });
});
