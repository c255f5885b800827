import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import {
  Client,
  type ElicitRequestFormParams,
  type ElicitRequestParams,
  type ElicitResult,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { launchEnv } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { argumentsOf, type BenchClient, type ConnectionKind, check, script, urlOf, wordIn } from './clients.ts';

/** The SDK's client as its documentation shows it, with a handler that does nothing but answer. */
export function openSdkClient(kind: ConnectionKind): Promise<BenchClient> {
  return open(kind, createTestHost(), {
    answer: (params) => ({ action: 'accept', content: { answer: wordIn(params.message) } }),
    settle: async () => undefined,
  });
}

/**
 * The SDK's client with a handler that does what the core does for every answer, in the simplest way: it checks the content
 * with the core's validator library, and appends an entry to a file. It compiles a schema once, and answers before the entry is
 * written, like the core.
 */
export function openRecordingSdkClient(kind: ConnectionKind): Promise<BenchClient> {
  const host = createTestHost();
  const file = join(host.folder, 'answers.jsonl');
  const answers = new AnswerSchemas();
  let written = Promise.resolve();
  return open(kind, host, {
    answer(params) {
      assert.ok(params.mode !== 'url');
      const content = { answer: wordIn(params.message) };
      answers.check(params.requestedSchema, content);
      const entry = { at: new Date().toISOString(), message: params.message, action: 'accept', content };
      written = written.then(() => appendFile(file, `${JSON.stringify(entry)}\n`));
      return { action: 'accept', content };
    },
    settle: () => written,
  });
}

interface Answering {
  answer(params: ElicitRequestParams): ElicitResult;
  settle(): Promise<void>;
}

async function open({ transport, era }: ConnectionKind, host: TestHost, handler: Answering): Promise<BenchClient> {
  const client = new Client(
    { name: 'bare', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => handler.answer(params));
  const clientTransport: Transport =
    transport === 'stdio'
      ? new StdioClientTransport({ command: process.execPath, args: [script, era], env: launchEnv })
      : new StreamableHTTPClientTransport(new URL(await urlOf(host, era)));
  await client.connect(clientTransport, era === 'legacy' ? { prior: { kind: 'legacy' } } : {});
  assert.equal(client.getProtocolEra(), era);
  return {
    async ask(args) {
      check(args, await client.callTool({ name: 'ask', arguments: argumentsOf(args) }));
    },
    settle: () => handler.settle(),
    async end() {
      await client.close();
      await handler.settle();
      await host.end();
    },
  };
}

/** Compiles the schema of each form once. */
class AnswerSchemas {
  readonly #ajv = new Ajv2020({ strict: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor() {
    addFormats.default(this.#ajv);
  }

  /** Fails if the content does not fit to the schema. */
  check(schema: ElicitRequestFormParams['requestedSchema'], content: object): void {
    const text = JSON.stringify(schema);
    const validate = this.#compiled.get(text) ?? this.#ajv.compile(schema);
    this.#compiled.set(text, validate);
    assert.ok(validate(content), JSON.stringify(validate.errors));
  }
}
