import type * as vscode from 'vscode';

/**
 * The extension's context with mementos that update one key after another. The editor stores all keys of an extension as one value,
 * and the confirmation of an update overwrites the values that were set after it, so concurrent updates would be lost.
 * Source: microsoft/vscode, src/vs/workbench/api/common/extHostMemento.ts.
 */
export function withOrderedState(context: vscode.ExtensionContext): vscode.ExtensionContext {
  return Object.create(context, {
    globalState: { value: orderUpdates(context.globalState) },
    workspaceState: { value: orderUpdates(context.workspaceState) },
  });
}

function orderUpdates<M extends vscode.Memento>(memento: M): M {
  /** The values that the editor has not stored yet. */
  const pending = new Map<string, unknown>();
  let last: Promise<unknown> = Promise.resolve();

  async function store(key: string, value: unknown): Promise<void> {
    try {
      await memento.update(key, value);
    } finally {
      if (pending.get(key) === value) {
        pending.delete(key);
      }
    }
  }

  return Object.create(memento, {
    keys: { value: () => [...new Set([...memento.keys(), ...pending.keys()])] },
    get: {
      value: (key: string, defaultValue?: unknown) =>
        pending.has(key) ? (pending.get(key) ?? defaultValue) : memento.get(key, defaultValue),
    },
    update: {
      value: (key: string, value: unknown) => {
        pending.set(key, value);
        const stored = last.then(() => store(key, value));
        last = stored.catch(() => undefined);
        return stored;
      },
    },
  });
}
