import assert from 'node:assert/strict';
import type { StoredHead } from '#core/record/store/heads.ts';
import { type SecretStorage, SecretStorageHeads } from '#core/record/store/secretStorageHeads.ts';

class InMemorySecrets implements SecretStorage {
  readonly values = new Map<string, string>();
  async get(key: string): Promise<string | undefined> {
    return this.values.get(key);
  }
  async store(key: string, value: string): Promise<void> {
    this.values.set(key, value);
  }
  async delete(key: string): Promise<void> {
    this.values.delete(key);
  }
}

const file = (window: number) => `2026-03.w${window}.1.jsonl`;
const head: StoredHead = {
  hash: 'a'.repeat(64),
  count: 3,
  bytes: 900,
  sure: 2,
  torn: { bytes: 5, sha256: 'b'.repeat(64) },
};

describe('heads in the secret storage', () => {
  let secrets: InMemorySecrets;
  beforeEach(() => {
    secrets = new InMemorySecrets();
  });

  it('are stored, listed and deleted', async () => {
    const heads = new SecretStorageHeads(secrets);
    assert.deepEqual([await heads.names(), await heads.get(file(1))], [[], undefined]);
    await heads.set(file(1), head);
    await heads.set(file(2), { hash: 'c', count: 0, bytes: 0 });
    assert.deepEqual(await new SecretStorageHeads(secrets).get(file(1)), head);
    assert.deepEqual(await heads.names(), [file(1), file(2)]);
    await heads.delete(file(1));
    assert.deepEqual([await heads.names(), await heads.get(file(1))], [[file(2)], undefined]);
    await heads.delete(file(2));
    assert.deepEqual([...secrets.values], [['record.heads', '[]']]);
  });

  it('are all listed if they are stored at the same time', async () => {
    const heads = new SecretStorageHeads(secrets);
    await Promise.all(Array.from({ length: 50 }, (_, index) => heads.set(file(index), head)));
    assert.equal((await heads.names()).length, 50);
  });

  it('are listed after the next read if another window changed the list at the same time', async () => {
    const [one, two] = [new SecretStorageHeads(secrets), new SecretStorageHeads(secrets)];
    await Promise.all([one.set(file(1), head), two.set(file(2), head)]);
    await one.set(file(1), head);
    await two.get(file(2));
    assert.deepEqual((await one.names()).toSorted(), [file(1), file(2)]);
  });

  it('are listed again after their next read if another window removed them from the list', async () => {
    const heads = new SecretStorageHeads(secrets);
    await heads.set(file(1), head);
    assert.deepEqual(await heads.names(), [file(1)]);
    secrets.values.set('record.heads', '[]');
    await heads.names();
    await heads.get(file(1));
    assert.deepEqual(await heads.names(), [file(1)]);
  });

  it('are read one by one without reading the list each time', async () => {
    const heads = new SecretStorageHeads(secrets);
    await Promise.all(Array.from({ length: 50 }, (_, index) => heads.set(file(index), head)));
    const readKeys: string[] = [];
    const { get } = secrets;
    secrets.get = (key) => {
      readKeys.push(key);
      return get.call(secrets, key);
    };
    for (const name of await heads.names()) {
      await heads.get(name);
    }
    assert.equal(readKeys.length, 51);
  });

  it('are absent if the stored value is not a head', async () => {
    const damaged = [{ hash: 'a' }, { count: -3 }, { bytes: -900 }, { sure: 0.5 }, { torn: { bytes: 5 } }].map(
      (change) => JSON.stringify({ ...head, ...change }),
    );
    const heads = new SecretStorageHeads(secrets);
    for (const stored of ['', '{', 'null', '{"hash":1}', '{"hash":"a","count":"3","bytes":1}', '[]', ...damaged]) {
      secrets.values.set(`record.head.${file(1)}`, stored);
      secrets.values.set('record.heads', stored);
      assert.deepEqual([await heads.get(file(1)), await heads.names()], [undefined, []]);
    }
  });

  it('can be read even if the list cannot be written', async () => {
    const heads = new SecretStorageHeads(secrets);
    await heads.set(file(1), head);
    secrets.values.set('record.heads', '{"damaged"');
    secrets.store = () => Promise.reject(new Error('locked'));
    assert.deepEqual(await heads.get(file(1)), head);
  });

  it('can be stored after a failure', async () => {
    const heads = new SecretStorageHeads(secrets);
    const { store } = secrets;
    secrets.store = () => Promise.reject(new Error('locked'));
    await assert.rejects(heads.set(file(1), head), { message: 'locked' });
    secrets.store = store;
    await heads.set(file(1), head);
    assert.deepEqual(await heads.names(), [file(1)]);
  });
});
