import type { Notice, RunningCall, Screen, ToExtension, ToWebview } from '../../bridge/messages.ts';
import { Emitter } from '../../core/events.ts';
import type { Inbox, Settlement } from '../../core/inbox/inbox.ts';
import type { ElicitationRequest } from '../../core/inbox/request.ts';
import { type Call, targetOf } from '../../core/servers/call.ts';
import type { ServerDefinition } from '../../core/servers/definition.ts';
import { AgreementScreen } from './screens/agreement.ts';
import { FormArgumentsScreen, JsonArgumentsScreen } from './screens/arguments.ts';
import { type OutcomeActions, OutcomeScreen } from './screens/outcome.ts';
import { QuestionScreen } from './screens/question.ts';
import { labelOf, type StageScreen } from './screens/screen.ts';
import type { FormJudge } from './screens/typedForm.ts';
import type { AgreementRequest, ArgumentsRequest, OutcomeRequest } from './surface.ts';

/** Long enough that a click meant for what was there before does not answer what just appeared. */
const QUIET_MS = 500;
const MAX_NOTICES = 3;

export interface StagePorts {
  readonly inbox: Inbox;
  readonly judge: FormJudge;
  calls(): readonly Call[];
  definition(serverId: string): ServerDefinition | undefined;
  readonly actions: Omit<OutcomeActions, 'close'> & {
    cancelCall(callId: string): void;
    showLog(serverId: string): void;
    run(command: Extract<ToExtension, { type: 'runCommand' }>['command']): void;
  };
  readonly words: {
    withdrawn(serverName: string, reason: string): string;
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
  readonly #questions = new Map<string, QuestionScreen>();
  /** Arguments and agreements that wait, in the order in which they were asked. */
  readonly #asked: StageScreen[] = [];
  readonly #changed = new Emitter<void>();
  #outcome: OutcomeScreen | undefined;
  #current: StageScreen | undefined;
  #notices: Notice[] = [];
  #post: ((message: ToWebview) => void) | undefined;
  #quiet = true;
  /** The screen that the webview has drawn: the person has seen it. */
  #drawn: string | undefined;
  #count = 0;

  /** Another screen is shown, or what waits has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: StagePorts) {
    this.#ports = ports;
    ports.inbox.onDidArrive((request) => this.#arrived(request));
    ports.inbox.onDidSettle(({ request, settlement }) => this.#settled(request, settlement));
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

  #say(notice: Omit<Notice, 'id'>): void {
    this.#notices = [...this.#notices, { ...notice, id: this.#nextId('notice') }].slice(-MAX_NOTICES);
    this.refresh();
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
    const unseen = current instanceof QuestionScreen && !this.isDrawn;
    this.#post = undefined;
    this.#drawn = undefined;
    this.#notices = [];
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
        waitingBehind: this.#waiting().filter((screen) => screen.holdsUp && screen !== this.#current).length,
        calls: this.#ports.calls().map((call) => this.#runningCall(call)),
        notices: this.#notices,
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
      case 'dismissNotice':
        this.#notices = this.#notices.filter(({ id }) => id !== message.notice);
        this.refresh();
        return;
      default:
        if (this.shownId !== message.screen) {
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
          this.#say({ severity: 'error', text });
          this.#current.dismiss();
          return;
        }
        this.#current.receive(message, (reply) => this.#post?.(reply));
    }
  }

  #arrived(request: ElicitationRequest): void {
    const definition = this.#ports.definition(request.server.id);
    const scope = definition && labelOf(definition).scope;
    this.#questions.set(request.id, new QuestionScreen(request, scope, this.#ports.inbox, this.#ports.judge));
    this.#choose();
  }

  #settled(request: ElicitationRequest, settlement: Settlement): void {
    this.#questions.delete(request.id);
    // What the person ended themselves, by cancelling the call or stopping the server, they know.
    if (settlement.kind === 'withdrawn' && settlement.withdrawal.by !== 'host') {
      const text = this.#ports.words.withdrawn(request.server.name, settlement.withdrawal.reason);
      this.#say({ severity: 'warning', text, serverId: request.server.id });
    }
    this.#choose();
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
    return [...this.#questions.values(), ...this.#asked];
  }

  #choose(): void {
    const waiting = this.#waiting();
    const stays = this.#current?.waits && waiting.includes(this.#current);
    if (!stays) {
      this.#turnTo(waiting[0] ?? this.#outcome);
    }
    this.refresh();
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
  #idle(): { kind: 'welcome' | 'running'; id: string } {
    const kind = this.#ports.calls().length > 0 ? 'running' : 'welcome';
    return { kind, id: kind };
  }

  #runningCall({ id, serverId, serverName, request, progress }: Call): RunningCall {
    const definition = this.#ports.definition(serverId);
    return {
      id,
      server: definition ? labelOf(definition) : { name: serverName },
      target: { kind: request.kind, name: targetOf(request) },
      progress: progress && { ...progress },
    };
  }

  #nextId(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }
}
