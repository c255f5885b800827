import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentCall, HelloBody } from '#agentProtocol/agentMessages.ts';
import { type HomeFolder, homeFolder, readClientKey } from '#agentProtocol/homeFolder.ts';
import { parseWindowFile } from '#agentProtocol/windowFile.ts';
import { Endpoint } from '#core/agents/endpoint/endpoint.ts';
import { PresenceCheck } from '#core/agents/endpoint/presenceCheck.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { ClientKeys } from '#core/agents/home/clientKeys.ts';
import type { UnverifiedDecision, UnverifiedServer } from '#core/agents/sessions/agentServices.ts';
import { AgentSessions } from '#core/agents/sessions/agentSessions.ts';
import type { RateLimits } from '#core/guard/rateLimiter.ts';
import type { EndedCall } from '#core/model/endedCall.ts';
import { AgentClient } from '#test/host/agentClient.ts';
import { TestHost } from '#test/host/testHost.ts';

export const fingerprint = 'f'.repeat(43);
export const deploy: AgentCall = { id: 'call-1', kind: 'tool', name: 'deploy', arguments: { to: 'production' } };

/** The parameters of a form with one text. */
export function ticketForm(message = 'Which ticket?') {
  return {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { ticket: { type: 'string' } }, required: ['ticket'] },
  };
}

export function consentPage(elicitationId = 'page-1') {
  return { mode: 'url', message: 'Sign in there.', url: 'https://example.com/sign-in', elicitationId };
}

/** A window that listens in a home directory of its own, with all services of the core in memory. */
export class AgentsTestBed extends TestHost {
  readonly home: HomeFolder = homeFolder(this.folder);
  readonly keys = new ClientKeys(this.home);
  readonly connections = new ClientConnections(this.home);
  readonly warnings: string[] = [];
  readonly ended: EndedCall[] = [];
  /** The servers that the user was asked about. */
  readonly askedAbout: UnverifiedServer[] = [];
  /** What the user decides about them. */
  decideUnverified: (signal: AbortSignal) => Promise<UnverifiedDecision> = async () => 'stop';
  isPresent: () => Promise<boolean> = async () => true;
  readonly presence = new PresenceCheck(() => this.isPresent());
  readonly sessions: AgentSessions;
  readonly endpoint: Endpoint;
  readonly #clients: AgentClient[] = [];

  constructor(rateLimits?: RateLimits) {
    super(rateLimits && { rateLimits });
    this.sessions = new AgentSessions({
      ...this.services,
      connections: this.connections,
      decideUnverified: (server, signal) => {
        this.askedAbout.push(server);
        return this.decideUnverified(signal);
      },
      presence: this.presence,
      callEnded: (ended) => this.ended.push(ended),
      warn: (line) => this.warnings.push(line),
    });
    this.endpoint = this.createEndpoint();
  }

  /** Creates another window in the same home directory. */
  createEndpoint(): Endpoint {
    return new Endpoint({
      home: this.home,
      presence: this.presence,
      keepMs: () => 600_000,
      accept: (hello, link) => this.sessions.accept(hello, link),
      recheck: () => this.sessions.check(),
      warn: (line) => this.warnings.push(line),
    });
  }

  /** Creates the key of Codex, connects its server `tickets`, and listens. */
  async start(): Promise<this> {
    await this.keys.create('codex');
    await this.connections.connect('codex', { server: 'tickets', fingerprint });
    await this.endpoint.start();
    return this;
  }

  /** The path of the socket of the window, which must listen. */
  get path(): string {
    const file = join(this.home.windows, `${this.endpoint.id}.json`);
    return parseWindowFile(readFileSync(file, 'utf8'))?.socket ?? '';
  }

  async keyOf(client: string): Promise<Buffer> {
    const key = await readClientKey(this.home, client);
    if (!key) {
      throw new Error(`${client} has no key.`);
    }
    return key;
  }

  /** Connects a client that has said hello. */
  async client(hello: Partial<HelloBody> = {}): Promise<AgentClient> {
    const key = await this.keyOf(hello.client ?? 'codex');
    const client = await AgentClient.connect({ path: this.path, key, hello });
    this.#clients.push(client);
    return client;
  }

  /** Connects without a hello. */
  silentClient(hello: Partial<HelloBody> = {}): AgentClient {
    const client = new AgentClient({ path: this.path, hello });
    this.#clients.push(client);
    return client;
  }

  /** The names of the files in a folder; none if it does not exist. */
  files(folder: string): readonly string[] {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  }

  override async end(): Promise<void> {
    for (const client of this.#clients) {
      client.end();
    }
    await this.endpoint.stop('window');
    await super.end();
  }
}
