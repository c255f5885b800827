import type { ToExtension, ToWebview } from '#bridge/messages.ts';
import { whenReady } from '#core/common/awaitable.ts';
import { Emitter } from '#core/common/events.ts';
import type { Delivery } from '#core/delivery/deliveryState.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { AgreementScreen } from '#editor/panel/screens/agreementScreen.ts';
import { FormArgumentsScreen, JsonArgumentsScreen } from '#editor/panel/screens/argumentsScreens.ts';
import type { PanelScreen, ScreenMessage } from '#editor/panel/screens/panelScreen.ts';
import { resultShownIn } from '#editor/panel/screens/resultScreen.ts';
import type { AgreementRequest, ArgumentsRequest, ResultRequest } from '#editor/panel/screens/surface.ts';
import { argumentsDraftKey } from './draftKeys.ts';
import { HostScreens } from './hostScreens.ts';
import { shownPast } from './journeying.ts';
import type { PanelContext } from './panelContext.ts';
import { handlePanelMessage, type PanelMessageHandlers } from './panelMessages.ts';
import { PanelNotices } from './panelNotices.ts';
import { StageView } from './panelView.ts';
import { PendingScreens } from './pendingScreens.ts';
import { checkStructuredContent } from './resultCheck.ts';
import { ResultScreens } from './resultScreens.ts';
import { ScreenQueue } from './screenQueue.ts';
import { WithdrawnRequests } from './withdrawnRequests.ts';

/**
 * Decides what the panel shows, and knows what each click on it means. No `vscode` here: the panel lends it a webview
 * to post to. A screen where somebody waits for the person stays until it is settled; what arrives meanwhile waits
 * behind it.
 */
export class PanelController {
  readonly #ports: PanelContext;
  readonly #questions: PendingScreens;
  readonly #notices = new PanelNotices();
  readonly #gone: WithdrawnRequests;
  readonly #asked: HostScreens;
  readonly #results: ResultScreens;
  readonly #turns: ScreenQueue;
  readonly #view: StageView;
  readonly #changed = new Emitter<void>();
  readonly #undrawn = new Emitter<string>();
  readonly #routes: PanelMessageHandlers;
  #count = 0;

  /** Another screen is shown, or what waits has changed. */
  readonly onDidChange = this.#changed.event;
  /** A screen could not be drawn, and is about to be dismissed; its id. */
  readonly onDidFailToDraw = this.#undrawn.event;

