import assert from 'node:assert/strict';
import { longestDraftBytes, mostDrafts, mostTextInMemory } from '#core/drafts/draftLimits.ts';
import { DraftsTestBed, hour, inMemoryDrafts, minute, testDraftKey, typedContent, week } from './draftsTestBed.ts';

describe('a draft', () => {
  let rig: DraftsTestBed;
  beforeEach(() => {
    rig = inMemoryDrafts();
  });

  /** Another window, or this one after it was loaded anew. */
  async function another(): Promise<DraftsTestBed> {
    await rig.drafts.flush();
    const other = new DraftsTestBed(rig.files);
    other.now = rig.now;
    return other;
  }

  it('is for the same server, workspace, target and schema', async () => {
    const more = { workspace: 'w', target: { kind: 'tool', name: 't' } };
    rig.type('Os', more);
    const other = await another();
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
      assert.equal(other.found({ ...more, ...different }), undefined, what);
    }
    assert.equal(other.found(more), 'Os');
  });

  it('is the same whatever the order of the schema’s properties', () => {
    rig.type('Os', { schema: { properties: { a: { type: 'string' }, b: { type: 'string' } } } });
    assert.equal(rig.found({ schema: { properties: { b: { type: 'string' }, a: { type: 'string' } } } }), 'Os');
  });

  it('keeps no name and no word of the server in the name of its file', async () => {
    rig.type('Os', { server: 'user:../../etc/passwd', message: '../x' });
    await rig.drafts.flush();
    assert.match([...rig.files.texts.keys()].join(), /^[0-9a-f]{64}-[0-9a-f]{64}\.json$/);
  });

  for (const end of ['sent', 'declined'] as const) {
    it(`is gone once a form that began with it was ${end}, emptied in between or not`, () => {
      rig.type('old', { message: 'Question 1' });
      const second = rig.drafts.open(testDraftKey({ message: 'Question 2' }));
      second.use();
      second.drop();
      second.keep(typedContent('new'), []);
      second[end]();
      assert.equal(rig.found({ message: 'Question 1' }), end === 'sent' ? undefined : 'new');
    });
  }

  it('is not offered after a week, by whichever clock', async () => {
    rig.type('Os');
    const other = await another();
    other.now += week;
    assert.equal(other.found(), 'Os');
    other.now += 1;
    assert.equal(other.found(), undefined);
  });

  it('outlives a clock that was set back, but not a time that nobody could have', async () => {
    rig.type('Os');
    const other = await another();
    other.now -= 24 * 60 * minute;
    const draft = other.drafts.open(testDraftKey());
    assert.equal(draft.found?.minutes, 0);
    draft.close();
    other.now -= week;
    assert.equal(other.found(), undefined);
  });

  it('is removed when it is too old, asked for or not, once the clock has said so for an hour', async () => {
    rig.type('old', { message: 'Old?' });
    await rig.drafts.flush();
    rig.now += week + 1;
    rig.type('new');
    const other = await another();
    await other.drafts.cleanUp();
    assert.equal(rig.files.texts.size, 2);
    other.now += hour;
    await other.drafts.cleanUp();
    assert.equal(rig.files.texts.size, 1);
    assert.equal(other.found(), 'new');
  });

  it('is not lost to a clock that was years ahead at a start', async () => {
    rig.type('Os');
    const other = await another();
    other.now += 5 * 52 * week;
    await other.drafts.cleanUp();
    assert.equal(other.found(), undefined);
    await other.drafts.flush();
    other.now = rig.now + hour;
    await other.drafts.cleanUp();
    assert.equal(other.found(), 'Os');
    assert.equal(rig.files.texts.size, 1);
  });

  it('that is in memory only is forgotten after a week too', async () => {
    const draft = rig.drafts.open(testDraftKey());
    draft.keep(typedContent('Os'), []);
    draft.declined();
    rig.now += week + 1;
    await rig.drafts.cleanUp();
    await rig.drafts.cleanUp();
    assert.equal(rig.drafts.count, 0);
  });

  it('makes room for others in memory when there are too many', async () => {
    for (let count = 0; count <= mostDrafts; count += 1) {
      const draft = rig.drafts.open(testDraftKey({ server: `user:${count}` }));
      draft.keep(typedContent(String(count)), []);
      draft.declined();
    }
    assert.deepEqual([rig.found({ server: 'user:0' }), rig.found({ server: 'user:1' })], [undefined, '1']);
    assert.equal(rig.drafts.count, mostDrafts);
  });

  it('makes room for others in memory when they are too long together; the newest stays', () => {
    const half = 'x'.repeat(mostTextInMemory / 2 - 'city'.length);
    rig.type(half, { server: 'user:a' });
    rig.type(half, { server: 'user:b' });
    assert.equal(rig.found({ server: 'user:a' }), half);
    rig.type('', { server: 'user:c' });
    assert.equal(rig.found({ server: 'user:a' }), undefined);
    assert.deepEqual([rig.found({ server: 'user:b' }), rig.found({ server: 'user:c' })], [half, '']);
  });

  it('makes room for others when there are too many', async () => {
    for (let count = 0; count <= mostDrafts; count += 1) {
      rig.now += 1;
      rig.type(String(count), { server: `user:${count}` });
      await rig.drafts.flush();
    }
    assert.equal(rig.files.texts.size, mostDrafts);
    const other = await another();
    assert.deepEqual([other.found({ server: 'user:0' }), other.found({ server: 'user:1' })], [undefined, '1']);
  });

  it('that is too long is in memory only, and that is said once', async () => {
    const long = 'x'.repeat(longestDraftBytes);
    rig.type(long);
    rig.type(long, { message: 'Once more?' });
    const other = await another();
    assert.equal(rig.found(), long);
    assert.equal(other.found(), undefined);
    assert.equal(rig.failures.length, 1);
  });

  it('that cannot be written is in memory, that is said once, and it is written when it can be', async () => {
    rig.files.failure = new Error('ENOSPC: no space left on device');
    rig.type('Os');
    await rig.drafts.flush();
    rig.type('Osl');
    await rig.drafts.flush();
    assert.deepEqual(rig.failures, [rig.files.failure]);
    assert.equal(rig.found(), 'Osl');
    rig.files.failure = undefined;
    rig.type('Oslo');
    assert.equal((await another()).found(), 'Oslo');
  });

  it('that cannot be written anew leaves nothing older in its file: it may be the beginning of a secret', async () => {
    rig.type('ghp_a1B2');
    await rig.drafts.flush();
    rig.files.failure = new Error('ENOSPC: no space left on device');
    rig.type('ghp_a1B2a1B2');
    await rig.drafts.flush();
    assert.equal(rig.files.texts.size, 0);
    assert.equal(rig.found(), 'ghp_a1B2a1B2');
  });

  it('that has become too long leaves nothing older in its file', async () => {
    rig.type('ghp_a1B2');
    await rig.drafts.flush();
    const long = 'x'.repeat(longestDraftBytes);
    rig.type(long);
    await rig.drafts.flush();
    assert.equal(rig.files.texts.size, 0);
    assert.equal(rig.found(), long);
  });

  it('that cannot be removed is told of, once for each, and is tried again', async () => {
    rig.type('Os');
    await rig.drafts.flush();
    rig.files.undeletable = new Error('EPERM');
    rig.drafts.open(testDraftKey()).declined();
    await rig.drafts.flush();
    await rig.drafts.cleanUp();
    assert.deepEqual([rig.failures, rig.failed], [[rig.files.undeletable], ['delete']]);
    rig.files.undeletable = undefined;
    await rig.drafts.cleanUp();
    assert.equal(rig.files.texts.size, 0);
  });

  it('that could not be removed stays when it was written anew', async () => {
    rig.type('Os');
    await rig.drafts.flush();
    rig.files.undeletable = new Error('EPERM');
    rig.drafts.open(testDraftKey()).sent();
    await rig.drafts.flush();
    rig.files.undeletable = undefined;
    rig.type('Oslo');
    await rig.drafts.flush();
    await rig.drafts.cleanUp();
    assert.equal((await another()).found(), 'Oslo');
  });

  it('that another window sent, or somebody deleted, is not held on to', async () => {
    rig.type('Os');
    const other = await another();
    assert.equal(rig.found(), 'Os');
    other.drafts.open(testDraftKey()).sent();
    await other.drafts.flush();
    assert.equal(rig.found(), undefined);
  });

  it('is written as it was last, however quickly it changed', async () => {
    const draft = rig.drafts.open(testDraftKey());
    const flushes = ['O', 'Os', 'Osl'].map((text) => {
      draft.keep(typedContent(text), []);
      return rig.drafts.flush();
    });
    draft.keep(typedContent('Oslo'), []);
    await Promise.all(flushes);
    assert.equal((await another()).found(), 'Oslo');
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['no JSON', '{"format":1,'],
    ['no object', '[]'],
    ['another format', '{"format":2,"at":1700000000000,"secrets":[],"content":{"kind":"form","values":[]}}'],
    ['no time', '{"format":1,"at":"now","secrets":[],"content":{"kind":"form","values":[]}}'],
    ['a time that is none', '{"format":1,"at":1e999,"secrets":[],"content":{"kind":"form","values":[]}}'],
    ['no content', '{"format":1,"at":1700000000000,"secrets":[]}'],
    [
      'values that are none',
      '{"format":1,"at":1700000000000,"secrets":[],"content":{"kind":"form","values":[["city",{"kind":"text","text":7,"touched":true}]]}}',
    ],
    [
      'a choice that is none',
      '{"format":1,"at":1700000000000,"secrets":[],"content":{"kind":"form","values":[["city",{"kind":"choice","selected":-1}]]}}',
    ],
    ['secrets that are none', '{"format":1,"at":1700000000000,"secrets":[{}],"content":{"kind":"form","values":[]}}'],
    [
      'too much',
      `{"format":1,"at":1700000000000,"secrets":[],"content":{"kind":"json","text":"${'x'.repeat(longestDraftBytes)}"}}`,
    ],
  ] as const) {
    it(`is no draft, and is removed, when its file holds ${what}`, async () => {
      rig.type('Os');
      const other = await another();
      const [name = ''] = rig.files.texts.keys();
      rig.files.texts.set(name, text);
      assert.equal(other.found(), undefined);
      await other.drafts.flush();
      assert.equal(rig.files.texts.size, 0);
    });
  }

  it('called __proto__ is a value like any other', async () => {
    const draft = rig.drafts.open(testDraftKey());
    draft.keep(typedContent('Os', '__proto__'), []);
    draft.close();
    const found = (await another()).drafts.open(testDraftKey()).found;
    assert.deepEqual(found?.content, typedContent('Os', '__proto__'));
  });
});

