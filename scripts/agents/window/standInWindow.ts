import type { AnswerBody, Ask, ClientMessage } from '#agentProtocol/agentMessages.ts';
import { waitUntil } from '#scripts/agents/run/waitUntil.ts';
import { type AskedWindow, type ConnectedEntry, proxyRunArguments, type WindowKind } from './askedWindow.ts';
import { type StandInClient, StandInEndpoint } from './standInEndpoint.ts';

/** A request that is asked. */
interface OpenAsk {
  readonly ask: Ask;
  readonly client: StandInClient;
}

/**
 * Windows without an editor: they speak the agents' protocol over a real socket.
 * @param proxy the command line of the proxy, without arguments
 */
export function standInWindows(proxy: readonly string[]): WindowKind {
  return {
    title: 'a stand-in for the window',
    open: (home, folder) => StandInWindow.open(home, folder, proxy),
    hook: (client) => [...proxy, 'hook', '--client', client],
  };
}

class StandInWindow implements AskedWindow {
  readonly #home: string;
  readonly #folder: string;
  readonly #proxy: readonly string[];
  #endpoint: StandInEndpoint | undefined;
  #open: OpenAsk[] = [];
  /** Everything that clients sent, for the message of a failure. */
  readonly #received: string[] = [];

  private constructor(home: string, folder: string, proxy: readonly string[]) {
    this.#home = home;
    this.#folder = folder;
    this.#proxy = proxy;
  }

  static async open(home: string, folder: string, proxy: readonly string[]): Promise<StandInWindow> {
    const window = new StandInWindow(home, folder, proxy);
    await window.#listen();
    return window;
  }

  async connect(entry: ConnectedEntry): Promise<readonly string[]> {
    await StandInEndpoint.createKey(this.#home, entry.agent.id);
    return [...this.#proxy, ...proxyRunArguments(entry)];
  }

  async waitForRequest(text: string): Promise<void> {
    await this.#find(text);
  }

  async answer(text: string, value: string): Promise<void> {
    await this.#reply(text, { action: 'accept', content: { answer: value } });
  }

  async decline(text: string): Promise<void> {
    await this.#reply(text, { action: 'decline' });
  }

  async consent(text: string): Promise<void> {
    await this.#reply(text, { action: 'accept' });
  }

  async waitForWithdrawal(text: string): Promise<void> {
    await this.#until(`"${text}" is withdrawn`, () => !this.#open.some((one) => isAbout(one, text)));
  }

  async reload(): Promise<void> {
    await this.#endpoint?.close(true);
    this.#open = [];
    await this.#listen();
  }

  async close(): Promise<void> {
    await this.#endpoint?.close(false);
    this.#endpoint = undefined;
    this.#open = [];
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

  async #find(text: string): Promise<OpenAsk> {
    return this.#until(`"${text}" is asked`, () => this.#open.find((one) => isAbout(one, text)));
  }

  async #reply(
    text: string,
    result: { action: 'accept' | 'decline'; content?: Record<string, unknown> },
  ): Promise<void> {
    const asked = await this.#find(text);
    const { ask, client } = asked;
    this.#open = this.#open.filter((one) => one !== asked);
    client.send({ type: 'answer', id: ask.id, number: ask.number, answer: answerTo(ask, result) });
  }

  #until<T>(what: string, condition: () => T): Promise<NonNullable<T>> {
    return waitUntil(what, condition).catch((error: unknown) => {
      throw new Error(
        `${error instanceof Error ? error.message : error} The window received: ${this.#received.slice(-5).join(' ')}`,
      );
    });
  }
}

function isAbout({ ask }: OpenAsk, text: string): boolean {
  return JSON.stringify(ask.request).includes(text);
}

function answerTo(
  { request }: Ask,
  result: { action: 'accept' | 'decline'; content?: Record<string, unknown> },
): AnswerBody {
  if (request.kind === 'pushed') return { kind: 'result', result };
  if (request.kind === 'requiredUrls') return { kind: 'repeat' };
  const keys = Object.keys(request.inputRequests);
  return { kind: 'responses', responses: Object.fromEntries(keys.map((key) => [key, result])) };
}