  constructor(ports: PanelContext) {
    this.#ports = ports;
    this.#questions = new PendingScreens(ports, () => this.refresh());
    this.#results = new ResultScreens(ports, () => this.#choose());
    this.#asked = new HostScreens({
      nextId: () => this.#nextId('ask'),
      turnTo: (screen, quiet) => this.#turns.turnTo(screen, quiet),
      changed: () => this.#choose(),
    });
    this.#turns = new ScreenQueue({
      questions: this.#questions,
      asked: this.#asked,
      results: this.#results,
      isDrawn: () => this.isDrawn,
    });
    this.#view = new StageView({
      ports,
      turns: this.#turns,
      questions: this.#questions,
      results: this.#results,
      notices: this.#notices,
    });
    this.#gone = new WithdrawnRequests({ notices: this.#notices, words: ports.words, changed: () => this.refresh() });
    this.#routes = {
      ports,
      notices: this.#notices,
      begin: () => {
        this.#view.begin();
        this.refresh();
      },
      openResult: (id) => void this.openResult(id),
      bringForward: () => this.bringForward(),
      refresh: () => this.refresh(),
    };
    ports.inbox.onDidArrive((request) => this.#arrived(request));
    ports.inbox.onDidSettle(({ request, settlement }) => this.#settled(request, settlement));
    ports.inbox.deliveries.onDidChange((delivery) => this.#delivered(delivery));
    ports.suspendedCalls.onDidChange(() => this.refresh());
    ports.remembered.onDidChange(() => this.refresh());
  }

  /** What is shown; `undefined` is the welcome screen. */
  get current(): PanelScreen | undefined {
    return this.#turns.current;
  }

  /** True once the webview has drawn what is shown now. */
  get isDrawn(): boolean {
    return this.#view.isDrawn;
  }

  /** True once the person could see what is shown now: a tab in the background is drawn too. */
  get isSeen(): boolean {
    return this.#view.isSeen;
  }

  /** Everything that holds somebody up until the person has dealt with it: questions first. */
  get holdingUp(): readonly PanelScreen[] {
    return this.#turns.waiting.filter(({ holdsUp }) => holdsUp);
  }

  /** True when this question is the one that is shown. */
  shows(request: ElicitationRequest): boolean {
    return this.current?.id === request.id;
  }

  /** What the person is about to run comes to the front, and takes the place of a form that they left. */
  askArguments(request: ArgumentsRequest): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { ask, origin } = request;
    const front = origin === 'person';
    if (front) {
      this.#asked.dismissLeft();
    }
    const { drafts, validator: judge, workspace } = this.#ports;
    const draft = drafts.open(argumentsDraftKey(request, workspace));
    return this.#asked.ask(
      (id, end) =>
        ask.kind === 'form'
          ? new FormArgumentsScreen(id, request, ask.form, { judge, draft, end })
          : new JsonArgumentsScreen(id, request, ask.reason, { judge, draft, end }),
      { front, quiet: !front },
    );
  }

  askAgreement(request: AgreementRequest): Promise<boolean> {
    const { askedFor: front, signal } = request;
    return this.#asked.ask((id, end) => new AgreementScreen(id, request, end), { front, quiet: true, signal });
  }

  /** A call has ended: its result is checked, kept, and shown where it takes no other's place. */
  showResult(request: ResultRequest): void {
    const past = shownPast(this.#questions.callSteps.takePast(request.request));
    void whenReady(checkStructuredContent(this.#ports.validator, request), (outcome) => {
      this.#results.ended({ ...request, outcome }, past, this.#isIdle);
      this.#choose();
    });
  }

  /** Closes the result that is shown, because something else begins. It stays in the list. */
  closeResult(): void {
    this.#results.close();
    this.#choose();
  }

  /** Shows a result that the user chose from the list. */
  async openResult(id: string): Promise<void> {
    if (!(await this.#results.open(id))) {
      this.#notices.show({ severity: 'info', text: this.#ports.words.resultGone() });
      this.refresh();
    }
  }

  /**
   * A tab is restored: the result that was read in it is shown again, unless something else has begun. Resolves before it is drawn.
   * `state`: what the page kept, which may be anything.
   */
  async restore(state: unknown): Promise<void> {
    const id = resultShownIn(state);
    if (id !== undefined) {
      await this.#results.restore(id, () => this.#isIdle);
    }
  }

  /** How many results the user has not seen. */
  get unseenResults(): number {
    return this.#results.unseen;
  }

  /** The person asked to see what waits: the oldest question comes to the front, and its buttons work at once. */
  bringForward(): void {
    this.#turns.bringForward();
    this.refresh();
  }

  /** A webview is there to be drawn on; it says `ready` first. */
  attach(post: (message: ToWebview) => void): void {
    this.#view.attach(post);
  }

  /** The tab came into sight, or went out of it. */
  setInSight(inSight: boolean): void {
    this.#view.setInSight(inSight);
    this.#changed.fire();
  }

  /**
   * The person closed the tab: that cancels the one request that they were shown. Others go on waiting, one that came
   * while the tab was closing or was out of sight among them.
   */
  closed(): void {
    const current = this.current;
    const unseen = current?.request && !this.isSeen;
    this.#view.detach();
    this.#notices.clear();
    this.#results.close();
    if (!unseen && current?.waits) {
      current.dismiss();
    }
    this.#choose();
  }

  /** Sends the whole truth again, but for what the webview has drawn of it. */
  refresh(): void {
    this.#view.refresh();
    this.#changed.fire();
  }

  /** What the webview says. Messages for a screen that is not shown any more are ignored. */
  receive(message: ToExtension): void {
    if (!('screen' in message)) {
      handlePanelMessage(message, this.#routes);
    } else if (this.shownId !== message.screen) {
      this.#receiveLate(message);
    } else {
      this.#receiveShown(message);
    }
  }

  #receiveShown(message: ScreenMessage): void {
    if (message.type === 'drawn') {
      this.#view.drew(message);
      this.#changed.fire();
      return;
    }
    if (!this.current) {
      return;
    }
    if (message.type === 'drawFailed') {
      const text = this.#ports.words.drawFailed(this.current.serverName, message.message);
      this.#notices.show({ severity: 'error', text });
      this.refresh();
      this.#undrawn.fire(this.current.id);
      const { undrawn = this.current.dismiss } = this.current;
      undrawn.call(this.current);
      return;
    }
    this.current.receive(message, (reply) => this.#view.post(reply));
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

  #delivered(delivery: Delivery): void {
    const takenBack = this.#questions.delivery(delivery);
    if (takenBack) {
      this.#gone.say(delivery.request, takenBack, true);
    }
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

  #choose(): void {
    this.#turns.choose();
    this.refresh();
  }

  /** The id of what is shown. */
  get shownId(): string {
    return this.#view.shownId;
  }

  /** Nothing is shown, and no call of the user's goes on. */
  get #isIdle(): boolean {
    return !this.current && !this.#ports.calls().some(({ origin }) => origin === 'person');
  }

  #nextId(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }
}
