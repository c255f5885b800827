import assert from 'node:assert/strict';
import { MementoMemory } from '#editor/common/mementoMemory.ts';

/** A stand-in for `vscode.Memento`. `broken`: the memento cannot be written to. */
class Store {
  readonly kept = new Map<string, unknown>();
  broken: 'rejects' | 'throws' | undefined;
  keys = () => [...this.kept.keys()];
  get<T>(key: string, otherwise?: T): T | undefined {
    return (this.kept.get(key) as T | undefined) ?? otherwise;
  }
  update(key: string, value: unknown): Promise<void> {
    if (this.broken === 'throws') {
      throw new Error('The store is closed.');
    }
    if (this.broken === 'rejects') {
      return Promise.reject(new Error('The disk is full.'));
    }
    this.kept.set(key, value);
    return Promise.resolve();
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the state store in a memento', () => {
  it('reads from and writes to the memento', async () => {
    const store = new Store();
    const memory = new MementoMemory(store);
    memory.set('era', 'modern');
    await turn();
    assert.deepEqual([memory.get('era'), store.kept.get('era'), memory.get('none')], ['modern', 'modern', undefined]);
    store.kept.set('era', 'legacy');
    assert.equal(memory.get('era'), 'legacy');
  });

  for (const broken of ['rejects', 'throws'] as const) {
    it(`keeps values until the window closes if the memento ${broken}, without an unhandled rejection`, async () => {
      const unhandled: unknown[] = [];
      const listener = (error: unknown) => unhandled.push(error);
      process.on('unhandledRejection', listener);
      try {
        const store = new Store();
        store.broken = broken;
        const memory = new MementoMemory(store);
        memory.set('era', 'modern');
        await turn();
        assert.equal(memory.get('era'), 'modern');
        assert.deepEqual(store.keys(), []);
        store.broken = undefined;
        memory.set('era', 'legacy');
        await turn();
        assert.deepEqual([memory.get('era'), store.kept.get('era')], ['legacy', 'legacy']);
      } finally {
        process.off('unhandledRejection', listener);
      }
      assert.deepEqual(unhandled, []);
    });
  }
});
