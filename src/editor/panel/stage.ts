import type { Screen, ToExtension, ToWebview } from '../../bridge/messages.ts';
import { Emitter } from '../../core/events.ts';
import type { Holds } from '../../core/inbox/holds.ts';
import type { Inbox, Settlement } from '../../core/inbox/inbox.ts';
import type { ElicitationRequest, Withdrawal } from '../../core/inbox/request.ts';
import type { Clock } from '../../core/ports.ts';
import type { Call, CallRequest } from '../../core/servers/call.ts';
import type { ServerDefinition } from '../../core/servers/definition.ts';
import { type AskingServer, eagerServers, limit } from './eager.ts';
import { progressing } from './progressing.ts';
import { Questions } from './questions.ts';
import { AgreementScreen } from './screens/agreement.ts';
import { FormArgumentsScreen, JsonArgumentsScreen } from './screens/arguments.ts';
import { type OutcomeActions, OutcomeScreen } from './screens/outcome.ts';
import type { ScreenMessage, StageScreen } from './screens/screen.ts';
import type { FormJudge } from './screens/typedForm.ts';
import type { UrlActions } from './screens/url.ts';
import { StageNotices } from './stageNotices.ts';
import type { AgreementRequest, ArgumentsRequest, OutcomeRequest } from './surface.ts';

/** Long enough that a click meant for what was there before does not answer what just appeared. */
const QUIET_MS = 500;

export interface StagePorts {
  readonly inbox: Inbox;
  readonly holds: Holds;
  readonly judge: FormJudge;
  readonly clock: Clock;
  calls(): readonly Call[];
  servers(): readonly AskingServer[];
  definition(serverId: string): ServerDefinition | undefined;
  readonly actions: Omit<OutcomeActions, 'close'> &
    UrlActions & {
      cancelCall(callId: string): void;
      /** Calls the same thing once more, for the person; starts the server where it has to. */
      runCall(serverId: string, request: CallRequest): void;
      showLog(serverId: string): void;
      /** A question as it crossed the wire. */
      showWire(requestId: string): void;
      run(command: Extract<ToExtension, { type: 'runCommand' }>['command']): void;
    };
  readonly words: {
    /** `kept`: what the person had typed is kept for when it is asked again. */
    withdrawn(serverName: string, reason: string, kept: boolean): string;
    drawFailed(serverName: string, reason: string): string;
  };
}

/**
 * Decides what the panel shows, and knows what each click on it means. No `vscode` here: the panel lends it a webview
 * to post to. A screen where somebody waits for the person stays until it is settled; what arrives meanwhile waits
 * behind it.
 */
export class Stage {
  readonly #ports: StagePorts;
  readonly #questions: Questions;
  readonly #notices = new StageNotices();
  /** Arguments and agreements that wait, in the order in which they were asked. */
  readonly #asked: StageScreen[] = [];
  readonly #changed = new Emitter<void>();
  readonly #undrawn = new Emitter<string>();
  #outcome: OutcomeScreen | undefined;
  #current: StageScreen | undefined;
  #post: ((message: ToWebview) => void) | undefined;
  #quiet = true;
  /** The screen that the webview has drawn: the person has seen it. */
  #drawn: string | undefined;
  #count = 0;

  /** Another screen is shown, or what waits has changed. */
  readonly onDidChange = this.#changed.event;
  /** A screen could not be drawn, and is about to be dismissed; its id. */
  readonly onDidFailToDraw = this.#undrawn.event;

