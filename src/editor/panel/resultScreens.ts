import { randomUUID } from 'node:crypto';
import type { CallTarget, ScreenChanges, ShownEarlierSteps, ShownKeptOutcome } from '#bridge/messages.ts';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import type { Clock } from '#core/common/clock.ts';
import { type CallOrigin, type CallRequest, targetOf } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { KeptCall } from '#core/results/keptCall.ts';
import type { ResultSecrets, Results } from '#core/results/results.ts';
import { findMismatch } from '#core/results/structuredContent.ts';
import type { FormValidator } from '#editor/panel/screens/editedForm.ts';
import { serverLabel } from '#editor/panel/screens/panelScreen.ts';
import { type ResultActions, ResultScreen, resultShownIn } from '#editor/panel/screens/resultScreen.ts';

/** A call that has ended, with its result or its error. */
export interface CallResult {
  readonly definition: ServerDefinition;
  readonly target: CallTarget;
  readonly request: CallRequest;
  readonly origin: CallOrigin;
  readonly outcome: ShownKeptOutcome;
  /** The MCP result as received, for the button that copies it. */
  readonly result: unknown;
  /** The output schema of the tool as received. Absent if it has none. */
  readonly outputSchema?: unknown;
  /** The id of the call. Absent if the call failed before it began. */
  readonly callId?: string | undefined;
}

interface ResultScreensContext {
  readonly results: Results;
  readonly validator: Pick<FormValidator, 'checkReceived'>;
  readonly clock: Clock;
  /** The secrets of a call that must not be written to disk. */
  secretsOf(callId: string, serverId: string, request: CallRequest): ResultSecrets;
  /** True if the server declares the called tool destructive; `undefined` if that is unknown. */
  isDestructive(serverId: string, request: CallRequest): boolean | undefined;
  readonly actions: Pick<ResultActions, 'copy' | 'readResource' | 'runCall'>;
}

interface ResultScreensEvents {
  changed(): void;
  /** True if no screen is current, and no call of the user runs. */
  isIdle(): boolean;
}

/** A resource that the user reads from a link in a result. The result of that call gets a link back. */
interface FollowedLink {
  /** The id of the result with the link. */
  readonly from: string;
  readonly serverId: string;
  readonly uri: string;
}

/**
 * The results of calls: the shown one, and those that the user has not seen yet. A result is shown until the user closes it or begins
 * a call; no other result replaces it.
 */
export class ResultScreens {
  readonly #context: ResultScreensContext;
  readonly #events: ResultScreensEvents;
  /** The results that were not shown yet, by id, the oldest first. */
  readonly #unseen = new Map<string, KeptCall>();
  #current: ResultScreen | undefined;
  #followedLink: FollowedLink | undefined;

  constructor(context: ResultScreensContext, events: ResultScreensEvents) {
    this.#context = context;
    this.#events = events;
    context.results.onDidChange(() => this.#removeDismissed());
  }

  /** The result to be shown if no screen waits for the user. */
  get current(): ResultScreen | undefined {
    return this.#current;
  }

  /** The number of results that were not shown yet. */
  get unseen(): number {
    return this.#unseen.size;
  }

  /**
   * Checks the structured content of the result of an ended call, and stores the result. Then shows it: for a call of the user if no
   * other result is shown, for a call of a program only if the panel is idle. `earlierSteps`: the requests of the call.
   */
  add(ended: CallResult, earlierSteps: ShownEarlierSteps | undefined): void {
    void whenReady(checkStructuredContent(this.#context.validator, ended), (outcome) => {
      this.#add({ ...ended, outcome }, earlierSteps);
      this.#events.changed();
    });
  }

  /** Shows the oldest unseen result of a call by the user, if no result is shown. */
  showNext(): void {
    const [first] = this.#current ? [] : [...this.#unseen.values()].filter(({ origin }) => origin === 'user');
    if (first) {
      this.#show(first);
    }
  }

  /** Shows the result with this id. Returns false if it is not stored any more. */
  async open(id: string): Promise<boolean> {
    const call = await this.#context.results.open(id);
    if (call) {
      this.#show(call);
      this.#events.changed();
    }
    return call !== undefined;
  }

  /**
   * Shows the result that a restored tab had shown, unless it is gone or the panel is not idle. Resolves before the tab is drawn.
   * `state`: the state that the page had stored; untrusted.
   */
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
    this.#current = undefined;
  }

  /** The results other than the current one, the newest first. */
  rows(): NonNullable<ScreenChanges['results']> {
    return this.#context.results.all
      .filter(({ id }) => id !== this.#current?.callId)
      .map(({ id, server: { name, scope }, target, at, outcome }) => ({
        id,
        server: { name, scope },
        target: { kind: target.kind, name: target.name, title: target.title },
        at,
        outcome,
        isNew: this.#unseen.has(id),
      }));
  }

  #add(ended: CallResult, past: ShownEarlierSteps | undefined): void {
    const { definition, target, origin, outcome, request, result } = ended;
    const { name, scope } = serverLabel(definition);
    const id = ended.callId ?? randomUUID();
    const { kind, name: targetName, title } = target;
    const call: KeptCall = {
      id,
      server: { id: definition.id, name, scope },
      target: { kind, name: targetName, title },
      origin,
      at: this.#context.clock.now(),
      request,
      outcome,
      result,
      past,
    };
    this.#unseen.set(id, call);
    this.#context.results.add(call, this.#context.secretsOf(id, definition.id, request));
    const followedLink = this.#followedLink;
    const isFollowed =
      origin === 'user' && followedLink?.serverId === definition.id && followedLink.uri === targetOf(request);
    if (isFollowed) {
      this.#followedLink = undefined;
      this.#show(call, followedLink.from);
    } else if (origin === 'program' && this.#events.isIdle() && !this.#current) {
      this.#show(call);
    }
    this.showNext();
  }

  #show(call: KeptCall, linkSource?: string): void {
    this.#unseen.delete(call.id);
    const openedFrom = linkSource !== undefined && this.#context.results.has(linkSource) ? linkSource : undefined;
    this.#current = new ResultScreen(call, openedFrom, {
      ...this.#context.actions,
      readResource: (serverId, uri) => {
        this.#followedLink = { from: call.id, serverId, uri };
        this.#context.actions.readResource(serverId, uri);
      },
      close: () => {
        this.close();
        this.showNext();
        this.#events.changed();
      },
      rows: () => this.rows(),
      isDestructive: (serverId, request) => this.#context.isDestructive(serverId, request),
    });
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

/** The outcome, with the problems of its structured content. Returned without a promise if there is nothing to check. */
function checkStructuredContent(
  validator: Pick<FormValidator, 'checkReceived'>,
  { definition, outcome, outputSchema, result }: CallResult,
): Awaitable<ShownKeptOutcome> {
  if (outcome.kind !== 'result') {
    return outcome;
  }
  const check = validator.checkReceived.bind(validator);
  return whenReady(findMismatch(check, definition.id, outputSchema, result), (mismatch) =>
    mismatch ? { ...outcome, mismatch: { problems: [...mismatch.problems], unchecked: mismatch.unchecked } } : outcome,
  );
}
