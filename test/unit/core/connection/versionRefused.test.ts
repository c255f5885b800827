import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { HostError } from '#core/common/errors.ts';
import type { Server } from '#core/servers/server.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';

/** The responses to `server/discover` and `initialize`. Absent: the error of an unknown method. */
interface Responses {
  readonly discover?: object;
  readonly initialize?: object;
}

const serverInfo = { name: 's', version: '1' };
const discovered = (supportedVersions: string[]) => ({ result: { supportedVersions, capabilities: {}, serverInfo } });
const initialized = (protocolVersion: string) => ({ result: { protocolVersion, capabilities: {}, serverInfo } });
const unsupported = (code: number, supported?: string[]) => ({
  error: { code, message: 'Only the newest, please', ...(supported && { data: { supported, requested: 'x' } }) },
});
const hostVersions = '2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05, 2024-10-07';
const otherVersions = (serverVersions: string) =>
  `"mine" speaks other protocol versions (${serverVersions}) than this extension (${hostVersions}).`;
const serverMessage = 'The server says: “Only the newest, please”';

/** A description, the responses of the server, the summary of the failure, and the requests that the server received. */
const table: readonly [string, Responses, string, string[]][] = [
  [
    'responds to initialize with an unknown version',
    { initialize: initialized('1999-01-01') },
    otherVersions('1999-01-01'),
    ['server/discover', 'initialize'],
  ],
  [
    'refuses the version of initialize, and lists its versions',
    { initialize: unsupported(-32602, ['1999-01-01', '1999-02-02']) },
    `${otherVersions('1999-01-01, 1999-02-02')} ${serverMessage}`,
    ['server/discover', 'initialize'],
  ],
  [
    'responds to server/discover with -32022 and unknown versions',
    { discover: unsupported(-32022, ['2099-01-01']) },
    `${otherVersions('2099-01-01')} ${serverMessage}`,
    ['server/discover'],
  ],
  [
    'responds to server/discover with -32022 without versions',
    { discover: unsupported(-32022) },
    `"mine" refused protocol version 2026-07-28. ${serverMessage}`,
    ['server/discover'],
  ],
  [
    'responds to server/discover with -32020',
    { discover: unsupported(-32020) },
    `"mine" refused protocol version 2026-07-28. ${serverMessage}`,
    ['server/discover'],
  ],
  [
    'responds to server/discover with -32021',
    { discover: unsupported(-32021) },
    `"mine" refused protocol version 2026-07-28. ${serverMessage}`,
    ['server/discover'],
  ],
  [
    'responds to server/discover with unknown versions',
    { discover: discovered(['2099-01-01']) },
    otherVersions('2099-01-01'),
    ['server/discover'],
  ],
];

describe('a server without a protocol version of the host', () => {
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

  const startOrSummary = (server: Server) =>
    server.start().then(
      () => 'started',
      (error: unknown) => (error instanceof HostError ? error.summary : String(error)),
    );
  const receivedRequests = () => {
    const file = join(host.folder, 'seen');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  const responseTo = (answers: Responses, method: string) =>
    ({ 'server/discover': answers.discover, initialize: answers.initialize })[method] ?? {
      error: { code: -32601, message: 'Method not found' },
    };

  /** Creates a stdio server that exits after it has refused the version, as many servers do. */
  const createStdioServer = (answers: Responses) => {
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

  const startHttp = async (answers: Responses, status: number) => {
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
      const answer = responseTo(answers, method);
      response.writeHead('error' in answer ? status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
    const listening = http;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    return host.server({ type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {}, secrets: [] });
  };

  for (const [what, answers, summary, requests] of table) {
    it(`that ${what} is started once, and the error has the reason (stdio)`, async () => {
      assert.equal(await startOrSummary(createStdioServer(answers)), summary);
      assert.deepEqual(receivedRequests(), ['start', ...requests]);
    });

    for (const status of [200, 400]) {
      it(`that ${what} gets no further request, and the error has the reason (HTTP, errors with status ${status})`, async () => {
        assert.equal(await startOrSummary(await startHttp(answers, status)), summary);
        assert.deepEqual(receivedRequests(), requests);
      });
    }
  }

  it('that fails for another reason is reported with its error message', async () => {
    const failed = { initialize: { error: { code: -32603, message: 'No database' } } };
    const summary = '"mine" refused protocol version 2025-11-25. The server says: “No database”';
    assert.equal(await startOrSummary(createStdioServer(failed)), summary);
    assert.deepEqual(receivedRequests(), ['start', 'server/discover', 'initialize']);
  });

  const capabilitiesMissing = {
    code: -32021,
    message: 'Not with you',
    data: { requiredCapabilities: { elicitation: { form: {} }, sampling: {} } },
  };
  for (const method of ['discover', 'initialize'] as const) {
    for (const transport of ['stdio', 'HTTP'] as const) {
      it(`that requires other capabilities of its client is reported with them (${method}, ${transport})`, async () => {
        const answers = { [method]: { error: capabilitiesMissing } };
        const server = transport === 'stdio' ? createStdioServer(answers) : await startHttp(answers, 400);
        await assert.rejects(server.start(), {
          summary: /The server says: “Not with you”$/,
          detail: 'The server requires of its client: elicitation.form, sampling',
        });
      });
    }
  }

  it('of the modern era, but with a legacy version, is started with that version', async () => {
    for (const discover of [unsupported(-32022, ['2025-06-18']), discovered(['2025-06-18'])]) {
      const answers = { discover, initialize: initialized('2025-06-18') };
      assert.equal(await startOrSummary(await startHttp(answers, 200)), 'started');
    }
  });

  it('is reported with a bounded part of its message and versions', async () => {
    const long = unsupported(
      -32022,
      Array.from({ length: 50 }, () => 'v'.repeat(1000)),
    );
    long.error.message = `${'w'.repeat(5000)}`;
    const summary = await startOrSummary(createStdioServer({ discover: long }));
    assert.ok(summary.length < 800, String(summary.length));
  });
});
