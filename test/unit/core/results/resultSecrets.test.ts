import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { endedCall, ResultsTestBed } from './resultsTestBed.ts';

describe('the stored results of calls with secrets', () => {
  let testBed: ResultsTestBed;
  beforeEach(() => {
    testBed = new ResultsTestBed();
  });
  afterEach(() => testBed.end());

  it('are written without secrets, and without arguments that contain secrets', async () => {
    const results = await testBed.openWindow();
    const secret = 'hunter2-hunter2';
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const text = `password is ${secret}\nnext line\nkey ${token}`;
    const call = endedCall('a', testBed.now, text, {
      request: { kind: 'tool', name: 'a', arguments: { note: secret } },
      result: { content: [{ type: 'text', text }], structuredContent: { pin: 123_456, [secret]: 1 } },
    });
    const mask = (one: string) => one.replaceAll(secret, '[secret]').replaceAll('123456', '[secret]');
    await testBed.add(results, call, { mask, isSendable: true });
    const written = testBed.files.map((file) => readFileSync(file, 'utf8'));
    assert.doesNotMatch(written.join(''), /hunter2|ghp_|123456/);
    assert.deepEqual(await results.open('a'), call, 'unchanged in memory');
    const after = await (await testBed.openWindow()).open('a');
    assert.equal(after?.request, undefined);
    assert.deepEqual(after?.result, {
      content: [{ type: 'text', text: 'password is [secret]\nnext line\n[secret]' }],
      structuredContent: { pin: '[secret]', '[secret]': 1 },
    });
  });

  it('are written without secrets in the URI of a resource', async () => {
    const results = await testBed.openWindow();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const uri = `https://example.com/report?token=${token}`;
    const resourceCall = { target: { kind: 'resource', name: uri }, request: { kind: 'resource', uri } } as const;
    await testBed.add(results, endedCall('a', testBed.now, 'fine', resourceCall));
    const expandedUri = 'notes://hunter2-hunter2/today';
    const template = 'notes://{password}/{day}';
    const templateCall = {
      target: { kind: 'resource', name: expandedUri },
      request: { kind: 'resource', uri: expandedUri, template },
    } as const;
    const mask = (one: string) => one.replaceAll('hunter2-hunter2', '[secret]');
    await testBed.add(results, endedCall('b', testBed.now, 'fine', templateCall), { mask, isSendable: true });
    assert.doesNotMatch(testBed.files.map((file) => readFileSync(file, 'utf8')).join(''), /ghp_|hunter2/);
    assert.deepEqual((await results.open('a'))?.target.name, uri, 'unchanged in memory');
    const after = (await testBed.openWindow()).all.map(({ target }) => target.name);
    assert.deepEqual(after.sort(), ['[secret]', 'notes://[secret]/today']);
  });

  it('are searched for secrets within limits; the unsearched part of a text with a secret is not written', async () => {
    const results = await testBed.openWindow();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const text = `${token}\n${'a\n'.repeat(100)}${`${token}\n${'\n'.repeat(900)}`.repeat(2000)}last`;
    await testBed.add(results, endedCall('a', testBed.now, text));
    const after = await (await testBed.openWindow()).open('a');
    const written = JSON.stringify(after?.result);
    assert.doesNotMatch(written, /ghp_/);
    assert.match(written, /\[secret\]\\na\\na\\n/);
  });

  it('have a note in place of the unsearched rest of a text with a secret', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const line = `${'harmless words '.repeat(60)}\n`;
    const results = await testBed.openWindow();
    await testBed.add(results, endedCall('a', testBed.now, `${token}\nfirst\n${line.repeat(3000)}${token}\nlast`));
    const written = JSON.stringify((await (await testBed.openWindow()).open('a'))?.result);
    assert.match(written, /\[secret\]\\nfirst\\nharmless words/);
    assert.match(written, /harmless words \\n\[not searched for secrets, so not kept\]"/);
    assert.ok(written.length < 1_000_000 + 2000, `${written.length}`);
    assert.doesNotMatch(written, /ghp_|last/);
  });

  it('have no token that follows many words that look like tokens', async () => {
    const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
    const jwt = `${header}.${'aB3'.repeat(20)}.${'cD4'.repeat(14)}`;
    const results = await testBed.openWindow();
    await testBed.add(results, endedCall('a', testBed.now, `start\n${'eyJaaaaaaaa.aa.x '.repeat(200)}${jwt}\nend`));
    const written = JSON.stringify((await (await testBed.openWindow()).open('a'))?.result);
    assert.doesNotMatch(written, new RegExp(jwt));
    assert.match(written, /start\\n\[secret\]\\nend/);
  });
});
