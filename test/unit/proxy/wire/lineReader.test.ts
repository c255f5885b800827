import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LineReader } from '#proxy/wire/lineReader.ts';

/** The lines, and the pieces of lines that are too long, of a stream that is cut at these places. */
function read(bytes: Buffer, cuts: readonly number[], limit?: number) {
  const all: Buffer[] = [];
  const lines: Buffer[] = [];
  const reader = new LineReader(
    {
      line: (line) => {
        all.push(line);
        lines.push(line);
      },
      piece: (piece) => void all.push(piece),
    },
    limit,
  );
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  places.forEach((place, index) => {
    reader.push(bytes.subarray(place, places[index + 1] ?? bytes.length));
  });
  reader.end();
  return { lines: lines.map(String), passed: Buffer.concat(all) };
}

describe('the lines of a stream of bytes', () => {
  it('keep their line ends, and the last one may have none', () => {
    assert.deepEqual(read(Buffer.from('a\r\n\n\u00e4\rb\nrest'), []).lines, ['a\r\n', '\n', '\u00e4\rb\n', 'rest']);
  });

  it('are the same wherever the stream is cut', () => {
    const text = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\n'), fc.constant('\r\n')));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200)), (parts, cuts) => {
        const bytes = Buffer.from(parts.join(''));
        assert.deepEqual(read(bytes, cuts), read(bytes, []));
      }),
      { numRuns: 1000 },
    );
  });

  it('lose no byte if one is too long, and the next line is read again', () => {
    const bytes = Buffer.from('12345\n123456789012\n12345\n');
    const { lines, passed } = read(bytes, [3, 8, 10, 15], 10);
    assert.deepEqual(lines, ['12345\n', '12345\n']);
    assert.deepEqual(passed, bytes);
  });

  it('are the same if they are long, and lose no byte if one is too long after that', () => {
    const long = Buffer.from(`${'long line '.repeat(150_000)}\n`);
    const bytes = Buffer.concat([long, Buffer.from('short\n'), long, long.subarray(0, -1), long, Buffer.from('last')]);
    const cuts = Array.from({ length: 100 }, (_, index) => index * 65_536);
    const { lines, passed } = read(bytes, cuts, 2_000_000);
    assert.deepEqual(lines, [String(long), 'short\n', String(long), 'last']);
    assert(passed.equals(bytes));
  });

  it('may be exactly as long as the limit', () => {
    assert.deepEqual(read(Buffer.from('123456789\n'), [4], 10).lines, ['123456789\n']);
  });
});
