/**
 * A handmade stdio server of 2026-07-28 for agents. Its tool `ask_round` asks for `count` answers in one round. It appends to the
 * file RECORD (its only argument) the events that `agentTools.ts` records.
 */
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: { readonly place: string; readonly count: number };
    readonly inputResponses?: Readonly<Record<string, { readonly action: string; readonly content?: object }>>;
    readonly requestState?: string;
  };
}

const recordFile = process.argv[2] ?? '/dev/null';
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
let calls = 0;

function record(event: string, fields: object): void {
  appendFileSync(recordFile, `${JSON.stringify({ at: Date.now(), event, ...fields })}\n`);
}

function callTool({ name = '', arguments: args, inputResponses, requestState = '' }: NonNullable<Message['params']>) {
  if (inputResponses) {
    const call = Number(requestState);
    const replies = Object.values(inputResponses).map(({ action, content }) => {
      record('reply', { call, action, content });
      return `${action}${content ? ` ${JSON.stringify(content)}` : ''}`;
    });
    return finish(call, `round call ${call}: ${replies.join(', ')}`);
  }
  calls += 1;
  record('call', { tool: name, call: calls, arguments: args });
  if (name === 'plain') return finish(calls, `plain call ${calls}: ${args?.place} ${args?.count}`);
  const questions = Array.from({ length: args?.count ?? 1 }, (_, index) => {
    record('asked', { call: calls });
    const properties = { answer: { type: 'string', title: `Answer ${index + 1}` } };
    const params = {
      mode: 'form',
      message: `What about ${args?.place}?`,
      requestedSchema: { type: 'object', properties, required: ['answer'] },
    };
    return [`q${index}`, { method: 'elicitation/create', params }];
  });
  return {
    resultType: 'input_required',
    inputRequests: Object.fromEntries(questions),
    requestState: String(calls),
  };
}

function finish(call: number, text: string): object {
  record('result', { call, text });
  return { ...complete, content: [{ type: 'text', text }] };
}

function resultOf({ method, params = {} }: Message): object | undefined {
  switch (method) {
    case 'server/discover':
      return {
        ...complete,
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'round-tools', version: '1.0.0' } },
      };
    case 'tools/call':
      return callTool(params);
    default:
      return undefined;
  }
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line) as Message;
    if (message.id === undefined || message.method === undefined) return;
    const result = resultOf(message);
    const body = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...body })}\n`);
  })
  .on('close', () => record('ended', {}));
