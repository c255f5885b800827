import * as vscode from 'vscode';
import { type CommandName, commandIds, registerCommand } from '#editor/common/contributions.ts';
import type { Host } from './host.ts';

/** What other extensions get: the file `api/mcp-elicitation-host.d.ts` describes it for them. */
interface ExportedApi {
  readonly version: 1;
  elicit(request: unknown, token?: vscode.CancellationToken): Promise<unknown>;
}

/** The host between `activate` and `deactivate`. */
let deferred: DeferredHost | undefined;

/**
 * Registers the commands, and does nothing else while the editor waits. The host starts in the next turn of the event loop,
 * or as soon as a command or another extension needs it.
 */
export function activate(context: vscode.ExtensionContext): ExportedApi {
  const host = new DeferredHost(context);
  deferred = host;
  for (const name of Object.keys(commandIds) as CommandName[]) {
    const run = async (argument: unknown) => (await host.started()).run(name, argument);
    context.subscriptions.push(registerCommand(vscode.commands, name, run));
  }
  setImmediate(() => void host.started().catch(() => undefined));
  return { version: 1, elicit: async (request, token) => (await host.started()).elicit(request, token) };
}

/** Ends the host: see `Host.end`. */
export function deactivate(): Promise<void> | undefined {
  return deferred?.end();
}

/** Loads and starts the host when it is first needed. */
class DeferredHost {
  readonly #context: vscode.ExtensionContext;
  #starting: Promise<Host> | undefined;
  #host: Host | undefined;
  #isOver = false;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  /** The started host. Rejects if it cannot be started, after an error message to the user, or if the extension has ended. */
  started(): Promise<Host> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  /** Ends the host, if it was started, without a delay: the editor does not wait before it disposes of the subscriptions. No host starts later. */
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
