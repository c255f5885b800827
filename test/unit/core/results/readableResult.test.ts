import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readResult } from '#core/results/readableResult.ts';

const toolCall = { kind: 'tool', name: 'a', arguments: {} } as const;
const promptCall = { kind: 'prompt', name: 'a', arguments: {} } as const;
const resourceCall = { kind: 'resource', uri: 'file:///a' } as const;
/** An array of `count` zeros, nested in arrays up to `depth`. */
const nestedZeros = (count: number, depth: number): unknown => {
  let value: unknown = Array.from({ length: count }, () => 0);
  for (let level = 1; level < depth; level += 1) {
    value = [value];
  }
  return value;
};
const parts = (...content: unknown[]) => readResult(toolCall, { content }).parts;

describe('a readable result', () => {
  it('has text, links, resources and media unchanged', () => {
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

  it('is marked as failed if the tool reports an error', () => {
    assert.equal(readResult(toolCall, { content: [], isError: true }).failed, true);
  });

  it('has structured content once, even if a text repeats it', () => {
    const structuredContent = { b: 1, a: [2] };
    const resultParts = {
      kind: 'json',
      label: 'Structured content',
      json: JSON.stringify(structuredContent, undefined, 2),
    };
    assert.deepEqual(readResult(toolCall, { content: [], structuredContent }).parts, [resultParts]);
    const content = [{ type: 'text', text: '{"a": [2], "b": 1}' }];
    assert.deepEqual(readResult(toolCall, { content, structuredContent }).parts, [resultParts]);
  });

  it('marks structured content that only wraps what the texts say', () => {
    const text = (...texts: string[]) => texts.map((each) => ({ type: 'text', text: each }));
    const isRepeated = (structuredContent: unknown, content: unknown[]) => {
      const part = readResult(toolCall, { content, structuredContent }).parts.at(-1);
      return part?.kind === 'json' && part.isRepeated === true;
    };
    assert.deepEqual(
      [
        isRepeated({ result: 'It rains.' }, text('It rains.')),
        isRepeated({ result: 7 }, text('7')),
        isRepeated({ result: [{ a: 1 }, 'two'] }, text('{"a": 1}', 'two')),
        isRepeated({ result: [1, 2] }, text('[1,2]')),
        isRepeated({ result: 'It rains.' }, text('It snows.')),
        isRepeated({ result: 'It rains.', more: 1 }, text('It rains.')),
        isRepeated({ result: ['one'] }, text('one', 'two')),
        isRepeated({ result: '' }, []),
      ],
      [true, true, true, true, false, false, false, false],
    );
  });

  it('has an image once, and not as base64 in its texts and in its structured content', () => {
    const data = 'iVBORw0K'.repeat(20);
    const image = { type: 'image', mimeType: 'image/png', data };
    const content = [image, { type: 'text', text: `see data:image/png;base64,${data}!` }];
    const structuredContent = { pictures: [{ data }], other: 'AAAA' };
    const note = '[image/png of 120 bytes, shown here]';
    assert.deepEqual(readResult(toolCall, { content, structuredContent }).parts, [
      { kind: 'image', mimeType: 'image/png', data },
      { kind: 'text', text: `see data:image/png;base64,${note}!` },
      {
        kind: 'json',
        label: 'Structured content',
        json: JSON.stringify({ pictures: [{ data: note }], other: 'AAAA' }, undefined, 2),
      },
    ]);
  });

  it('searches its texts for images in bounded time', function () {
    this.timeout(5000);
    const image = (index: number) => ({ type: 'image', mimeType: 'image/png', data: `${1000 + index}`.repeat(100) });
    const content = Array.from({ length: 5000 }, (_, index) => image(index));
    const text = 'iVBORw0K'.repeat(250_000);
    assert.equal(parts(...content, { type: 'text', text }).length, 5001);
  });

  it('has a note in place of SVG, damaged images and unknown media', () => {
    const kinds = parts(
      { type: 'image', mimeType: 'image/svg+xml', data: 'AAAA' },
      { type: 'image', mimeType: 'image/png', data: 'not base64!' },
      { type: 'image', mimeType: 'image/png' },
      { type: 'audio', mimeType: 'text/html', data: 'AAAA' },
    ).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['other', 'other', 'other', 'other']);
  });

  it('has images from base64 with line breaks', () => {
    assert.deepEqual(parts({ type: 'image', mimeType: 'image/png', data: 'AAAA\r\nAAAA\n' }), [
      { kind: 'image', mimeType: 'image/png', data: 'AAAAAAAA' },
    ]);
  });

  it('has unknown content as JSON', () => {
    assert.deepEqual(parts({ type: 'hologram' }), [
      { kind: 'json', label: 'Content', json: '{\n  "type": "hologram"\n}' },
    ]);
  });

  it('has the messages of a prompt with their roles', () => {
    const messages = [{ role: 'user', content: { type: 'text', text: 'hi' } }];
    assert.deepEqual(readResult(promptCall, { messages }).parts, [
      { kind: 'role', role: 'user' },
      { kind: 'text', text: 'hi' },
    ]);
  });

  it('has the texts of a resource, and a note for binary contents', () => {
    const contents = [
      { uri: 'file:///a', text: 'a' },
      { uri: 'file:///b', mimeType: 'application/zip', blob: 'AAAA' },
    ];
    assert.deepEqual(readResult(resourceCall, { contents }).parts, [
      { kind: 'resource', uri: 'file:///a', mimeType: undefined, text: 'a' },
      { kind: 'other', text: 'file:///b: application/zip, 3 bytes.' },
    ]);
  });

  it('can be made of any value', () => {
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

  it('has the size of binary data, computed in linear time', function () {
    this.timeout(5000);
    const blob = `${'='.repeat(160_000)}a`;
    const resultParts = readResult(resourceCall, { contents: [{ uri: 'file:///b', blob }] }).parts;
    assert.deepEqual(resultParts, [{ kind: 'other', text: 'file:///b: binary data, 120,000 bytes.' }]);
    const padded = readResult(resourceCall, { contents: [{ uri: 'file:///b', blob: 'AAA=\r\n' }] }).parts;
    assert.deepEqual(padded, [{ kind: 'other', text: 'file:///b: binary data, 2 bytes.' }]);
  });

  it('compares texts with the structured content without parsing that for each text', function () {
    this.timeout(5000);
    const structuredContent = { list: Array.from({ length: 200_000 }, (_, index) => index) };
    const content = Array.from({ length: 2000 }, () => ({ type: 'text', text: '1' }));
    const resultParts = readResult(toolCall, { content, structuredContent }).parts;
    assert.equal(resultParts.filter(({ kind }) => kind === 'text').length, 2000);
  });

  it('compares texts of the same number of values in bounded time', function () {
    this.timeout(5000);
    const list = (last: number) => Array.from({ length: 40_000 }, (_, index) => (index === 39_999 ? last : 1));
    const text = JSON.stringify(list(2));
    const content = Array.from({ length: 600 }, () => ({ type: 'text', text }));
    const resultParts = readResult(toolCall, { content, structuredContent: list(1) }).parts;
    assert.equal(resultParts.filter(({ kind }) => kind === 'text').length, 600);
  });

  it('has JSON without indentation if that would be too long', function () {
    this.timeout(5000);
    const structuredContent = nestedZeros(400_000, 480);
    const resultParts = readResult(toolCall, { content: [], structuredContent }).parts;
    assert.ok(jsonLengthOf(resultParts) < 1_000_000, String(jsonLengthOf(resultParts)));
    assert.deepEqual(resultParts, [
      { kind: 'json', label: 'Structured content', json: JSON.stringify(structuredContent) },
    ]);
  });

  it('has a limited amount of indented JSON in all parts together', function () {
    this.timeout(5000);
    const deep = { type: 'hologram', data: nestedZeros(1000, 400) };
    const resultParts = parts(...Array.from({ length: 400 }, () => deep));
    assert.equal(resultParts.length, 400);
    assert.ok(jsonLengthOf(resultParts) < 6_000_000, String(jsonLengthOf(resultParts)));
  });

  it('has the beginning of a part that is too long, and a note', () => {
    const text = 'x'.repeat(2_500_000);
    const cut = {
      kind: 'other',
      text: 'Only the first 2,000,000 of 2,500,000 characters are shown. Copy takes all of them.',
    };
    assert.deepEqual(parts({ type: 'text', text }, { type: 'text', text: 'y' }), [
      { kind: 'text', text: 'x'.repeat(2_000_000) },
      cut,
      { kind: 'text', text: 'y' },
    ]);
    assert.deepEqual(readResult(resourceCall, { contents: [{ uri: 'file:///a', text }] }).parts, [
      { kind: 'resource', uri: 'file:///a', mimeType: undefined, text: 'x'.repeat(2_000_000) },
      cut,
    ]);
    const structuredContent = { text };
    const resultParts = readResult(toolCall, { content: [], structuredContent }).parts;
    assert.deepEqual(
      resultParts.map((part) => (part.kind === 'json' ? part.json.length : part.kind)),
      [2_000_000, 'other'],
    );
  });
});

/** The number of UTF-16 code units of all JSON parts. */
function jsonLengthOf(parts: ReturnType<typeof readResult>['parts']): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'json' ? part.json.length : 0), 0);
}
