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
      failed: (error) => failures.push(error),
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

  it('are there again in the next window of the workspace, whole, and for their owner alone', async () => {
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

  it('are another workspace’s in no window', async () => {
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

  it('are at most 50, of all workspaces; the oldest make room', async () => {
    const [here, there] = [await open(), await open('there')];
    await add(there, ended('first', now));
    for (let count = 0; count < 50; count += 1) {
      await add(here, ended(`a${count}`, now + count));
    }
    assert.equal(files().length, 50);
    await there.load();
    assert.deepEqual([ids(there), ids(here).length], [[], 50]);
  });

  it('take 20 MB at most; one that is larger is in memory only', async () => {
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

  it('take 20 MB of memory at most, with what is shown of them', async () => {
    keep = false;
    const results = await open();
    for (const id of ['a', 'b', 'c']) {
      const parts = [{ kind: 'json', label: 'Content', json: 'x'.repeat(9_000_000) }] as const;
      await add(results, ended(id, now, 'short', { outcome: { kind: 'result', failed: false, parts } }));
      now += 1;
    }
    assert.deepEqual(ids(results), ['c', 'b']);
  });

  it('are gone after a day', async () => {
    const results = await open();
    await add(results, ended('a', now));
    // A file's age counts from its writing, which was a moment after the end of the call.
    now = Date.now() + day + 1;
    await results.tidy();
    assert.deepEqual([ids(results), files(), ids(await open())], [[], [], []]);
  });

  it('are kept in memory only where that is wanted, and what was written goes', async () => {
    const results = await open();
    await add(results, ended('a', now));
    const other = await open();
    keep = false;
    await Promise.all([results.keepChanged(), other.keepChanged()]);
    assert.deepEqual(files(), []);
    await add(results, ended('b', now + 1));
    assert.deepEqual([ids(results), ids(other), files()], [['b', 'a'], [], []]);
    assert.equal((await results.open('a'))?.id, 'a');
  });

  it('are written without secrets, and then without arguments that have any', async () => {
    const results = await open();
    const secret = 'hunter2-hunter2';
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const text = `password is ${secret}\nnext line\nkey ${token}`;
    const call = ended('a', now, text, {
      request: { kind: 'tool', name: 'a', arguments: { note: secret } },
      result: { content: [{ type: 'text', text }], structuredContent: { pin: 123_456, [secret]: 1 } },
    });
    const mask = (one: string) => one.replaceAll(secret, '[secret]').replaceAll('123456', '[secret]');
    await add(results, call, { mask, isSendable: true });
    const written = files().map((file) => readFileSync(file, 'utf8'));
    assert.doesNotMatch(written.join(''), /hunter2|ghp_|123456/);
    assert.deepEqual(await results.open('a'), call, 'in memory they are as received');
    const after = await (await open()).open('a');
    assert.equal(after?.request, undefined);
    assert.deepEqual(after?.result, {
      content: [{ type: 'text', text: 'password is [secret]\nnext line\n[secret]' }],
      structuredContent: { pin: '[secret]', '[secret]': 1 },
    });
  });

  it('are written without secrets in the URI of a resource', async () => {
    const results = await open();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const uri = `https://example.com/report?token=${token}`;
    const of = { target: { kind: 'resource', name: uri }, request: { kind: 'resource', uri } } as const;
    await add(results, ended('a', now, 'fine', of));
    const filled = 'notes://hunter2-hunter2/today';
    const template = 'notes://{password}/{day}';
    const made = {
      target: { kind: 'resource', name: filled },
      request: { kind: 'resource', uri: filled, template },
    } as const;
    const mask = (one: string) => one.replaceAll('hunter2-hunter2', '[secret]');
    await add(results, ended('b', now, 'fine', made), { mask, isSendable: true });
    assert.doesNotMatch(
      files()
        .map((file) => readFileSync(file, 'utf8'))
        .join(''),
      /ghp_|hunter2/,
    );
    assert.deepEqual((await results.open('a'))?.target.name, uri, 'in memory they are as received');
    const after = (await open()).all.map(({ target }) => target.name);
    assert.deepEqual(after.sort(), ['[secret]', 'notes://[secret]/today']);
  });

  it('are searched in bounded time, and what is left unsearched beside a secret is not written', async () => {
    const results = await open();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const began = performance.now();
    const text = `${token}\n${'a\n'.repeat(100)}${`${token}\n${'\n'.repeat(900)}`.repeat(2000)}last`;
    await add(results, ended('a', now, text));
    assert.ok(performance.now() - began < 3000);
    const after = await (await open()).open('a');
    const written = JSON.stringify(after?.result);
    assert.doesNotMatch(written, /ghp_/);
    assert.match(written, /\[secret\]\\na\\na\\n/);
  });

  it('leave out what is beyond the searched length of a text that has a secret, and say so', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const line = `${'harmless words '.repeat(60)}\n`;
    const results = await open();
    await add(results, ended('a', now, `${token}\nfirst\n${line.repeat(3000)}${token}\nlast`));
    const written = JSON.stringify((await (await open()).open('a'))?.result);
    assert.match(written, /\[secret\]\\nfirst\\nharmless words/);
    assert.match(written, /harmless words \\n\[not searched for secrets, so not kept\]"/);
    assert.ok(written.length < 1_000_000 + 2000, `${written.length}`);
    assert.doesNotMatch(written, /ghp_|last/);
  });

  it('have no token that stands behind many words that look like tokens', async () => {
    const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
    const jwt = `${header}.${'aB3'.repeat(20)}.${'cD4'.repeat(14)}`;
    const results = await open();
    await add(results, ended('a', now, `start\n${'eyJaaaaaaaa.aa.x '.repeat(200)}${jwt}\nend`));
    const written = JSON.stringify((await (await open()).open('a'))?.result);
    assert.doesNotMatch(written, new RegExp(jwt));
    assert.match(written, /start\\n\[secret\]\\nend/);
  });

  it('are nothing where a file is damaged, another’s, a link or too large, and nothing outside is read', async () => {
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

  it('stay in memory where they cannot be written, which is reported once', async () => {
    // In the place of the folder.
    mkdirSync(join(scratch, 'storage'));
    writeFileSync(folder, '');
    const results = await open();
    await add(results, ended('a', now));
    await add(results, ended('b', now + 1));
    assert.deepEqual([ids(results), failures.length], [['b', 'a'], 1]);
  });
});
