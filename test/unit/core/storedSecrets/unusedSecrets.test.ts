import assert from 'node:assert/strict';
import { maxIndexed, type ScopeSnapshot } from '#core/storedSecrets/storedSecrets.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { StoredSecretsTestBed, snapshotOf, storedInput, storedSignIn } from './storedSecretsTestBed.ts';

describe('stored secrets without an entry', () => {
  let bed: StoredSecretsTestBed;

  beforeEach(() => {
    bed = new StoredSecretsTestBed();
  });

  it('are listed with isGone false if an entry is faulty or the settings were not read completely', async () => {
    await bed.store(storedSignIn('mine'), storedSignIn('faulty'));
    const one = bed.window();
    await one.update(snapshotOf([storedSignIn('mine'), storedSignIn('faulty')]));
    const unusedSecrets = async (more: Partial<ScopeSnapshot>) =>
      (await one.unused(snapshotOf([], more))).map(({ name, isDefinitelyGone }) => [name, isDefinitelyGone]);
    assert.deepEqual(await unusedSecrets({ isFaulty: ({ name }) => name === 'faulty' }), [
      ['mine', true],
      ['faulty', false],
    ]);
    assert.deepEqual(await unusedSecrets({ isComplete: async () => false }), [
      ['mine', false],
      ['faulty', false],
    ]);
  });

  it('are listed if their entry is not in the settings, and deleted without a delay on request', async () => {
    await bed.store(storedSignIn('mine'), storedSignIn('other'));
    const memory = new InMemoryStateStore();
    memory.set('input:key', 'typed');
    const one = bed.window(memory);
    await one.update(
      snapshotOf([storedSignIn('mine'), storedSignIn('other'), storedSignIn('never stored'), storedInput('key')]),
    );
    const unused = await one.unused(snapshotOf([storedSignIn('other')]));
    assert.deepEqual(
      unused.map(({ name }) => name),
      ['mine', 'key'],
    );
    for (const stored of unused) {
      assert.equal(await one.delete(stored), true);
    }
    assert.deepEqual(await one.unused(snapshotOf([storedSignIn('other')])), []);
    assert.deepEqual(bed.storedKeys, ['oauth:other']);
    assert.equal(memory.get('input:key'), undefined);
    assert.deepEqual(await one.unused(snapshotOf([], { scope: 'folder:/not open' })), []);
  });

  it('are indexed up to a limit, and an invalid index is ignored', async () => {
    const memory = new InMemoryStateStore();
    const all = Array.from({ length: maxIndexed + 5 }, (_, index) => storedSignIn(String(index)));
    await bed.window(memory).update(snapshotOf(all));
    const [key = ''] = memory.keys().filter((one) => one.startsWith('storedSecrets.'));
    assert.equal((memory.get(key) as unknown[]).length, maxIndexed);
    memory.set(key, [{ key: 3 }, null, 'x']);
    await bed.store(storedSignIn('0'));
    assert.deepEqual(await bed.window(memory).unused(snapshotOf([])), []);
  });
});
