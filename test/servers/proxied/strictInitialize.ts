/**
 * A legacy-era stdio server that refuses members of `elicitation` that it does not know, as the Java SDK before 0.17.1 does. It
 * writes the capabilities of each `initialize` to standard error. Its tool asks for a city.
 */
import process from 'node:process';
import { createInterface } from 'node:readline';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly capabilities?: { readonly elicitation?: object } };
  readonly result?: unknown;
}

let callId: number | string | undefined;

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function refuseOrStart({ id, params }: Message): void {
  const elicitation = params?.capabilities?.elicitation;
  process.stderr.write(`${JSON.stringify(elicitation)}\n`);
  if (elicitation && Object.keys(elicitation).length > 0) {
    send({ id, error: { code: -32603, message: 'Unrecognized field "form"' } });
  } else {
    const serverInfo = { name: 'strict', version: '1' };
    send({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } });
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as Message;
  const { id, method, result } = message;
  if (method === 'initialize') refuseOrStart(message);
  else if (method === 'tools/call') {
    callId = id;
    const requestedSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    send({ id: 'ask', method: 'elicitation/create', params: { message: 'Which city?', requestedSchema } });
  } else if (id === 'ask') send({ id: callId, result: { content: [{ type: 'text', text: JSON.stringify(result) }] } });
  else if (id !== undefined) send({ id, result: {} });
});
