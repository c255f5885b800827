import assert from 'node:assert/strict';
import process from 'node:process';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import { Server } from '#core/servers/server.ts';
import { WorkerChecker } from '#core/validation/workerChecker.ts';
import { inputsFromContent } from '#form/formInputs.ts';
import { withoutSignIn } from '#test/bench/lib/withoutSignIn.ts';
import { definitionOf, textOf, tool } from '#test/host/samples.ts';
import { launchEnv, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { fromRoot } from '#test/root.ts';
import { BenchRecord } from './record.ts';

export interface ConnectionKind {
  readonly transport: 'stdio' | 'http';
  readonly era: 'legacy' | 'modern';
}

/** What is asked for: see `server.ts`. */
export interface WordRequest {
  readonly word: string;
  readonly fields?: number;
  readonly title?: string;
}

/** One client with a server of its own, whose questions are answered at once, each with the word that it asks for. */
export interface BenchClient {
  /** Calls the tool, answers its elicitation, and fails unless the server received this word. */
  ask(wanted: WordRequest): Promise<void>;
  /** Waits for what is still done after an answer has left. */
  settled(): Promise<void>;
  end(): Promise<void>;
}

const script = fromRoot('test/bench/question/server.ts');

/** The SDK's client as its documentation shows it, with a handler that does nothing but answer. */
export async function openSdkClient({ transport, era }: ConnectionKind): Promise<BenchClient> {
  const host = createTestHost();
  const client = new Client(
    { name: 'bare', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => ({
    action: 'accept',
    content: { answer: wordIn(params.message) },
  }));
  const wire: Transport =
    transport === 'stdio'
      ? new StdioClientTransport({ command: process.execPath, args: [script, era], env: launchEnv })
      : new StreamableHTTPClientTransport(new URL(await urlOf(host, era)));
  await client.connect(wire, era === 'legacy' ? { prior: { kind: 'legacy' } } : {});
  assert.equal(client.getProtocolEra(), era);
  return {
    async ask(wanted) {
      check(wanted, await client.callTool({ name: 'ask', arguments: argumentsOf(wanted) }));
    },
    settled: async () => undefined,
    async end() {
      await client.close();
      await host.end();
    },
  };
}

export interface HostClient extends BenchClient {
  readonly server: Server;
  readonly record: BenchRecord;
}

/** The core as in production: the launcher, the record on the disk; the presenter submits through the judge. */
export async function openHostClient({ transport, era }: ConnectionKind): Promise<HostClient> {
  const host = createTestHost();
  host.log.traceEnabled = false;
  const definition = definitionOf(`${transport}-${era}`);
  host.rateLimiter.allow(definition.id);
  const spec =
    transport === 'stdio'
      ? nodeSpec(script, [era])
      : { type: 'http' as const, url: await urlOf(host, era), headers: {}, secrets: [] };
  const server = new Server(definition, {
    ...host.services,
    log: host.log,
    resolve: async () => spec,
    authorization: withoutSignIn(),
  });
  const checker = new WorkerChecker(new URL('../../../src/core/validation/worker.ts', import.meta.url));
  const judge = new AnswerValidator(checker);
  judge.prepare();
  const record = new BenchRecord(host, server);
  host.inbox.onDidArrive((request) => {
    const content = { answer: wordIn(request.message) };
    assert.ok(request.mode === 'form');
    const inputs = inputsFromContent(request.form, content);
    void Promise.resolve(judge.validate({ form: request.form, owner: request.server.id }, inputs)).then((answer) => {
      assert.ok(answer.ok);
      host.inbox.decide(request.id, { action: 'accept', content: answer.content });
    });
  });
  await server.start();
  assert.equal(server.state.kind, 'running');
  return {
    server,
    record,
    async ask(wanted) {
      check(wanted, await server.call(tool('ask', argumentsOf(wanted)), { origin: 'program' }));
    },
    settled: () => record.written(),
    async end() {
      await server.stop();
      await record.end();
      checker.dispose();
      await host.end();
    },
  };
}

async function urlOf(host: TestHost, era: ConnectionKind['era']): Promise<string> {
  const { port } = await host.http(script, era);
  return `http://localhost:${port}/mcp`;
}

function argumentsOf({ word, fields = 1, title = '' }: WordRequest) {
  return { word, fields, title };
}

function wordIn(message: string): string {
  return message.slice(message.lastIndexOf(' ') + 1);
}

function check({ word }: WordRequest, result: unknown): void {
  assert.deepEqual(JSON.parse(textOf(result)), { action: 'accept', content: { answer: word } });
}
