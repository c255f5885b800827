import type * as vscode from 'vscode';
import type { Scope } from '#core/model/definition.ts';

/** The stores for the values of inputs. */
export interface InputStores {
  /** The store of passwords, which are stored nowhere else. */
  readonly secrets: vscode.SecretStorage;
  /** The store of other values of inputs in the user settings. */
  readonly global: vscode.Memento;
  /** The store of other values of inputs in workspace or folder settings. */
  readonly workspace: vscode.Memento;
}

/** Identifies one value: the scope that defines the input, and its id. */
export interface InputValueId {
  readonly scope: Scope;
  readonly id: string;
  readonly password: boolean;
}

/**
 * Stores the values of `${input:id}`. The scope is part of every key, so a workspace that defines an input with the same id never
 * gets the value of an input of the user settings or of another workspace.
 */
export class InputValueStore {
  readonly #stores: InputStores;
  readonly #workspace: string;

  /** `workspace`: the name of the open workspace, which is part of the keys because all windows share SecretStorage. */
  constructor(stores: InputStores, workspace: string) {
    this.#stores = stores;
    this.#workspace = workspace;
  }

  async get(valueId: InputValueId): Promise<string | undefined> {
    const key = this.keyOf(valueId);
    const value: unknown = valueId.password ? await this.#stores.secrets.get(key) : this.#memento(valueId).get(key);
    return typeof value === 'string' ? value : undefined;
  }

  /** True if there is a value, as a password or not. */
  async has({ scope, id }: Pick<InputValueId, 'scope' | 'id'>): Promise<boolean> {
    const values = await Promise.all([true, false].map((password) => this.get({ scope, id, password })));
    return values.some((value) => value !== undefined);
  }

  async set(valueId: InputValueId, value: string): Promise<void> {
    const key = this.keyOf(valueId);
    await (valueId.password ? this.#stores.secrets.store(key, value) : this.#memento(valueId).update(key, value));
  }

  async forget(valueId: InputValueId): Promise<void> {
    const key = this.keyOf(valueId);
    await this.#stores.secrets.delete(key);
    await this.#memento(valueId).update(key, undefined);
  }

  /** The key of a value, which is equal in all stores. */
  keyOf({ scope, id }: Pick<InputValueId, 'scope' | 'id'>): string {
    switch (scope.kind) {
      case 'user':
      case 'builtIn':
        return JSON.stringify(['input', scope.kind, id]);
      case 'workspace':
        return JSON.stringify(['input', 'workspace', this.#workspace, id]);
      case 'folder':
        return JSON.stringify(['input', 'folder', this.#workspace, scope.path, id]);
    }
  }

  #memento({ scope }: InputValueId): vscode.Memento {
    return scope.kind === 'user' ? this.#stores.global : this.#stores.workspace;
  }
}
