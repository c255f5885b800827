import assert from 'node:assert/strict';
import { maxDraftBytes } from '#core/drafts/draftLimits.ts';
import { type DraftsTestBed, hour, inMemoryDrafts, minute, testDraftKey, typedContent, week } from './draftsTestBed.ts';

describe('a draft', () => {
  let testBed: DraftsTestBed;
  beforeEach(() => {
    testBed = inMemoryDrafts();
  });

  it('is found only for the same server, workspace, purpose, target and schema', async () => {
    const more = { workspace: 'w', target: { kind: 'tool', name: 't' } };
    testBed.type('Os', more);
    const other = await testBed.openWindow();
    for (const [what, different] of Object.entries({
      server: { server: 'user:other' },
      workspace: { workspace: 'v' },
      'no workspace': { workspace: undefined },
      purpose: { purpose: 'arguments' as const },
      target: { target: { kind: 'tool', name: 'u' } },
      'kind of target': { target: { kind: 'prompt', name: 't' } },
      'no target': { target: undefined },
      schema: { schema: { type: 'object', required: [] } },
    })) {
      assert.equal(other.readOfferedText({ ...more, ...different }), undefined, what);
    }
    assert.equal(other.readOfferedText(more), 'Os');
  });

  it('is found for a schema with its properties in another order', () => {
    testBed.type('Os', { schema: { properties: { a: { type: 'string' }, b: { type: 'string' } } } });
    assert.equal(
      testBed.readOfferedText({ schema: { properties: { b: { type: 'string' }, a: { type: 'string' } } } }),
      'Os',
    );
  });

  it('has a file name without texts of the server', async () => {
    testBed.type('Os', { server: 'user:../../etc/passwd', message: '../x' });
    await testBed.drafts.flush();
    assert.match([...testBed.files.texts.keys()].join(), /^[0-9a-f]{64}-[0-9a-f]{64}\.json$/);
  });

  for (const end of ['sent', 'declined'] as const) {
    it(`is ${end === 'sent' ? 'removed' : 'replaced'} if a form that showed it is ${end}, also if the form was emptied in between`, () => {
      testBed.type('old', { message: 'Question 1' });
      const second = testBed.drafts.open(testDraftKey({ message: 'Question 2' }));
      second.useFound();
      second.remove();
      second.save(typedContent('new'), []);
      second[end === 'sent' ? 'closeSent' : 'closeDeclined']();
      assert.equal(testBed.readOfferedText({ message: 'Question 1' }), end === 'sent' ? undefined : 'new');
    });
  }

  it('is not offered after a week', async () => {
    testBed.type('Os');
    const other = await testBed.openWindow();
    other.now += week;
    assert.equal(other.readOfferedText(), 'Os');
    other.now += 1;
    assert.equal(other.readOfferedText(), undefined);
  });

  it('is found if the clock was set back by less than its lifetime', async () => {
    testBed.type('Os');
    const other = await testBed.openWindow();
    other.now -= 24 * 60 * minute;
    const draft = other.drafts.open(testDraftKey());
    assert.equal(draft.found?.minutes, 0);
    draft.close();
    other.now -= week;
    assert.equal(other.readOfferedText(), undefined);
  });

  it('is removed by the second cleanup that finds it too old', async () => {
    testBed.type('old', { message: 'Old?' });
    await testBed.drafts.flush();
    testBed.now += week + 1;
    testBed.type('new');
    const other = await testBed.openWindow();
    await other.drafts.cleanUp();
    assert.equal(testBed.files.texts.size, 2);
    other.now += hour;
    await other.drafts.cleanUp();
    assert.equal(testBed.files.texts.size, 1);
    assert.equal(other.readOfferedText(), 'new');
  });

  it('is not removed if the clock was years ahead at one cleanup', async () => {
    testBed.type('Os');
    const other = await testBed.openWindow();
    other.now += 5 * 52 * week;
    await other.drafts.cleanUp();
    assert.equal(other.readOfferedText(), undefined);
    await other.drafts.flush();
    other.now = testBed.now + hour;
    await other.drafts.cleanUp();
    assert.equal(other.readOfferedText(), 'Os');
    assert.equal(testBed.files.texts.size, 1);
  });

  for (const [what, text] of [
    ['no text', ''],
    ['invalid JSON', '{"format":1,'],
    ['an array', '[]'],
    ['another format', '{"format":2,"at":1700000000000,"secrets":[],"content":{"kind":"form","values":[]}}'],
    ['no time', '{"format":1,"at":"now","secrets":[],"content":{"kind":"form","values":[]}}'],
    ['an infinite time', '{"format":1,"at":1e999,"secrets":[],"content":{"kind":"form","values":[]}}'],
    ['no content', '{"format":1,"at":1700000000000,"secrets":[]}'],
    [
      'values of the wrong type',
      '{"format":1,"at":1700000000000,"secrets":[],"content":{"kind":"form","values":[["city",{"kind":"text","text":7,"touched":true}]]}}',
    ],
    [
      'a choice with a number for its text',
      '{"format":1,"at":1700000000000,"secrets":[],"content":{"kind":"form","values":[["city",{"kind":"choice","selected":null,"text":1}]]}}',
    ],
    [
      'an invalid choice',
      '{"format":1,"at":1700000000000,"secrets":[],"content":{"kind":"form","values":[["city",{"kind":"choice","selected":-1}]]}}',
    ],
    [
      'secrets of the wrong type',
      '{"format":1,"at":1700000000000,"secrets":[{}],"content":{"kind":"form","values":[]}}',
    ],
    [
      'too many characters',
      `{"format":1,"at":1700000000000,"secrets":[],"content":{"kind":"json","text":"${'x'.repeat(maxDraftBytes)}"}}`,
    ],
  ] as const) {
    it(`is removed if its file holds ${what}`, async () => {
      testBed.type('Os');
      const other = await testBed.openWindow();
      const [name = ''] = testBed.files.texts.keys();
      testBed.files.texts.set(name, text);
      assert.equal(other.readOfferedText(), undefined);
      await other.drafts.flush();
      assert.equal(testBed.files.texts.size, 0);
    });
  }

  it('keeps a field named __proto__', async () => {
    const draft = testBed.drafts.open(testDraftKey());
    draft.save(typedContent('Os', '__proto__'), []);
    draft.close();
    const found = (await testBed.openWindow()).drafts.open(testDraftKey()).found;
    assert.deepEqual(found?.content, typedContent('Os', '__proto__'));
  });
});
