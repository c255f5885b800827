import assert from 'node:assert/strict';
import type { ExtensionContext, Memento } from 'vscode';
import { withOrderedState } from '#editor/common/orderedState.ts';

/** A memento like the editor's: all keys are one value, and the confirmation of an update overwrites values that were set after it. */
class EditorState {
  stored: Record<string, unknown> = {};
  failing = false;
  #value: Record<string, unknown> = {};
  keys = () => Object.keys(this.#value);
  get = <T>(key: string, otherwise?: T): T | undefined => (this.#value[key] as T | undefined) ?? otherwise;

  async update(key: string, value: unknown): Promise<void> {
    this.#value[key] = value;
    await nextTurn();
    if (this.failing) throw new Error('The disk is full.');
    const written = { ...this.#value };
    this.stored = written;
    await nextTurn();
    this.#value = { ...written };
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the state of the extension', () => {
  let editor: EditorState;
  let state: Memento;

  beforeEach(() => {
    editor = new EditorState();
    const context = { globalState: editor, workspaceState: new EditorState() } as unknown as ExtensionContext;
    state = withOrderedState(context).globalState;
  });

  it('stores all updates that are made at the same time', async () => {
    const first = state.update('one', 1);
    await nextTurn();
    await Promise.all([first, state.update('two', 2), state.update('three', 3)]);
    assert.deepEqual(editor.stored, { one: 1, two: 2, three: 3 });
  });

  it('returns a value before the editor has stored it', async () => {
    const updated = [state.update('one', 1), state.update('one', 2), state.update('two', undefined)];
    assert.deepEqual([state.get('one'), state.get('two', 'none'), state.keys()], [2, 'none', ['one', 'two']]);
    await Promise.all(updated);
    assert.equal(state.get('one'), 2);
  });

  it('rejects an update that failed, and runs the next one', async () => {
    editor.failing = true;
    await assert.rejects(async () => state.update('one', 1), /disk is full/);
    editor.failing = false;
    await state.update('two', 2);
    assert.equal(editor.stored['two'], 2);
  });

  it('does not change other properties of the context', () => {
    const context = Object.freeze({ ...editorContext(), extensionMode: 1 }) as unknown as ExtensionContext;
    assert.equal(withOrderedState(context).extensionMode, 1);
  });
});

function editorContext() {
  return { globalState: new EditorState(), workspaceState: new EditorState() };
}
