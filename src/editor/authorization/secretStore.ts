import type * as vscode from 'vscode';
import type { SharedSecretStore } from '#core/authorization/authorizationServices.ts';
import type { Event } from '#core/common/events.ts';

/** The editor's SecretStorage: encrypted, and shared by all windows. */
export class EditorSecretStore implements SharedSecretStore {
  readonly #secrets: vscode.SecretStorage;
  readonly onDidChange: Event<string>;
  /** The editor passes changes on to its other windows after a tenth of a second, a busy one later. */
  readonly settleMs = 1000;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    this.onDidChange = (listener) => secrets.onDidChange(({ key }) => listener(key));
  }

  async get(key: string): Promise<string | undefined> {
    return this.#secrets.get(key);
  }

  async set(key: string, value: string): Promise<void> {
    await this.#secrets.store(key, value);
  }

  async delete(key: string): Promise<void> {
    await this.#secrets.delete(key);
  }
}
