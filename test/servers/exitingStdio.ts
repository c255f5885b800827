/**
 * A stdio server whose tool `ask` asks for a name. Its argument says what it does with the answer: `close` closes its input
 * before, `exit` ends the process when it reads the answer, `works` reads it and sends nothing, `gives` returns the result,
 * and `again` asks once more and then sends nothing.
 * The answers that it reads are added to the file named by HEARD_FILE, a line each. With `modern` as its second argument it speaks the
 * revision 2026-07-28.
 */
import { appendFileSync, closeSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const [, , how, era] = process.argv;
const isModern = era === 'modern';
const complete = isModern ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const question = { method: 'elicitation/create', params: { message: 'Your name?', requestedSchema } };
const serverInfo = { name: 'leaving', version: '1.0.0' };
/** Requests of ours, in the legacy era. */
let requests = 0;
/** The id of the call that goes on. */
let call: Message['id'];
let answers = 0;

function say(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function ask(id: Message['id'], message = 'Your name?'): void {
  const asked = { ...question, params: { ...question.params, message } };
  // Before the request is sent: a client that answers at once must not find the pipe open.
  if (how === 'close') {
    lines.close();
    process.stdin.destroy();
    closeSync(0);
  }
  if (isModern) {
    say({ id, result: { resultType: 'input_required', requestState: message, inputRequests: { name: asked } } });
  } else {
    requests += 1;
    say({ id: `asked ${requests}`, ...asked });
  }
}

function resultOf({ method }: Message): object | undefined {
  switch (method) {
    case 'initialize':
      return isModern ? undefined : { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
    case 'server/discover':
      return isModern
        ? {
            ...complete,
            supportedVersions: ['2026-07-28'],
            capabilities: { tools: {} },
            _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
          }
        : undefined;
    case 'tools/list':
      return { ...complete, tools: [{ name: 'ask', inputSchema: { type: 'object' } }] };
    case 'ping':
      return {};
    default:
      return undefined;
  }
}

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line) as Message;
  const isAnswer = message.method === undefined || message.params?.['inputResponses'] !== undefined;
  if (isAnswer && process.env['HEARD_FILE']) {
    appendFileSync(process.env['HEARD_FILE'], `${line}\n`);
  }
  if (isAnswer && how === 'exit') {
    process.exit(3);
  }
  if (isAnswer) {
    const current = isModern ? message.id : call;
    answers += 1;
    if (how === 'gives') {
      say({ id: current, result: { ...complete, content: [] } });
    } else if (how === 'again' && answers % 2 === 1) {
      ask(current, 'And once more?');
    }
    return;
  }
  if (message.method === 'tools/call') {
    call = message.id;
    answers = 0;
    ask(message.id);
  } else if (message.id !== undefined && message.method !== undefined) {
    const result = resultOf(message);
    say({ id: message.id, ...(result ? { result } : { error: { code: -32601, message: 'Method not found' } }) });
  }
});
setInterval(() => undefined, 1000);
