import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '#scripts/lib/webServer.ts';
import { eventually } from '#test/eventually.ts';
import { fromRoot } from '#test/root.ts';

const script = fromRoot('test/servers/refusingHttp.ts');

/** The answers that the server has read since `setTreatment` (`answers`), and those of them that it has accepted (`used`). */
interface ServerState {
  readonly answers: readonly unknown[];
  readonly used: readonly unknown[];
  /** The ids of the requests that were answered, or in the modern era their `requestState`. */
  readonly to: readonly unknown[];
}

/** Runs `test/servers/refusingHttp.ts` and controls how the server treats the next answer. */
export class RefusingServer {
  readonly #port: number;
  readonly #child: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.#port = port;
    this.#child = child;
  }

  /** Starts the server. `issuer`: the URL of the authorization server in its metadata. */
  static async start(era: 'legacy' | 'modern', issuer = ''): Promise<RefusingServer> {
    const port = await freePort();
    const env = { ...process.env, PORT: String(port), ISSUER: issuer };
    const server = new RefusingServer(port, spawn(process.execPath, [script, era], { env, stdio: 'ignore' }));
    await eventually('the server listens', () =>
      server.control('state').then(
        () => true,
        () => false,
      ),
    );
    return server;
  }

  /** The entry for the settings. */
  get entry(): Readonly<Record<string, unknown>> {
    return { type: 'http', url: `http://127.0.0.1:${this.#port}/mcp` };
  }

  /** Sets how the next answer is treated (`how`: see `refusingHttp.ts`), and clears the state. */
  async setTreatment(how: string, retryAfter?: number): Promise<void> {
    await this.control('clear');
    await this.control(`answers?how=${how}${retryAfter === undefined ? '' : `&retryAfter=${retryAfter}`}`);
  }

  /** Waits until the server has accepted an answer. */
  async waitForUsedAnswer(): Promise<ServerState> {
    return eventually('the server uses an answer', async () => {
      const state = await this.state();
      return state.used.length > 0 ? state : undefined;
    });
  }

  async state(): Promise<ServerState> {
    return (await this.control('state')) as ServerState;
  }

  /** Sends a command, such as `clear`. @returns the JSON of the response */
  async control(command: string): Promise<unknown> {
    return (await fetch(`http://127.0.0.1:${this.#port}/control/${command}`)).json();
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}
