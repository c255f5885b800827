import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Endpoint } from '#core/agents/endpoint/endpoint.ts';
import { Grants } from '#core/agents/lending/grants.ts';
import { Lending } from '#core/agents/lending/lending.ts';
import type { LendingServices } from '#core/agents/lending/lendingServices.ts';
import { UserRequired } from '#core/agents/lending/userRequired.ts';
import { AgentSessions } from '#core/agents/sessions/agentSessions.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import { ProxyProcess, serveArguments } from '#test/host/proxyProcess.ts';
import { definitionOf } from '#test/host/samples.ts';
import { AgentsTestBed } from '#test/unit/core/agents/agentsTestBed.ts';

const agentInfo = { name: 'agent', title: 'The Agent', version: '3' };

/** The text of the first block of a result. */
export function firstText(result: unknown): string {
  return (result as { content: { text: string }[] }).content[0]?.text ?? '';
}

/** A window that lends its servers, and the agents that use them through the real proxy. */
export class LendingTestBed extends AgentsTestBed {
  readonly grants = new Grants(this.home);
  /** The servers of the window, with what they start. */
  readonly lent = new Map<ServerDefinition, LaunchSpec>();
  /** The names of the servers for which the user was asked for an input or an agreement. */
  readonly userAsked: string[] = [];
  /** Fire when nobody waits any more for what the user was asked. */
  readonly askSignals: AbortSignal[] = [];
  /** True if a server can be started only after the user was asked. */
  needsUser = false;
  /** What the user does then. */
  answerUser: () => Promise<void> = async () => undefined;
  authorization: LendingServices['authorization'];
  lending = this.#createLending();
  lendingSessions = this.#createSessions();
  window = this.#createWindow();
  readonly #ends: (() => Promise<unknown>)[] = [];

  /** Lends a server, by default `tickets` to Codex. */
  async lend(spec: LaunchSpec, definition = definitionOf('tickets'), client = 'codex'): Promise<ServerDefinition> {
    this.lent.set(definition, spec);
    await this.keys.create(client);
    await this.grants.grant(client, definition);
    return definition;
  }

  /** Opens the window in the folder of the agents. */
  async open(): Promise<this> {
    this.window.update({ folders: [this.folder], focusedAt: 1 });
    await this.window.start();
    return this;
  }

  /** Closes the window as a reload does, without the one that follows. */
  async close(): Promise<void> {
    await this.window.stop('window');
  }

  /** Opens the window that follows a reload: nothing of the old one is known. */
  async reopen(): Promise<void> {
    this.lending = this.#createLending();
    this.lendingSessions = this.#createSessions();
    this.window = this.#createWindow();
    await this.open();
  }

  /** An agent without an SDK. */
  async agent(options: readonly string[] = [], cwd = this.folder): Promise<ProxyProcess> {
    const agent = await ProxyProcess.serve({ home: { path: this.folder }, options, cwd });
    this.#ends.push(() => {
      agent.child.stdin.end();
      return agent.ended;
    });
    return agent;
  }

  /** An agent with one of the SDKs, that declares no elicitation. */
  async sdkAgent(sdk: 'SDK 1.x' | 'SDK 2.x', options: readonly string[] = []) {
    const spawned = {
      ...{ command: process.execPath, args: await serveArguments(options), cwd: this.folder, stderr: 'pipe' as const },
      env: { PATH: process.env['PATH'] ?? '', HOME: this.folder, USERPROFILE: this.folder },
    };
    const { client, transport } =
      sdk === 'SDK 1.x'
        ? { client: new LegacyClient(agentInfo), transport: new LegacyTransport(spawned) }
        : {
            client: new ModernClient(agentInfo, { versionNegotiation: { mode: 'auto' } }) as unknown as LegacyClient,
            transport: new ModernTransport(spawned) as unknown as LegacyTransport,
          };
    this.#ends.push(() => client.close());
    await client.connect(transport);
    return client;
  }

  override async end(): Promise<void> {
    await Promise.all(this.#ends.map((end) => end().catch(() => undefined)));
    await this.window.stop('window');
    await super.end();
  }

  #createLending(): Lending {
    const lending = new Lending({
      grants: this.grants,
      definitions: () => [...this.lent.keys()],
      resolve: async (definition, mayAsk, signal) => {
        if (this.needsUser && !mayAsk) {
          throw new UserRequired(definition.name);
        }
        if (this.needsUser) {
          this.userAsked.push(definition.name);
          this.askSignals.push(signal);
          await this.answerUser();
          this.needsUser = false;
        }
        signal.throwIfAborted();
        return this.lent.get(definition) as LaunchSpec;
      },
      logFor: () => this.log,
      watchdog: this.services.watchdog,
      authorization: this.authorization,
      memory: this.memory,
    });
    this.grants.onDidChange(() => lending.check());
    return lending;
  }

  #createSessions(): AgentSessions {
    return new AgentSessions({
      ...this.services,
      connections: this.connections,
      decideUnverified: (server) => {
        this.askedAbout.push(server);
        return Promise.resolve('stop');
      },
      presence: this.presence,
      isLent: (client, server) => this.lending.isLent(client, server),
      callEnded: (ended) => this.ended.push(ended),
      warn: (line) => this.warnings.push(line),
    });
  }

  #createWindow(): Endpoint {
    return new Endpoint({
      home: this.home,
      presence: this.presence,
      keepMs: () => 600_000,
      accept: (hello, link) => this.lendingSessions.accept(hello, link),
      acceptUpstream: (hello, link) => this.lending.accept(hello, link),
      hasServer: (hello) => this.lending.hasServer(hello),
      warn: (line) => this.warnings.push(line),
    });
  }
}
