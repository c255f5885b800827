import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileMemory } from '#core/remembered/fileMemory.ts';
import { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import type { RememberedField } from '#core/remembered/rememberedField.ts';

const posix = process.platform !== 'win32';

describe('a state store in a file', () => {
  let parentFolder: string;
  let folder: string;
  beforeEach(() => {
    parentFolder = mkdtempSync(join(tmpdir(), 'answers-'));
    folder = join(parentFolder, 'storage', 'answers');
  });
  afterEach(() => rmSync(parentFolder, { recursive: true }));

  const open = () => new FileMemory(folder, 'answers.json');
  const file = () => join(folder, 'answers.json');

  it('is written when `set` returns, readable for its owner only, without temporary files', () => {
    open().set('a', { text: 'Oslo' });
    assert.deepEqual(open().get('a'), { text: 'Oslo' });
    assert.deepEqual(readdirSync(folder), ['answers.json']);
    if (posix) {
      assert.deepEqual([statSync(folder).mode & 0o777, statSync(file()).mode & 0o777], [0o700, 0o600]);
    }
  });

  it('is shared by windows without losing changes', () => {
    const [one, other] = [open(), open()];
    one.set('a', 1);
    other.set('b', 2);
    one.update('a', (value) => Number(value) + 10);
    other.update('a', (value) => Number(value) + 100);
    assert.deepEqual([one.get('a'), one.get('b'), other.get('a')], [111, 2, 111]);
  });

  it('ignores the lock of a window that has ended', () => {
    mkdirSync(join(folder, 'answers.json.lock'), { recursive: true });
    open().set('a', 1);
    assert.equal(open().get('a'), 1);
  });

  it('is empty if the file is damaged, a link, a folder or too large', () => {
    mkdirSync(folder, { recursive: true });
    for (const text of ['', '{"a":', '[1]', 'null', `{"a":"${'x'.repeat(8_000_001)}"}`]) {
      writeFileSync(file(), text);
      assert.equal(open().get('a'), undefined);
    }
    rmSync(file());
    if (posix) {
      writeFileSync(join(parentFolder, 'outside'), '{"a":1}');
      symlinkSync(join(parentFolder, 'outside'), file());
      assert.equal(open().get('a'), undefined);
      rmSync(file());
    }
    mkdirSync(file());
    assert.equal(open().get('a'), undefined);
  });

  it('keeps values that cannot be written in memory', () => {
    mkdirSync(join(parentFolder, 'storage'));
    writeFileSync(folder, '');
    const memory = open();
    memory.set('a', 1);
    assert.deepEqual([memory.get('a'), open().get('a')], [1, undefined]);
  });

  it('keeps the answers of two windows, and merges those of another store', () => {
    const field = (name: string, at: number, value = name): RememberedField => ({
      server: 's',
      serverName: 's',
      name,
      label: name,
      shape: 'text',
      value,
      said: value,
      at,
    });
    const openWindow = () => new RememberedAnswers({ memory: open(), clock: { now: () => 0 } });
    const [one, other] = [openWindow(), openWindow()];
    one.change([field('city', 1)], []);
    other.change([field('name', 2)], []);
    one.merge({ format: 1, fields: [field('city', 0, 'older'), field('name', 3, 'newer'), field('more', 1)] });
    assert.deepEqual([...other.all.values()].map(({ value }) => value).toSorted(), ['city', 'more', 'newer']);
    one.merge('no store');
    assert.equal(one.all.size, 3);
  });
});
