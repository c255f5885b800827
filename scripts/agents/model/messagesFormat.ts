import { membersOf, objectsIn, stringOf, textIn } from './jsonParts.ts';
import type { ModelEvent, ModelFormat, ModelReply } from './turns.ts';

const usage = { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** Anthropic's Messages API. */
export const messagesFormat: ModelFormat = {
  isTurn: (path) => path === '/v1/messages',
  isStreamed: (_path, body) => membersOf(body)['stream'] === true,
  read(body) {
    const { tools, messages } = membersOf(body);
    const parts = objectsIn(messages).flatMap(({ content }) => objectsIn(content));
    return {
      tools: objectsIn(tools).map(({ name }) => stringOf(name)),
      results: parts.filter(({ type }) => type === 'tool_result').map(textIn),
    };
  },
  whole: (reply, body) => ({ ...messageOf(body), content: [blockOf(reply)], stop_reason: stopReason(reply) }),
  stream(reply, body) {
    const empty = reply.kind === 'text' ? { type: 'text', text: '' } : { ...blockOf(reply), input: {} };
    const delta =
      reply.kind === 'text'
        ? { type: 'text_delta', text: reply.text }
        : { type: 'input_json_delta', partial_json: reply.json };
    return [
      { type: 'message_start', message: { ...messageOf(body), content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: empty },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stopReason(reply), stop_sequence: null }, usage },
      { type: 'message_stop' },
    ].map((data): ModelEvent => ({ event: data.type, data }));
  },
  other: (path) => (path === '/v1/messages/count_tokens' ? { input_tokens: 1 } : undefined),
};

function messageOf(body: unknown): Readonly<Record<string, unknown>> {
  const { model } = membersOf(body);
  return { id: 'msg_1', type: 'message', role: 'assistant', model, stop_sequence: null, usage };
}

function blockOf(reply: ModelReply): Readonly<Record<string, unknown>> {
  return reply.kind === 'text'
    ? { type: 'text', text: reply.text }
    : { type: 'tool_use', id: reply.id, name: reply.name, input: JSON.parse(reply.json) };
}

function stopReason(reply: ModelReply): string {
  return reply.kind === 'text' ? 'end_turn' : 'tool_use';
}
