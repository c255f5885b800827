import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeptCall } from '#core/results/keptCall.ts';
import { ResultDirectory } from '#core/results/resultDirectory.ts';
import { Results } from '#core/results/results.ts';

const posix = process.platform !== 'win32';
const day = 24 * 3_600_000;
const plain = { mask: (text: string) => text, isSendable: true };

function ended(id: string, at: number, text = `result of ${id}`, more: Partial<KeptCall> = {}): KeptCall {
  return {
    id,
    server: { id: 'user:cloud', name: 'cloud', scope: undefined },
    target: { kind: 'tool', name: id, title: undefined },
    origin: 'person',
    at,
    request: { kind: 'tool', name: id, arguments: { size: 3 } },
    outcome: { kind: 'result', failed: false, parts: [{ kind: 'text', text }] },
    result: { content: [{ type: 'text', text }] },
    ...more,
  };
}

describe('results of calls, in a folder', () => {
  let scratch: string;
  let folder: string;
  let now: number;
  let keep: boolean;
  let failures: unknown[];

  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), 'results-'));
    folder = join(scratch, 'storage', 'results');
    now = Date.now();
    keep = true;
    failures = [];
  });
  afterEach(() => rmSync(scratch, { recursive: true }));

  /** A window of this workspace, with what it finds. */
  async function open(workspace = 'here'): Promise<Results> {
    const results = new Results({
      files: new ResultDirectory(folder),
      clock: { now: () => now },
      workspace,
      keep: () => keep,
      onFailure: (error) => failures.push(error),
    });
    await results.load();
    return results;
  }
  async function add(results: Results, call: KeptCall, secrets = plain): Promise<void> {
    results.add(call, secrets);
    await results.flush();
  }
  const ids = (results: Results) => results.all.map(({ id }) => id);
  const files = () => readdirSync(folder).map((name) => join(folder, name));

  it('are complete in the next window of the workspace, in files for their owner only', async () => {
    const call = ended('a', now, 'done', {
      past: {
        revision: 1,
        forgotten: 0,
        steps: [{ index: 0, message: 'Where?', state: 'accept', answers: [{ label: 'City', value: 'Oslo' }], more: 0 }],
      },
    });
    await add(await open(), call);
    const after = await open();
    assert.deepEqual(ids(after), ['a']);
    assert.deepEqual(await after.open('a'), call);
    if (posix) {
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      assert.deepEqual(
        files().map((file) => statSync(file).mode & 0o777),
        [0o600],
      );
    }
  });

  for (const outcome of [
    { kind: 'error', summary: 'No.', remedy: 'Try again.', detail: 'line' },
    { kind: 'cancelled' },
    { kind: 'declined', summary: 'Declined.' },
  ] as const) {
    it(`are kept as they were: ${outcome.kind}`, async () => {
      await add(await open(), ended('a', now, '', { outcome, result: undefined }));
      assert.deepEqual((await (await open()).open('a'))?.outcome, outcome);
    });
  }

  it('are not shown in another workspace', async () => {
    await add(await open('there'), ended('a', now));
    assert.deepEqual(ids(await open()), []);
  });

  it('are shared by two windows of a workspace: what one dismisses or clears is gone in the other', async () => {
    const [one, other] = [await open(), await open()];
    await add(one, ended('a', now));
    await add(other, ended('b', now + 1));
    await Promise.all([one.load(), other.load()]);
    assert.deepEqual(
      [ids(one), ids(other)],
      [
        ['b', 'a'],
        ['b', 'a'],
      ],
    );
    one.dismiss('b');
    await one.flush();
    assert.equal(await other.open('b'), undefined);
    assert.deepEqual(ids(other), ['a']);
    assert.equal(await other.clear(), 0);
    await one.load();
    assert.deepEqual([ids(one), ids(other), files()], [[], [], []]);
  });

  it('are dismissed also while they are written', async () => {
    const results = await open();
    results.add(ended('a', now), plain);
    results.dismiss('a');
    await results.flush();
    assert.deepEqual([ids(results), ids(await open())], [[], []]);
  });

  it('are at most 50 of all workspaces; the oldest are dropped', async () => {
    const [here, there] = [await open(), await open('there')];
    await add(there, ended('first', now));
    for (let count = 0; count < 50; count += 1) {
      await add(here, ended(`a${count}`, now + count));
    }
    assert.equal(files().length, 50);
    await there.load();
    assert.deepEqual([ids(there), ids(here).length], [[], 50]);
  });

  it('take 20 MB at most; a larger one is in memory only', async () => {
    const results = await open();
    for (const id of ['a', 'b', 'c']) {
      await add(results, ended(id, now, 'x'.repeat(9_000_000)));
      now += 1;
    }
    assert.ok(files().reduce((sum, file) => sum + statSync(file).size, 0) <= 20_000_000);
    assert.equal(files().length, 2);
    await add(results, ended('huge', now, 'x'.repeat(21_000_000)));
    assert.equal(files().length, 2);
    assert.equal((await results.open('huge'))?.id, 'huge');
  });

  it('take 20 MB of memory at most, including their readable parts', async () => {
    keep = false;
    const results = await open();
    for (const id of ['a', 'b', 'c']) {
      const parts = [{ kind: 'json', label: 'Content', json: 'x'.repeat(9_000_000) }] as const;
      await add(results, ended(id, now, 'short', { outcome: { kind: 'result', failed: false, parts } }));
      now += 1;
    }
    assert.deepEqual(ids(results), ['c', 'b']);
  });

  it('are dropped after a day', async () => {
    const results = await open();
    await add(results, ended('a', now));
    // A file's age counts from its writing, which was a moment after the end of the call.
    now = Date.now() + day + 1;
    await results.tidy();
    assert.deepEqual([ids(results), files(), ids(await open())], [[], [], []]);
  });

  it('are kept in memory only if the setting says so, and their files are deleted', async () => {
    const results = await open();
    await add(results, ended('a', now));
    const other = await open();
    keep = false;
    await Promise.all([results.applyKeep(), other.applyKeep()]);
    assert.deepEqual(files(), []);
    await add(results, ended('b', now + 1));
    assert.deepEqual([ids(results), ids(other), files()], [['b', 'a'], [], []]);
    assert.equal((await results.open('a'))?.id, 'a');
  });

  it('are ignored if the file is damaged, of another workspace, a link or too large, and no outside file is read', async () => {
    const results = await open();
    await add(results, ended('a', now));
    const [file = ''] = files();
    const text = readFileSync(file, 'utf8');
    const [name = ''] = readdirSync(folder);
    const other = (letter: string) => join(folder, `${name.slice(0, 65)}${letter.repeat(64)}.json`);
    const outside = join(scratch, 'outside');
    writeFileSync(outside, text);
    if (posix) {
      symlinkSync(outside, other('1'));
    }
    writeFileSync(other('2'), text);
    writeFileSync(other('3'), '{"format":1');
    writeFileSync(other('4'), text.replace('"tool"', '"other"'));
    mkdirSync(other('5'));
    writeFileSync(join(folder, 'notes.txt'), 'not ours');
    writeFileSync(other('6'), text.replace('\n', `\n${' '.repeat(20_000_001)}`));
    assert.deepEqual(ids(await open()), ['a']);
    for (const broken of [
      '',
      text.slice(0, text.indexOf('\n') + 1),
      text.replace('"result":{', '"result":'),
      'null\n',
    ]) {
      writeFileSync(file, broken);
      const after = await open();
      const found = await after.open('a');
      assert.ok(found === undefined || found.result === undefined, broken.slice(0, 40));
    }
  });

  it('stay in memory if they cannot be written, which is reported once', async () => {
    // In the place of the folder.
    mkdirSync(join(scratch, 'storage'));
    writeFileSync(folder, '');
    const results = await open();
    await add(results, ended('a', now));
    await add(results, ended('b', now + 1));
    assert.deepEqual([ids(results), failures.length], [['b', 'a'], 1]);
  });
});
