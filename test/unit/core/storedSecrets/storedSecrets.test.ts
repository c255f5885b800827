import assert from 'node:assert/strict';
import { isReadCompletely, namesInOtherFiles } from '#core/storedSecrets/settingsFileContents.ts';
import {
  deletionDelayMs,
  maxIndexed,
  type ScopeSnapshot,
  type StoredSecret,
  StoredSecrets,
} from '#core/storedSecrets/storedSecrets.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { InMemorySecretStore } from '#test/host/signInDoubles.ts';
import { unreachableGrant } from './unreachableGrant.ts';

const signIn = (name: string, scope = 'user'): StoredSecret => ({ key: `oauth:${name}`, kind: 'signIn', scope, name });
const input = (name: string): StoredSecret => ({ key: `input:${name}`, kind: 'input', scope: 'user', name });

describe('what is stored for entries of the settings', () => {
  let secrets: InMemorySecretStore;
  let now: number;
  let deleted: string[];
  let notes: InMemoryStateStore;

  beforeEach(() => {
    secrets = new InMemorySecretStore();
    now = 1_000_000;
    deleted = [];
    notes = new InMemoryStateStore();
  });

  /** A window. Those with the same memory have the same settings. */
  function window(memory = new InMemoryStateStore(), place = 'here'): StoredSecrets {
    const clock = { now: () => now };
    const say = ({ name }: StoredSecret, revoked: boolean) =>
      deleted.push(revoked === false ? `${name}, not revoked` : name);
    return new StoredSecrets({ secrets, memory, notes, settingsId: place, clock, onDeleted: say });
  }

  function reading(present: readonly StoredSecret[], more: Partial<ScopeSnapshot> = {}): ScopeSnapshot {
    return {
      scope: 'user',
      present,
      isFaulty: () => false,
      isWhole: async () => true,
      isInOtherFile: async () => false,
      ...more,
    };
  }

  async function store(...all: readonly StoredSecret[]): Promise<void> {
    for (const { key } of all) {
      await secrets.set(key, '[]');
    }
  }

  const kept = () => [...secrets.values.keys()].sort();

  it('is deleted when the entry is absent at two looks with the time between them, and what is used is not', async () => {
    const [mine, other, key] = [signIn('mine'), signIn('other'), input('key')];
    await store(mine, other, key);
    const one = window();
    await one.update(reading([mine, other, key]));
    await one.update(reading([other]));
    now += deletionDelayMs - 1;
    await one.update(reading([other]));
    assert.deepEqual(kept(), ['input:key', 'oauth:mine', 'oauth:other']);
    now += 1;
    await one.update(reading([other]));
    assert.deepEqual(kept(), ['oauth:other']);
    assert.deepEqual(deleted, ['mine', 'key']);
  });

  it('is not deleted by one look, however late it is', async () => {
    await store(signIn('mine'));
    const one = window();
    await one.update(reading([signIn('mine')]));
    now += 10 * deletionDelayMs;
    await one.update(reading([]));
    assert.deepEqual(kept(), ['oauth:mine']);
  });

  it('is kept from the beginning again when an entry comes back, also where only another window sees it', async () => {
    await store(signIn('mine'));
    const memory = new InMemoryStateStore();
    const [one, two] = [window(memory), window(memory)];
    await one.update(reading([signIn('mine')]));
    await one.update(reading([]));
    now += deletionDelayMs - 1;
    await two.update(reading([signIn('mine')]));
    now += 1;
    await one.update(reading([]));
    now += deletionDelayMs - 1;
    await one.update(reading([]));
    assert.deepEqual(kept(), ['oauth:mine']);
    now += 1;
    await one.update(reading([]));
    assert.deepEqual(kept(), []);
  });

  it('is kept when another window sees the entry while the settings files are read', async () => {
    await store(signIn('mine'));
    const memory = new InMemoryStateStore();
    const [one, two] = [window(memory), window(memory)];
    await one.update(reading([signIn('mine')]));
    await one.update(reading([]));
    now += deletionDelayMs;
    const isWhole = async () => {
      await two.update(reading([signIn('mine')]));
      return true;
    };
    await one.update(reading([], { isWhole }));
    assert.deepEqual(kept(), ['oauth:mine']);
  });

  it('is kept while nobody can tell whether the entry is there', async () => {
    const elsewhere = signIn('elsewhere', 'folder:/one');
    await store(signIn('mine'), signIn('faulty'), elsewhere);
    const one = window();
    await one.update(reading([signIn('mine'), signIn('faulty')]));
    await one.update(reading([elsewhere], { scope: 'folder:/one' }));
    const isFaulty = ({ name }: StoredSecret) => name === 'faulty';
    for (let look = 0; look < 3; look += 1) {
      await one.update(reading([], { isWhole: async () => false }));
      now += deletionDelayMs;
    }
    assert.equal(kept().length, 3);
    await one.update(reading([], { isFaulty }));
    now += deletionDelayMs;
    await one.update(reading([], { isFaulty }));
    assert.deepEqual(kept(), ['oauth:elsewhere', 'oauth:faulty']);
  });

  it('is deleted by the last settings that used it, where several share the store', async () => {
    await store(signIn('mine'));
    const [one, two] = [window(undefined, 'one'), window(undefined, 'two')];
    await one.update(reading([signIn('mine')]));
    await two.update(reading([signIn('mine')]));
    await one.update(reading([]));
    now += deletionDelayMs;
    await one.update(reading([]));
    assert.deepEqual(kept(), ['oauth:mine']);
    await two.update(reading([]));
    now += deletionDelayMs;
    await two.update(reading([]));
    assert.deepEqual(kept(), []);
  });

  it('is deleted by the last settings that used it, where machines share the values that are no passwords', async () => {
    const shared = new InMemoryStateStore();
    shared.set('input:region', 'north');
    const here = window(shared, 'here');
    notes = new InMemoryStateStore();
    const there = window(shared, 'there');
    await here.update(reading([input('region')]));
    await there.update(reading([input('region')]));
    await here.update(reading([]));
    now += deletionDelayMs;
    await here.update(reading([]));
    assert.equal(shared.get('input:region'), 'north');
    await there.update(reading([]));
    now += deletionDelayMs;
    await there.update(reading([]));
    assert.equal(shared.get('input:region'), undefined);
  });

  it('is kept while the settings file of another profile has the entry, and for the whole time after that', async () => {
    await store(signIn('mine'));
    const one = window();
    await one.update(reading([signIn('mine')]));
    for (let look = 0; look < 3; look += 1) {
      await one.update(reading([], { isInOtherFile: async ({ name }) => name === 'mine' }));
      now += deletionDelayMs;
    }
    await one.update(reading([]));
    now += deletionDelayMs - 1;
    await one.update(reading([]));
    assert.deepEqual(kept(), ['oauth:mine']);
    now += 1;
    await one.update(reading([]));
    assert.deepEqual(kept(), []);
  });

  it('is written by nobody: only what is deleted changes the store of secrets', async () => {
    await store(signIn('mine'), signIn('other'), input('key'));
    const changes: string[] = [];
    secrets.onDidChange((key) => changes.push(key));
    const [one, two] = [window(undefined, 'one'), window(undefined, 'two')];
    for (const each of [one, two]) {
      await each.update(reading([signIn('mine'), signIn('other'), input('key')]));
      await each.update(reading([signIn('other')]));
    }
    assert.deepEqual(changes, []);
    for (const each of [one, two]) {
      now += deletionDelayMs;
      await each.update(reading([signIn('other')]));
    }
    assert.deepEqual(changes, ['oauth:mine', 'input:key']);
    assert.doesNotMatch(JSON.stringify([notes.get('usedBy')]), /oauth|input/);
  });

  it('is said to be deleted, and that its authorization server did not take the tokens back', async () => {
    await secrets.set('oauth:mine', JSON.stringify([unreachableGrant]));
    const one = window();
    await one.update(reading([signIn('mine')]));
    await one.update(reading([]));
    now += deletionDelayMs;
    await one.update(reading([]));
    assert.deepEqual(kept(), []);
    assert.deepEqual(deleted, ['mine, not revoked']);
  });

  it('is listed as what cannot be read, where an entry is faulty or the settings are not read as a whole', async () => {
    await store(signIn('mine'), signIn('faulty'));
    const one = window();
    await one.update(reading([signIn('mine'), signIn('faulty')]));
    const listed = async (more: Partial<ScopeSnapshot>) =>
      (await one.unused(reading([], more))).map(({ name, isGone }) => [name, isGone]);
    assert.deepEqual(await listed({ isFaulty: ({ name }) => name === 'faulty' }), [
      ['mine', true],
      ['faulty', false],
    ]);
    assert.deepEqual(await listed({ isWhole: async () => false }), [
      ['mine', false],
      ['faulty', false],
    ]);
  });

  it('may be deleted by two windows at once', async () => {
    await store(signIn('mine'));
    const memory = new InMemoryStateStore();
    const [one, two] = [window(memory), window(memory)];
    await one.update(reading([signIn('mine')]));
    await one.update(reading([]));
    now += deletionDelayMs;
    await Promise.all([one.update(reading([])), two.update(reading([]))]);
    assert.deepEqual(kept(), []);
  });

  it('is deleted once more where a window of a browser writes it back', async () => {
    await store(signIn('mine'));
    const one = window();
    await one.update(reading([signIn('mine')]));
    await one.update(reading([]));
    now += deletionDelayMs;
    await one.update(reading([]));
    assert.deepEqual(kept(), []);
    await store(signIn('mine'));
    now += deletionDelayMs;
    await one.update(reading([]));
    assert.deepEqual(kept(), []);
    now += deletionDelayMs;
    await one.update(reading([]));
    await store(signIn('mine'));
    now += deletionDelayMs;
    await one.update(reading([]));
    assert.deepEqual(kept(), ['oauth:mine'], 'what is not indexed is not touched');
  });

  it('leaves nothing behind where the user has signed out before', async () => {
    await store(signIn('mine'));
    const one = window();
    await one.update(reading([signIn('mine')]));
    await secrets.delete('oauth:mine');
    await one.update(reading([]));
    now += deletionDelayMs;
    await one.update(reading([]));
    assert.equal(secrets.values.size, 0);
    assert.deepEqual(deleted, []);
  });

  it('is kept for the whole time where the clock was set back', async () => {
    await store(signIn('mine'));
    const one = window();
    await one.update(reading([signIn('mine')]));
    await one.update(reading([]));
    now = 5;
    await one.update(reading([]));
    now += deletionDelayMs - 1;
    await one.update(reading([]));
    assert.deepEqual(kept(), ['oauth:mine']);
    now += 1;
    await one.update(reading([]));
    assert.deepEqual(kept(), []);
  });

  it('is listed when the settings do not have it any more, and deleted at once when the user wants that', async () => {
    await store(signIn('mine'), signIn('other'));
    const memory = new InMemoryStateStore();
    memory.set('input:key', 'typed');
    const one = window(memory);
    await one.update(reading([signIn('mine'), signIn('other'), signIn('never stored'), input('key')]));
    const unused = await one.unused(reading([signIn('other')]));
    assert.deepEqual(
      unused.map(({ name }) => name),
      ['mine', 'key'],
    );
    for (const stored of unused) {
      assert.equal(await one.delete(stored), true);
    }
    assert.deepEqual(await one.unused(reading([signIn('other')])), []);
    assert.deepEqual(kept(), ['oauth:other']);
    assert.equal(memory.get('input:key'), undefined);
    assert.deepEqual(await one.unused(reading([], { scope: 'folder:/not open' })), []);
  });

  it('is indexed within a bound, and an index that is none of ours is empty', async () => {
    const memory = new InMemoryStateStore();
    const all = Array.from({ length: maxIndexed + 5 }, (_, index) => signIn(String(index)));
    await window(memory).update(reading(all));
    const [key = ''] = memory.keys().filter((one) => one.startsWith('storedSecrets.'));
    assert.equal((memory.get(key) as unknown[]).length, maxIndexed);
    memory.set(key, [{ key: 3 }, null, 'x']);
    await store(signIn('0'));
    assert.deepEqual(await window(memory).unused(reading([])), []);
  });

  describe('in files of settings', () => {
    const path = ['mcpElicitation.servers'];
    const value = { mine: { url: 'https://mcp.example' } };
    const good = `{ // mine\n "mcpElicitation.servers": ${JSON.stringify(value)}, }`;

    for (const [what, texts, said, expected] of [
      ['with this value', [good], value, true],
      ['with a mark of the byte order', [`\uFEFF${good}`], value, true],
      ['with another value', [good], {}, false],
      ['with a syntax error', [good.replace('}}', '}')], value, false],
      ['with a syntax error in a part that is not ours', ['{"a": [1 "mcpElicitation.servers": {}}'], {}, false],
      ['of which another one has a syntax error', [good, '{'], value, false],
      ['that do not say it', ['{}', '{"a": 1}'], undefined, true],
      ['of which one says it, and the editor does not', ['{}', good], undefined, false],
      ['that are no objects', ['[]'], undefined, false],
      ['that are empty', [''], undefined, false],
      ['that are not there', [], undefined, false],
    ] as const) {
      it(`that it was read as a whole is ${expected ? 'known' : 'not known'} from files ${what}`, () => {
        assert.equal(isReadCompletely({ texts, path, value: said }), expected);
      });
    }

    it('names are found where they say something else, in objects and in lists', () => {
      const other = '{"mcpElicitation.servers": {"theirs": 1, "mine": 2}}';
      assert.deepEqual([...namesInOtherFiles({ texts: [good, '{}', '[', other], path, value })], ['theirs', 'mine']);
      const list = '{"mcpElicitation.servers": [{"id": "one"}, 2, {"id": 3}]}';
      assert.deepEqual([...namesInOtherFiles({ texts: [list], path, value: undefined })], ['one']);
    });

    it('with a syntax error deletes nothing', async () => {
      await store(signIn('mine'));
      const one = window();
      await one.update(reading([signIn('mine')]));
      // The editor leaves out what follows the error.
      const broken = '{"mcpElicitation.servers": {"other": {"url": "https://mcp.example"} "mine": {"url": "x"}}}';
      const isWhole = async () => isReadCompletely({ texts: [broken], path, value: { other: value.mine } });
      for (let look = 0; look < 3; look += 1) {
        await one.update(reading([], { isWhole }));
        now += deletionDelayMs;
      }
      assert.deepEqual(kept(), ['oauth:mine']);
    });
  });
});
