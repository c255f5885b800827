import assert from 'node:assert/strict';
import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mock } from 'node:test';
import { FileMemory } from '#core/remembered/fileMemory.ts';
import { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import type { RememberedField } from '#core/remembered/rememberedField.ts';

function restoreFs(): void {
  mock.restoreAll();
  syncBuiltinESMExports();
}

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

  describe('in which a write fails', () => {
    /** A file in place of the folder, which makes every write fail. */
    const breakFolder = () => {
      mkdirSync(dirname(folder), { recursive: true });
      rmSync(folder, { recursive: true, force: true });
      writeFileSync(folder, '');
    };
    const append = (item: string) => (list: unknown) => [...(Array.isArray(list) ? list : []), item];

    it('applies the change later to what other windows have written since', () => {
      const [one, other] = [open(), open()];
      breakFolder();
      one.update('a', append('from one'));
      rmSync(folder);
      other.set('a', ['x']);
      assert.deepEqual(one.get('a'), ['x', 'from one']);
      other.set('a', []);
      other.set('b', 'from other');
      assert.deepEqual(one.get('a'), ['from one']);
      one.update('a', append('later'));
      assert.deepEqual([other.get('a'), other.get('b')], [['from one', 'later'], 'from other']);
      other.set('a', []);
      one.update('a', append('last'));
      assert.deepEqual(other.get('a'), ['last'], 'a change that was written is not applied again');
    });

    it('writes the changes of all keys with the next change', () => {
      const memory = open();
      breakFolder();
      memory.set('a', 1);
      memory.update('b', append('x'));
      assert.equal(memory.hasUnwritten, true);
      rmSync(folder);
      memory.set('c', 3);
      assert.deepEqual(
        ['a', 'b', 'c'].map((key) => open().get(key)),
        [1, ['x'], 3],
      );
      assert.equal(memory.hasUnwritten, false);
    });

    it('reports the first failure only', () => {
      const failures: unknown[] = [];
      const memory = new FileMemory(folder, 'answers.json', (error) => failures.push(error));
      breakFolder();
      memory.set('a', 1);
      memory.set('a', 2);
      assert.equal(failures.length, 1);
      assert.ok(failures[0] instanceof Error);
    });
  });

  describe('that cannot be read for a moment', () => {
    beforeEach(() => {
      const { openSync } = fs;
      mock.method(fs, 'openSync', (path: string, ...more: [number]) => {
        if (path === file()) {
          throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
        }
        return openSync(path, ...more);
      });
    });
    afterEach(restoreFs);

    const unreadable = () => syncBuiltinESMExports();
    const readable = restoreFs;

    it('is not overwritten; the change is written when it can be read', () => {
      const failures: unknown[] = [];
      open().set('a', 1);
      const memory = new FileMemory(folder, 'answers.json', (error) => failures.push(error));
      unreadable();
      memory.set('b', 2);
      assert.equal(readFileSync(file(), 'utf8'), '{"a":1}');
      assert.deepEqual([memory.get('b'), failures.length], [2, 1]);
      readable();
      assert.equal(memory.get('a'), 1);
      memory.set('c', 3);
      assert.deepEqual(JSON.parse(readFileSync(file(), 'utf8')), { a: 1, b: 2, c: 3 });
    });

    it('keeps the values that were read before', () => {
      const memory = open();
      memory.set('a', 1);
      assert.equal(memory.get('a'), 1);
      open().set('b', 2);
      unreadable();
      assert.equal(memory.get('a'), 1);
    });
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