  constructor(ports: StagePorts) {
    this.#ports = ports;
    this.#questions = new Questions(ports, () => this.refresh());
    ports.inbox.onDidArrive((request) => this.#arrived(request));
    ports.inbox.onDidSettle(({ request, settlement }) => this.#settled(request, settlement));
    ports.holds.onDidChange(() => this.refresh());
  }

  /** What is shown; `undefined` is the welcome screen. */
  get current(): StageScreen | undefined {
    return this.#current;
  }

  /** True once the webview has drawn what is shown now. */
  get isDrawn(): boolean {
    return this.shownId === this.#drawn;
  }

  /** True when this question is the one that is shown. */
  shows(request: ElicitationRequest): boolean {
    return this.#current?.id === request.id;
  }

  /** What the person is about to run comes to the front, and takes the place of a form that they left. */
  askArguments(request: ArgumentsRequest): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { ask, origin } = request;
    const front = origin === 'person';
    if (front) {
      for (const left of this.#asked.filter(({ holdsUp }) => !holdsUp)) {
        left.dismiss();
      }
    }
    return this.#ask(
      (id, end) =>
        ask.kind === 'form'
          ? new FormArgumentsScreen(id, request, ask.form, this.#ports.judge, end)
          : new JsonArgumentsScreen(id, request, ask.reason, this.#ports.judge, end),
      front,
    );
  }

  askAgreement(request: AgreementRequest): Promise<boolean> {
    return this.#ask((id, end) => new AgreementScreen(id, request, end), request.askedFor, request.signal);
  }

  showOutcome(request: OutcomeRequest): void {
    const close = () => this.clearOutcome();
    this.#outcome = new OutcomeScreen(this.#nextId('outcome'), request, { ...this.#ports.actions, close });
    this.#choose();
  }

  /** Takes the last result away, because something else begins or the person closed it. */
  clearOutcome(): void {
    this.#outcome = undefined;
    this.#choose();
  }

  /** The person asked to see what waits: the oldest question comes to the front, and its buttons work at once. */
  bringForward(): void {
    if (!this.#current?.holdsUp) {
      this.#turnTo(this.#waiting().find(({ holdsUp }) => holdsUp) ?? this.#current);
    }
    this.#quiet = false;
    this.refresh();
  }

  /** A webview is there to be drawn on; it says `ready` first. */
  attach(post: (message: ToWebview) => void): void {
    this.#post = post;
  }

  /**
   * The person closed the tab: that cancels the one request that they were shown. Others go on waiting, one that came
   * while the tab was closing among them.
   */
  closed(): void {
    const current = this.#current;
    const unseen = current?.request && !this.isDrawn;
    this.#post = undefined;
    this.#drawn = undefined;
    this.#notices.clear();
    this.#outcome = undefined;
    if (!unseen) {
      current?.dismiss();
    }
    this.#choose();
  }

  /** Sends the whole truth again. */
  refresh(): void {
    this.#post?.({
      type: 'show',
      view: {
        screen: this.#draw(),
        waitingBehind: this.#waitingBehind(),
        ...progressing(this.#ports.calls(), this.#ports.holds.all, (id) => this.#ports.definition(id)),
        eager: eagerServers(this.#ports.servers()),
        notices: this.#notices.all,
      },
    });
    this.#changed.fire();
  }

  /** What the webview says. Messages for a screen that is not shown any more are ignored. */
  receive(message: ToExtension): void {
    switch (message.type) {
      case 'ready':
        this.refresh();
        return;
      case 'showWaiting':
        this.bringForward();
        return;
      case 'runCommand':
        this.#ports.actions.run(message.command);
        return;
      case 'cancelCall':
        this.#ports.actions.cancelCall(message.call);
        return;
      case 'showLog':
        this.#ports.actions.showLog(message.serverId);
        return;
      case 'limitServer': {
        const server = this.#ports.servers().find(({ definition }) => definition.id === message.serverId);
        if (server) {
          limit(server.asking, message.act);
          this.refresh();
        }
        return;
      }
      case 'dismissNotice':
        this.#notices.dismiss(message.notice);
        this.refresh();
        return;
      case 'runNoticed': {
        const lost = this.#notices.dismiss(message.notice);
        this.refresh();
        if (lost) {
          this.#ports.actions.runCall(lost.serverId, lost.request);
        }
        return;
      }
      case 'continueHold':
        this.#ports.holds.continue(message.hold);
        return;
      case 'stopHold':
        this.#ports.holds.stop(message.hold);
        return;
      case 'reopenVisit':
      case 'copyVisit':
        this.#visit(message);
        return;
      default:
        if (this.shownId !== message.screen) {
          this.#receiveLate(message);
          return;
        }
        if (message.type === 'drawn') {
          this.#drawn = message.screen;
          this.#changed.fire();
          return;
        }
        if (!this.#current) {
          return;
        }
        if (message.type === 'drawFailed') {
          const text = this.#ports.words.drawFailed(this.#current.serverName, message.message);
          this.#notices.say({ severity: 'error', text });
          this.refresh();
          this.#undrawn.fire(this.#current.id);
          this.#current.dismiss();
          return;
        }
        this.#current.receive(message, (reply) => this.#post?.(reply));
    }
  }

  #arrived(request: ElicitationRequest): void {
    this.#questions.add(request);
    this.#choose();
  }

  #settled(request: ElicitationRequest, settlement: Settlement): void {
    const kept = this.#questions.settled(request, settlement);
    // What the person ended themselves, by cancelling the call or stopping the server, they know.
    if (settlement.kind === 'withdrawn' && settlement.withdrawal.by !== 'host') {
      this.#sayGone(request, settlement.withdrawal, kept);
    }
    this.#choose();
  }

