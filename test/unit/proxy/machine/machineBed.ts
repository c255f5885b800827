import assert from 'node:assert/strict';
import type { AnswerBody, Ask, ClientMessage, WindowMessage } from '#agentProtocol/agentMessages.ts';
import { Machine } from '#proxy/machine/machine.ts';
import type { MachineAction, MachineEvent, MachineOptions } from '#proxy/machine/machineEvents.ts';

type Json = Readonly<Record<string, unknown>>;

export const form = { message: 'Which city?', requestedSchema: { type: 'object', properties: {}, required: ['city'] } };
export const accepted: AnswerBody = { kind: 'result', result: { action: 'accept', content: { city: 'Paris' } } };

/** The machine with a clock, and everything that it has sent, in order. */
export class MachineBed {
  /** In seconds since the start. */
  now = 0;
  readonly toAgent: string[] = [];
  readonly toServer: string[] = [];
  readonly toWindow: (ClientMessage & { readonly link: number })[] = [];
  readonly logs: string[] = [];
  /** The destinations of what was sent, in order: `server`, `window`, `agent`. */
  readonly order: string[] = [];
  readonly actions: MachineAction[] = [];
  readonly #machine: Machine;
  #lastLink = 0;

  constructor(options: Partial<MachineOptions> = {}) {
    this.#machine = new Machine({
      progressExtends: false,
      formatTime: (ms) => `10:${String(Math.floor(ms / 60_000)).padStart(2, '0')}`,
      ...options,
    });
  }

  get isHolding(): boolean {
    return this.#machine.isHolding;
  }

  /** Sends a legacy `initialize` with a window open, unless `window` is false, and its response. */
  start({ window = true, capabilities = {} as Json } = {}): this {
    this.agent({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities } });
    if (window) this.openWindow();
    else this.event({ type: 'windowNotFound', isComing: false });
    this.server({ id: 0, result: { protocolVersion: '2025-11-25', serverInfo: { name: 'it', version: '1' } } });
    this.clear();
    return this;
  }

  clear(): void {
    for (const sent of [this.toAgent, this.toServer, this.toWindow, this.logs, this.order, this.actions])
      sent.length = 0;
  }

  agent(message: Json | string): void {
    this.event({ type: 'agent', line: line(message) });
  }

  server(message: Json | string): void {
    this.event({ type: 'server', line: line(message) });
  }

  /** The agent calls a tool. */
  call(id: unknown, args: Json = {}, params: Json = {}): void {
    this.agent({ id, method: 'tools/call', params: { name: 'deploy', arguments: args, ...params } });
  }

  /** The server sends a form, or other params. */
  ask(id: unknown, params: Json = form): void {
    this.server({ id, method: 'elicitation/create', params });
  }

  cancel(requestId: unknown, reason = 'The user pressed Escape'): void {
    this.agent({ method: 'notifications/cancelled', params: { requestId, reason } });
  }

  openWindow(keepMs = 600_000): number {
    this.#lastLink += 1;
    this.event({ type: 'windowOpened', link: this.#lastLink, keepMs });
    return this.#lastLink;
  }

  fromWindow(message: WindowMessage, link = this.#lastLink): void {
    this.event({ type: 'windowMessage', link, message });
  }

  answer(ask: Ask | undefined, answer: AnswerBody = accepted, link = this.#lastLink): void {
    assert(ask, 'Nothing was asked.');
    this.fromWindow({ type: 'answer', id: ask.id, number: ask.number, answer }, link);
  }

  /** Lets time pass, with every deadline on the way. */
  wait(seconds: number): void {
    const end = this.now * 1000 + seconds * 1000;
    for (let next = this.#machine.nextDeadline; next !== undefined && next <= end; next = this.#machine.nextDeadline) {
      this.now = next / 1000;
      this.event({ type: 'time' });
    }
    this.now = end / 1000;
    this.event({ type: 'time' });
  }

  event(event: MachineEvent): void {
    for (const action of this.#machine.handle(event, this.now * 1000)) {
      this.actions.push(action);
      this.order.push(action.type);
      switch (action.type) {
        case 'toAgent':
          this.toAgent.push(action.bytes.toString());
          break;
        case 'toServer':
          this.toServer.push(action.bytes.toString());
          if (action.receipt) this.toWindow.push({ ...action.receipt.receipt, link: action.receipt.link });
          break;
        case 'toWindow':
          this.toWindow.push({ ...action.message, link: action.link });
          break;
        case 'log':
          this.logs.push(action.text);
      }
    }
  }

  get asks(): readonly (Ask & { readonly link: number })[] {
    return this.toWindow.filter((message) => message.type === 'ask');
  }

  get lastAsk(): Ask | undefined {
    return this.asks.at(-1);
  }

  windowMessages<T extends ClientMessage['type']>(type: T): readonly Extract<ClientMessage, { type: T }>[] {
    return this.toWindow.filter(
      (message): message is Extract<ClientMessage, { type: T }> & { link: number } => message.type === type,
    );
  }

  get agentMessages(): readonly Json[] {
    return this.toAgent.map((text) => JSON.parse(text));
  }
  get serverMessages(): readonly Json[] {
    return this.toServer.map((text) => JSON.parse(text));
  }
}

export function line(message: Json | string): Buffer {
  return Buffer.from(typeof message === 'string' ? message : `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
