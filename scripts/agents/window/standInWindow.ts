import { join } from 'node:path';
import type { AnswerBody, Ask, ClientMessage } from '#agentProtocol/agentMessages.ts';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { startScript } from '#agentProtocol/startScript.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { install } from '#core/agents/home/installation.ts';
import type { AgentAdapter } from '#scripts/agents/adapters/agent.ts';
import { waitUntil } from '#scripts/agents/run/waitUntil.ts';
import type { AskedWindow, ConnectedCommand, ServerToConnect, ShownRequest, WindowKind } from './askedWindow.ts';
import { type StandInClient, StandInEndpoint } from './standInEndpoint.ts';

/** A request that is asked. */
interface OpenAsk {
  readonly ask: Ask;
  readonly client: StandInClient;
}

interface GivenResult {
  readonly action: 'accept' | 'decline';
  readonly content?: Record<string, unknown>;
}

/**
 * Windows without an editor: they speak the agents' protocol over a real socket.
 * @param program the path of the proxy
 */
export function standInWindows(program: string): WindowKind {
  return {
    title: 'a stand-in for the window',
    open: async (home, folder) => {
      const runtimes = [`node:${process.execPath}`];
      await install(homeFolder(home), { program, version: '0.0.0', script: startScript, runtimes });
      return StandInWindow.open(home, folder);
    },
  };
}

class StandInWindow implements AskedWindow {
  readonly #home: string;
  readonly #folder: string;
  #endpoint: StandInEndpoint | undefined;
  #open: OpenAsk[] = [];
  /** Everything that clients sent, for the message of a failure. */
  readonly #received: string[] = [];

  private constructor(home: string, folder: string) {
    this.#home = home;
    this.#folder = folder;
  }

  static async open(home: string, folder: string): Promise<StandInWindow> {
    const window = new StandInWindow(home, folder);
    await window.#listen();
    return window;
  }

  async connect({ agent, server, command, limitMs, keepsLimit }: ServerToConnect): Promise<ConnectedCommand> {
    await StandInEndpoint.createKey(this.#home, agent.id);
    const isExtended = agentFormats[agent.id].limit?.progressExtends && !keepsLimit;
    const limit = ['--limit', String(limitMs), ...(isExtended ? ['--progress-extends'] : [])];
    const args = ['run', '--client', agent.id, '--server', server, ...limit, '--', ...command];
    return { command: [this.#script, ...args], limitMs };
  }

  /** Claude Code is the only agent that has a hook. */
  async connectHook({ id }: AgentAdapter): Promise<Readonly<Record<string, string>>> {
    await StandInEndpoint.createKey(this.#home, id);
    const hook = { type: 'command', command: this.#script, args: ['hook', '--client', id], timeout: 86_400 };
    return { '.claude/settings.json': JSON.stringify({ hooks: { Elicitation: [{ hooks: [hook] }] } }) };
  }

  async waitForRequest(request: ShownRequest): Promise<void> {
    await this.#find(request);
  }

  async answer(request: ShownRequest, value: string): Promise<void> {
    await this.#reply(request, { action: 'accept', content: { answer: value } });
  }

  async decline(request: ShownRequest): Promise<void> {
    await this.#reply(request, { action: 'decline' });
  }

  async consent(request: ShownRequest): Promise<void> {
    await this.#reply(request, { action: 'accept' });
  }

  async waitForWithdrawal(request: ShownRequest): Promise<void> {
    await waitUntil(`"${request.message}" is withdrawn`, () => !this.#open.some((one) => isAbout(one, request)));
  }

  async reload(): Promise<void> {
    await this.#endpoint?.close();
    this.#open = [];
    await this.#listen();
  }

  async close(): Promise<void> {
    await this.#endpoint?.close();
    this.#endpoint = undefined;
    this.#open = [];
  }

  async explain(): Promise<string> {
    return `The window received: ${this.#received.slice(-5).join(' ')}`;
  }

  /** What agents start: see `startScript`. */
  get #script(): string {
    return join(homeFolder(this.#home).bin, 'proxy');
  }

  async #listen(): Promise<void> {
    this.#endpoint = await StandInEndpoint.open(this.#home, this.#folder, {
      message: (client, message) => this.#receive(client, message),
    });
  }

  #receive(client: StandInClient, message: ClientMessage): void {
    this.#received.push(JSON.stringify(message).slice(0, 300));
    if (message.type === 'ask') this.#open.push({ ask: message, client });
    if (message.type === 'withdraw') {
      this.#open = this.#open.filter(({ ask }) => ask.id !== message.id || ask.number > message.number);
    }
  }

  async #find(request: ShownRequest): Promise<OpenAsk> {
    return waitUntil(`"${request.message}" is asked`, () => this.#open.find((one) => isAbout(one, request)));
  }

  async #reply(request: ShownRequest, result: GivenResult): Promise<void> {
    const asked = await this.#find(request);
    const { ask, client } = asked;
    this.#open = this.#open.filter((one) => one !== asked);
    client.send({ type: 'answer', id: ask.id, number: ask.number, answer: answerTo(ask, result) });
  }
}

function isAbout({ ask }: OpenAsk, { message }: ShownRequest): boolean {
  return JSON.stringify(ask.request).includes(message);
}

function answerTo({ request }: Ask, result: GivenResult): AnswerBody {
  if (request.kind === 'pushed') return { kind: 'result', result };
  if (request.kind === 'requiredUrls') return { kind: 'repeat' };
  const keys = Object.keys(request.inputRequests);
  return { kind: 'responses', responses: Object.fromEntries(keys.map((key) => [key, result])) };
}
