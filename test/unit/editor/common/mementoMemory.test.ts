import assert from 'node:assert/strict';
import { MementoMemory } from '#editor/common/mementoMemory.ts';

/** A stand-in for `vscode.Memento`. `broken`: how an update fails. */
class StubMemento {
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

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the state store in a memento', () => {
  it('reads from and writes to the memento', async () => {
    const store = new StubMemento();
    const memory = new MementoMemory(store);
    memory.set('era', 'modern');
    await nextTurn();
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
        const store = new StubMemento();
        store.broken = broken;
        const memory = new MementoMemory(store);
        memory.set('era', 'modern');
        await nextTurn();
        assert.equal(memory.get('era'), 'modern');
        assert.deepEqual(store.keys(), []);
        store.broken = undefined;
        memory.set('era', 'legacy');
        await nextTurn();
        assert.deepEqual([memory.get('era'), store.kept.get('era')], ['legacy', 'legacy']);
      } finally {
        process.off('unhandledRejection', listener);
      }
      assert.deepEqual(unhandled, []);
    });
  }
});
