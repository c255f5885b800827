import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { parseWindowFile } from '#agentProtocol/windowFile.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { ClientKeys } from '#core/agents/home/clientKeys.ts';
import { BenchAgent } from '#test/bench/agents/benchAgent.ts';
import { eventually } from '#test/eventually.ts';
import { fromRoot } from '#test/root.ts';

export const serverScript = fromRoot('test/bench/together/server.cjs');
const clients = ['claude', 'codex', 'gemini', 'opencode'] as const;
const toolsOfServer = 10;

/** A home directory in which a window listens for agents, each with one server that the user has connected. */
export class AgentsHome {
  readonly path: string;
  readonly #folder;
  /** Sessions that began before the window had replied, so that their server may not ask. Each was begun again. */
  restarts = 0;

  private constructor(path: string) {
    this.path = path;
    this.#folder = homeFolder(path);
  }

  static async create(agents: number): Promise<AgentsHome> {
    const home = new AgentsHome(await mkdtemp(join(tmpdir(), 'together-home-')));
    const keys = new ClientKeys(home.#folder);
    const connections = new ClientConnections(home.#folder);
    for (const client of clients) await keys.create(client);
    for (let index = 0; index < agents; index += 1) {
      const fingerprint = commandFingerprint(commandOf(index));
      await connections.connect(clientOf(index), { server: serverOf(index), fingerprint });
    }
    return home;
  }

  /** Waits until the window of this extension host listens, and the program of agents is copied. */
  async isReady(extensionHost: number): Promise<void> {
    const { windows, bin } = this.#folder;
    const list = (path: string): Promise<readonly string[]> => readdir(path).catch(() => []);
    await eventually('a window that listens', async () => {
      const texts = (await list(windows)).map((name) => readFile(join(windows, name), 'utf8').catch(() => ''));
      const files = (await Promise.all(texts)).map(parseWindowFile);
      return files.some((file) => file?.pid === extensionHost && file.closedAt === undefined);
    });
    await eventually('the program', async () => (await list(bin)).includes('proxy'));
  }

  /** Starts the agent with this number in a folder. Resolves when its server may ask in the window. */
  async startAgent(index: number, folder: string): Promise<BenchAgent> {
    for (;;) {
      const run = ['run', '--client', clientOf(index), '--server', serverOf(index), '--', ...commandOf(index)];
      const env = { PATH: process.env['PATH'] ?? '', HOME: this.path };
      const agent = new BenchAgent('sh', [join(this.#folder.bin, 'proxy'), ...run], env, folder);
      await agent.initialize();
      if (JSON.stringify(await agent.call('declared', {})).includes('elicitation')) return agent;
      await agent.end();
      this.restarts += 1;
    }
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}

function clientOf(index: number): string {
  return clients[index % clients.length] ?? clients[0];
}

function serverOf(index: number): string {
  return `agent-server-${index}`;
}

function commandOf(index: number): readonly string[] {
  return [process.execPath, serverScript, String(toolsOfServer), serverOf(index)];
}
