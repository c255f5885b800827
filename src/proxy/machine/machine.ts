import type { WindowMessage } from '#agentProtocol/agentMessages.ts';
import type { Envelope } from '#proxy/wire/envelope.ts';
import { AgentGate } from './agentGate.ts';
import { AgentRequests } from './agentRequests.ts';
import { stoppedEnding } from './callEndings.ts';
import { CallLifecycle } from './callLifecycle.ts';
import { CallLimits } from './callLimits.ts';
import { CallRounds } from './callRounds.ts';
import { CallTable, callKind, type TrackedCall } from './callTable.ts';
import { Deadlines } from './deadlines.ts';
import { DeclarationPolicy } from './declarationPolicy.ts';
import { Effects } from './effects.ts';
import { Heartbeats } from './heartbeats.ts';
import type { MachineAction, MachineEvent, MachineOptions } from './machineEvents.ts';
import { OpenRequests } from './openRequests.ts';
import { ParkedCalls } from './parkedCalls.ts';
import { PushedRequests } from './pushedRequests.ts';
import { ServerMessages } from './serverMessages.ts';
import type { Session } from './session.ts';
import { WindowSide } from './windowSide.ts';

/** How long a window is looked for after one has closed. */
const reopenMs = 30_000;
/** How often a window is looked for that only records calls. */
const seekEveryMs = 5000;

/**
 * The proxy between one agent and one server, without input, output or clock: events go in with their time, actions come out. It
 * passes every message on as the bytes that came, and interposes where the user is asked.
 */
export class Machine {
  readonly #session: Session;
  readonly #window: WindowSide;
  readonly #requests: OpenRequests;
  readonly #lifecycle: CallLifecycle;
  readonly #parked: ParkedCalls;
  readonly #pushed: PushedRequests;
  readonly #agentRequests: AgentRequests;
  readonly #serverMessages: ServerMessages;
  readonly #declaration: DeclarationPolicy;
  readonly #heartbeats: Heartbeats;
  readonly #gate: AgentGate;
  /** True if no window is open, but one of this folder will be back. */
  #isWindowComing = false;
  #hasEnded = false;
  #soughtAt = Number.NEGATIVE_INFINITY;

  constructor(options: MachineOptions) {
    const parts = { options, effects: new Effects(), deadlines: new Deadlines(), calls: new CallTable() };
    const session: Session = { ...parts, now: 0, hasAgentEnded: false, peers: { client: {} } };
    const window = new WindowSide(session);
    const check = (call: TrackedCall) => limits.check(call);
    const requests = new OpenRequests(session, window, check);
    const parked = new ParkedCalls(session, window);
    const lifecycle = new CallLifecycle(session, window, requests, parked);
    const limits = new CallLimits(session, lifecycle, parked);
    const declaration = new DeclarationPolicy(session, () => window.link !== undefined || this.#isWindowComing);
    const agentTime = () => this.#gate.agentTime;
    const pushed = new PushedRequests(session, requests, agentTime);
    const rounds = new CallRounds(session, requests, lifecycle, declaration, agentTime);
    const heartbeats = new Heartbeats(session, requests, pushed, check);
    this.#session = session;
    this.#window = window;
    this.#requests = requests;
    this.#lifecycle = lifecycle;
    this.#parked = parked;
    this.#pushed = pushed;
    this.#declaration = declaration;
    this.#heartbeats = heartbeats;
    this.#gate = new AgentGate(
      session,
      window,
      (request) => declaration.readClient(request),
      (line, message) => this.#fromAgent(line, message),
    );
    this.#agentRequests = new AgentRequests(session, declaration, lifecycle, parked, limits, rounds);
    this.#serverMessages = new ServerMessages(session, declaration, lifecycle, requests, pushed, rounds, heartbeats);
  }

  /** When the event `time` is to be sent. */
  get nextDeadline(): number | undefined {
    return this.#session.deadlines.next;
  }

  /** True while the agent's lines wait: no more of them should be read. */
  get isHolding(): boolean {
    return this.#gate.isClosed;
  }

  /** Handles one event at its time. Deadlines before it count first. */
  handle(event: MachineEvent, now: number): readonly MachineAction[] {
    if (this.#hasEnded) return [];
    this.#session.now = now;
    this.#session.deadlines.runDue(now);
    this.#dispatch(event);
    if (!this.#hasEnded) this.#heartbeats.update();
    return this.#session.effects.take();
  }

  #dispatch(event: MachineEvent): void {
    switch (event.type) {
      case 'agent':
        this.#gate.push(event.line);
        break;
      case 'server':
        this.#serverMessages.receive(event.line);
        break;
      case 'windowOpened':
        this.#isWindowComing = false;
        this.#window.opened(event.link, event.keepMs);
        this.#requests.windowOpened(event.link);
        this.#gate.open();
        break;
      case 'windowRegistered':
        this.#isWindowComing = true;
        break;
      case 'windowNotFound':
        this.#isWindowComing = event.isComing;
        this.#requests.windowNotFound(event.isComing);
        this.#gate.open();
        break;
      case 'windowClosed':
        this.#windowClosed(event.link, event.reason === 'window');
        break;
      case 'windowMessage':
        this.#windowMessage(event.link, event.message);
        break;
      case 'agentEnded':
        while (this.#gate.isClosed) this.#gate.open();
        this.#session.hasAgentEnded = true;
        this.#lifecycle.agentEnded();
        break;
      case 'serverLost':
        this.#pushed.serverLost();
        this.#lifecycle.serverLost(event.message);
        break;
      case 'serverEnded':
        this.#lifecycle.serverEnded();
        this.#hasEnded = true;
        break;
      case 'time':
        break;
    }
  }

  #fromAgent(line: Buffer, message: Envelope | undefined): void {
    if (message?.method === 'notifications/cancelled') {
      this.#agentRequests.cancelled(message);
    } else if (message?.method !== undefined && message.id !== undefined) {
      this.#declaration.readClient(message);
      if (callKind(message.method)) this.#seekForRecord();
      this.#agentRequests.receive(message, message.id);
    } else if (!message?.isResponse || !this.#pushed.answeredByAgent(message)) {
      this.#session.effects.toServer(line);
    }
  }

  /** A window that was opened later shows the call in its record. */
  #seekForRecord(): void {
    const { now } = this.#session;
    if (this.#window.link !== undefined || now - this.#soughtAt < seekEveryMs) return;
    this.#soughtAt = now;
    this.#window.seek(0);
  }

  #windowClosed(link: number, willReturn: boolean): void {
    if (this.#window.link === link) {
      this.#window.closed();
      this.#isWindowComing = willReturn;
      if (willReturn) this.#window.seek(reopenMs);
    }
    this.#requests.windowClosed(link, willReturn);
  }

  #windowMessage(link: number, message: WindowMessage): void {
    if (message.type === 'answer') {
      this.#requests.answer(link, message.id, message.number, message.answer);
    } else if (message.type === 'stopCall') {
      const call = this.#session.calls.get(message.call);
      if (call && !this.#parked.hasResult(call)) this.#lifecycle.end(call, stoppedEnding, 'cancelled');
    }
  }
}
