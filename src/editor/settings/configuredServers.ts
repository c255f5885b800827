import * as vscode from 'vscode';
import type { Servers } from '#core/servers/servers.ts';
import type { Demo } from './demo.ts';
import type { ServerSettings, SettingsReading } from './settings.ts';

/** Keeps the core's servers in step with the settings, and with the demo where somebody tried it. */
export class ConfiguredServers implements vscode.Disposable {
  readonly #settings: ServerSettings;
  readonly #servers: Servers;
  readonly #demo: Demo;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #reading: SettingsReading;

  /** The settings were read again and the core knows. */
  readonly onDidChange = this.#changed.event;

  constructor(settings: ServerSettings, servers: Servers, demo: Demo) {
    this.#settings = settings;
    this.#servers = servers;
    this.#demo = demo;
    this.#reading = settings.read();
    this.#configure();
    this.#subscription = settings.onDidChange(() => this.refresh());
  }

  /** What the settings said when they were last read. */
  get reading(): SettingsReading {
    return this.#reading;
  }

  /** Reads the settings now, without waiting for them to settle. */
  refresh(): void {
    this.#reading = this.#settings.read();
    this.#configure();
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #configure(): void {
    const { definitions } = this.#reading;
    const { tried, definition, modern } = this.#demo;
    this.#servers.configure(tried ? [...definitions, definition, modern] : definitions);
  }
}
