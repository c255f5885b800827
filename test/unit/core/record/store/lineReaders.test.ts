import assert from 'node:assert/strict';
import fc from 'fast-check';
import { longestLineBytes } from '#core/record/entries/entryText.ts';
import { linesByChunk, ReverseLineReader } from '#core/record/store/lineReaders.ts';
import { InMemoryRecordFiles } from '#test/unit/core/record/inMemoryRecord.ts';
import { SettableClock } from '#test/unit/core/record/recordTestBed.ts';

const name = '2026-03.one.1.jsonl';

/** The text of a line, its start and end in bytes, and whether a line break follows. */
type ReadLine = readonly [text: string, start: number, end: number, whole: boolean];

async function readForward(bytes: Buffer): Promise<ReadLine[]> {
  const readLines: ReadLine[] = [];
  for await (const lines of linesByChunk(filesWith(bytes), name, 0)) {
    readLines.push(...lines.map(({ bytes: line, start, end, whole }) => [line.toString(), start, end, whole] as const));
  }
  return readLines;
}

async function readBackward(bytes: Buffer): Promise<ReadLine[]> {
  const readLines: ReadLine[] = [];
  const lines = new ReverseLineReader(filesWith(bytes), name, bytes.length);
  for (let line = await lines.next(); line; line = await lines.next()) {
    readLines.push([line.bytes.toString(), line.start, line.end, line.whole]);
  }
  return readLines;
}

function filesWith(bytes: Buffer): InMemoryRecordFiles {
  const files = new InMemoryRecordFiles(new SettableClock());
  files.contents.set(name, bytes);
  return files;
}

describe('the line readers', () => {
  it('return the same lines forwards and backwards', async () => {
    const pieces = fc.array(
      fc.oneof(
        fc.string({ maxLength: 20 }),
        fc.constantFrom('\n', '\n\n', 'ü', '\r'),
        fc.integer({ min: 16_000, max: 70_000 }).map((length) => 'x'.repeat(length)),
      ),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(pieces, async (texts) => {
        const text = texts.join('');
        const parts = text.split('\n');
        const last = parts.pop() ?? '';
        const readLines = await readForward(Buffer.from(text));
        assert.deepEqual(
          readLines.map(([line]) => line),
          last === '' ? parts : [...parts, last],
        );
        assert.equal(readLines.filter(([, , , whole]) => !whole).length, last === '' ? 0 : 1);
        assert.deepEqual(
          (await readBackward(Buffer.from(text))).reverse(),
          readLines.filter(([, , , whole]) => whole),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('return an empty text for a line that is too long, and the other lines complete', async () => {
    for (const length of [longestLineBytes, 3 * longestLineBytes + 5]) {
      const bytes = Buffer.from(`before\n${'x'.repeat(length)}\nafter\n`);
      const end = 8 + length;
      const expected: ReadLine[] = [
        ['before', 0, 7, true],
        ['', 7, end, true],
        ['after', end, end + 6, true],
      ];
      assert.deepEqual(await readForward(bytes), expected);
      assert.deepEqual(await readBackward(bytes), expected.toReversed());
    }
  });

  it('return no lines if there is no file', async () => {
    const files = new InMemoryRecordFiles(new SettableClock());
    for await (const lines of linesByChunk(files, name, 0)) {
      assert.fail(`${lines.length}`);
    }
    assert.equal(await new ReverseLineReader(files, name, 100).next(), undefined);
  });
});
