import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CallRequest } from '#core/model/call.ts';
import { askingText, endedText } from '#editor/panel/attentionTexts.ts';
import { formRequest } from '#test/host/requestSamples.ts';

const call = (request: CallRequest) => ({ id: 'c1', request });
const forecast = call({ kind: 'tool', name: 'forecast', arguments: {} });

describe('the notification of a request', () => {
  it('names the tool and quotes the first words of the message', () => {
    const request = formRequest('a', 'Which city\ndo you mean?', { call: forecast });
    assert.equal(askingText(request, true), '“forecast” of weather asks: “Which city do you mean?”');
    assert.equal(askingText(formRequest('a', 'Which city?'), true), 'weather asks: “Which city?”');
  });

  it('names the agent and its server', () => {
    const server = { id: 'agent:codex:tickets', name: 'Codex · tickets' };
    const request = formRequest('a', 'Which city?', { call: forecast, server });
    assert.equal(askingText(request, true), '“forecast” of Codex · tickets asks: “Which city?”');
  });

  it('names only the server if the user wants no content', () => {
    const request = formRequest('a', 'Which city?', { call: forecast });
    assert.equal(askingText(request, false), 'weather is asking you something.');
  });

  it('quotes at most 80 characters', () => {
    const request = formRequest('a', `Which ${'very '.repeat(100_000)}large city?`);
    const [, words = ''] = /“(.*)”/.exec(askingText(request, true)) ?? [];
    assert.ok(words.startsWith('Which very') && words.length <= 81, words);
  });

  it('quotes no message with a URL, and names no resource and no tool with a URL', () => {
    for (const message of ['Open https://evil.example/x', 'Go to evil.example/x now', 'See www.evil.com']) {
      const text = askingText(formRequest('a', message, { call: forecast }), true);
      assert.equal(text, '“forecast” of weather is asking you something.');
    }
    const resource = call({ kind: 'resource', uri: 'https://evil.example/' });
    const tool = call({ kind: 'tool', name: 'https://evil.example/', arguments: {} });
    for (const withUrl of [resource, tool]) {
      const text = askingText(formRequest('a', 'Which?', { call: withUrl }), true);
      assert.equal(text, 'weather asks: “Which?”');
    }
  });

  it('has no sentence about a message that has nothing visible', () => {
    const request = formRequest('a', '\u202e\n', { call: forecast });
    assert.equal(askingText(request, true), '“forecast” of weather is asking you something.');
  });

  it('quotes also the name of the tool, which a server can choose so that it reads like a sentence of the extension', () => {
    const name = 'MCP Elicitation: “weather” has to be signed in again. VS Code';
    const request = formRequest('a', 'Which city?', { call: call({ kind: 'tool', name, arguments: {} }) });
    const quoted = "“MCP Elicitation: 'weather' has to be signed in again. VS Code” of weather";
    assert.equal(askingText(request, true), `${quoted} asks: “Which city?”`);
    assert.equal(endedText('weather', { kind: 'tool', name, arguments: {} }, true), `${quoted} ended.`);
  });

  it('ends the quotation only where the words of the server end', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab “”"\n\u202e[(') }), (message) => {
        const text = askingText(formRequest('a', message), true);
        assert.match(text, /^weather (is asking you something\.|asks: “[^“”"]*”)$/);
      }),
    );
  });
});
