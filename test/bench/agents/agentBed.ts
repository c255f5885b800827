import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { endWithThisProcess } from '#scripts/lib/process.mjs';
import { proxyArguments } from '#test/host/proxyProcess.ts';
import { fromRoot } from '#test/root.ts';
import { BenchAgent } from './benchAgent.ts';

export type Way = 'direct' | 'proxy' | 'relay';

const folder = fromRoot('test/bench/agents');
const relay = `${folder}/relay.cjs`;
export const pingServer = [process.execPath, `${folder}/pingServer.cjs`] as const;
/** A server on the SDK that most servers use. It records nothing. */
export const sdkServer = [process.execPath, fromRoot('test/servers/agents/agentTools.ts'), '/dev/null'] as const;

/** A home directory with one window that listens, in a process of its own as in the editor. */
export class AgentBed {
  readonly env: Readonly<Record<string, string>>;
  readonly #window: ChildProcess;
  readonly #agents: BenchAgent[] = [];

  private constructor(home: string, window: ChildProcess) {
    this.env = { PATH: process.env['PATH'] ?? '', HOME: home, USERPROFILE: home };
    this.#window = window;
  }

  static async open(command: readonly string[]): Promise<AgentBed> {
    const args = [`${folder}/benchWindow.ts`, commandFingerprint(command)];
    const window = endWithThisProcess(spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }));
    const [home] = (await once(createInterface({ input: window.stdout }), 'line')) as [string];
    return new AgentBed(home, window);
  }

  /** Starts a server, without a session. */
  async start(command: readonly string[], way: Way, env = this.env): Promise<BenchAgent> {
    const [program = '', ...args] = command;
    const [started, all] =
      way === 'direct'
        ? [program, args]
        : [process.execPath, way === 'relay' ? [relay, ...command] : await proxyArguments(command)];
    const agent = new BenchAgent(started, all, env, process.cwd());
    this.#agents.push(agent);
    return agent;
  }

  /** Starts a server and a session. */
  async session(command: readonly string[], way: Way): Promise<BenchAgent> {
    const agent = await this.start(command, way);
    await agent.initialize();
    return agent;
  }

  async end(): Promise<void> {
    for (const agent of this.#agents) agent.child.kill('SIGKILL');
    const ended = once(this.#window, 'close');
    this.#window.stdin?.end();
    await ended;
  }
}
