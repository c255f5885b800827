import assert from 'node:assert/strict';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import { Server } from '#core/servers/server.ts';
import { ConcurrencyLimit } from '#core/transport/concurrencyLimit.ts';
import { WorkerChecker } from '#core/validation/workerChecker.ts';
import { inputsFromContent } from '#form/formInputs.ts';
import { withoutSignIn } from '#test/bench/lib/withoutSignIn.ts';
import { definitionOf, textOf, tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { fromRoot } from '#test/root.ts';
import { BenchRecord } from './benchRecord.ts';

export interface ConnectionKind {
  readonly transport: 'stdio' | 'http';
  readonly era: 'legacy' | 'modern';
}

/** The arguments of the tool of `minimalServer.ts`. */
export interface ToolArguments {
  readonly word: string;
  readonly fields?: number;
  readonly title?: string;
}

/** A client with its own server process. Answers each request at once, with the word of the request's message. */
export interface BenchClient {
  /** Calls the tool, answers its elicitation, and fails unless the server received this word. */
  ask(args: ToolArguments): Promise<void>;
  /** Waits for the work that follows an answer. */
  settle(): Promise<void>;
  end(): Promise<void>;
}

/** The server of all clients. */
export const script = fromRoot('test/bench/question/minimalServer.ts');

export interface HostClient extends BenchClient {
  readonly server: Server;
  readonly record: BenchRecord;
}

/** The core as in production, with the watchdog, the record on the disk, and answers that are checked by `AnswerValidator`. */
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
  const validator = new AnswerValidator(checker);
  validator.prepare();
  const record = new BenchRecord(host, server);
  // The checker refuses more waiting checks of one server than 100. A user answers one request at a time.
  const validations = new ConcurrencyLimit(50);
  const neverAborted = new AbortController().signal;
  host.inbox.onDidArrive((request) => {
    const content = { answer: wordIn(request.message) };
    assert.ok(request.mode === 'form');
    const inputs = inputsFromContent(request.form, content);
    const form = { form: request.form, owner: request.server.id };
    void validations
      .run(async () => validator.validate(form, inputs), neverAborted)
      .then((answer) => {
        assert.ok(answer.ok, JSON.stringify(answer));
        host.inbox.decide(request.id, { action: 'accept', content: answer.content });
      });
  });
  await server.start();
  assert.equal(server.state.kind, 'running');
  return {
    server,
    record,
    async ask(args) {
      check(args, await server.call(tool('ask', argumentsOf(args)), { origin: 'program' }));
    },
    settle: () => record.written(),
    async end() {
      await server.stop();
      await record.end();
      checker.dispose();
      await host.end();
    },
  };
}

export async function urlOf(host: TestHost, era: ConnectionKind['era']): Promise<string> {
  const { port } = await host.http(script, era);
  return `http://localhost:${port}/mcp`;
}

export function argumentsOf({ word, fields = 1, title = '' }: ToolArguments) {
  return { word, fields, title };
}

export function wordIn(message: string): string {
  return message.slice(message.lastIndexOf(' ') + 1);
}

export function check({ word }: ToolArguments, result: unknown): void {
  assert.deepEqual(JSON.parse(textOf(result)), { action: 'accept', content: { answer: word } });
}
