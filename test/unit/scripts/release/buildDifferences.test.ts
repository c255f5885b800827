import assert from 'node:assert/strict';
import { crc32, deflateRawSync } from 'node:zlib';
import { buildDifferences } from '#scripts/lib/release/buildDifferences.ts';
import { testedDifferences } from '#scripts/lib/release/testedDifferences.ts';
import { listZip, readZip } from '#scripts/lib/zip.ts';

const files = { 'extension/a.txt': 'aaaaaaaaaaaaaaaaaaaa', 'extension/b.txt': 'b' };

describe('a zip archive', () => {
  for (const isCompressed of [true, false]) {
    it(`is listed and read if its files are ${isCompressed ? 'compressed' : 'stored'}`, () => {
      const archive = zipOf(files, isCompressed);
      assert.deepEqual(
        listZip(archive).map(({ name, size }) => [name, size]),
        [
          ['extension/a.txt', 20],
          ['extension/b.txt', 1],
        ],
      );
      assert.deepEqual(
        Object.fromEntries([...readZip(archive)].map(([name, contents]) => [name, contents.toString()])),
        files,
      );
    });
  }
});

describe('two builds', () => {
  const built = (contents: Readonly<Record<string, string>>, bill = '{}') =>
    new Map([
      ['host.vsix', zipOf(contents)],
      ['host.cdx.json', Buffer.from(bill)],
    ]);

  it('do not differ if all bytes are the same', () => {
    assert.deepEqual(buildDifferences(built(files), built(files)), []);
  });

  it('differ by each file with other bytes, in a VSIX by the files in it', () => {
    assert.deepEqual(buildDifferences(built(files), built({ ...files, 'extension/b.txt': 'c' }, '[]')), [
      'host.vsix',
      '  extension/b.txt',
      'host.cdx.json',
    ]);
  });

  it('differ by a file that only one of them has', () => {
    const { 'extension/b.txt': _, ...fewer } = files;
    assert.deepEqual(buildDifferences(built(fewer), built(files)), ['host.vsix', '  extension/b.txt']);
    assert.deepEqual(buildDifferences(new Map(), new Map([['host.cdx.json', Buffer.from('')]])), ['host.cdx.json']);
  });

  it('differ by the archive alone if it has the same files at another time', () => {
    assert.deepEqual(
      buildDifferences(new Map([['host.vsix', zipOf(files)]]), new Map([['host.vsix', zipOf(files, true, 1)]])),
      ['host.vsix'],
    );
  });
});

describe('the VSIX of a release', () => {
  const tested = { ...files, 'extension/readme.md': '[a](b)', 'extension/media/question-dark.png': 'x' };
  const released = { ...files, 'extension/readme.md': '[a](https://example.com/b)' };

  it('may differ from the tested one in its pages, and in how its files are stored', () => {
    assert.deepEqual(testedDifferences(zipOf(tested), zipOf(released, false, 1)), []);
  });

  it('may not have another, additional or missing file', () => {
    const { 'extension/a.txt': _, ...fewer } = released;
    const changed = { ...fewer, 'extension/b.txt': 'c', 'extension/dist/more.cjs': '' };
    assert.deepEqual(testedDifferences(zipOf(tested), zipOf(changed)), [
      'extension/a.txt',
      'extension/b.txt',
      'extension/dist/more.cjs',
    ]);
  });
});

/** A zip archive (PKWARE APPNOTE 4.3). `time`: the time of each file, in the units of MS-DOS. */
function zipOf(contents: Readonly<Record<string, string>>, isCompressed = true, time = 0): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const [name, text] of Object.entries(contents)) {
    const data = isCompressed ? deflateRawSync(text) : Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isCompressed ? 8 : 0, 4);
    common.writeUInt16LE(time, 6);
    common.writeUInt32LE(crc32(text), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(text.length, 18);
    common.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(Buffer.concat(local).length, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, Buffer.from(name));
    local.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), data);
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(contents).length, 8);
  end.writeUInt16LE(Object.keys(contents).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(Buffer.concat(local).length, 16);
  return Buffer.concat([...local, ...directory, end]);
}
