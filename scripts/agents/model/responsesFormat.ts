import { membersOf, objectsIn, stringOf, textIn } from './jsonParts.ts';
import type { ModelEvent, ModelFormat, ModelReply } from './turns.ts';

const usage = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
};

/** Separates the name of a namespace from that of a tool, in the names of `ModelRequest` only. */
const namespaceEnd = '/_';

/** OpenAI's Responses API. */
export const responsesFormat: ModelFormat = {
  isTurn: (path) => path.endsWith('/responses'),
  isStreamed: (_path, body) => membersOf(body)['stream'] === true,
  read(body) {
    const { tools, input } = membersOf(body);
    return {
      tools: objectsIn(tools).flatMap((tool) =>
        tool['type'] === 'namespace'
          ? objectsIn(tool['tools']).map(({ name }) => `${stringOf(tool['name'])}${namespaceEnd}${stringOf(name)}`)
          : [stringOf(tool['name'])],
      ),
      results: objectsIn(input)
        .filter(({ type }) => type === 'function_call_output')
        .map(({ output }) => textIn(output)),
    };
  },
  whole: (reply) => responseOf(reply),
  stream(reply) {
    const created = { type: 'response.created', response: { ...responseOf(reply), status: 'in_progress', output: [] } };
    const item = { type: 'response.output_item.done', output_index: 0, item: itemOf(reply) };
    return [created, item, { type: 'response.completed', response: responseOf(reply) }].map(
      (data): ModelEvent => ({ event: data.type, data }),
    );
  },
  other: (path) => (path.endsWith('/models') ? { object: 'list', data: [], models: [] } : undefined),
};

function responseOf(reply: ModelReply): Readonly<Record<string, unknown>> {
  return { id: 'resp_1', object: 'response', created_at: 0, status: 'completed', output: [itemOf(reply)], usage };
}

function itemOf(reply: ModelReply): Readonly<Record<string, unknown>> {
  if (reply.kind === 'text') {
    const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
    return { id: 'item_1', type: 'message', role: 'assistant', status: 'completed', content };
  }
  const [first = '', second] = reply.name.split(namespaceEnd);
  return {
    id: `item_${reply.id}`,
    type: 'function_call',
    status: 'completed',
    call_id: reply.id,
    arguments: reply.json,
    ...(second === undefined ? { name: first } : { namespace: first, name: second }),
  };
}
