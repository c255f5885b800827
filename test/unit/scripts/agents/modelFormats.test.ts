import assert from 'node:assert/strict';
import { chatFormat } from '#scripts/agents/model/chatFormat.ts';
import { geminiFormat } from '#scripts/agents/model/geminiFormat.ts';
import { messagesFormat } from '#scripts/agents/model/messagesFormat.ts';
import { responsesFormat } from '#scripts/agents/model/responsesFormat.ts';
import type { ModelFormat, ModelReply } from '#scripts/agents/model/turns.ts';

interface Case {
  readonly format: ModelFormat;
  readonly path: string;
  /** A request as an agent sends it, with the tool `mcp__tickets__ask` and one result of it. */
  readonly body: unknown;
  /** The name of the tool as the format reads it. */
  readonly tool: string;
}

const call = { place: 'Rome', count: 2 };
const schema = { type: 'object' };

const cases: Readonly<Record<string, Case>> = {
  'the Responses API': {
    format: responsesFormat,
    path: '/v1/responses',
    tool: 'mcp__tickets/_ask',
    body: {
      model: 'scripted',
      stream: true,
      tools: [
        { type: 'namespace', name: 'mcp__tickets', tools: [{ type: 'function', name: 'ask', parameters: schema }] },
      ],
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
        { type: 'function_call', call_id: 'call_1', namespace: 'mcp__tickets', name: 'ask', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'It is done' },
      ],
    },
  },
  "Gemini's API": {
    format: geminiFormat,
    path: '/v1beta/models/gemini-2.5-pro:streamGenerateContent',
    tool: 'mcp_tickets_ask',
    body: {
      tools: [{ functionDeclarations: [{ name: 'mcp_tickets_ask', parametersJsonSchema: schema }] }],
      contents: [
        { role: 'user', parts: [{ text: 'Go' }] },
        { role: 'model', parts: [{ functionCall: { name: 'mcp_tickets_ask', args: {} } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'mcp_tickets_ask', response: { output: 'It is done' } } }],
        },
      ],
    },
  },
  'the Chat Completions API': {
    format: chatFormat,
    path: '/v1/chat/completions',
    tool: 'tickets_ask',
    body: {
      model: 'scripted',
      stream: true,
      tools: [{ type: 'function', function: { name: 'tickets_ask', parameters: schema } }],
      messages: [
        { role: 'user', content: 'Go' },
        { role: 'assistant', tool_calls: [{ id: 'call_1', function: { name: 'tickets_ask', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'call_1', content: 'It is done' },
      ],
    },
  },
  'the Messages API': {
    format: messagesFormat,
    path: '/v1/messages',
    tool: 'mcp__tickets__ask',
    body: {
      model: 'scripted',
      stream: true,
      tools: [{ name: 'mcp__tickets__ask', input_schema: schema }],
      messages: [
        { role: 'user', content: 'Go' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'mcp__tickets__ask', input: {} }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'call_1', content: [{ type: 'text', text: 'It is done' }] }],
        },
      ],
    },
  },
};

for (const [title, { format, path, body, tool }] of Object.entries(cases)) {
  describe(`${title} of a scripted model`, () => {
    const turn: ModelReply = { kind: 'call', name: tool, json: JSON.stringify(call), id: 'call_2' };
    const written = (reply: ModelReply) => JSON.stringify(format.stream(reply, body));

    it('knows the path of a turn, and that its reply is streamed', () => {
      assert.equal(format.isTurn(path), true);
      assert.equal(format.isTurn('/v1/telemetry'), false);
      assert.equal(format.isStreamed(path, body), true);
    });

    it('reads the names of tools and the texts of their results', () => {
      assert.deepEqual(format.read(body), { tools: [tool], results: ['It is done'] });
    });

    it('reads a body without tools and messages, and one of another shape', () => {
      for (const odd of [{}, undefined, [], { tools: {}, messages: 'x', input: 7, contents: [null] }]) {
        assert.deepEqual(format.read(odd), { tools: [], results: [] });
      }
    });

    it('writes a call with its arguments as they are, and a text', () => {
      const name = tool.split('/_').at(-1) ?? '';
      for (const text of [written(turn), JSON.stringify(format.whole(turn, body))]) {
        assert.ok(text.includes(`"name":"${name}"`), text);
        assert.ok(text.replaceAll('\\', '').includes('{"place":"Rome","count":2}'), text);
      }
      assert.ok(written({ kind: 'text', text: 'Good bye' }).includes('Good bye'));
    });
  });
}

describe('the Responses API of a scripted model', () => {
  it('calls a tool of a namespace by both names, and one without a namespace by its name', () => {
    const itemOf = (name: string) =>
      JSON.stringify(responsesFormat.whole({ kind: 'call', name, json: '{}', id: '1' }, {}));
    assert.match(itemOf('mcp__tickets/_ask'), /"namespace":"mcp__tickets","name":"ask"/);
    assert.doesNotMatch(itemOf('mcp__tickets__ask'), /namespace/);
    assert.match(itemOf('mcp__tickets__ask'), /"name":"mcp__tickets__ask"/);
  });
});
