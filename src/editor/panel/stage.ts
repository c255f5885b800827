import type { Screen, ToExtension, ToWebview } from '../../bridge/messages.ts';
import type { Drafts } from '../../core/drafts/drafts.ts';
import { Emitter } from '../../core/events.ts';
import type { Holds } from '../../core/inbox/holds.ts';
import type { Inbox, Settlement } from '../../core/inbox/inbox.ts';
import type { ElicitationRequest } from '../../core/inbox/request.ts';
import type { SteadyClock } from '../../core/ports.ts';
import type { Remembered } from '../../core/remembered/remembered.ts';
import type { Call, CallRequest } from '../../core/servers/call.ts';
import type { ServerDefinition } from '../../core/servers/definition.ts';
import { argumentsKey } from './draftKeys.ts';
import { type AskingServer, eagerServers } from './eager.ts';
import { type GonePorts, GoneQuestions } from './gone.ts';
import { changingIdle, type IdleScreen, idleScreen } from './idle.ts';
import { pastOf } from './journeying.ts';
import { progressing } from './progressing.ts';
import { Questions } from './questions.ts';
import type { ReviewRule } from './reviewRule.ts';
import { type Routes, route } from './routing.ts';
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
  readonly clock: SteadyClock;
  /** What is typed, kept for when the same is asked again. */
  readonly drafts: Drafts;
  /** What was answered and is to be used again. */
  readonly remembered: Remembered;
  /** Names the open workspace among all. */
  readonly workspace: string;
  reviewRule(): ReviewRule;
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
  readonly words: GonePorts['words'] & {
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
  readonly #gone: GoneQuestions;
  /** Arguments and agreements that wait, in the order in which they were asked. */
  readonly #asked: StageScreen[] = [];
  readonly #changed = new Emitter<void>();
  readonly #undrawn = new Emitter<string>();
  readonly #routes: Routes;
  #outcome: OutcomeScreen | undefined;
  #current: StageScreen | undefined;
  /** What is shown where there is nothing else. */
  #idle: IdleScreen = { kind: 'welcome', id: 'welcome' };
  #post: ((message: ToWebview) => void) | undefined;
  #quiet = true;
  /** The screen that the webview has drawn. */
  #drawn: string | undefined;
  #inSight = true;
  /** The screen that was drawn while the tab was in sight: the person has seen it. */
  #seen: string | undefined;
  #count = 0;

  /** Another screen is shown, or what waits has changed. */
  readonly onDidChange = this.#changed.event;
  /** A screen could not be drawn, and is about to be dismissed; its id. */
  readonly onDidFailToDraw = this.#undrawn.event;

  constructor(ports: StagePorts) {
    this.#ports = ports;
    this.#questions = new Questions(ports, () => this.refresh());
    this.#gone = new GoneQuestions({ notices: this.#notices, words: ports.words, changed: () => this.refresh() });
    this.#routes = {
      ports,
      notices: this.#notices,
      begin: () => {
        this.#drawn = undefined;
        this.refresh();
      },
      bringForward: () => this.bringForward(),
      refresh: () => this.refresh(),
    };
    ports.inbox.onDidArrive((request) => this.#arrived(request));
    ports.inbox.onDidSettle(({ request, settlement }) => this.#settled(request, settlement));
    ports.holds.onDidChange(() => this.refresh());
    ports.remembered.onDidChange(() => this.refresh());
  }

  /** What is shown; `undefined` is the welcome screen. */
  get current(): StageScreen | undefined {
    return this.#current;
  }

  /** True once the webview has drawn what is shown now. */
  get isDrawn(): boolean {
    return this.shownId === this.#drawn;
  }

  /** True once the person could see what is shown now: a tab in the background is drawn too. */
  get isSeen(): boolean {
    return this.isDrawn && this.shownId === this.#seen;
  }

  /** Everything that holds somebody up until the person has dealt with it: questions first. */
  get holdingUp(): readonly StageScreen[] {
    return this.#waiting().filter(({ holdsUp }) => holdsUp);
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
    const { drafts, judge, workspace } = this.#ports;
    const draft = drafts.open(argumentsKey(request, workspace));
    return this.#ask(
      (id, end) =>
        ask.kind === 'form'
          ? new FormArgumentsScreen(id, request, ask.form, { judge, draft, end })
          : new JsonArgumentsScreen(id, request, ask.reason, { judge, draft, end }),
      { front, quiet: !front },
    );
  }

  askAgreement(request: AgreementRequest): Promise<boolean> {
    const { askedFor: front, signal } = request;
    return this.#ask((id, end) => new AgreementScreen(id, request, end), { front, quiet: true, signal });
  }

  showOutcome(request: OutcomeRequest): void {
    const close = () => this.clearOutcome();
    const past = pastOf(this.#questions.journeys.takePast(request.request));
    this.#outcome = new OutcomeScreen(this.#nextId('outcome'), request, past, { ...this.#ports.actions, close });
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

  /** The tab came into sight, or went out of it. */
  setInSight(inSight: boolean): void {
    this.#inSight = inSight;
    this.#see();
  }

  /**
   * The person closed the tab: that cancels the one request that they were shown. Others go on waiting, one that came
   * while the tab was closing or was out of sight among them.
   */
  closed(): void {
    const current = this.#current;
    const unseen = current?.request && !this.isSeen;
    this.#post = undefined;
    this.#drawn = undefined;
    this.#notices.clear();
    this.#outcome = undefined;
    if (!unseen) {
      current?.dismiss();
    }
    this.#choose();
  }

  /** Sends the whole truth again, but for what the webview has drawn of it. */
  refresh(): void {
    const { journeys } = this.#questions;
    if (!this.#current) {
      this.#idle = idleScreen(this.#ports, journeys);
    }
    if (!this.isDrawn) {
      // Whatever was drawn before makes room for this one, and is drawn anew when it comes back.
      this.#drawn = undefined;
    }
    const changing = this.#current ? this.#current.changing?.() : changingIdle(this.#idle);
    journeys.keepOnly(new Set(this.#ports.calls().map(({ id }) => id)));
    this.#post?.({
      type: 'show',
      view: {
        screen: this.isDrawn ? { kind: 'drawn', id: this.shownId, ...changing } : this.#draw(),
        waitingBehind: this.#waitingBehind(),
        ...progressing({ ...this.#ports, journeys }),
        eager: eagerServers(this.#ports.servers()),
        notices: this.#notices.all,
      },
    });
    this.#changed.fire();
  }

  /** What the webview says. Messages for a screen that is not shown any more are ignored. */
  receive(message: ToExtension): void {
    if (!('screen' in message)) {
      route(message, this.#routes);
    } else if (this.shownId !== message.screen) {
      this.#receiveLate(message);
    } else {
      this.#receiveShown(message);
    }
  }

  #receiveShown(message: ScreenMessage): void {
    if (message.type === 'drawn') {
      this.#drawn = message.screen;
      this.#see();
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

  #see(): void {
    if (this.#inSight && this.isDrawn) {
      this.#seen = this.#drawn;
    }
    this.#changed.fire();
  }

  #arrived(request: ElicitationRequest): void {
    this.#questions.add(request);
    this.#choose();
  }

  #settled(request: ElicitationRequest, settlement: Settlement): void {
    const kept = this.#questions.settled(request, settlement);
    this.#gone.settled(request, settlement, kept);
    this.#choose();
  }

  /** The last keys may arrive after the question that they were meant for has gone. */
  #receiveLate(message: ScreenMessage): void {
    const late = message.type === 'edit' ? this.#questions.typedLate(message) : undefined;
    if (late) {
      this.#gone.say(late.request, late.withdrawal, true);
      this.refresh();
    }
  }

  /**
   * Shows a screen until the person has settled it, or `signal` fires: then it is dismissed. `front`: the person has just
   * asked for it, so it is shown even though something else waits. `quiet`: its buttons are so at first all the same.
   */
  #ask<T>(
    make: (id: string, end: (result: T) => void) => StageScreen,
    { front, quiet, signal }: { front: boolean; quiet: boolean; signal?: AbortSignal | undefined },
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
        this.#quiet = quiet;
      }
      this.#choose();
    });
  }

  /** Everything where somebody waits for the person; questions first, because a server is stopped in its work. */
  #waiting(): StageScreen[] {
    return [...this.#questions.all, ...this.#asked];
  }

  /** What the screen itself does not tell of: not the questions of the same call as the one on it. */
  #waitingBehind(): number {
    const call = this.#current?.request?.call?.id;
    return this.#waiting().filter(
      (screen) =>
        screen.holdsUp && screen !== this.#current && (call === undefined || screen.request?.call?.id !== call),
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
   * Questions that came together may arrive one by one. Another question that came up in between, and that nobody has
   * seen yet, makes room for the next of them.
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
    return this.#current?.draw(this.#quiet ? QUIET_MS : 0) ?? this.#idle;
  }

  /** The id of what is shown. */
  get shownId(): string {
    return this.#current?.id ?? this.#idle.id;
  }

  #nextId(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }
}
