import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { readServerLaunch } from '#core/agents/connect/serverLaunch.ts';

/** A stand-in for Codex, with a home folder of its own. */
export class CodexAgent {
  readonly home: string;

  private constructor(home: string) {
    this.home = home;
  }

  /** @param text its configuration */
  static async create(text: string): Promise<CodexAgent> {
    const agent = new CodexAgent(await mkdtemp(join(tmpdir(), 'home-')));
    await mkdir(join(agent.home, '.codex'));
    await writeFile(agent.#file, text);
    return agent;
  }

  readConfiguration(): Promise<string> {
    return readFile(this.#file, 'utf8');
  }

  /** Uses a server of its configuration as Codex does, with an environment of its own. `folder`: where it works. */
  async withServer<T>(name: string, folder: string, use: (client: Client) => Promise<T>): Promise<T> {
    const variables = { PATH: process.env['PATH'] ?? '', HOME: this.home };
    const launch = readServerLaunch(agentFormats.codex, await this.readConfiguration(), { name }, variables);
    assert.ok(launch);
    const { command, args } = launch;
    const client = new Client({ name: 'codex-mcp-client', version: '1' });
    await client.connect(
      new StdioClientTransport({ command, args: [...args], env: variables, stderr: 'ignore', cwd: folder }),
    );
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  }

  remove(): Promise<void> {
    return rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  get #file(): string {
    return join(this.home, '.codex/config.toml');
  }
}
