import { membersOf, objectsIn, stringOf, textIn } from './jsonParts.ts';
import type { ModelFormat, ModelReply } from './turns.ts';

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** OpenAI's Chat Completions API. */
export const chatFormat: ModelFormat = {
  isTurn: (path) => path.endsWith('/chat/completions'),
  isStreamed: (_path, body) => membersOf(body)['stream'] === true,
  read(body) {
    const { tools, messages } = membersOf(body);
    return {
      tools: objectsIn(tools).map((tool) => stringOf(membersOf(tool['function'])['name'])),
      results: objectsIn(messages)
        .filter(({ role }) => role === 'tool')
        .map(({ content }) => textIn(content)),
    };
  },
  whole: (reply, body) => ({
    ...completionOf(body, 'chat.completion'),
    choices: [{ index: 0, message: messageOf(reply), finish_reason: finishReason(reply) }],
    usage,
  }),
  stream(reply, body) {
    const chunk = (choice: object, more: object = {}) => ({
      data: { ...completionOf(body, 'chat.completion.chunk'), choices: [{ index: 0, ...choice }], ...more },
    });
    return [
      chunk({ delta: messageOf(reply), finish_reason: null }),
      chunk({ delta: {}, finish_reason: finishReason(reply) }, { usage }),
      { data: '[DONE]' },
    ];
  },
  other: (path) =>
    path.endsWith('/models') ? { object: 'list', data: [{ id: 'scripted', object: 'model' }] } : undefined,
};

function completionOf(body: unknown, object: string): Readonly<Record<string, unknown>> {
  return { id: 'chatcmpl-1', object, created: 0, model: membersOf(body)['model'] };
}

function messageOf(reply: ModelReply): Readonly<Record<string, unknown>> {
  if (reply.kind === 'text') return { role: 'assistant', content: reply.text };
  const { id, name, json } = reply;
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: json } }],
  };
}

function finishReason(reply: ModelReply): string {
  return reply.kind === 'text' ? 'stop' : 'tool_calls';
}
