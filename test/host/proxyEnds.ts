import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { LineReader } from '#proxy/wire/lineReader.ts';
import type { AgentHome } from '#test/host/agentWindow.ts';
import { ProxyProcess } from '#test/host/proxyProcess.ts';
import { fromRoot } from '#test/root.ts';

/** One end of the proxy: sends lines as they are, and receives them as they came, with their line ends. */
class ProxyEnd {
  readonly #output: Writable;
  readonly #lines: string[] = [];
  #waiting: ((line: string) => void) | undefined;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    const reader = new LineReader({ line: (line) => this.#receive(line.toString()), piece: () => undefined });
    input.on('data', (chunk: Buffer) => reader.push(chunk));
  }

  send(line: string): void {
    this.#output.write(line);
  }

  async next(): Promise<string> {
    return this.#lines.shift() ?? new Promise((resolve) => (this.#waiting = resolve));
  }

  #receive(line: string): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) waiting(line);
    else this.#lines.push(line);
  }
}

/** The proxy as an agent starts it, with the test at both of its ends. */
export class ProxyEnds {
  readonly agent: ProxyEnd;
  readonly server: ProxyEnd;
  readonly #proxy: ProxyProcess;
  readonly #listener: Server;
  readonly #clockFile: string;

  private constructor(proxy: ProxyProcess, socket: Socket, listener: Server, clockFile: string) {
    this.#proxy = proxy;
    this.#listener = listener;
    this.#clockFile = clockFile;
    this.agent = new ProxyEnd(proxy.child.stdin, proxy.child.stdout);
    this.server = new ProxyEnd(socket, socket);
  }

  static async start(home: AgentHome): Promise<ProxyEnds> {
    const listener = createServer((socket) => socket.setNoDelay(true));
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const clockFile = join(home.path, 'clock');
    await writeFile(clockFile, '');
    const address = listener.address();
    const env = {
      BRIDGE_PORT: String(typeof address === 'object' ? address?.port : ''),
      CLOCK_FILE: clockFile,
      NODE_OPTIONS: `--import=${pathToFileURL(fromRoot('test/host/shiftedClock.ts'))}`,
    };
    const connected = once(listener, 'connection');
    const command = [process.execPath, fromRoot('test/servers/proxied/socketBridge.ts')];
    const proxy = await ProxyProcess.start(command, { home, env });
    const [socket] = (await connected) as [Socket];
    return new ProxyEnds(proxy, socket, listener, clockFile);
  }

  /** Puts the clock of the proxy forward. */
  async passTime(seconds: number): Promise<void> {
    await appendFile(this.#clockFile, '.'.repeat(seconds));
  }

  async end(): Promise<void> {
    this.#proxy.child.stdin.end();
    await this.#proxy.ended;
    this.#listener.close();
  }
}
