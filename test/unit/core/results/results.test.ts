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
const withoutSecrets = { mask: (text: string) => text, isSendable: true };

function endedCall(id: string, at: number, text = `result of ${id}`, more: Partial<KeptCall> = {}): KeptCall {
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

describe('the stored results of calls', () => {
  let parentFolder: string;
  let folder: string;
  let now: number;
  let keep: boolean;
  let failures: unknown[];

  beforeEach(() => {
    parentFolder = mkdtempSync(join(tmpdir(), 'results-'));
    folder = join(parentFolder, 'storage', 'results');
    now = Date.now();
    keep = true;
    failures = [];
  });
  afterEach(() => rmSync(parentFolder, { recursive: true }));

  /** Opens a window of a workspace and loads its stored results. */
  async function openWindow(workspace = 'here'): Promise<Results> {
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
  async function add(results: Results, call: KeptCall, secrets = withoutSecrets): Promise<void> {
    results.add(call, secrets);
    await results.flush();
  }
  const ids = (results: Results) => results.all.map(({ id }) => id);
  const files = () => readdirSync(folder).map((name) => join(folder, name));

  it('are complete in the next window of the workspace, in files that are readable for their owner only', async () => {
    const call = endedCall('a', now, 'done', {
      past: {
        revision: 1,
        forgotten: 0,
        steps: [{ index: 0, message: 'Where?', state: 'accept', answers: [{ label: 'City', value: 'Oslo' }], more: 0 }],
      },
    });
    await add(await openWindow(), call);
    const after = await openWindow();
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
    it(`keep the outcome ${outcome.kind}`, async () => {
      await add(await openWindow(), endedCall('a', now, '', { outcome, result: undefined }));
      assert.deepEqual((await (await openWindow()).open('a'))?.outcome, outcome);
    });
  }

  it('are not shown in another workspace', async () => {
    await add(await openWindow('there'), endedCall('a', now));
    assert.deepEqual(ids(await openWindow()), []);
  });

  it('are shared by two windows of a workspace: a result that one window dismisses or clears is removed in the other', async () => {
    const [one, other] = [await openWindow(), await openWindow()];
    await add(one, endedCall('a', now));
    await add(other, endedCall('b', now + 1));
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

  it('can be dismissed while they are written', async () => {
    const results = await openWindow();
    results.add(endedCall('a', now), withoutSecrets);
    results.dismiss('a');
    await results.flush();
    assert.deepEqual([ids(results), ids(await openWindow())], [[], []]);
  });

  it('are at most 50 of all workspaces; the oldest are deleted', async () => {
    const [here, there] = [await openWindow(), await openWindow('there')];
    await add(there, endedCall('first', now));
    for (let count = 0; count < 50; count += 1) {
      await add(here, endedCall(`a${count}`, now + count));
    }
    assert.equal(files().length, 50);
    await there.load();
    assert.deepEqual([ids(there), ids(here).length], [[], 50]);
  });

  it('take at most 20 MB; a larger result is only in memory', async () => {
    const results = await openWindow();
    for (const id of ['a', 'b', 'c']) {
      await add(results, endedCall(id, now, 'x'.repeat(9_000_000)));
      now += 1;
    }
    assert.ok(files().reduce((sum, file) => sum + statSync(file).size, 0) <= 20_000_000);
    assert.equal(files().length, 2);
    await add(results, endedCall('huge', now, 'x'.repeat(21_000_000)));
    assert.equal(files().length, 2);
    assert.equal((await results.open('huge'))?.id, 'huge');
  });

  it('take at most 20 MB of memory, including their readable parts', async () => {
    keep = false;
    const results = await openWindow();
    for (const id of ['a', 'b', 'c']) {
      const parts = [{ kind: 'json', label: 'Content', json: 'x'.repeat(9_000_000) }] as const;
      await add(results, endedCall(id, now, 'short', { outcome: { kind: 'result', failed: false, parts } }));
      now += 1;
    }
    assert.deepEqual(ids(results), ['c', 'b']);
  });

  it('are deleted after a day', async () => {
    const results = await openWindow();
    await add(results, endedCall('a', now));
    // The age of a file counts from its writing, shortly after the end of the call.
    now = Date.now() + day + 1;
    await results.tidy();
    assert.deepEqual([ids(results), files(), ids(await openWindow())], [[], [], []]);
  });

  it('are only in memory if the setting is off, and their files are deleted', async () => {
    const results = await openWindow();
    await add(results, endedCall('a', now));
    const other = await openWindow();
    keep = false;
    await Promise.all([results.applyKeep(), other.applyKeep()]);
    assert.deepEqual(files(), []);
    await add(results, endedCall('b', now + 1));
    assert.deepEqual([ids(results), ids(other), files()], [['b', 'a'], [], []]);
    assert.equal((await results.open('a'))?.id, 'a');
  });

  it('are ignored if the file is damaged, of another workspace, a link or too large', async () => {
    const results = await openWindow();
    await add(results, endedCall('a', now));
    const [file = ''] = files();
    const text = readFileSync(file, 'utf8');
    const [name = ''] = readdirSync(folder);
    const other = (letter: string) => join(folder, `${name.slice(0, 65)}${letter.repeat(64)}.json`);
    const outside = join(parentFolder, 'outside');
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
    assert.deepEqual(ids(await openWindow()), ['a']);
    for (const broken of [
      '',
      text.slice(0, text.indexOf('\n') + 1),
      text.replace('"result":{', '"result":'),
      'null\n',
    ]) {
      writeFileSync(file, broken);
      const after = await openWindow();
      const found = await after.open('a');
      assert.ok(found === undefined || found.result === undefined, broken.slice(0, 40));
    }
  });

  it('stay in memory if they cannot be written, and one failure is reported', async () => {
    // A file has the name of the folder.
    mkdirSync(join(parentFolder, 'storage'));
    writeFileSync(folder, '');
    const results = await openWindow();
    await add(results, endedCall('a', now));
    await add(results, endedCall('b', now + 1));
    assert.deepEqual([ids(results), failures.length], [['b', 'a'], 1]);
  });
});
