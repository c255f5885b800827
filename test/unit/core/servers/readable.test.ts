import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readResult } from '../../../../src/core/servers/readable.ts';

const toolCall = { kind: 'tool', name: 'a', arguments: {} } as const;
const promptCall = { kind: 'prompt', name: 'a', arguments: {} } as const;
const resourceCall = { kind: 'resource', uri: 'file:///a' } as const;
const parts = (...content: unknown[]) => readResult(toolCall, { content }).parts;

describe('a readable result', () => {
  it('has text, links, resources and media as they are', () => {
    assert.deepEqual(
      parts(
        { type: 'text', text: 'hello' },
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        { type: 'audio', mimeType: 'audio/wav', data: 'AAA=' },
        { type: 'resource_link', uri: 'file:///x', name: 'x', description: 'an x' },
        { type: 'resource', resource: { uri: 'file:///y', mimeType: 'text/plain', text: 'why' } },
      ),
      [
        { kind: 'text', text: 'hello' },
        { kind: 'image', mimeType: 'image/png', data: 'AAAA' },
        { kind: 'audio', mimeType: 'audio/wav', data: 'AAA=' },
        { kind: 'link', uri: 'file:///x', name: 'x', description: 'an x', mimeType: undefined },
        { kind: 'resource', uri: 'file:///y', mimeType: 'text/plain', text: 'why' },
      ],
    );
  });

  it('says when the tool failed', () => {
    assert.equal(readResult(toolCall, { content: [], isError: true }).failed, true);
  });

  it('shows structured content, but not twice', () => {
    const structuredContent = { b: 1, a: [2] };
    const shown = { kind: 'json', label: 'Structured content', json: JSON.stringify(structuredContent, undefined, 2) };
    assert.deepEqual(readResult(toolCall, { content: [], structuredContent }).parts, [shown]);
    const content = [{ type: 'text', text: '{"a": [2], "b": 1}' }];
    assert.deepEqual(readResult(toolCall, { content, structuredContent }).parts, [shown]);
  });

  it('draws no SVG and no damaged image', () => {
    const kinds = parts(
      { type: 'image', mimeType: 'image/svg+xml', data: 'AAAA' },
      { type: 'image', mimeType: 'image/png', data: 'not base64!' },
      { type: 'image', mimeType: 'image/png' },
      { type: 'audio', mimeType: 'text/html', data: 'AAAA' },
    ).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['other', 'other', 'other', 'other']);
  });

  it('takes base64 in lines', () => {
    assert.deepEqual(parts({ type: 'image', mimeType: 'image/png', data: 'AAAA\r\nAAAA\n' }), [
      { kind: 'image', mimeType: 'image/png', data: 'AAAAAAAA' },
    ]);
  });

  it('shows unknown content as JSON', () => {
    assert.deepEqual(parts({ type: 'hologram' }), [
      { kind: 'json', label: 'Content', json: '{\n  "type": "hologram"\n}' },
    ]);
  });

  it('has the messages of a prompt under their roles', () => {
    const messages = [{ role: 'user', content: { type: 'text', text: 'hi' } }];
    assert.deepEqual(readResult(promptCall, { messages }).parts, [
      { kind: 'role', role: 'user' },
      { kind: 'text', text: 'hi' },
    ]);
  });

  it('has the contents of a resource, and says what is binary', () => {
    const contents = [
      { uri: 'file:///a', text: 'a' },
      { uri: 'file:///b', mimeType: 'application/zip', blob: 'AAAA' },
    ];
    assert.deepEqual(readResult(resourceCall, { contents }).parts, [
      { kind: 'resource', uri: 'file:///a', mimeType: undefined, text: 'a' },
      { kind: 'other', text: 'file:///b: application/zip, 3 bytes.' },
    ]);
  });

  it('takes anything', () => {
    const anything = fc.anything();
    const shapes = fc.oneof(
      anything,
      fc.record({ content: fc.array(anything), structuredContent: anything }),
      fc.record({ messages: fc.array(fc.record({ role: anything, content: anything })) }),
      fc.record({ contents: fc.array(fc.record({ uri: anything, text: anything, blob: anything })) }),
    );
    fc.assert(
      fc.property(shapes, (result) => {
        for (const request of [toolCall, promptCall, resourceCall]) {
          assert.ok(Array.isArray(readResult(request, result).parts));
        }
      }),
    );
  });
});
