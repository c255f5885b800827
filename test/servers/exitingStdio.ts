/**
 * A stdio server whose tool `ask` requests a name. The first argument selects what happens with the answer: `close` closes the
 * server's input before the answer, `exit` ends the process after reading the answer, `works` sends nothing after reading it,
 * `gives` returns the result, `odd` one of an unknown type, and `again` sends a second request and then nothing. The server appends a line for each answer
 * to the file HEARD_FILE. With the second argument `modern` it uses the revision 2026-07-28.
 */
import { appendFileSync, closeSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const [, , mode, era] = process.argv;
const isModern = era === 'modern';
const complete = isModern ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const elicitation = { method: 'elicitation/create', params: { message: 'Your name?', requestedSchema } };
const serverInfo = { name: 'leaving', version: '1.0.0' };
/** The number of the server's requests, in the legacy era. */
let requests = 0;
/** The id of the running call. */
let call: Message['id'];
let answers = 0;

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function ask(id: Message['id'], message = 'Your name?'): void {
  const request = { ...elicitation, params: { ...elicitation.params, message } };
  // Before the request is sent, so that the pipe is closed even for an immediate answer.
  if (mode === 'close') {
    lines.close();
    process.stdin.destroy();
    closeSync(0);
  }
  if (isModern) {
    send({ id, result: { resultType: 'input_required', requestState: message, inputRequests: { name: request } } });
  } else {
    requests += 1;
    send({ id: `asked ${requests}`, ...request });
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
  if (isAnswer && mode === 'exit') {
    process.exit(3);
  }
  if (isAnswer) {
    const current = isModern ? message.id : call;
    answers += 1;
    if (mode === 'gives') {
      send({ id: current, result: { ...complete, content: [] } });
    } else if (mode === 'odd') {
      send({ id: current, result: { ...complete, resultType: 'odd', content: [] } });
    } else if (mode === 'again' && answers % 2 === 1) {
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
    send({ id: message.id, ...(result ? { result } : { error: { code: -32601, message: 'Method not found' } }) });
  }
});
setInterval(() => undefined, 1000);
