import assert from 'node:assert/strict';
import { LineSplitter } from '#core/transport/stdio/lineSplitter.ts';

describe('lines of a stream', () => {
  it('are split correctly with any chunks, even if one ends inside a character', () => {
    const lines: string[] = [];
    const reader = new LineSplitter(100, (line) => lines.push(line));
    for (const byte of Buffer.from('ä\r\nb€\n\nrest')) {
      reader.push(Buffer.from([byte]));
    }
    reader.end();
    assert.deepEqual(lines, ['ä', 'b€', '', 'rest']);
  });

  it('are cut at the limit, and marked as cut', () => {
    const lines: [string, boolean][] = [];
    const reader = new LineSplitter(3, (line, cut) => lines.push([line, cut]));
    reader.push(Buffer.from('abcdef\nxyz\n'));
    assert.deepEqual(lines, [
      ['abc', true],
      ['xyz', false],
    ]);
  });
});
