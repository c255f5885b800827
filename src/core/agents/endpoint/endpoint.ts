import { randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import {
  type Closing,
  type HelloBody,
  helloTimeoutMs,
  maxHelloBytes,
  maxLineBytes,
  maxUpstreamLineBytes,
} from '#agentProtocol/agentMessages.ts';
import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import { readClientMessage } from '#agentProtocol/readMessages.ts';
import { type MachineIdentity, recentlyClosedMs, thisMachine } from '#agentProtocol/windowFile.ts';
import { isKeyDeleted } from '#core/agents/home/clientKeys.ts';
import { ensurePrivateFolder } from '#core/agents/home/privateFolder.ts';
import type { Awaitable } from '#core/common/awaitable.ts';
import { Recheck } from '#core/common/recheck.ts';
import type { ClientLink, ClientListener } from './clientLink.ts';
import { ConnectionCounts } from './connectionCounts.ts';
import { closeConnection, type OpenConnection } from './endpointConnection.ts';
import { LineSocket } from './lineSocket.ts';
import type { PresenceCheck } from './presenceCheck.ts';
import { listenPrivately, type SocketAddress } from './socketAddress.ts';
import { removeStaleWindows } from './staleWindows.ts';
import { WindowHandshake } from './windowHandshake.ts';
import { WindowRegistration, type WindowView } from './windowRegistration.ts';

/** The bytes of unfinished lines of all agents that use servers of this host. */
const maxUpstreamBytes = 4 * maxUpstreamLineBytes;

/** The way to an agent that uses a server of this host. */
export interface UpstreamLink {
  /** Sends a message of MCP on one line. False if the agent is behind: the listener's `onDrain` is called when it has caught up. */
  send(text: string): boolean;
}

/** Handles what such an agent sends. */
export interface UpstreamListener {
  onLine(line: string): void;
  onDrain(): void;
  /** Called once. */
  onClose(): void;
}

interface EndpointContext {
  readonly home: HomeFolder;
  readonly presence: Pick<PresenceCheck, 'check'>;
  /** How long clients keep a result for an agent that has stopped waiting, in milliseconds. */
  readonly keepMs: () => number;
  /** Returns the listener for a client. May load it first. */
  readonly accept: (body: HelloBody, link: ClientLink) => Awaitable<ClientListener>;
  /** Returns the listener for a client that uses a server of this host. Absent: no server is lent. */
  readonly acceptUpstream?: (body: HelloBody, link: UpstreamLink) => UpstreamListener;
  /** False for a client that names a server of this host which this window does not have. */
  readonly hasServer?: (body: HelloBody) => Promise<boolean | undefined>;
  /** Called again and again while clients are connected, to see what the user has ended in other windows. */
  readonly recheck?: () => Promise<void>;
  readonly warn: (line: string) => void;
  /** Absent: this machine. */
  readonly machine?: MachineIdentity;
}

type Counted = NonNullable<ReturnType<ConnectionCounts['add']>>;

interface Listening {
  readonly server: Server;
  readonly address: SocketAddress;
  readonly registration: WindowRegistration;
  /** Removes files of windows that had closed a moment before, such as this window's last activation. */
  readonly cleaning: NodeJS.Timeout;
}

/**
 * Where agents reach this window: a socket, and the file by which they find it. Nothing listens before `start` and after `stop`. Every connection is anonymous and bounded until its client has proved that it has a key.
 */
export class Endpoint {
  /** The window's id, new for each activation. */
  readonly id = randomBytes(8).toString('hex');
  readonly #context: EndpointContext;
  readonly #counts = new ConnectionCounts();
  readonly #connections = new Set<OpenConnection>();
  readonly #recheck = new Recheck(
    () => this.#connections.size > 0,
    () => this.#check(),
  );
  readonly #upstreamBytes = { left: maxUpstreamBytes };
  #listening: Listening | undefined;
  #view: WindowView = { folders: [], focusedAt: 0 };
  /** The last of the starts and stops, which run one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(context: EndpointContext) {
    this.#context = context;
  }

  get isListening(): boolean {
    return this.#listening !== undefined;
  }

  /**
   * Listens, and writes the file of this window.
   * @throws Error with a sentence for the user if a folder is not the user's alone; nothing listens then
   */
  start(): Promise<void> {
    return this.#enqueue(async () => {
      if (!this.#listening) {
        await this.#start();
      }
    });
  }

  /**
   * Closes all connections, and removes the socket. `reason`: the message that clients receive. With `window` the file stays and says when
   * the window closed, because after a reload it will be back: windows that listen remove it after a minute. With `disabled` nothing stays.
   */
  stop(reason: Closing['reason']): Promise<void> {
    return this.#enqueue(async () => {
      const listening = this.#listening;
      this.#listening = undefined;
      // The file first, so that no client tries a socket that is going away.
      await (reason === 'window' ? listening?.registration.noteClosed(Date.now()) : listening?.registration.remove());
      this.#close(reason);
      if (listening) {
        await new Promise<void>((resolve) => listening.server.close(() => resolve()));
        await listening.address.remove();
        clearTimeout(listening.cleaning);
      }
    });
  }

  /** Tells clients which folders are open and when the window had the focus. */
  update(view: WindowView): void {
    this.#view = view;
    this.#listening?.registration.update();
  }

  /** Closes the connections of a client whose key was revoked. */
  disconnect(client: string): void {
    this.#close('disabled', client);
  }

  #enqueue<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(action);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #start(): Promise<void> {
    const { home, machine = thisMachine(), warn } = this.#context;
    await ensurePrivateFolder(home.root);
    await ensurePrivateFolder(home.windows);
    const server = createServer({ allowHalfOpen: true }, (socket) => this.#connect(socket));
    const address = await listenPrivately(server, home);
    server.on('error', () => warn('The socket for agents reported an error.'));
    const fixed = { id: this.id, machine, pid: process.pid, socket: address.path };
    const registration = new WindowRegistration(home, fixed, () => this.#view, warn);
    try {
      let written: WindowView;
      do {
        written = this.#view;
        await registration.write();
      } while (written !== this.#view);
    } catch (error) {
      server.close();
      await registration.remove();
      await address.remove();
      throw error;
    }
    const clean = () => {
      removeStaleWindows(home, machine, this.id).catch(() => undefined);
    };
    clean();
    const cleaning = setTimeout(clean, recentlyClosedMs + 1000).unref();
    this.#listening = { server, address, registration, cleaning };
  }

  #close(reason: Closing['reason'], client?: string): void {
    for (const connection of [...this.#connections]) {
      if (client === undefined || connection.claimed === client) {
        closeConnection(connection, { type: 'closing', reason });
      }
    }
  }

  /** Closes the connections of clients whose key another window has deleted. */
  async #check(): Promise<void> {
    const clients = new Set([...this.#connections].flatMap(({ client }) => client ?? []));
    for (const client of clients) {
      if (await isKeyDeleted(this.#context.home, client)) {
        this.#close('disabled', client);
      }
    }
    await this.#context.recheck?.();
  }

  #connect(socket: Socket): void {
    const counted = this.#counts.add();
    if (!counted) {
      socket.destroy();
      return;
    }
    // A closed connection counts as long as its client may still read the last lines.
    socket.once('close', () => counted.end());
    const handshake = new WindowHandshake(this.#context.home);
    const timer = setTimeout(() => lines.destroy(), helloTimeoutMs);
    const lines = new LineSocket(socket, {
      maxLineBytes: maxHelloBytes,
      onLine: (line) => {
        lines.hold();
        clearTimeout(timer);
        this.#welcome(handshake, line, connection, counted).catch(() => lines.destroy());
      },
      onClose: () => {
        clearTimeout(timer);
        this.#connections.delete(connection);
      },
    });
    const connection: OpenConnection = { lines, claimed: undefined, client: undefined, isUpstream: false, why: 'lost' };
    this.#connections.add(connection);
    this.#recheck.begin();
    lines.send(handshake.challenge);
  }

  async #welcome(
    handshake: WindowHandshake,
    line: string,
    connection: OpenConnection,
    counted: Counted,
  ): Promise<void> {
    const { accept, acceptUpstream, hasServer, presence, keepMs, warn } = this.#context;
    const { lines } = connection;
    const authenticated = await handshake.authenticate(line, (client) => {
      connection.claimed = client;
    });
    if (!authenticated || !this.#connections.has(connection) || !counted.identify(authenticated.body.client)) {
      lines.destroy();
      return;
    }
    const { body, welcome } = authenticated;
    connection.client = body.client;
    connection.isUpstream = body.kind === 'upstream';
    const own = { window: this.id, present: await presence.check(), hasServer: await hasServer?.(body) };
    const greeting = { ...welcome, ...own, keepMs: keepMs() };
    if (!this.#connections.has(connection)) {
      return;
    }
    if (body.kind === 'upstream' && acceptUpstream) {
      lines.send(greeting);
      this.#relay(lines, connection, (upstream) => acceptUpstream(body, upstream));
      return;
    }
    const listener = await accept(body, {
      send: (message) => lines.send(message),
      close: (closing) => closeConnection(connection, closing),
    });
    if (!this.#connections.has(connection)) {
      listener.onClose(connection.why);
      return;
    }
    lines.send({ ...greeting, isConnected: listener.isConnected });
    lines.release({
      maxLineBytes,
      onLine: (text) => {
        const message = readClientMessage(text);
        if (message) {
          listener.onMessage(message, text.length);
        } else {
          warn(`A message of ${body.client} could not be read, so its connection was closed.`);
          lines.destroy();
        }
      },
      onClose: () => {
        this.#connections.delete(connection);
        listener.onClose(connection.why);
      },
    });
  }

  /** Passes the lines of a client to a server of this host, and back. */
  #relay(lines: LineSocket, connection: OpenConnection, accept: (link: UpstreamLink) => UpstreamListener): void {
    const listener = accept({ send: (text) => lines.sendText(text) });
    lines.release({
      maxLineBytes: maxUpstreamLineBytes,
      maxUnsentBytes: 2 * maxUpstreamLineBytes,
      shared: this.#upstreamBytes,
      onLine: (text) => listener.onLine(text),
      onDrain: () => listener.onDrain(),
      onClose: () => {
        this.#connections.delete(connection);
        listener.onClose();
      },
    });
  }
}
