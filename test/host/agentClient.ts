import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type {
  Answer,
  Ask,
  AskedRequest,
  Challenge,
  ClientMessage,
  HelloBody,
  Welcome,
  WindowMessage,
} from '#agentProtocol/agentMessages.ts';
import { clientMac, createNonce, windowMac } from '#agentProtocol/handshake.ts';
import { readChallenge, readWelcome, readWindowMessage } from '#agentProtocol/readMessages.ts';
import { eventually } from '#test/eventually.ts';

interface AgentClientOptions {
  /** The path of the window's socket. */
  readonly path: string;
  readonly key: Buffer;
  readonly hello?: Partial<HelloBody>;
}

/** The client's end of the agent protocol, for tests: sends what a test passes to it, and reads what the window sends. */
export class AgentClient {
  readonly socket: Socket;
  readonly hello: HelloBody;
  /** The messages of the window since `welcome`, oldest first. */
  readonly messages: WindowMessage[] = [];
  /** The bytes of all lines that were received. */
  received = 0;
  isClosed = false;
  welcome: Welcome | undefined;
  challenge: Challenge | undefined;
  #text = '';

  /** Connects without a hello. */
  constructor({ path, hello = {} }: Pick<AgentClientOptions, 'path' | 'hello'>) {
    this.hello = {
      protocol: 1,
      kind: 'proxy',
      client: 'codex',
      server: 'tickets',
      nonce: createNonce(),
      session: randomUUID(),
      version: '0.3.0',
      fingerprint: 'f'.repeat(43),
      commandLine: 'node tickets.js',
      folder: '/work',
      ...hello,
    };
    this.socket = connect(path);
    this.socket.setEncoding('utf8');
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.isClosed = true;
    });
    this.socket.on('data', (text: string) => this.#read(text));
  }

  /** Connects, and says hello. @throws Error if the window closes the connection */
  static async connect(options: AgentClientOptions): Promise<AgentClient> {
    const client = new AgentClient(options);
    await client.sayHello(options.key);
    await eventually('a welcome', () => client.welcome !== undefined || client.isClosed);
    if (!client.welcome) {
      throw new Error('The window has closed the connection.');
    }
    const mac = windowMac(options.key, client.challenge?.nonce ?? '', client.hello.nonce);
    if (client.welcome.mac !== mac) {
      throw new Error('The window has another key.');
    }
    return client;
  }

  /** Sends the hello after the challenge. `changed`: a body that the proof is not for. */
  async sayHello(key: Buffer, changed?: Partial<HelloBody>): Promise<void> {
    await eventually('a challenge', () => this.challenge !== undefined || this.isClosed);
    const body = JSON.stringify(this.hello);
    const mac = clientMac(key, this.challenge?.nonce ?? '', body);
    const sent = changed ? JSON.stringify({ ...this.hello, ...changed }) : body;
    this.sendText(`${JSON.stringify({ type: 'hello', body: sent, mac })}\n`);
  }

  sendText(text: string): void {
    this.socket.write(text);
  }

  send(message: ClientMessage): void {
    this.sendText(`${JSON.stringify(message)}\n`);
  }

  ask(id: string, request: AskedRequest, changes: Partial<Ask> = {}): void {
    this.send({ type: 'ask', id, number: 1, request, calls: [], ageMs: 0, ...changes });
  }

  /** The answer to a request, as soon as it has come. */
  async answer(id: string, number = 1): Promise<Answer['answer']> {
    const found = await eventually(`an answer to ${id}`, () =>
      this.messages.find((message) => message.type === 'answer' && message.id === id && message.number === number),
    );
    return (found as Answer).answer;
  }

  /** The next answer, which is confirmed as written to the server. */
  async takeAnswer(id: string, number = 1): Promise<Answer['answer']> {
    const answer = await this.answer(id, number);
    this.send({ type: 'receipt', id, number, outcome: 'sent' });
    return answer;
  }

  async closed(): Promise<void> {
    await eventually('the end of the connection', () => this.isClosed);
  }

  end(): void {
    this.socket.destroy();
  }

  #read(text: string): void {
    this.received += text.length;
    const lines = (this.#text + text).split('\n');
    this.#text = lines.pop() ?? '';
    for (const line of lines) {
      this.#readLine(line);
    }
  }

  #readLine(line: string): void {
    if (!this.challenge) {
      this.challenge = required(readChallenge(line), line);
      return;
    }
    const welcome = this.welcome ? undefined : readWelcome(line);
    if (welcome) {
      this.welcome = welcome;
    } else {
      // A window that closes says so also in place of a welcome.
      this.messages.push(required(readWindowMessage(line), line));
    }
  }
}

function required<T>(message: T | undefined, line: string): T {
  if (message === undefined) {
    throw new Error(`The window has sent what no client reads: ${line.slice(0, 200)}`);
  }
  return message;
}
