import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import type { AnswerBody, Ask, ClientMessage, HelloBody, Probe, WindowMessage } from '#agentProtocol/agentMessages.ts';
import { clientMac, createNonce, isSameMac, windowMac } from '#agentProtocol/handshake.ts';
import { type HomeFolder, homeFolder } from '#agentProtocol/homeFolder.ts';
import { thisMachine, type WindowFile } from '#agentProtocol/windowFile.ts';
import { LineReader } from '#proxy/wire/lineReader.ts';
import { onWindows } from '#test/posix.ts';

/** A home directory for tests, with the key of one client and no window. */
export class AgentHome {
  readonly path: string;
  readonly folder: HomeFolder;
  readonly key = randomBytes(32);

  private constructor(path: string) {
    this.path = path;
    this.folder = homeFolder(path);
  }

  static async create(client = 'codex'): Promise<AgentHome> {
    const home = new AgentHome(await mkdtemp(join(tmpdir(), 'agent-home-')));
    for (const folder of ['windows', 'run', 'keys', 'bin'] as const) {
      await mkdir(home.folder[folder], { recursive: true, mode: 0o700 });
    }
    const text = `${home.key.toString('base64url')}\n`;
    await writeFile(join(home.folder.keys, `${client}.key`), text, { mode: 0o600 });
    return home;
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}

interface WindowBehaviour {
  readonly folders?: readonly string[];
  readonly focusedAt?: number;
  readonly pid?: number;
  readonly present?: boolean;
  readonly keepMs?: number;
  /** Says that the user has connected the server of each client. */
  readonly isConnected?: boolean;
  /** The versions that it claims to speak. */
  readonly protocol?: readonly [oldest: number, newest: number];
  /**
   * `wrong`: another key than the client's. `full`: ends each connection at once. `silent`: never says anything. `unwelcoming`: says
   * nothing after the hello. `closes`: ends the connection after the welcome.
   */
  readonly fault?: 'wrong' | 'full' | 'silent' | 'unwelcoming' | 'closes' | undefined;
  /** Answers no probe before `answerProbes`. */
  readonly holdsProbes?: boolean;
  /** Answers each request at once. */
  readonly answer?: (ask: Ask) => AnswerBody | undefined;
}

/** A window that listens on a real socket, as the extension does, without an editor. */
export class AgentWindow {
  readonly id = randomBytes(8).toString('hex');
  readonly home: AgentHome;
  readonly received: ClientMessage[] = [];
  readonly hellos: HelloBody[] = [];
  isPresent: boolean;
  readonly #behaviour: WindowBehaviour;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #client: Socket | undefined;

  private constructor(home: AgentHome, behaviour: WindowBehaviour) {
    this.home = home;
    this.#behaviour = behaviour;
    this.isPresent = behaviour.present ?? true;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  static async open(home: AgentHome, behaviour: WindowBehaviour = {}): Promise<AgentWindow> {
    const window = new AgentWindow(home, behaviour);
    await new Promise<void>((resolve) => window.#server.listen(window.socketPath, resolve));
    await window.writeFile();
    return window;
  }

  get socketPath(): string {
    return onWindows ? `\\\\.\\pipe\\agent-window-${this.id}` : join(this.home.folder.run, this.id);
  }

  get filePath(): string {
    return join(this.home.folder.windows, `${this.id}.json`);
  }

  async writeFile(changes: Partial<WindowFile> = {}): Promise<void> {
    const { folders = [parse(this.home.path).root], focusedAt = 1, pid = process.pid } = this.#behaviour;
    const file: WindowFile = { id: this.id, machine: thisMachine(), pid, socket: this.socketPath, folders, focusedAt };
    await writeFile(this.filePath, JSON.stringify({ ...file, ...changes }), { mode: 0o600 });
  }

  get asks(): readonly Ask[] {
    return this.all('ask');
  }

  all<T extends ClientMessage['type']>(type: T): readonly Extract<ClientMessage, { type: T }>[] {
    return this.received.filter((message): message is Extract<ClientMessage, { type: T }> => message.type === type);
  }

  /** The number of clients that are connected. */
  get clients(): number {
    return this.#sockets.size;
  }

  answer(ask: Ask, answer: AnswerBody): void {
    this.send({ type: 'answer', id: ask.id, number: ask.number, answer });
  }

  /** Sends a message to the client that was accepted last. */
  send(message: WindowMessage): void {
    this.#client?.write(`${JSON.stringify(message)}\n`);
  }

  /** Reads nothing of its clients until `continueReading`. */
  stopReading(): void {
    for (const socket of this.#sockets) socket.pause();
  }

  continueReading(): void {
    for (const socket of this.#sockets) socket.resume();
  }

  /** Closes the window as a reload does: its file says so. */
  async close(): Promise<void> {
    await this.writeFile({ closedAt: Date.now() });
    this.send({ type: 'closing', reason: 'window' });
    await this.#end();
  }

  /** Ends the window as a crash does: its socket stays, and its file as it is, `ageMs` old. */
  async crash(ageMs = 0): Promise<void> {
    // A server removes its socket when it closes, but only under the name that it knows.
    const kept = `${this.socketPath}-kept`;
    await rename(this.socketPath, kept).catch(() => undefined);
    await this.#end();
    await rename(kept, this.socketPath).catch(() => undefined);
    const time = new Date(Date.now() - ageMs);
    await utimes(this.filePath, time, time);
  }

  #end(): Promise<void> {
    for (const socket of this.#sockets) socket.destroySoon();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    const { fault, protocol: [oldestProtocol, protocol] = [1, 1] } = this.#behaviour;
    const nonce = createNonce();
    if (fault === 'full') {
      socket.destroy();
      return;
    }
    let isAuthenticated = false;
    const write = (message: object) => socket.write(`${JSON.stringify(message)}\n`);
    if (fault !== 'silent') write({ type: 'challenge', protocol, oldestProtocol, nonce });
    const readLine = (line: string) => {
      const message = JSON.parse(line);
      if (isAuthenticated) {
        this.#receive(message);
        return;
      }
      const { home } = this;
      const hello = JSON.parse(message.body) as HelloBody;
      if (!isSameMac(message.mac, clientMac(home.key, nonce, message.body))) {
        socket.destroy();
        return;
      }
      isAuthenticated = true;
      this.hellos.push(hello);
      this.#client = socket;
      const key = fault === 'wrong' ? randomBytes(32) : home.key;
      const { keepMs = 600_000, isConnected } = this.#behaviour;
      const mac = windowMac(key, nonce, hello.nonce);
      if (fault === 'unwelcoming') return;
      write({ type: 'welcome', protocol: 1, mac, window: this.id, present: this.isPresent, keepMs, isConnected });
      if (fault === 'closes') socket.destroySoon();
    };
    const lines = new LineReader({ line: (line) => readLine(line.toString()), piece: () => undefined });
    socket.on('data', (chunk: Buffer) => lines.push(chunk));
  }

  /** Answers the probes that were received. */
  answerProbes(): void {
    for (const probe of this.all('probe')) this.#answerProbe(probe);
  }

  #answerProbe({ id }: Probe): void {
    this.send({ type: 'presence', id, present: this.isPresent });
  }

  #receive(message: ClientMessage): void {
    this.received.push(message);
    if (message.type === 'probe' && !this.#behaviour.holdsProbes) this.#answerProbe(message);
    const answer = message.type === 'ask' ? this.#behaviour.answer?.(message) : undefined;
    if (message.type === 'ask' && answer) this.answer(message, answer);
  }
}
