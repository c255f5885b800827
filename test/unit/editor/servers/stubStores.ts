import type { InputStores } from '#editor/servers/inputValueStore.ts';

/** A stand-in for `vscode.Memento` and `vscode.SecretStorage`, with the methods that values of inputs need. */
export class StubStore {
  readonly kept = new Map<string, unknown>();
  readonly onDidChange = () => ({ dispose: () => undefined });
  keys = async () => [...this.kept.keys()];
  // A memento returns the value, SecretStorage a promise; `await` accepts both.
  get = (key: string): never => this.kept.get(key) as never;
  update = async (key: string, value: unknown) => void this.kept.set(key, value);
  store = async (key: string, value: string) => void this.kept.set(key, value);
  delete = async (key: string) => void this.kept.delete(key);
}

/** Empty stores for the values of inputs. `secrets`: a store that is shared with other settings. */
export function stubStores(secrets = new StubStore()): InputStores {
  return { secrets, global: new StubStore(), workspace: new StubStore() } as never;
}
