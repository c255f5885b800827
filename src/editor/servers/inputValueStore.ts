import type * as vscode from 'vscode';
import type { Scope } from '#core/model/definition.ts';

/** Values typed for inputs, and where each is kept. */
export interface InputStores {
  /** Passwords, and nothing else keeps them. */
  readonly secrets: vscode.SecretStorage;
  /** Other values for the user's own inputs. */
  readonly global: vscode.Memento;
  /** Other values for a workspace's inputs. */
  readonly workspace: vscode.Memento;
}

/** Names one value: which file defined the input, and its id. */
export interface InputAddress {
  readonly scope: Scope;
  readonly id: string;
  readonly password: boolean;
}

/**
 * Keeps what was typed for `${input:id}`. The scope is part of every key: a workspace that defines an input of the
 * same id never gets the value that was typed for the user's, nor for another workspace's.
 */
export class InputValueStore {
  readonly #stores: InputStores;
  readonly #workspace: string;

  /** `workspace`: names the open workspace among all; SecretStorage is shared between windows. */
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

  /** Under which a value is kept, whichever of the stores has it. */
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
