import { randomUUID } from 'node:crypto';
import type { CallTarget, ScreenChanges, ShownEarlierSteps, ShownOutcome } from '#bridge/messages.ts';
import { type Awaitable, whenReady } from '#core/common/awaitable.ts';
import type { Clock } from '#core/common/clock.ts';
import { type CallOrigin, type CallRequest, targetOf } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { KeptCall } from '#core/results/keptCall.ts';
import type { ResultSecrets, Results } from '#core/results/results.ts';
import { mismatchOf } from '#core/results/structuredContent.ts';
import type { FormValidator } from '#editor/panel/screens/editedForm.ts';
import { serverLabel } from '#editor/panel/screens/panelScreen.ts';
import { type ResultActions, ResultScreen, resultShownIn } from '#editor/panel/screens/resultScreen.ts';

/** A call that has ended, with its result or its error. */
export interface CallResult {
  readonly definition: ServerDefinition;
  readonly target: CallTarget;
  readonly request: CallRequest;
  readonly origin: CallOrigin;
  readonly outcome: ShownOutcome;
  /** The MCP result as received, for Copy. */
  readonly result: unknown;
  /** The output schema of the tool, raw. Absent: it has none. */
  readonly outputSchema?: unknown;
  /** The id of the call while it ran. Absent: it failed before it began. */
  readonly callId?: string | undefined;
}

interface ResultScreensContext {
  readonly results: Results;
  readonly validator: Pick<FormValidator, 'checkReceived'>;
  readonly clock: Clock;
  /** The secrets of a call that must not be written to disk. */
  secretsOf(callId: string, serverId: string, request: CallRequest): ResultSecrets;
  readonly actions: Pick<ResultActions, 'copy' | 'readResource' | 'runCall'>;
}

interface ResultScreensEvents {
  changed(): void;
  /** True if no screen is current, and no call of the user runs. */
  isIdle(): boolean;
}

/** A resource that the user reads from a link in a result. Its own result gets a link back. */
interface FollowedLink {
  readonly from: string;
  readonly serverId: string;
  readonly uri: string;
}

/**
 * The results of calls: which one is shown, and which the user has not seen yet. A result stays until the user closes it or
 * begins a call; no other result replaces it.
 */
export class ResultScreens {
  readonly #context: ResultScreensContext;
  readonly #events: ResultScreensEvents;
  /** The results that were not shown yet by their ids, the oldest first. */
  readonly #unseen = new Map<string, KeptCall>();
  #current: ResultScreen | undefined;
  #followed: FollowedLink | undefined;

  constructor(context: ResultScreensContext, events: ResultScreensEvents) {
    this.#context = context;
    this.#events = events;
    context.results.onDidChange(() => this.#forgetDismissed());
  }

  /** The result to be shown if nothing waits for the user. */
  get current(): ResultScreen | undefined {
    return this.#current;
  }

  /** The number of results that were not shown yet. */
  get unseen(): number {
    return this.#unseen.size;
  }

  /**
   * A call has ended: checks the structured content of its result, stores it, and shows it if the panel is idle then.
   * `earlierSteps`: the requests of the call.
   */
  add(ended: CallResult, earlierSteps: ShownEarlierSteps | undefined): void {
    void whenReady(checkStructuredContent(this.#context.validator, ended), (outcome) => {
      this.#add({ ...ended, outcome }, earlierSteps);
      this.#events.changed();
    });
  }

  /** If no result is shown: shows the oldest unseen result of a call by the user. */
  next(): void {
    const [first] = this.#current ? [] : [...this.#unseen.values()].filter(({ origin }) => origin === 'person');
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
   * The editor restores a tab: shows the result that was read in it, unless it is gone or something else has begun.
   * Resolves before the tab is drawn. `state`: what the page had stored; untrusted.
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

  /** Shows the newest unseen result. */
  openUnseen(): void {
    const newest = [...this.#unseen.values()].at(-1);
    if (newest && !this.#current) {
      this.#show(newest);
    }
  }

  /** Closes the current result. It stays in the list. */
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
    const followed = this.#followed;
    const isFollowed =
      origin === 'person' && followed?.serverId === definition.id && followed.uri === targetOf(request);
    if (isFollowed) {
      this.#followed = undefined;
      this.#show(call, followed.from);
    } else if (origin === 'program' && this.#events.isIdle() && !this.#current) {
      this.#show(call);
    }
    this.next();
  }

  #show(call: KeptCall, back?: string): void {
    this.#unseen.delete(call.id);
    const from = back !== undefined && this.#context.results.has(back) ? back : undefined;
    this.#current = new ResultScreen(call, from, {
      ...this.#context.actions,
      readResource: (serverId, uri) => {
        this.#followed = { from: call.id, serverId, uri };
        this.#context.actions.readResource(serverId, uri);
      },
      close: () => {
        this.close();
        this.next();
        this.#events.changed();
      },
      rows: () => this.rows(),
    });
  }

  /** Forgets unseen results that were dismissed, here or in another window. */
  #forgetDismissed(): void {
    const { results } = this.#context;
    for (const id of this.#unseen.keys()) {
      if (!results.has(id)) {
        this.#unseen.delete(id);
      }
    }
    this.#events.changed();
  }
}

/** The outcome, with what is wrong with its structured content. Returned at once if there is nothing to check. */
function checkStructuredContent(
  validator: Pick<FormValidator, 'checkReceived'>,
  { definition, outcome, outputSchema, result }: CallResult,
): Awaitable<ShownOutcome> {
  if (outcome.kind !== 'result') {
    return outcome;
  }
  const check = validator.checkReceived.bind(validator);
  return whenReady(mismatchOf(check, definition.id, outputSchema, result), (mismatch) =>
    mismatch ? { ...outcome, mismatch: { problems: [...mismatch.problems], unchecked: mismatch.unchecked } } : outcome,
  );
}
