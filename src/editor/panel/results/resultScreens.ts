import { randomUUID } from 'node:crypto';
import type { ShownEarlierSteps } from '#bridge/messages.ts';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import type { Clock } from '#core/common/clock.ts';
import { type ArgumentSecrets, unknownSecrets } from '#core/model/argumentSecrets.ts';
import { type CallRequest, targetOf } from '#core/model/call.ts';
import type { ResultSecrets } from '#core/results/heldResult.ts';
import type { KeptCall } from '#core/results/keptCall.ts';
import type { Results } from '#core/results/results.ts';
import type { FormValidator } from '#editor/panel/screens/editedForm.ts';
import { serverLabel } from '#editor/panel/screens/panelScreen.ts';
import { ResultListScreen } from '#editor/panel/screens/resultListScreen.ts';
import { type ResultActions, ResultScreen, resultShownIn } from '#editor/panel/screens/resultScreen.ts';
import { type CallResult, checkStructuredContent } from './callResult.ts';
import { ListedResults } from './listedResults.ts';
import { ResultTrail } from './resultTrail.ts';

interface ResultScreensContext {
  readonly results: Results;
  readonly validator: Pick<FormValidator, 'checkReceived'>;
  readonly clock: Clock;
  /** The secrets of a call that must not be written to disk. */
  secretsOf(callId: string, serverId: string, request: CallRequest, known: ArgumentSecrets): ResultSecrets;
  /** True if the server declares the called tool destructive; `undefined` if that is unknown. */
  isDestructive(serverId: string, request: CallRequest): boolean | undefined;
  /** The schema of the arguments of the called tool or prompt; `undefined` if it is unknown. */
  argumentsSchema(serverId: string, request: CallRequest): unknown;
  readonly actions: Pick<ResultActions, 'copy' | 'openText' | 'readResource' | 'runCall' | 'changeArguments'>;
}

interface ResultScreensEvents {
  changed(): void;
  /** Called if a result that the user wanted to open cannot be shown. `isKept`: false if it is not stored any more. */
  notFound(isKept: boolean): void;
  /** Called when the user opened the current screen, which is shown also while requests wait. */
  opened(): void;
  /** True if no screen is current, and no call of the user runs. */
  isIdle(): boolean;
}

/** A resource that the user reads from a link in a result. From the result of that call the user can go back. */
interface FollowedLink {
  readonly trail: ResultTrail;
  readonly serverId: string;
  readonly uri: string;
}

/**
 * The results of calls: the shown one, and those that the user has not seen yet. A result is shown until the user closes it or begins
 * a call; no other result replaces it.
 */
export class ResultScreens {
  readonly listed: ListedResults;
  readonly #context: ResultScreensContext;
  readonly #events: ResultScreensEvents;
  /** The results that were not shown yet, by id, the oldest first. */
  readonly #unseen = new Map<string, KeptCall>();
  #current: ResultScreen | ResultListScreen | undefined;
  /** The way of the user to the current screen. */
  #trail = new ResultTrail();
  #followedLink: FollowedLink | undefined;
  /** The user's latest choice of a result, while it is read from its file. */
  #opening: symbol | undefined;

