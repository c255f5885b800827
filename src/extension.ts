import * as vscode from 'vscode';
import { type CommandName, commandIds, registerCommand } from '#editor/common/contributions.ts';
import type { Host } from './host.ts';

/** What runs between `activate` and `deactivate`. */
let deferred: DeferredHost | undefined;

/**
 * Registers the commands, and nothing else while the editor waits. The host is put together in a turn of its own right
 * after that, or as soon as a command wants it.
 */
export function activate(context: vscode.ExtensionContext): void {
  const host = new DeferredHost(context);
  deferred = host;
  for (const name of Object.keys(commandIds) as CommandName[]) {
    const run = async (argument: unknown) => (await host.started()).run(name, argument);
    context.subscriptions.push(registerCommand(vscode.commands, name, run));
  }
  setImmediate(() => void host.started().catch(() => undefined));
}

/** Ends the host: see `Host.end`. */
export function deactivate(): Promise<void> | undefined {
  return deferred?.end();
}

/** The host, in a file of its own that is read when the host is first wanted. */
class DeferredHost {
  readonly #context: vscode.ExtensionContext;
  #starting: Promise<Host> | undefined;
  #host: Host | undefined;
  #isOver = false;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  /** Rejects, now and later, where it cannot be put together, which the person is told; and when the extension has ended. */
  started(): Promise<Host> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  /** None is started any more. One that is there ends at once: the editor disposes of its parts without waiting for this. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#host?.end();
  }

  async #start(): Promise<Host> {
    this.#throwIfOver();
    try {
      const { startHost } = await import('./host.ts');
      this.#throwIfOver();
      this.#host = startHost(this.#context);
      return this.#host;
    } catch (error) {
      this.#throwIfOver();
      const reason = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(vscode.l10n.t('MCP Elicitation Host could not be started: {0}', reason));
      throw error;
    }
  }

  #throwIfOver(): void {
    if (this.#isOver) {
      throw new Error('MCP Elicitation Host has ended.');
    }
  }
}
