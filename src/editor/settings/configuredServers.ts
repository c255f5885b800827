import * as vscode from 'vscode';
import type { Servers } from '#core/servers/servers.ts';
import type { DemoServers } from './demoServers.ts';
import type { ServerSettings, SettingsSnapshot } from './serverSettings.ts';

/** Updates the servers from the settings, with the demo servers if the user has added them. */
export class ConfiguredServers implements vscode.Disposable {
  readonly #settings: ServerSettings;
  readonly #servers: Servers;
  readonly #demo: DemoServers;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #snapshot: SettingsSnapshot;

  /** Fires after the settings were read again and the servers were updated. */
  readonly onDidChange = this.#changed.event;

  constructor(settings: ServerSettings, servers: Servers, demo: DemoServers) {
    this.#settings = settings;
    this.#servers = servers;
    this.#demo = demo;
    this.#snapshot = settings.read();
    this.#configure();
    this.#subscription = settings.onDidChange(() => this.refresh());
  }

  /** The settings as they were last read. */
  get settings(): SettingsSnapshot {
    return this.#snapshot;
  }

  /** Reads the settings at once, without waiting for further changes. */
  refresh(): void {
    this.#snapshot = this.#settings.read();
    this.#configure();
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #configure(): void {
    const { definitions } = this.#snapshot;
    const { isAdded, legacy, modern } = this.#demo;
    this.#servers.configure(isAdded ? [...definitions, legacy, modern] : definitions);
  }
}
