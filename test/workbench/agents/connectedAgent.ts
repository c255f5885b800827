import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { parseWindowFile, type WindowFile } from '#agentProtocol/windowFile.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { ClientKeys } from '#core/agents/home/clientKeys.ts';
import { eventually } from '#test/eventually.ts';
import { fromRoot } from '#test/root.ts';

type ToolResult = Awaited<ReturnType<Client['callTool']>>;

/** A home directory that the editor and the agents of a test share, in which Codex is connected with its server `tickets`. */
export class SharedHome {
  readonly path: string;
  readonly folder;
  /** The file with the replies that the server has received. */
  readonly replies: string;
  readonly #agents: ConnectedAgent[] = [];

  private constructor(path: string) {
    this.path = path;
    this.folder = homeFolder(path);
    this.replies = join(path, 'replies');
  }

  static async create(): Promise<SharedHome> {
    const home = new SharedHome(await mkdtemp(join(tmpdir(), 'home-')));
    await new ClientKeys(home.folder).create('codex');
    const fingerprint = commandFingerprint(home.command);
    await new ClientConnections(home.folder).connect('codex', { server: 'tickets', fingerprint });
    return home;
  }

  get command(): readonly string[] {
    return [process.execPath, fromRoot('test/servers/elicitingTools.ts')];
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
   * Starts an agent in this folder, which starts its server as the user has connected it. `server`: another name in its configuration. On a
   * busy machine the window may not answer as fast as the proxy wants when a session begins; then the agent begins another session.
   */
  async startAgent(folder: string, server = 'tickets', options: readonly string[] = []): Promise<ConnectedAgent> {
    let agent: ConnectedAgent | undefined;
    await eventually('a session in which the server may ask', async () => {
      await agent?.end();
      agent = await ConnectedAgent.start(this, folder, server, options);
      return (await readFile(`${this.replies}.declared`, 'utf8')).includes('"elicitation"');
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

/** An agent that uses the official SDK, and cannot ask the user itself. */
class ConnectedAgent {
  readonly #client = new Client({ name: 'codex-mcp-client', title: 'Codex of a test', version: '9.9.9' });

  static async start(
    { path, folder: { bin }, command, replies }: SharedHome,
    cwd: string,
    server: string,
    options: readonly string[],
  ): Promise<ConnectedAgent> {
    const agent = new ConnectedAgent();
    await agent.#client.connect(
      new StdioClientTransport({
        command: 'sh',
        args: [join(bin, 'proxy'), 'run', '--client', 'codex', '--server', server, ...options, '--', ...command],
        env: { PATH: process.env['PATH'] ?? '', HOME: path, HEARD_FILE: replies },
        cwd,
        stderr: 'ignore',
      }),
    );
    // The server has then handled what was sent before.
    await agent.#client.ping();
    return agent;
  }

  /** Calls a tool. The text of its result; `signal` interrupts the call as the user of an agent does. */
  async call(name: string, signal?: AbortSignal): Promise<string> {
    const options = { timeout: 600_000, ...(signal && { signal }) };
    const result: ToolResult = await this.#client.callTool({ name, arguments: {} }, undefined, options);
    return JSON.stringify(result);
  }

  async end(): Promise<void> {
    await this.#client.close();
  }
}
