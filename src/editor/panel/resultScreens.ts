import { randomUUID } from 'node:crypto';
import type { ScreenChanges, ShownEarlierSteps } from '#bridge/messages.ts';
import type { Clock } from '#core/common/clock.ts';
import { type CallRequest, targetOf } from '#core/model/call.ts';
import type { KeptCall } from '#core/results/keptCall.ts';
import type { ResultSecrets, Results } from '#core/results/results.ts';
import { serverLabel } from '#editor/panel/screens/panelScreen.ts';
import { type ResultActions, ResultScreen } from '#editor/panel/screens/resultScreen.ts';
import type { ResultRequest } from '#editor/panel/screens/surface.ts';

export interface ResultScreensPorts {
  readonly results: Results;
  readonly clock: Clock;
  /** What must not be written of a call that has ended. */
  secretsOf(callId: string, serverId: string, request: CallRequest): ResultSecrets;
  readonly actions: Pick<ResultActions, 'copy' | 'readResource' | 'runCall'>;
}

/** A resource that the user reads from a result: its own result leads back there. */
interface FollowedLink {
  readonly from: string;
  readonly serverId: string;
  readonly uri: string;
}

/**
 * The results of calls: which one is shown, and which the user has not seen yet. None takes the place of another: a result
 * is shown until the user closes it or begins a call.
 */
export class ResultScreens {
  readonly #ports: ResultScreensPorts;
  readonly #changed: () => void;
  /** The ids of results that were not shown yet, the oldest first. */
  readonly #unseen = new Map<string, KeptCall>();
  #shown: ResultScreen | undefined;
  #followed: FollowedLink | undefined;

  constructor(ports: ResultScreensPorts, changed: () => void) {
    this.#ports = ports;
    this.#changed = changed;
    ports.results.onDidChange(() => this.#keepOnly());
  }

  /** The result to be shown where nothing waits for the user. */
  get current(): ResultScreen | undefined {
    return this.#shown;
  }

  /** How many results were not shown yet. */
  get unseen(): number {
    return this.#unseen.size;
  }

  /** A call has ended. `past`: what its server asked. `idle`: nothing else is shown, so the result can be. */
  ended(request: ResultRequest, past: ShownEarlierSteps | undefined, idle: boolean): void {
    const { definition, target, origin, outcome, result } = request;
    const { name, scope } = serverLabel(definition);
    const id = request.callId ?? randomUUID();
    const { kind, name: targetName, title } = target;
    const call: KeptCall = {
      id,
      server: { id: definition.id, name, scope },
      target: { kind, name: targetName, title },
      origin,
      at: this.#ports.clock.now(),
      request: request.request,
      outcome,
      result,
      past,
    };
    this.#unseen.set(id, call);
    this.#ports.results.add(call, this.#ports.secretsOf(id, definition.id, request.request));
    const followed = this.#followed;
    const isFollowed =
      origin === 'person' && followed?.serverId === definition.id && followed.uri === targetOf(request.request);
    if (isFollowed) {
      this.#followed = undefined;
      this.#show(call, followed.from);
    } else if (origin === 'program' && idle && !this.#shown) {
      this.#show(call);
    }
    this.next();
  }

  /** Shows the oldest result of a call of the user's that they have not seen, where none is shown. */
  next(): void {
    const [first] = this.#shown ? [] : [...this.#unseen.values()].filter(({ origin }) => origin === 'person');
    if (first) {
      this.#show(first);
    }
  }

  /** Shows a result that the user asked for. False where it is gone. */
  async open(id: string): Promise<boolean> {
    const call = await this.#ports.results.open(id);
    if (call) {
      this.#show(call);
      this.#changed();
    }
    return call !== undefined;
  }

  /** Shows a result that was shown before the window was loaded anew, unless it is gone or something else has begun. */
  async restore(id: string, isIdle: () => boolean): Promise<void> {
    const { results } = this.#ports;
    await results.load();
    const call = await results.open(id);
    if (call && isIdle()) {
      this.#show(call);
      this.#changed();
    }
  }

  /** Shows the newest result that was not shown yet. */
  openUnseen(): void {
    const newest = [...this.#unseen.values()].at(-1);
    if (newest && !this.#shown) {
      this.#show(newest);
    }
  }

  /** Closes the result that is shown. It stays in the list. */
  close(): void {
    this.#shown = undefined;
  }

  /** The results beside the one that is shown, the newest first. */
  rows(): NonNullable<ScreenChanges['results']> {
    return this.#ports.results.all
      .filter(({ id }) => id !== this.#shown?.callId)
      .map(({ id, server: { name, scope }, target, at, outcome }) => ({
        id,
        server: { name, scope },
        target: { kind: target.kind, name: target.name, title: target.title },
        at,
        outcome,
        isNew: this.#unseen.has(id),
      }));
  }

  #show(call: KeptCall, back?: string): void {
    this.#unseen.delete(call.id);
    const from = back !== undefined && this.#ports.results.has(back) ? back : undefined;
    this.#shown = new ResultScreen(call, from, {
      ...this.#ports.actions,
      readResource: (serverId, uri) => {
        this.#followed = { from: call.id, serverId, uri };
        this.#ports.actions.readResource(serverId, uri);
      },
      close: () => {
        this.close();
        this.next();
        this.#changed();
      },
      rows: () => this.rows(),
    });
  }

  /** Results that were dismissed, here or in another window, are not shown any more. */
  #keepOnly(): void {
    const { results } = this.#ports;
    for (const id of this.#unseen.keys()) {
      if (!results.has(id)) {
        this.#unseen.delete(id);
      }
    }
    this.#changed();
  }
}
