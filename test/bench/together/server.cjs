// `server.cjs TOOLS NAME`: a server of MCP 2025-11-25 without an SDK, so that a hundred need little memory. It sends nothing
// unrequested. Its tool `ask` asks the user for one text, and ends when that is answered. Its tool `declared` returns the
// capabilities of the client. The other tools return an empty result.
const count = Number(process.argv[2]);
let capabilities = {};
let asked = 0;
/** The ids of the calls that wait for an answer, by the id of the request to the user. */
const waiting = new Map();

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** Created for each response, because nobody else needs it. */
function tools() {
  const properties = {
    place: { type: 'string', description: 'Where it does so.' },
    often: { type: 'integer', minimum: 1 },
  };
  const inputSchema = { type: 'object', properties, required: ['place'] };
  const numbered = Array.from({ length: count - 2 }, (_, index) => ({
    name: `tool_${index}`,
    description: `Does what tool number ${index} does, and nothing else.`,
    inputSchema,
  }));
  const withoutArguments = { type: 'object', properties: {} };
  return [
    { name: 'ask', inputSchema: withoutArguments },
    { name: 'declared', inputSchema: withoutArguments },
    ...numbered,
  ];
}

function call(id, name) {
  if (name === 'ask') {
    asked += 1;
    const requestId = `asked-${asked}`;
    waiting.set(requestId, id);
    const properties = { answer: { type: 'string', title: 'Answer' } };
    const params = { message: 'Please fill this in.', requestedSchema: { type: 'object', properties } };
    send({ id: requestId, method: 'elicitation/create', params });
    return;
  }
  const text = name === 'declared' ? JSON.stringify(capabilities) : '';
  send({ id, result: { content: [{ type: 'text', text }] } });
}

function receive({ id, method, params, result }) {
  if (method === undefined) {
    send({ id: waiting.get(id), result: { content: [{ type: 'text', text: JSON.stringify(result ?? null) }] } });
    waiting.delete(id);
  } else if (method === 'initialize') {
    capabilities = params.capabilities;
    const serverInfo = { name: 'together', version: '1.0.0' };
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') {
    send({ id, result: { tools: tools() } });
  } else if (method === 'tools/call') {
    call(id, params.name);
  } else if (method === 'ping') {
    send({ id, result: {} });
  } else if (id !== undefined) {
    send({ id, error: { code: -32601, message: 'Method not found' } });
  }
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) receive(JSON.parse(line));
});
process.stdin.on('end', () => process.exit());
