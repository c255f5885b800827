import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { parseWindowFile, type WindowFile } from '#agentProtocol/windowFile.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { ClientKeys } from '#core/agents/home/clientKeys.ts';
import { eventually } from '#test/eventually.ts';
import { fromRoot } from '#test/root.ts';

/** The servers that Codex starts, by their names in its configuration. `planted` is not connected. */
const servers = {
  tickets: 'elicitingTools.ts',
  rounds: 'modernRounds.ts',
  planted: 'elicitingTools.ts',
} as const;

interface AgentOptions {
  readonly server?: keyof typeof servers;
  /** Options of `proxy run`. */
  readonly options?: readonly string[];
  /** The official SDK that the agent uses. Its version 2.x asks for 2026-07-28 first. */
  readonly sdk?: '1.x' | '2.x';
}

/**
 * A home directory that the editor and the agents of a test share, in which Codex is connected with its servers `tickets` and `rounds`,
 * and Claude Code by its hook.
 */
export class SharedHome {
  readonly path: string;
  readonly folder;
  /** The file with the replies that the server has received. */
  readonly replies: string;
  /** The server's tool `need_page` succeeds when the file `GO_FILE.paid` exists. */
  readonly goFile: string;
  readonly #agents: ConnectedAgent[] = [];

  private constructor(path: string) {
    this.path = path;
    this.folder = homeFolder(path);
    this.replies = join(path, 'replies');
    this.goFile = join(path, 'go');
  }

  static async create(): Promise<SharedHome> {
    const home = new SharedHome(await mkdtemp(join(tmpdir(), 'home-')));
    const keys = new ClientKeys(home.folder);
    const connections = new ClientConnections(home.folder);
    await keys.create('codex');
    for (const server of ['tickets', 'rounds'] as const) {
      await connections.connect('codex', { server, fingerprint: commandFingerprint(serverCommand(server)) });
    }
    await keys.create('claude');
    await connections.connect('claude', { server: '', fingerprint: '' });
    return home;
  }

  /** The windows that listen. */
  async windows(): Promise<readonly WindowFile[]> {
    const names = await readdir(this.folder.windows).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(join(this.folder.windows, name), 'utf8')));
    return texts.flatMap((text) => parseWindowFile(text) ?? []).filter(({ closedAt }) => closedAt === undefined);
  }

  /** Waits until a window listens and the program is copied. */
  async isReady(): Promise<void> {
    await eventually('a window that listens', async () => (await this.windows()).length > 0);
    await eventually('the program', async () => (await readdir(this.folder.bin).catch(() => [''])).includes('proxy'));
  }

  /**
   * Starts an agent in this folder, which starts its server as the user has connected it. On a busy machine the window may not answer as
   * fast as the proxy wants when a session begins; then the agent begins another session.
   */
  async startAgent(folder: string, options: AgentOptions = {}): Promise<ConnectedAgent> {
    let agent: ConnectedAgent | undefined;
    const declared = `${this.replies}.declared`;
    await eventually('a session in which the server may ask', async () => {
      await agent?.end();
      await rm(declared, { force: true });
      agent = await ConnectedAgent.start(this, folder, options);
      return (await readFile(declared, 'utf8')).includes('"elicitation"');
    });
    assert.ok(agent);
    this.#agents.push(agent);
    return agent;
  }

  async endAgents(): Promise<void> {
    await Promise.all(this.#agents.splice(0).map((agent) => agent.end()));
  }

  async remove(): Promise<void> {
    await this.endAgents();
    await rm(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}

function serverCommand(server: keyof typeof servers): readonly string[] {
  return [process.execPath, fromRoot(`test/servers/${servers[server]}`)];
}

/** An agent that cannot ask the user itself. */
class ConnectedAgent {
  readonly #client: Client | ModernClient;

  private constructor(client: Client | ModernClient) {
    this.#client = client;
  }

  static async start(
    { path, folder: { bin }, replies, goFile }: SharedHome,
    cwd: string,
    { server = 'tickets', options = [], sdk = '1.x' }: AgentOptions,
  ): Promise<ConnectedAgent> {
    const run = ['run', '--client', 'codex', '--server', server, ...options, '--', ...serverCommand(server)];
    const variables = { PATH: process.env['PATH'] ?? '', HOME: path, HEARD_FILE: replies, GO_FILE: goFile };
    const spawned = {
      ...{ command: 'sh', args: [join(bin, 'proxy'), ...run], cwd, stderr: 'ignore' as const },
      env: { ...variables, WIRE_FILE: `${replies}.declared` },
    };
    const info = { name: 'codex-mcp-client', title: 'Codex of a test', version: '9.9.9' };
    let client: Client | ModernClient;
    if (sdk === '1.x') {
      client = new Client(info);
      await client.connect(new StdioClientTransport(spawned));
    } else {
      client = new ModernClient(info, { versionNegotiation: { mode: 'auto' } });
      await client.connect(new ModernTransport(spawned));
    }
    // The server has then handled what was sent before.
    await client.listTools();
    return new ConnectedAgent(client);
  }

  /** Calls a tool. The text of its result; `signal` interrupts the call as the user of an agent does. */
  async call(name: string, signal?: AbortSignal, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const options = { timeout: 600_000, ...(signal && { signal }) };
    const call = { name, arguments: args };
    const result =
      this.#client instanceof Client
        ? await this.#client.callTool(call, undefined, options)
        : await this.#client.callTool(call, options);
    return JSON.stringify(result);
  }

  async end(): Promise<void> {
    await this.#client.close();
  }
}
