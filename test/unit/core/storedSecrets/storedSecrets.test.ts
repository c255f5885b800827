import assert from 'node:assert/strict';
import { isReadCompletely } from '#core/storedSecrets/settingsFileContents.ts';
import { deletionDelayMs, type StoredSecret } from '#core/storedSecrets/storedSecrets.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import {
  StoredSecretsTestBed,
  snapshotOf,
  storedInput,
  storedSignIn,
  unreachableGrant,
} from './storedSecretsTestBed.ts';

describe('stored secrets of removed entries', () => {
  let bed: StoredSecretsTestBed;

  beforeEach(() => {
    bed = new StoredSecretsTestBed();
  });

  it('are deleted if their entry is absent from two updates that are the delay apart; others are kept', async () => {
    const [mine, other, key] = [storedSignIn('mine'), storedSignIn('other'), storedInput('key')];
    await bed.store(mine, other, key);
    const one = bed.window();
    await one.update(snapshotOf([mine, other, key]));
    await one.update(snapshotOf([other]));
    bed.pass(deletionDelayMs - 1);
    await one.update(snapshotOf([other]));
    assert.deepEqual(bed.storedKeys, ['input:key', 'oauth:mine', 'oauth:other']);
    bed.pass(1);
    await one.update(snapshotOf([other]));
    assert.deepEqual(bed.storedKeys, ['oauth:other']);
    assert.deepEqual(bed.deleted, ['mine', 'key']);
  });

  it('are not deleted by one update, even if it is much later', async () => {
    await bed.store(storedSignIn('mine'));
    const one = bed.window();
    await one.update(snapshotOf([storedSignIn('mine')]));
    bed.pass(10 * deletionDelayMs);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, ['oauth:mine']);
  });

  it('are kept for the whole delay again if the entry was present in between, also if only in an update of another window', async () => {
    await bed.store(storedSignIn('mine'));
    const memory = new InMemoryStateStore();
    const [one, two] = [bed.window(memory), bed.window(memory)];
    await one.update(snapshotOf([storedSignIn('mine')]));
    await one.update(snapshotOf([]));
    bed.pass(deletionDelayMs - 1);
    await two.update(snapshotOf([storedSignIn('mine')]));
    bed.pass(1);
    await one.update(snapshotOf([]));
    bed.pass(deletionDelayMs - 1);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, ['oauth:mine']);
    bed.pass(1);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, []);
  });

  it('are kept if another window has an update with the entry while the settings files are read', async () => {
    await bed.store(storedSignIn('mine'));
    const memory = new InMemoryStateStore();
    const [one, two] = [bed.window(memory), bed.window(memory)];
    await one.update(snapshotOf([storedSignIn('mine')]));
    await one.update(snapshotOf([]));
    bed.pass(deletionDelayMs);
    const isWhole = async () => {
      await two.update(snapshotOf([storedSignIn('mine')]));
      return true;
    };
    await one.update(snapshotOf([], { isComplete: isWhole }));
    assert.deepEqual(bed.storedKeys, ['oauth:mine']);
  });

  it('are kept while the entry is faulty or the settings were not read completely', async () => {
    const elsewhere = storedSignIn('elsewhere', 'folder:/one');
    await bed.store(storedSignIn('mine'), storedSignIn('faulty'), elsewhere);
    const one = bed.window();
    await one.update(snapshotOf([storedSignIn('mine'), storedSignIn('faulty')]));
    await one.update(snapshotOf([elsewhere], { scope: 'folder:/one' }));
    const isFaulty = ({ name }: StoredSecret) => name === 'faulty';
    for (let update = 0; update < 3; update += 1) {
      await one.update(snapshotOf([], { isComplete: async () => false }));
      bed.pass(deletionDelayMs);
    }
    assert.equal(bed.storedKeys.length, 3);
    await one.update(snapshotOf([], { isFaulty }));
    bed.pass(deletionDelayMs);
    await one.update(snapshotOf([], { isFaulty }));
    assert.deepEqual(bed.storedKeys, ['oauth:elsewhere', 'oauth:faulty']);
  });

  it('are deleted by the last settings that used them, if several settings share the store', async () => {
    await bed.store(storedSignIn('mine'));
    const [one, two] = [bed.window(undefined, 'one'), bed.window(undefined, 'two')];
    await one.update(snapshotOf([storedSignIn('mine')]));
    await two.update(snapshotOf([storedSignIn('mine')]));
    await one.update(snapshotOf([]));
    bed.pass(deletionDelayMs);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, ['oauth:mine']);
    await two.update(snapshotOf([]));
    bed.pass(deletionDelayMs);
    await two.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, []);
  });

  it('are deleted by the last settings that used them, if machines share the values of inputs that are not passwords', async () => {
    const shared = new InMemoryStateStore();
    shared.set('input:region', 'north');
    const here = bed.window(shared, 'here');
    bed.notes = new InMemoryStateStore();
    const there = bed.window(shared, 'there');
    await here.update(snapshotOf([storedInput('region')]));
    await there.update(snapshotOf([storedInput('region')]));
    await here.update(snapshotOf([]));
    bed.pass(deletionDelayMs);
    await here.update(snapshotOf([]));
    assert.equal(shared.get('input:region'), 'north');
    await there.update(snapshotOf([]));
    bed.pass(deletionDelayMs);
    await there.update(snapshotOf([]));
    assert.equal(shared.get('input:region'), undefined);
  });

  it('are kept while the settings file of another profile has the entry, and for the whole delay after that', async () => {
    await bed.store(storedSignIn('mine'));
    const one = bed.window();
    await one.update(snapshotOf([storedSignIn('mine')]));
    for (let update = 0; update < 3; update += 1) {
      await one.update(snapshotOf([], { isInOtherFile: async ({ name }) => name === 'mine' }));
      bed.pass(deletionDelayMs);
    }
    await one.update(snapshotOf([]));
    bed.pass(deletionDelayMs - 1);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, ['oauth:mine']);
    bed.pass(1);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, []);
  });

  it('are never written: the secret store changes only by deletions', async () => {
    await bed.store(storedSignIn('mine'), storedSignIn('other'), storedInput('key'));
    const changes: string[] = [];
    bed.secrets.onDidChange((key) => changes.push(key));
    const [one, two] = [bed.window(undefined, 'one'), bed.window(undefined, 'two')];
    for (const each of [one, two]) {
      await each.update(snapshotOf([storedSignIn('mine'), storedSignIn('other'), storedInput('key')]));
      await each.update(snapshotOf([storedSignIn('other')]));
    }
    assert.deepEqual(changes, []);
    for (const each of [one, two]) {
      bed.pass(deletionDelayMs);
      await each.update(snapshotOf([storedSignIn('other')]));
    }
    assert.deepEqual(changes, ['oauth:mine', 'input:key']);
    assert.doesNotMatch(JSON.stringify([bed.notes.get('usedBy')]), /oauth|input/);
  });

  it('are reported as deleted, with tokens that the authorization server did not revoke', async () => {
    await bed.secrets.set('oauth:mine', JSON.stringify([unreachableGrant]));
    const one = bed.window();
    await one.update(snapshotOf([storedSignIn('mine')]));
    await one.update(snapshotOf([]));
    bed.pass(deletionDelayMs);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, []);
    assert.deepEqual(bed.deleted, ['mine, not revoked']);
  });

  it('may be deleted by two windows at once', async () => {
    await bed.store(storedSignIn('mine'));
    const memory = new InMemoryStateStore();
    const [one, two] = [bed.window(memory), bed.window(memory)];
    await one.update(snapshotOf([storedSignIn('mine')]));
    await one.update(snapshotOf([]));
    bed.pass(deletionDelayMs);
    await Promise.all([one.update(snapshotOf([])), two.update(snapshotOf([]))]);
    assert.deepEqual(bed.storedKeys, []);
  });

  it('are deleted again if a window in a browser has written them back, once', async () => {
    await bed.store(storedSignIn('mine'));
    const one = bed.window();
    await one.update(snapshotOf([storedSignIn('mine')]));
    await one.update(snapshotOf([]));
    bed.pass(deletionDelayMs);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, []);
    await bed.store(storedSignIn('mine'));
    bed.pass(deletionDelayMs);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, []);
    bed.pass(deletionDelayMs);
    await one.update(snapshotOf([]));
    await bed.store(storedSignIn('mine'));
    bed.pass(deletionDelayMs);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, ['oauth:mine'], 'a secret that is not indexed is kept');
  });

  it('are not reported as deleted if the user signed out before', async () => {
    await bed.store(storedSignIn('mine'));
    const one = bed.window();
    await one.update(snapshotOf([storedSignIn('mine')]));
    await bed.secrets.delete('oauth:mine');
    await one.update(snapshotOf([]));
    bed.pass(deletionDelayMs);
    await one.update(snapshotOf([]));
    assert.equal(bed.secrets.values.size, 0);
    assert.deepEqual(bed.deleted, []);
  });

  it('are kept for the whole delay again if the clock was set back', async () => {
    await bed.store(storedSignIn('mine'));
    const one = bed.window();
    await one.update(snapshotOf([storedSignIn('mine')]));
    await one.update(snapshotOf([]));
    bed.now = 5;
    await one.update(snapshotOf([]));
    bed.pass(deletionDelayMs - 1);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, ['oauth:mine']);
    bed.pass(1);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, []);
  });

  it('are kept for two days after the clock was set forward, and for the whole delay if it was set back meanwhile', async () => {
    await bed.store(storedSignIn('mine'));
    const one = bed.window();
    await one.update(snapshotOf([storedSignIn('mine')]));
    await one.update(snapshotOf([]));
    const hourMs = 60 * 60 * 1000;
    bed.pass(hourMs);
    bed.now += 10 * deletionDelayMs;
    for (let hours = 0; hours < 47; hours += 1) {
      await one.update(snapshotOf([]));
      bed.pass(hourMs);
    }
    assert.deepEqual(bed.storedKeys, ['oauth:mine']);
    bed.now -= 10 * deletionDelayMs;
    await one.update(snapshotOf([]));
    bed.pass(deletionDelayMs - 48 * hourMs - 1);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, ['oauth:mine']);
    bed.pass(1);
    await one.update(snapshotOf([]));
    assert.deepEqual(bed.storedKeys, []);
  });

  it('are kept while a settings file has a syntax error', async () => {
    const path = ['mcpElicitation.servers'];
    const other = { url: 'https://mcp.example' };
    await bed.store(storedSignIn('mine'));
    const one = bed.window();
    await one.update(snapshotOf([storedSignIn('mine')]));
    // The editor omits the entries after the error.
    const broken = '{"mcpElicitation.servers": {"other": {"url": "https://mcp.example"} "mine": {"url": "x"}}}';
    const isWhole = async () => isReadCompletely({ texts: [broken], path, value: { other } });
    for (let update = 0; update < 3; update += 1) {
      await one.update(snapshotOf([], { isComplete: isWhole }));
      bed.pass(deletionDelayMs);
    }
    assert.deepEqual(bed.storedKeys, ['oauth:mine']);
  });
});