  constructor(context: ResultScreensContext, events: ResultScreensEvents) {
    this.#context = context;
    this.#events = events;
    this.listed = new ListedResults({
      results: context.results,
      shown: () => this.#current?.callId,
      isUnseen: (id) => this.isUnseen(id),
    });
    context.results.onDidChange(() => this.#removeDismissed());
  }

  /** The result, or the list, to be shown if no screen waits for the user. */
  get current(): ResultScreen | ResultListScreen | undefined {
    return this.#current;
  }

  /** The number of results that were not shown yet. */
  get unseen(): number {
    return this.#unseen.size;
  }

  isUnseen(id: string): boolean {
    return this.#unseen.has(id);
  }

  /**
   * Checks the structured content of the result of an ended call, and stores the result. Then shows it: for a call of the user if no
   * other result is shown, for a call of a program only if the panel is idle. Returns the id of the result once it is stored.
   * `earlierSteps`: the requests of the call. `mayShow`: false if the user closed the panel while the call ran.
   */
  add(ended: CallResult, earlierSteps: ShownEarlierSteps | undefined, mayShow: boolean): Awaitable<string> {
    return whenReady(checkStructuredContent(this.#context.validator, ended), (outcome) => {
      const call = this.#store({ ...ended, outcome }, earlierSteps);
      if (mayShow) {
        this.#showEnded(call);
      }
      this.#events.changed();
      return call.id;
    });
  }

  /** Shows the oldest unseen result of a call by the user, if no result is shown. */
  showNext(): void {
    const [first] = this.#current ? [] : [...this.#unseen.values()].filter(({ origin }) => origin === 'user');
    if (first) {
      this.#show(first);
    }
  }

  /** Shows the result with this id, at the user's request. Shows nothing if the user opens another, or leaves, before it is read. */
  async open(id: string): Promise<void> {
    const call = await this.#unlessLeft(this.#context.results.open(id));
    if (call === 'left') {
      return;
    }
    if (call) {
      this.#show(call, this.#trailFromHere);
      this.#events.opened();
    } else {
      this.#events.notFound(this.#context.results.has(id));
    }
  }

  /** Shows the list of results, at the user's request. */
  openList(): void {
    if (!(this.#current instanceof ResultListScreen)) {
      this.#trail = this.#trailFromHere.withoutLists;
      this.#showList();
    }
    this.#events.opened();
    // Other windows of the workspace may have written or dismissed results.
    void this.#context.results.load();
  }

  /** Closes the list of results, which does not return after another screen. */
  closeList(): void {
    this.#opening = undefined;
    if (this.#current instanceof ResultListScreen) {
      this.close();
    }
  }

  /** Shows the result that a restored tab had shown, unless it is gone or the panel is not idle. `state`: of the page; untrusted. */
  async restore(state: unknown): Promise<void> {
    const id = resultShownIn(state);
    if (id === undefined) {
      return;
    }
    const { results } = this.#context;
    await results.load();
    const call = await results.open(id);
    if (call && this.#events.isIdle()) {
      this.#show(call);
      this.#events.changed();
    }
  }

  /** Shows the newest unseen result, if no result is shown. */
  openUnseen(): void {
    const newest = [...this.#unseen.values()].at(-1);
    if (newest && !this.#current) {
      this.#show(newest);
    }
  }

  /** Closes the current result, which stays in the list. */
  close(): void {
    this.#opening = undefined;
    this.#current = undefined;
    this.#trail = new ResultTrail();
  }

  /** Closes the current result, and shows the next screen. */
  leave(): void {
    this.close();
    this.#events.changed();
  }

  #store(ended: CallResult, past: ShownEarlierSteps | undefined): KeptCall {
    const { definition, target, origin, outcome, request, result, argumentSecrets = unknownSecrets } = ended;
    const { name, scope } = serverLabel(definition);
    const id = ended.callId ?? randomUUID();
    const { kind, name: targetName, title } = target;
    const secrets = this.#context.secretsOf(id, definition.id, request, argumentSecrets);
    const call: KeptCall = {
      id,
      server: { id: definition.id, name, scope },
      target: { kind, name: targetName, title },
      origin,
      at: this.#context.clock.now(),
      request,
      shownArguments: secrets.shownArguments,
      hiddenPaths: secrets.hiddenPaths,
      argumentSecrets,
      outcome,
      result,
      past,
    };
    this.#unseen.set(id, call);
    this.#context.results.add(call, secrets);
    return call;
  }

  #showEnded(call: KeptCall): void {
    const { origin, server, request } = call;
    const followedLink = this.#followedLink;
    const isFollowed =
      origin === 'user' && request && followedLink?.serverId === server.id && followedLink.uri === targetOf(request);
    if (isFollowed) {
      this.#followedLink = undefined;
      this.#show(call, followedLink.trail);
    } else if (origin === 'program' && this.#events.isIdle() && !this.#current) {
      this.#show(call);
    }
    this.showNext();
  }

  #show(call: KeptCall, trail = new ResultTrail()): void {
    this.#unseen.delete(call.id);
    this.#trail = trail;
    this.#current = new ResultScreen(call, {
      ...this.#context.actions,
      canGoBack: () => trail.leadsBack(this.#context.results),
      readResource: (serverId, uri) => {
        this.#followedLink = { trail: this.#trailFromHere, serverId, uri };
        return this.#context.actions.readResource(serverId, uri);
      },
      back: () => void this.#back(),
      close: () => {
        this.close();
        this.showNext();
        this.#events.changed();
      },
      rows: () => this.listed.rows,
      isDestructive: (serverId, request) => this.#context.isDestructive(serverId, request),
      argumentsSchema: (serverId, request) => this.#context.argumentsSchema(serverId, request),
    });
  }

  /** Waits for what the user chose to see; `left` if the user has chosen something else, or left, before it is read. */
  async #unlessLeft<T>(reading: Promise<T>): Promise<T | 'left'> {
    const opening = Symbol('opening');
    this.#opening = opening;
    const read = await reading;
    if (this.#opening !== opening) {
      return 'left';
    }
    this.#opening = undefined;
    return read;
  }

  #showList(): void {
    this.#current = new ResultListScreen({
      rows: () => this.listed.rows,
      canGoBack: () => this.#trail.leadsBack(this.#context.results),
      back: () => void this.#back(),
      close: () => this.leave(),
    });
  }

  /** The trail of a screen that the user opens from the current one. */
  get #trailFromHere(): ResultTrail {
    return this.#current ? this.#trail.with(this.#current.callId) : new ResultTrail();
  }

  /** Returns to the last screen of the trail that is still there. Closes the list if none is. */
  async #back(): Promise<void> {
    const found = await this.#unlessLeft(this.#trail.back(this.#context.results));
    if (found === 'left') {
      return;
    }
    const { call, trail } = found;
    if (call) {
      this.#show(call, trail);
    } else if (this.#current instanceof ResultListScreen) {
      this.leave();
      return;
    } else {
      this.#trail = trail;
      this.#showList();
    }
    this.#events.opened();
  }

  /** Removes unseen results that were dismissed in this or another window. */
  #removeDismissed(): void {
    const { results } = this.#context;
    for (const id of this.#unseen.keys()) {
      if (!results.has(id)) {
        this.#unseen.delete(id);
      }
    }
    this.#events.changed();
  }
}