  #sayGone({ id, call, server }: ElicitationRequest, { reason }: Withdrawal, kept: boolean): void {
    const text = this.#ports.words.withdrawn(server.name, reason, kept);
    const lost = kept && call ? { serverId: server.id, request: call.request } : undefined;
    this.#notices.say({ severity: 'warning', text, serverId: server.id }, { about: id, lost });
  }

  /** The last keys may arrive after the question that they were meant for has gone. */
  #receiveLate(message: ScreenMessage): void {
    const late = message.type === 'edit' ? this.#questions.typedLate(message) : undefined;
    if (late) {
      this.#sayGone(late.request, late.withdrawal, true);
      this.refresh();
    }
  }

  #visit({ type, hold, visit }: Extract<ToExtension, { type: 'reopenVisit' | 'copyVisit' }>): void {
    const { actions, holds } = this.#ports;
    const url = holds.get(hold)?.visits[visit]?.url;
    if (url !== undefined) {
      // Not opened, or not copied: the card stays, and the button can be pressed again.
      (type === 'reopenVisit' ? actions.open(url) : actions.copyUrl(url)).catch(() => undefined);
    }
  }

  /**
   * Shows a screen until the person has settled it, or `signal` fires: then it is dismissed. `front`: the person has just
   * asked for it, so it is shown even though something else waits.
   */
  #ask<T>(
    make: (id: string, end: (result: T) => void) => StageScreen,
    front: boolean,
    signal?: AbortSignal,
  ): Promise<T> {
    return new Promise((resolve) => {
      const takeAway = () => screen.dismiss();
      const screen = make(this.#nextId('ask'), (result) => {
        signal?.removeEventListener('abort', takeAway);
        this.#asked.splice(this.#asked.indexOf(screen), 1);
        resolve(result);
        this.#choose();
      });
      this.#asked.push(screen);
      if (signal?.aborted) {
        takeAway();
        return;
      }
      signal?.addEventListener('abort', takeAway);
      if (front) {
        this.#turnTo(screen);
      }
      this.#choose();
    });
  }

  /** Everything where somebody waits for the person; questions first, because a server is stopped in its work. */
  #waiting(): StageScreen[] {
    return [...this.#questions.all, ...this.#asked];
  }

  /** What the screen itself does not tell of: not the questions that came together with the one on it. */
  #waitingBehind(): number {
    const group = this.#current?.request?.group?.id;
    return this.#waiting().filter(
      (screen) =>
        screen.holdsUp && screen !== this.#current && (group === undefined || screen.request?.group?.id !== group),
    ).length;
  }

  #choose(): void {
    const waiting = this.#waiting();
    const [first] = waiting;
    const stays = this.#current?.waits && waiting.includes(this.#current) && !(first && this.#makesRoomFor(first));
    if (!stays) {
      this.#turnTo(first ?? this.#outcome);
    }
    this.refresh();
  }

  /**
   * The questions of a group may arrive one by one. Another question that came up in between, and that nobody has seen
   * yet, makes room for the next of them.
   */
  #makesRoomFor(next: StageScreen): boolean {
    const current = this.#current;
    return (
      this.#questions.isBegun(next) &&
      current?.request !== undefined &&
      !this.#questions.isBegun(current) &&
      !this.isDrawn
    );
  }

  #turnTo(screen: StageScreen | undefined): void {
    if (screen !== this.#current) {
      this.#current = screen;
      this.#quiet = true;
    }
  }

  #draw(): Screen {
    return this.#current?.draw(this.#quiet ? QUIET_MS : 0) ?? this.#idle();
  }

  /** The id of what is shown. */
  get shownId(): string {
    return this.#current?.id ?? this.#idle().id;
  }

  /** Nothing waits. While a call goes on, that is what the person waits for. */
  #idle(): Extract<Screen, { kind: 'welcome' | 'running' }> {
    const calls = this.#ports.calls();
    if (calls.length === 0) {
      return { kind: 'welcome', id: 'welcome' };
    }
    const holds = this.#ports.holds.all;
    const held = calls.every(({ id }) => holds.some(({ call }) => call?.id === id));
    return { kind: 'running', id: held ? 'held' : 'running', held };
  }

  #nextId(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }
}
