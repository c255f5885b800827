import { HostError } from '#core/common/errors.ts';
import { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import type { SecretsRule } from '#core/elicitation/elicitationParams.ts';
import type { PushedRequestContext } from '#core/elicitation/pushedRequest.ts';
import type { ElicitingCall } from '#core/elicitation/rounds/elicitingCall.ts';
import { UrlGuard } from '#core/guard/url/urlGuard.ts';
import { VisitedSites } from '#core/guard/url/visitedSites.ts';
import type { Exchange } from '#core/inbox/exchanges.ts';
import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import type { Call } from '#core/model/call.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { TestHost } from './testHost.ts';
import { settled } from './until.ts';

/** A host with the elicitations of one connection and one call in flight, without a server. */
export class TestConnection extends TestHost {
  /** What becomes of forms that ask for secrets. */
  secretsRule: SecretsRule = 'warn';
  /** How many questions were read, or begun to be. */
  read = 0;
  readonly cancelled: string[] = [];
  readonly warned: string[] = [];
  readonly sites = new VisitedSites(this.memory);
  readonly callEnd = new AbortController();
  readonly call: Call = {
    id: 'call',
    serverId: 'user:mine',
    serverName: 'mine',
    request: { kind: 'tool', name: 'a', arguments: {} },
    origin: 'person',
    startedAt: 0,
  };
  calls: Call[] = [this.call];
  /** Where it is not all of them. */
  callsAtServer: Call[] | undefined;
  readonly elicitations: ElicitationHandler;
  readonly context: ElicitingCall;

  constructor(modes = { form: true, url: true }) {
    super();
    this.elicitations = new ElicitationHandler({
      ...this.services,
      secrets: () => {
        this.read += 1;
        return this.secretsRule;
      },
      urls: new UrlGuard('user:mine', this.sites, () => undefined),
      modes,
      attribution: () => ({ id: 'user:mine', name: 'mine' }),
      calls: () => this.calls,
      callsAtServer: () => this.callsAtServer ?? this.calls,
      callOfTask: (taskId) => this.calls.find(({ id }) => taskId === `task of ${id}`),
      cancelCall: (id) => {
        this.cancelled.push(id);
        this.elicitations.withdraw({ by: 'host', reason: 'The call was cancelled.' }, id);
        this.callEnd.abort(new HostError({ name: 'CallCancelled', summary: 'The call was cancelled.' }));
      },
      warn: (line) => this.warned.push(line),
    });
    this.context = { elicitations: this.elicitations, call: this.call, signal: this.callEnd.signal };
  }

  /** Pushes an elicitation. */
  push(params: unknown, context: Partial<PushedRequestContext> = {}) {
    return this.elicitations.handle(params, {
      signal: new AbortController().signal,
      notify: async () => undefined,
      ...context,
    });
  }

  /** The questions that wait, as soon as there are `count`. */
  async asked(count = 1): Promise<readonly ElicitationRequest[]> {
    await settled(() => this.inbox.pending.length === count);
    return this.inbox.pending;
  }

  /** Decides the oldest question, as soon as there is one. */
  override async decide(decision: Decision): Promise<ElicitationRequest> {
    await settled(() => this.inbox.pending.length > 0);
    const request = only(this.inbox.pending.slice(0, 1));
    this.inbox.decide(request.id, decision);
    return request;
  }

  /** The only hold, as soon as there is one that waits. */
  async held(attempts = 0): Promise<SuspendedCall> {
    await settled(() => this.suspendedCalls.all.some((hold) => !hold.retrying && hold.attempts === attempts));
    return only(this.suspendedCalls.all);
  }

  get lastExchange(): Exchange {
    return only(this.exchanges.all.slice(-1));
  }
}

/** The only one of a list. */
export function only<T>(list: readonly T[]): T {
  const [first, ...others] = list;
  if (first === undefined || others.length > 0) {
    throw new Error(`${list.length} instead of one`);
  }
  return first;
}
