import type * as vscode from 'vscode';
import type { Scope } from '#core/model/definition.ts';

/** The stores for the values of inputs. */
export interface InputStores {
  /** For passwords, which are stored nowhere else. */
  readonly secrets: vscode.SecretStorage;
  /** For other values of the user's own inputs. */
  readonly global: vscode.Memento;
  /** For other values of a workspace's inputs. */
  readonly workspace: vscode.Memento;
}

/** Identifies one value: the scope that defines the input, and its id. */
export interface InputAddress {
  readonly scope: Scope;
  readonly id: string;
  readonly password: boolean;
}

/**
 * Stores the values of `${input:id}`. The scope is part of every key: a workspace that defines an input with the same id
 * never gets the value of the user's input, or of another workspace's.
 */
export class InputValueStore {
  readonly #stores: InputStores;
  readonly #workspace: string;

  /** `workspace`: identifies the open workspace, because all windows share SecretStorage. */
  constructor(stores: InputStores, workspace: string) {
    this.#stores = stores;
    this.#workspace = workspace;
  }

  async get(address: InputAddress): Promise<string | undefined> {
    const key = this.keyOf(address);
    const value: unknown = address.password ? await this.#stores.secrets.get(key) : this.#memento(address).get(key);
    return typeof value === 'string' ? value : undefined;
  }

  async set(address: InputAddress, value: string): Promise<void> {
    const key = this.keyOf(address);
    await (address.password ? this.#stores.secrets.store(key, value) : this.#memento(address).update(key, value));
  }

  async forget(address: InputAddress): Promise<void> {
    const key = this.keyOf(address);
    await this.#stores.secrets.delete(key);
    await this.#memento(address).update(key, undefined);
  }

  /** The key of a value, the same in every store. */
  keyOf({ scope, id }: Pick<InputAddress, 'scope' | 'id'>): string {
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

  #memento({ scope }: InputAddress): vscode.Memento {
    return scope.kind === 'user' ? this.#stores.global : this.#stores.workspace;
  }
}
