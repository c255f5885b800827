import assert from 'node:assert/strict';
import type { Ask } from '#agentProtocol/agentMessages.ts';
import { form, MachineBed } from '#test/unit/proxy/machine/machineBed.ts';
import type { Step } from '#test/unit/proxy/machine/simulationSteps.ts';

interface AgentCallEntry {
  readonly id: number;
  readonly kind: number;
  /** When the agent called, in seconds. */
  readonly since: number;
  isCancelled: boolean;
  answers: string[];
}

interface ServerCallEntry {
  readonly id: unknown;
  readonly kind: number;
  isRunning: boolean;
}

/** The kind of the calls of 2026-07-28. */
const modernKind = 1;
const modernMeta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

export interface SimulatedLimits {
  readonly limitMs?: number;
  readonly ownLimitMs?: number;
}

/** Plays an agent, a server and a window around the machine, and checks what each of them receives. */
export class Simulation {
  readonly bed: MachineBed;
  readonly agentCalls: AgentCallEntry[] = [];
  readonly serverCalls: ServerCallEntry[] = [];
  /** The results that the server gave, with the kind of their call. */
  readonly results = new Map<string, number>();
  /** The texts of answers, by the ask that they were given for. */
  readonly answers: { readonly text: string; readonly ask: Ask; readonly isAccepted: boolean }[] = [];
  /** How many rounds and lists of URLs the user has answered. */
  repeats = 0;
  #lastId = 0;
  #openAsks: unknown[] = [];
  #links: number[] = [1];
  /** How many calls were parked because a limit passed that the agent did not name. */
  parkedByClock = 0;
  readonly #limits: readonly number[];

  constructor(limits: SimulatedLimits) {
    this.bed = new MachineBed(limits).start({ capabilities: {} });
    this.#limits = [limits.limitMs, limits.ownLimitMs].flatMap((limit) => limit ?? []);
  }

