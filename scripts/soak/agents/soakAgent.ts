import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { LineReader } from '#proxy/wire/lineReader.ts';
import { endWithThisProcess } from '#scripts/lib/process.mjs';
import { newToken, tokenIn } from '#scripts/soak/common/callTokens.ts';
import type { Chance } from '#scripts/soak/common/chance.ts';
import type { Ledger } from '#scripts/soak/common/ledger.ts';
import { type RecordedEvent, readRecord } from '#scripts/soak/common/recordedRequests.ts';
import type { AgentMessage } from './agentMessage.ts';
import type { SessionFault } from './faults.ts';
import type { SessionOptions } from './sessionOptions.ts';

interface OpenCall {
  readonly token: string;
  readonly tool: string;
  readonly count: number;
  readonly timers: NodeJS.Timeout[];
}

const capabilityKey = 'io.modelcontextprotocol/clientCapabilities';
/** How much later than its limit an agent may be answered early: the machine is busy. */
const slackMs = 3000;

/** An agent with the proxy before one server: calls tools, interrupts some calls, and asks again for those that it was told to. */
export class SoakAgent {
  readonly options: SessionOptions;
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** The fault that ends it; empty if none does. */
  endedBy = '';
  /** When that began, in milliseconds since the epoch. */
  endingAt = Number.POSITIVE_INFINITY;
  hasEnded = false;
  /** Standard error of proxy and server. */
  errors = '';
  readonly ended: Promise<void>;
  readonly #ledger: Ledger;
  readonly #chance: Chance;
  readonly #open = new Map<number | string, OpenCall>();
  /** Calls that were answered early, until they are made again. */
  readonly #parked = new Set<OpenCall>();
  #lastId = 0;
  #isReady = false;
  #isDraining = false;

