import type { Screen } from '#bridge/messages.ts';
import type { UnverifiedDecision, UnverifiedServer } from '#core/agents/sessions/agentServices.ts';
import type { PanelScreen, ScreenMessage } from './panelScreen.ts';

/**
 * The question whether a server of an agent may ask, which the user has not connected. Nothing that the server asks is shown before the
 * user has decided. Closing the tab decides nothing.
 */
export class UnverifiedServerScreen implements PanelScreen {
  readonly waits = true;
  readonly waitsFor = 'agreement';
  readonly blocksServer = true;
  readonly id: string;
  readonly #server: UnverifiedServer;
  readonly #signal: AbortSignal;
  readonly #end: (decision: UnverifiedDecision) => void;

  /** `signal`: aborted when the question is over. */
  constructor(id: string, server: UnverifiedServer, signal: AbortSignal, end: (decision: UnverifiedDecision) => void) {
    this.id = id;
    this.#server = server;
    this.#signal = signal;
    this.#end = end;
  }

  get serverId(): string {
    return `unverified ${this.#server.client}`;
  }

  get serverName(): string {
    return this.#server.agent;
  }

  compose(ignoreInputMs: number): Screen {
    const { agent, server, commandLine, isCommandCut, folder, replacesConnected } = this.#server;
    return {
      kind: 'unverifiedServer',
      id: this.id,
      server: { name: agent },
      claimedName: server,
      commandLine,
      isCommandCut,
      folder,
      replacesConnected,
      ignoreInputMs,
    };
  }

  receive(message: ScreenMessage): void {
    if (message.type === 'decideServer' && !(message.decision === 'update' && this.#server.isCommandCut)) {
      this.#end(message.decision);
    }
  }

  dismiss(): void {
    if (this.#signal.aborted) {
      this.#end('stop');
    }
  }

  drawFailed(): void {
    this.#end('stop');
  }
}