  play(step: Step): void {
    const late = step.type === 'cancel' && step.isLate ? chosen(this.#waitingCalls, step.pick) : undefined;
    if (late) this.play({ type: 'wait', seconds: Math.max(0, late.since + 60 - this.bed.now) });
    const sentBefore = this.bed.toServer.length;
    const answersBefore = this.bed.toAgent.length;
    this.#do(step);
    const newCalls = this.#readServer(this.bed.serverMessages.slice(sentBefore));
    this.#readAgent(this.bed.agentMessages.slice(answersBefore));
    assert(
      newCalls <= (['call', 'answer', 'stale'].includes(step.type) ? 1 : 0),
      `${step.type} sent ${newCalls} calls`,
    );
  }

  /** What has happened, by names of the protocol. */
  happened(): readonly string[] {
    const { bed } = this;
    const text = bed.toAgent.join('');
    return [
      ...bed.windowMessages('callState').map(({ state }) => state),
      ...bed.windowMessages('withdraw').map(({ reason }) => reason),
      ...bed.windowMessages('receipt').map(({ outcome }) => outcome),
      ...(this.parkedByClock > 0 ? ['parked by the clock'] : []),
      ...(text.includes('has not answered yet') ? ['early'] : []),
      ...(text.includes('Result of the call made at') ? ['dated'] : []),
      ...(text.includes('The user stopped this call') ? ['stopped'] : []),
      ...(bed.toServer.join('').includes('no_user') ? ['no_user'] : []),
    ];
  }

  /** Lets the server answer everything, and the agent's limits pass. */
  drain(): void {
    for (let round = 0; round < 3; round += 1) {
      while (this.serverCalls.some(({ isRunning }) => isRunning)) this.play({ type: 'respond', pick: 0 });
      this.play({ type: 'openWindow' });
      while (this.#currentAsks().length > 0) this.play({ type: 'answer', pick: 0 });
    }
    this.play({ type: 'wait', seconds: 130 });
    for (const kind of [0, 1, 2]) this.play({ type: 'call', kind, hasToken: false });
    while (this.serverCalls.some(({ isRunning }) => isRunning)) this.play({ type: 'respond', pick: 0 });
  }

  #do(step: Step): void {
    const { bed } = this;
    switch (step.type) {
      case 'call': {
        const id = this.#nextId();
        this.agentCalls.push({ id, kind: step.kind, since: bed.now, isCancelled: false, answers: [] });
        const _meta = { ...(step.kind === modernKind && modernMeta), ...(step.hasToken && { progressToken: id }) };
        bed.call(id, { kind: step.kind }, { _meta });
        break;
      }
      case 'cancel': {
        const call = chosen(this.#waitingCalls, step.pick);
        if (!call) break;
        call.isCancelled = true;
        const parked = this.#parkedCount();
        bed.cancel(call.id, step.hasTimedOut ? 'Request timed out' : 'Escape');
        if (this.#parkedCount() > parked && !step.hasTimedOut) {
          const waitedMs = (bed.now - call.since) * 1000;
          const isAtLimit = this.#limits.some((limit) => Math.abs(waitedMs - limit) <= 1000);
          assert(isAtLimit, `parked after ${waitedMs} ms, although its user has interrupted it`);
          this.parkedByClock += 1;
        }
        break;
      }
      case 'ask': {
        const id = `ask ${this.#nextId()}`;
        this.#openAsks.push(id);
        bed.ask(id, { ...form, id });
        break;
      }
      case 'takeBack': {
        const requestId = chosen(this.#openAsks, step.pick);
        if (requestId !== undefined) bed.server({ method: 'notifications/cancelled', params: { requestId } });
        this.#openAsks = this.#openAsks.filter((id) => id !== requestId);
        break;
      }
      case 'respond':
        this.#respond(this.#running, step.pick, (text) => ({ result: { content: [{ type: 'text', text }] } }), true);
        break;
      case 'round': {
        const inputRequests = { q: { method: 'elicitation/create', params: form } };
        const modern = this.#running.filter(({ kind }) => kind === modernKind);
        this.#respond(modern, step.pick, (requestState) => ({
          result: { resultType: 'input_required', inputRequests, requestState },
        }));
        break;
      }
      case 'urls': {
        const legacy = this.#running.filter(({ kind }) => kind !== modernKind);
        this.#respond(legacy, step.pick, (elicitationId) => ({
          error: { code: -32042, message: 'Sign in', data: { elicitations: [{ elicitationId }] } },
        }));
        break;
      }
      case 'answer':
        this.#answer(chosen(this.#currentAsks(), step.pick));
        break;
      case 'stale':
        this.#answer(chosen(bed.asks, step.pick));
        break;
      case 'stop': {
        const ask = chosen(bed.asks, step.pick);
        if (ask?.calls[0]) bed.fromWindow({ type: 'stopCall', call: ask.calls[0].id });
        break;
      }
      case 'openWindow':
        this.#links.push(bed.openWindow());
        break;
      case 'notFound':
        bed.event({ type: 'windowNotFound', isComing: false });
        break;
      case 'closeWindow': {
        const link = this.#links.pop();
        const reason = step.isDisabled ? 'disabled' : 'window';
        if (link !== undefined) bed.event({ type: 'windowClosed', link, reason });
        break;
      }
      case 'wait':
        bed.wait(step.seconds);
    }
  }

  #respond(
    calls: readonly ServerCallEntry[],
    pickIndex: number,
    body: (text: string) => Readonly<Record<string, unknown>>,
    isResult = false,
  ): void {
    const call = chosen(calls, pickIndex);
    if (!call) return;
    call.isRunning = false;
    const text = `result ${this.#nextId()}`;
    if (isResult) this.results.set(text, call.kind);
    this.bed.server({ id: call.id, ...body(text) });
  }

  #answer(ask: (Ask & { readonly link: number }) | undefined): void {
    if (!ask) return;
    const text = `answer ${this.#nextId()}`;
    const result = { action: 'accept', content: { city: text } } as const;
    const body = {
      pushed: { kind: 'result', result },
      round: { kind: 'responses', responses: { q: result } },
      requiredUrls: { kind: 'repeat' },
    } as const;
    const receipts = this.bed.windowMessages('receipt').length;
    this.bed.answer(ask, body[ask.request.kind], ask.link);
    const [receipt, ...more] = this.bed.windowMessages('receipt').slice(receipts);
    assert.equal(more.length, 0, 'one receipt for each answer');
    const isAccepted = receipt?.outcome === 'sent';
    this.answers.push({ text, ask, isAccepted });
    if (isAccepted && ask.request.kind !== 'pushed') this.repeats += 1;
  }

  /** The newest ask of each request that was not withdrawn or answered. */
  #currentAsks() {
    const { bed } = this;
    const ended = new Set(
      [
        ...bed.windowMessages('withdraw'),
        ...bed.windowMessages('receipt').filter(({ outcome }) => outcome === 'sent'),
      ].map(({ id, number }) => `${id} ${number}`),
    );
    return bed.asks.filter(({ id, number, link }) => !ended.has(`${id} ${number}`) && this.#links.includes(link));
  }

  #readServer(messages: readonly Readonly<Record<string, unknown>>[]): number {
    let calls = 0;
    for (const { id, method, params, result, error } of messages) {
      if (method === 'tools/call') {
        calls += 1;
        assert(!this.serverCalls.some((call) => call.id === id), `the id ${id} was used twice`);
        const { arguments: args } = params as { arguments: { kind: number } };
        this.serverCalls.push({ id, kind: args.kind, isRunning: true });
      } else if (method === 'notifications/cancelled') {
        const { requestId } = params as { requestId: unknown };
        for (const call of this.serverCalls) if (call.id === requestId) call.isRunning = false;
      } else if (result !== undefined || error !== undefined) {
        assert(this.#openAsks.includes(id), `${id} was answered twice, or after it was taken back`);
        this.#openAsks = this.#openAsks.filter((open) => open !== id);
      }
    }
    return calls;
  }

  #readAgent(messages: readonly Readonly<Record<string, unknown>>[]): void {
    for (const message of messages) {
      if (message['method'] !== undefined) continue;
      const call = this.agentCalls.find(({ id }) => id === message['id']);
      assert(call, `an answer under the unknown id ${message['id']}`);
      call.answers.push(JSON.stringify(message));
    }
  }

  /** The calls for which the agent waits. */
  get #waitingCalls(): AgentCallEntry[] {
    return this.agentCalls.filter(({ answers, isCancelled }) => answers.length === 0 && !isCancelled);
  }

  get #running(): ServerCallEntry[] {
    return this.serverCalls.filter(({ isRunning }) => isRunning);
  }

  #parkedCount(): number {
    return this.bed.windowMessages('callState').filter(({ state }) => state === 'parked').length;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

function chosen<T>(items: readonly T[], index: number): T | undefined {
  return items[index % Math.max(1, items.length)];
}