  constructor(options: SessionOptions, ledger: Ledger, chance: Chance) {
    this.options = options;
    this.#ledger = ledger;
    this.#chance = chance;
    const { server, limitMs, command, proxy, env, folder } = options;
    const limit = limitMs === undefined ? [] : ['--limit', String(limitMs)];
    const args = [proxy, 'run', '--client', 'codex', '--server', server, ...limit, '--', ...command];
    this.child = endWithThisProcess(
      // The proxy leads a process group, as the agent does that starts it. Its server belongs to the group.
      spawn(process.execPath, args, { cwd: folder, stdio: 'pipe', env, detached: true }),
    ) as ChildProcessByStdio<Writable, Readable, Readable>;
    const reader = new LineReader({ line: (line) => this.#receive(line.toString()), piece: () => undefined });
    this.child.stdout.on('data', (chunk: Buffer) => reader.push(chunk));
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.errors = `${this.errors}${chunk}`.slice(-4000);
    });
    this.child.stdin.on('error', () => undefined);
    this.ended = once(this.child, 'close').then(() => this.#end());
    this.#request('initialize');
  }

  get isReady(): boolean {
    return this.#isReady && !this.hasEnded;
  }

  get openCalls(): number {
    return this.#open.size + this.#parked.size;
  }

  /** The process ids of the server and what it has started. */
  get serverIds(): readonly number[] {
    try {
      const { pid } = this.child;
      return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
    } catch {
      return [];
    }
  }

  /** Calls a tool, unless enough calls run. */
  call(): void {
    if (!this.isReady || this.#isDraining || this.openCalls >= 3) return;
    const tools = this.options.era === 'modern' ? ['ask_round', 'plain'] : ['ask_form', 'ask_form', 'plain', 'ask_url'];
    const tool = this.#chance.pick(tools) ?? 'plain';
    const call = { token: newToken(), tool, count: this.#chance.happens(0.3) ? 2 : 1 };
    this.#ledger.callSent(call.token, tool, this.options.name);
    this.#send(call);
  }

  /** The agent makes no new calls, and asks for everything again that it was told to. */
  drain(): void {
    this.#isDraining = true;
    for (const call of this.#parked) this.#again(call);
  }

  /** To be called before the fault. */
  endsBy(kind: SessionFault): void {
    this.endedBy = kind;
    this.endingAt = Date.now();
  }

  /** The agent closes its server's input, as at its end. */
  close(): void {
    this.child.stdin.end();
  }

  /** The events that the server has recorded. */
  get record(): readonly RecordedEvent[] {
    return readRecord(this.options.recordFile);
  }

  #send({ token, tool, count }: Pick<OpenCall, 'token' | 'tool' | 'count'>): void {
    const timers: NodeJS.Timeout[] = [];
    const id = this.#request('tools/call', { name: tool, arguments: { place: token, count } });
    this.#open.set(id, { token, tool, count, timers });
    const { limitMs } = this.options;
    if (this.#chance.happens(0.08) && !this.#isDraining) {
      timers.push(setTimeout(() => this.#cancel(id, 'The user interrupted'), this.#chance.between(0, 6000)));
    }
    if (limitMs !== undefined) {
      timers.push(setTimeout(() => this.#ledger.fail(`${token} was not answered within the limit`), limitMs + slackMs));
    }
  }

  #cancel(id: number | string, reason: string): void {
    const call = this.#open.get(id);
    if (!call) return;
    this.#settle(id, call);
    this.#notify('notifications/cancelled', { requestId: id, reason });
    this.#ledger.callEnded(call.token, 'cancelled');
  }

  #settle(id: number | string, { timers }: OpenCall): void {
    for (const timer of timers) clearTimeout(timer);
    this.#open.delete(id);
  }

  #receive(line: string): void {
    const message = JSON.parse(line) as AgentMessage;
    const { id, method } = message;
    if (method === 'elicitation/create') this.#asked(message);
    else if (method === 'notifications/progress') this.#ledger.counts.add('call: progress, while the user is asked');
    else if (method === undefined && id === 1) this.#ready();
    else if (method === undefined && id !== undefined) this.#responded(id, message);
  }

  #ready(): void {
    this.#isReady = true;
    this.#notify('notifications/initialized', {});
  }

  #responded(id: number | string, { result, error }: AgentMessage): void {
    const call = this.#open.get(id);
    if (!call) {
      if (Number(id) > this.#lastId) this.#ledger.fail(`A response to ${id}, which was never sent`);
      else this.#ledger.counts.add('call: response crossed its cancellation');
      return;
    }
    this.#settle(id, call);
    if (result?.inputRequests) {
      this.#askedInRound(call, result);
      return;
    }
    const text = result?.content?.[0]?.text ?? '';
    if (text.startsWith('Nobody could be asked')) this.#nobodyAsked(call.token);
    this.#ledger.checkResult(call.token, text);
    if (call.tool === 'plain' && !text.includes(call.token)) this.#ledger.fail(`${call.token} got: ${text}`);
    if (error) this.#ledger.callEnded(call.token, 'error', String(error.code));
    else if (/^The user (was asked in VS Code and has|is away)/.test(text)) this.#answeredEarly(call);
    else this.#ledger.callEnded(call.token, 'result', summaryOf(text));
  }

  #answeredEarly(call: OpenCall): void {
    this.#ledger.counts.add('call: answered early and kept');
    this.#parked.add(call);
    if (this.#isDraining) this.#again(call);
    else if (this.#chance.happens(0.75)) setTimeout(() => this.#again(call), this.#chance.between(10, 12_000));
  }

  /** Calls once more with the same arguments. */
  #again(call: OpenCall): void {
    if (this.hasEnded || !this.#parked.delete(call)) return;
    this.#ledger.counts.add('call: asked for again');
    this.#send(call);
  }

  /** The proxy passes a request on when no window can be asked. */
  #asked({ id, params }: AgentMessage): void {
    const token = tokenIn(params?.message);
    this.#ledger.counts.add('request: passed on to the agent');
    this.#nobodyAsked(token);
    if (!this.#isByUser()) {
      this.#write({ id, result: { action: 'decline' } });
      return;
    }
    const answer = `${token}/agent-${id}`;
    setTimeout(() => {
      this.#ledger.agentAnswered(token, answer);
      this.#write({ id, result: { action: 'accept', content: { answer } } });
    }, 400);
  }

  /** The same for a round: the agent continues the call with answers of its own. */
  #askedInRound(call: OpenCall, { inputRequests = {}, requestState }: NonNullable<AgentMessage['result']>): void {
    const { token, count } = call;
    this.#ledger.counts.add('request: a round was passed on to the agent');
    this.#nobodyAsked(token);
    const isByUser = this.#isByUser();
    const answers = Object.keys(inputRequests).map((key) => [key, `${token}/agent-${key}`] as const);
    const goOn = () => {
      if (this.hasEnded || !this.#parked.delete(call)) return;
      if (isByUser) for (const [, answer] of answers) this.#ledger.agentAnswered(token, answer);
      const inputResponses = Object.fromEntries(
        answers.map(([key, answer]) => [
          key,
          isByUser ? { action: 'accept', content: { answer } } : { action: 'decline' },
        ]),
      );
      const params = { name: call.tool, arguments: { place: token, count }, inputResponses, requestState };
      this.#open.set(this.#request('tools/call', params), { ...call, timers: [] });
    };
    this.#parked.add(call);
    if (isByUser) setTimeout(goOn, 400);
    else goOn();
  }

  /** A proxy that has to end does not wait for a window. */
  #nobodyAsked(token: string): void {
    if (this.endedBy === '') this.#ledger.nobodyAsked(this.options.name, token, this.errors);
  }

  /** True if the agent's user answers, false if it declines without one: at once, which it cannot while this process is late. */
  #isByUser(): boolean {
    const isByUser = this.#chance.happens(0.5);
    const { isLate } = this.options.loop;
    if (isLate) this.#ledger.counts.add('request: answered for the user of an agent, because this process was late');
    return isByUser || isLate;
  }

  #request(method: string, params: Readonly<Record<string, unknown>> = {}): number {
    const { era, declares } = this.options;
    const capabilities = declares ? { elicitation: { form: {} } } : {};
    const clientInfo = { name: 'Agent of the fault run', version: '1' };
    this.#lastId += 1;
    const id = this.#lastId;
    if (era === 'modern') {
      const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', [capabilityKey]: capabilities };
      const own = { ..._meta, 'io.modelcontextprotocol/clientInfo': clientInfo, progressToken: id };
      this.#write({
        id,
        method: method === 'initialize' ? 'server/discover' : method,
        params: { ...params, _meta: own },
      });
    } else if (method === 'initialize') {
      this.#write({ id, method, params: { protocolVersion: '2025-11-25', capabilities, clientInfo } });
    } else {
      this.#write({ id, method, params: { ...params, _meta: { progressToken: id } } });
    }
    return id;
  }

  #notify(method: string, params: object): void {
    this.#write({ method, params });
  }

  #write(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #end(): void {
    this.hasEnded = true;
    for (const [id, call] of this.#open) {
      this.#settle(id, call);
      this.#ledger.callEnded(call.token, 'session ended');
    }
    for (const { token } of this.#parked) this.#ledger.callEnded(token, 'not asked for again');
    this.#parked.clear();
    const { endedBy, endingAt, record, errors: log } = this;
    this.#ledger.sessionEnded({ name: this.options.name, endedBy, endingAt, record, log });
  }
}

/** What a result says, without tokens and answers. */
function summaryOf(text: string): string {
  const known = /^(form|page|round|plain) call \d+(?:: ((?:accept|decline|cancel|refused -?\w+))?)?/.exec(text);
  return known ? [known[1], known[2]].filter(Boolean).join(', ') : text.slice(0, 60);
}
