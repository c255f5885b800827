import * as vscode from 'vscode';
import { type Disposable, Emitter, type Event } from '#core/common/events.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { LentServer } from './lentServers.ts';

/** The agents of this window. */
export interface LendingAgents {
  readonly isEnabled: boolean;
  /** Fires when agents were switched on or off, and when servers were lent or are lent no more. Fires at much else, too. */
  readonly onDidChange: Event<void>;
  /** The servers of these that are lent to a client; none while agents are off. */
  lentServers(client: string, definitions: readonly ServerDefinition[]): Promise<readonly LentServer[]>;
}

/** The servers of this window. */
export interface DefinedServers {
  readonly settings: { readonly definitions: readonly ServerDefinition[] };
  readonly onDidChange: (listener: () => void) => Disposable;
}

/** Follows which servers of this window are lent to the editor's own agent. While agents are off, nothing is read. */
export class LentServersWatch implements Disposable {
  readonly #client: string;
  readonly #agents: LendingAgents;
  readonly #defined: DefinedServers;
  readonly #changed = new Emitter<readonly LentServer[]>();
  readonly #subscriptions: readonly Disposable[];
  /** The last list, as JSON. */
  #last = '[]';
  #isReading = false;
  #isReadAgain = false;

  /** Fires with the list when it has changed since it was last returned or fired. */
  readonly onDidChange: Event<readonly LentServer[]> = this.#changed.event;

  /** @param client the id of the editor's own agent */
  constructor(client: string, agents: LendingAgents, defined: DefinedServers) {
    this.#client = client;
    this.#agents = agents;
    this.#defined = defined;
    this.#subscriptions = [
      agents.onDidChange(() => this.check()),
      defined.onDidChange(() => this.check()),
      // Another window may have lent a server.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && this.check()),
    ];
  }

  async read(): Promise<readonly LentServer[]> {
    const servers = await this.#read();
    this.#last = JSON.stringify(servers);
    return servers;
  }

  /** Reads again, and fires if the list is another one. */
  check(): void {
    if (this.#isReading) {
      this.#isReadAgain = true;
      return;
    }
    this.#isReading = true;
    void this.#check().finally(() => {
      this.#isReading = false;
      if (this.#isReadAgain) {
        this.#isReadAgain = false;
        this.check();
      }
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    this.#changed.dispose();
  }

  async #check(): Promise<void> {
    const servers = await this.#read();
    const text = JSON.stringify(servers);
    if (text !== this.#last) {
      this.#last = text;
      this.#changed.fire(servers);
    }
  }

  async #read(): Promise<readonly LentServer[]> {
    const { definitions } = this.#defined.settings;
    return this.#agents.isEnabled ? this.#agents.lentServers(this.#client, definitions) : [];
  }
}
