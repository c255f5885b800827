import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '#scripts/lib/webServer.ts';
import { eventually } from '#test/eventually.ts';
import { fromRoot } from '#test/root.ts';

const script = fromRoot('test/servers/refusingHttp.ts');

/** What the server has seen since `treat`: answers that it read, those that it took, and which requests they are to. */
interface Seen {
  readonly answers: readonly unknown[];
  readonly used: readonly unknown[];
  /** The ids of the requests, or in the modern era their `requestState`. */
  readonly to: readonly unknown[];
}

/** `test/servers/refusingHttp.ts`, seen from its own side: what becomes of the next answers is said before they are given. */
export class RefusingServer {
  readonly #port: number;
  readonly #child: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.#port = port;
    this.#child = child;
  }

  /** `issuer`: the authorization server that it names. */
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

  /** For the settings. */
  get entry(): Readonly<Record<string, unknown>> {
    return { type: 'http', url: `http://127.0.0.1:${this.#port}/mcp` };
  }

  /** The next answer is treated so, and what was seen up to now does not count any more. */
  async treat(how: string, retryAfter?: number): Promise<void> {
    await this.control('clear');
    await this.control(`answers?how=${how}${retryAfter === undefined ? '' : `&retryAfter=${retryAfter}`}`);
  }

  /** Waits until it has taken an answer. */
  async used(): Promise<Seen> {
    return eventually('the server uses an answer', async () => {
      const seen = await this.seen();
      return seen.used.length > 0 ? seen : undefined;
    });
  }

  async seen(): Promise<Seen> {
    return (await this.control('state')) as Seen;
  }

  async control(word: string): Promise<unknown> {
    return (await fetch(`http://127.0.0.1:${this.#port}/control/${word}`)).json();
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}
