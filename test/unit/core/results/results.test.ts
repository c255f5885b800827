import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '#core/results/results.ts';
import { endedCall, noSecrets, ResultsTestBed } from './resultsTestBed.ts';

const posix = process.platform !== 'win32';
describe('the stored results of calls', () => {
  let testBed: ResultsTestBed;
  beforeEach(() => {
    testBed = new ResultsTestBed();
  });
  afterEach(() => testBed.end());

  const ids = (results: Results) => results.all.map(({ id }) => id);

  it('are complete in the next window of the workspace, in files that are readable for their owner only', async () => {
    const call = endedCall('a', testBed.now, 'done', {
      past: {
        revision: 1,
        forgotten: 0,
        steps: [{ index: 0, message: 'Where?', state: 'accept', answers: [{ label: 'City', value: 'Oslo' }], more: 0 }],
      },
    });
    await testBed.add(await testBed.openWindow(), call);
    const after = await testBed.openWindow();
    assert.deepEqual(ids(after), ['a']);
    assert.deepEqual(await after.open('a'), call);
    if (posix) {
      assert.equal(statSync(testBed.folder).mode & 0o777, 0o700);
      assert.deepEqual(
        testBed.files.map((file) => statSync(file).mode & 0o777),
        [0o600],
      );
    }
  });

  for (const [origin, stored] of [
    ['user', 'person'],
    ['program', 'program'],
  ] as const) {
    it(`have the origin ${origin} as ${stored} in their file, as in files of version 0.1.0`, async () => {
      await testBed.add(await testBed.openWindow(), endedCall('a', testBed.now, 'done', { origin }));
      const [file = ''] = testBed.files;
      assert.equal(JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '').origin, stored);
      const results = await testBed.openWindow();
      assert.equal(results.all[0]?.origin, origin);
      assert.equal((await results.open('a'))?.origin, origin);
    });
  }

  for (const outcome of [
    { kind: 'error', summary: 'No.', remedy: 'Try again.', detail: 'line' },
    { kind: 'cancelled' },
    { kind: 'declined', summary: 'Declined.' },
  ] as const) {
    it(`keep the outcome ${outcome.kind}`, async () => {
      await testBed.add(await testBed.openWindow(), endedCall('a', testBed.now, '', { outcome, result: undefined }));
      assert.deepEqual((await (await testBed.openWindow()).open('a'))?.outcome, outcome);
    });
  }

  it('are not shown in another workspace', async () => {
    await testBed.add(await testBed.openWindow('there'), endedCall('a', testBed.now));
    assert.deepEqual(ids(await testBed.openWindow()), []);
  });

  it('are shared by two windows of a workspace: a result that one window dismisses or clears is removed in the other', async () => {
    const [one, other] = [await testBed.openWindow(), await testBed.openWindow()];
    await testBed.add(one, endedCall('a', testBed.now));
    await testBed.add(other, endedCall('b', testBed.now + 1));
    await Promise.all([one.load(), other.load()]);
    assert.deepEqual(
      [ids(one), ids(other)],
      [
        ['b', 'a'],
        ['b', 'a'],
      ],
    );
    void one.dismiss('b');
    await one.flush();
    assert.equal(await other.open('b'), undefined);
    assert.deepEqual(ids(other), ['a']);
    assert.equal(await other.clear(), 0);
    await one.load();
    assert.deepEqual([ids(one), ids(other), testBed.files], [[], [], []]);
  });

  it('can be dismissed while they are written', async () => {
    const results = await testBed.openWindow();
    results.add(endedCall('a', testBed.now), noSecrets);
    void results.dismiss('a');
    await results.flush();
    assert.deepEqual([ids(results), ids(await testBed.openWindow())], [[], []]);
  });

  it('can be restored after they were dismissed, with what was in memory and in the file', async () => {
    const results = await testBed.openWindow();
    const call = endedCall('a', testBed.now, 'the key is open-sesame', { shownArguments: { size: 3 } });
    const mask = (text: string) => text.replaceAll('open-sesame', '[secret]');
    await testBed.add(results, call, { mask, isSendable: true });
    const [file = ''] = testBed.files;
    const text = readFileSync(file, 'utf8');
    const restore = await results.dismiss('a');
    assert.deepEqual([ids(results), testBed.files], [[], []]);
    restore?.();
    await results.flush();
    assert.deepEqual(await results.open('a'), call);
    assert.equal(readFileSync(file, 'utf8'), text);
    const later = await testBed.openWindow();
    const restoreStored = await later.dismiss('a');
    restoreStored?.();
    await later.flush();
    assert.equal(readFileSync(file, 'utf8'), text);
    assert.equal(await later.dismiss('gone'), undefined);
  });

  it('keep the shown arguments', async () => {
    const more = { shownArguments: { apiKey: '[secret]' }, hiddenPaths: [['apiKey']], request: undefined };
    await testBed.add(await testBed.openWindow(), endedCall('a', testBed.now, 'done', more));
    const stored = await (await testBed.openWindow()).open('a');
    assert.deepEqual(stored?.shownArguments, { apiKey: '[secret]' });
  });

  it('are at most 50 of all workspaces; the oldest are deleted', async () => {
    const [here, there] = [await testBed.openWindow(), await testBed.openWindow('there')];
    await testBed.add(there, endedCall('first', testBed.now));
    for (let count = 0; count < 50; count += 1) {
      await testBed.add(here, endedCall(`a${count}`, testBed.now + count));
    }
    assert.equal(testBed.files.length, 50);
    await there.load();
    assert.deepEqual([ids(there), ids(here).length], [[], 50]);
  });

  it('take at most 20 MB; a larger result is only in memory', async () => {
    const results = await testBed.openWindow();
    for (const id of ['a', 'b', 'c']) {
      await testBed.add(results, endedCall(id, testBed.now, 'x'.repeat(9_000_000)));
      testBed.now += 1;
    }
    assert.ok(testBed.files.reduce((sum, file) => sum + statSync(file).size, 0) <= 20_000_000);
    assert.equal(testBed.files.length, 2);
    await testBed.add(results, endedCall('huge', testBed.now, 'x'.repeat(21_000_000)));
    assert.equal(testBed.files.length, 2);
    assert.equal((await results.open('huge'))?.id, 'huge');
  });

  it('take at most 20 MB of memory, including their readable parts', async () => {
    testBed.keep = false;
    const results = await testBed.openWindow();
    for (const id of ['a', 'b', 'c']) {
      const parts = [{ kind: 'json', label: 'Content', json: 'x'.repeat(9_000_000) }] as const;
      await testBed.add(
        results,
        endedCall(id, testBed.now, 'short', { outcome: { kind: 'result', failed: false, parts } }),
      );
      testBed.now += 1;
    }
    assert.deepEqual(ids(results), ['c', 'b']);
  });

  it('are only in memory if the setting is off, and their files are deleted', async () => {
    const results = await testBed.openWindow();
    await testBed.add(results, endedCall('a', testBed.now));
    const other = await testBed.openWindow();
    testBed.keep = false;
    await Promise.all([results.applyKeep(), other.applyKeep()]);
    assert.deepEqual(testBed.files, []);
    await testBed.add(results, endedCall('b', testBed.now + 1));
    assert.deepEqual([ids(results), ids(other), testBed.files], [['b', 'a'], [], []]);
    assert.equal((await results.open('a'))?.id, 'a');
  });

  it('are ignored if the file is damaged, of another workspace, a link or too large', async () => {
    const results = await testBed.openWindow();
    await testBed.add(results, endedCall('a', testBed.now));
    const [file = ''] = testBed.files;
    const text = readFileSync(file, 'utf8');
    const [name = ''] = readdirSync(testBed.folder);
    const other = (letter: string) => join(testBed.folder, `${name.slice(0, 65)}${letter.repeat(64)}.json`);
    const outside = join(testBed.parentFolder, 'outside');
    writeFileSync(outside, text);
    if (posix) {
      symlinkSync(outside, other('1'));
    }
    writeFileSync(other('2'), text);
    writeFileSync(other('3'), '{"format":1');
    writeFileSync(other('4'), text.replace('"tool"', '"other"'));
    mkdirSync(other('5'));
    writeFileSync(join(testBed.folder, 'notes.txt'), 'not ours');
    writeFileSync(other('6'), text.replace('\n', `\n${' '.repeat(20_000_001)}`));
    assert.deepEqual(ids(await testBed.openWindow()), ['a']);
    for (const broken of [
      '',
      text.slice(0, text.indexOf('\n') + 1),
      text.replace('"result":{', '"result":'),
      'null\n',
    ]) {
      writeFileSync(file, broken);
      const after = await testBed.openWindow();
      const found = await after.open('a');
      assert.ok(found === undefined || found.result === undefined, broken.slice(0, 40));
    }
  });

  it('stay in memory if they cannot be written, and one failure is reported', async () => {
    // A file has the name of the testBed.folder.
    mkdirSync(join(testBed.parentFolder, 'storage'));
    writeFileSync(testBed.folder, '');
    const results = await testBed.openWindow();
    await testBed.add(results, endedCall('a', testBed.now));
    await testBed.add(results, endedCall('b', testBed.now + 1));
    assert.deepEqual([ids(results), testBed.failures.length], [['b', 'a'], 1]);
  });
});