describe('clearing the drafts', () => {
  it('says how many are left that could not be removed', async () => {
    const rig = inMemoryDrafts();
    rig.type('Os');
    rig.type('x', { server: 'user:other' });
    await rig.drafts.flush();
    rig.files.undeletable = new Error('EPERM');
    assert.equal(await rig.drafts.clear(), 2);
    assert.deepEqual(rig.failures, []);
    rig.files.undeletable = undefined;
    assert.equal(await rig.drafts.clear(), 0);
    assert.equal(rig.files.texts.size, 0);
  });

  it('takes back what is being written, and keeps what is typed after it', async () => {
    const rig = inMemoryDrafts();
    rig.type('Os');
    void rig.drafts.flush();
    const clearing = rig.drafts.clear();
    rig.now += 1;
    rig.type('x', { server: 'user:other' });
    await clearing;
    await rig.drafts.flush();
    assert.deepEqual([rig.found(), rig.found({ server: 'user:other' })], [undefined, 'x']);
    assert.equal(rig.files.texts.size, 1);
  });

  it('reaches what another window has in its memory only', async () => {
    const rig = inMemoryDrafts();
    const other = new DraftsTestBed(rig.files);
    for (const server of ['user:a', 'user:b']) {
      const draft = other.drafts.open(testDraftKey({ server }));
      draft.keep(typedContent('hunter2'), ['city']);
      draft.close();
    }
    await rig.drafts.clear();
    assert.equal(other.found({ server: 'user:a' }), undefined);
    assert.equal(other.drafts.count, 0);
    other.now += 1;
    other.type('Os');
    assert.equal(other.found(), 'Os');
  });

  it('while the clock was ahead takes nothing of what is typed when it is right', async () => {
    const rig = inMemoryDrafts();
    rig.now += 52 * week;
    await rig.drafts.clear();
    rig.now -= 52 * week;
    rig.type('Os');
    assert.equal(rig.found(), 'Os');
  });

  it('removes all of them, those in memory and those of other windows too', async () => {
    const rig = inMemoryDrafts();
    rig.type('Os');
    await rig.drafts.flush();
    const other = new DraftsTestBed(rig.files);
    other.type('x', { server: 'user:other' });
    await other.drafts.flush();
    const declined = rig.drafts.open(testDraftKey({ server: 'user:declined' }));
    declined.keep(typedContent('y'), []);
    declined.declined();
    await rig.drafts.flush();
    assert.equal(rig.drafts.count, 3);
    await rig.drafts.clear();
    assert.equal(rig.drafts.count, 0);
    assert.equal(rig.files.texts.size, 0);
    assert.equal(other.found({ server: 'user:other' }), undefined);
    assert.equal(rig.found({ server: 'user:declined' }), undefined);
  });
});
