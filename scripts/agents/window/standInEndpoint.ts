import { randomBytes } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type Challenge,
  type ClientMessage,
  type HelloBody,
  oldestProtocolVersion,
  protocolVersion,
  type Welcome,
  type WindowMessage,
} from '#agentProtocol/agentMessages.ts';
import { clientMac, createNonce, isSameMac, windowMac } from '#agentProtocol/handshake.ts';
import { type HomeFolder, homeFolder, readClientKey } from '#agentProtocol/homeFolder.ts';
import { thisMachine, type WindowFile } from '#agentProtocol/windowFile.ts';
import { membersOf, stringOf } from '#scripts/agents/model/jsonParts.ts';

/** A client that has proved that it has its key. */
export interface StandInClient {
  readonly body: HelloBody;
  send(message: WindowMessage): void;
}

/** What an endpoint reports. */
interface EndpointEvents {
  message(client: StandInClient, message: ClientMessage): void;
}

const keepMs = 600_000;

/** The socket, the file and the handshake of a window, as an extension host has them. It trusts its clients: it is for tests. */
export class StandInEndpoint {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #file: WindowFile;
  readonly #home: HomeFolder;
  readonly #events: EndpointEvents;

  private constructor(home: HomeFolder, folder: string, events: EndpointEvents) {
    const id = randomBytes(8).toString('hex');
    const socket = join(home.run, `${id}.sock`);
    this.#home = home;
    this.#events = events;
    this.#file = { id, machine: thisMachine(), pid: process.pid, socket, folders: [folder], focusedAt: Date.now() };
    this.#server = createServer((connection) => void this.#serve(connection));
  }

  /** Listens, and writes the window's file. */
  static async open(userHome: string, folder: string, events: EndpointEvents): Promise<StandInEndpoint> {
    const home = homeFolder(userHome);
    for (const path of [home.root, home.windows, home.run, home.keys]) {
      await mkdir(path, { recursive: true, mode: 0o700 });
    }
    const endpoint = new StandInEndpoint(home, folder, events);
    const { socket } = endpoint.#file;
    await new Promise<void>((resolve, reject) => {
      endpoint.#server.once('error', reject);
      endpoint.#server.listen(socket, resolve);
    });
    await chmod(socket, 0o600);
    await endpoint.#writeFile({});
    return endpoint;
  }

  /** Gives a client a key, unless it has one. */
  static async createKey(userHome: string, client: string): Promise<void> {
    const home = homeFolder(userHome);
    if (await readClientKey(home, client)) return;
    await writeFile(join(home.keys, `${client}.key`), `${createNonce()}\n`, { mode: 0o600 });
  }

  /** Closes. The window's file stays and says when, as that of an editor does. */
  async close(): Promise<void> {
    await this.#writeFile({ closedAt: Date.now() });
    for (const socket of this.#sockets) {
      send(socket, { type: 'closing', reason: 'window' });
      socket.end();
    }
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #writeFile(more: Partial<WindowFile>): Promise<void> {
    const path = join(this.#home.windows, `${this.#file.id}.json`);
    return writeFile(path, JSON.stringify({ ...this.#file, ...more }), { mode: 0o600 });
  }

  async #serve(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
    const nonce = createNonce();
    send(socket, { type: 'challenge', protocol: protocolVersion, oldestProtocol: oldestProtocolVersion, nonce });
    let client: StandInClient | undefined;
    for await (const line of createInterface({ input: socket })) {
      if (client) {
        this.#receive(client, JSON.parse(line) as ClientMessage);
        continue;
      }
      const body = await this.#authenticate(line, nonce, socket);
      if (!body) {
        socket.destroy();
        return;
      }
      client = { body, send: (message) => send(socket, message) };
    }
  }

  /** Replies to a hello. `undefined` if it proves nothing. */
  async #authenticate(line: string, nonce: string, socket: Socket): Promise<HelloBody | undefined> {
    const { body: text, mac } = membersOf(JSON.parse(line));
    const body = JSON.parse(stringOf(text)) as HelloBody;
    const key = await readClientKey(this.#home, body.client);
    if (!key || !isSameMac(clientMac(key, nonce, stringOf(text)), stringOf(mac))) return undefined;
    const proof = windowMac(key, nonce, body.nonce);
    const { id: window } = this.#file;
    send(socket, { type: 'welcome', protocol: protocolVersion, mac: proof, window, present: true, keepMs });
    return body;
  }

  #receive(client: StandInClient, message: ClientMessage): void {
    if (message.type === 'probe') client.send({ type: 'presence', id: message.id, present: true });
    this.#events.message(client, message);
  }
}

function send(socket: Socket, message: Challenge | Welcome | WindowMessage): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}
