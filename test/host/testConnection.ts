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

/** A test host with the elicitations of one connection and one running call, without a server. */
export class TestConnection extends TestHost {
  /** The setting for forms that ask for secrets. */
  secretsRule: SecretsRule = 'warn';
  /** The number of elicitations whose reading has begun. */
  readCount = 0;
  readonly cancelledCalls: string[] = [];
  readonly warnings: string[] = [];
  readonly sites = new VisitedSites(this.memory);
  readonly callEnd = new AbortController();
  readonly call: Call = {
    id: 'call',
    serverId: 'user:mine',
    serverName: 'mine',
    request: { kind: 'tool', name: 'a', arguments: {} },
    origin: 'user',
    startedAt: 0,
  };
  calls: Call[] = [this.call];
  /** The calls that the server is working on; `undefined`: all `calls`. */
  callsAtServer: Call[] | undefined;
  readonly elicitations: ElicitationHandler;
  readonly context: ElicitingCall;

  constructor(modes = { form: true, url: true }) {
    super();
    this.elicitations = new ElicitationHandler({
      ...this.services,
      secrets: () => {
        this.readCount += 1;
        return this.secretsRule;
      },
      urls: new UrlGuard('user:mine', this.sites, () => undefined),
      modes,
      attribution: () => ({ id: 'user:mine', name: 'mine' }),
      calls: () => this.calls,
      callsAtServer: () => this.callsAtServer ?? this.calls,
      callOfTask: (taskId) => this.calls.find(({ id }) => taskId === `task of ${id}`),
      cancelCall: (id) => {
        this.cancelledCalls.push(id);
        this.elicitations.withdraw({ by: 'host', reason: 'The call was cancelled.' }, id);
        this.callEnd.abort(new HostError({ name: 'CallCancelled', summary: 'The call was cancelled.' }));
      },
      warn: (line) => this.warnings.push(line),
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

  /** The pending requests, as soon as there are `count`. */
  async pendingRequests(count = 1): Promise<readonly ElicitationRequest[]> {
    await settled(() => this.inbox.pending.length === count);
    return this.inbox.pending;
  }

  /** Decides the oldest pending request, as soon as there is one. */
  override async decide(decision: Decision): Promise<ElicitationRequest> {
    await settled(() => this.inbox.pending.length > 0);
    const request = only(this.inbox.pending.slice(0, 1));
    this.inbox.decide(request.id, decision);
    return request;
  }

  /** The only suspended call, as soon as one waits after `attempts` retries. */
  async onlySuspendedCall(attempts = 0): Promise<SuspendedCall> {
    await settled(() =>
      this.suspendedCalls.all.some((suspendedCall) => !suspendedCall.retrying && suspendedCall.attempts === attempts),
    );
    return only(this.suspendedCalls.all);
  }

  get lastExchange(): Exchange {
    return only(this.exchanges.all.slice(-1));
  }
}

/** The only element of a list. @throws Error if there is none or more than one */
export function only<T>(list: readonly T[]): T {
  const [first, ...others] = list;
  if (first === undefined || others.length > 0) {
    throw new Error(`${list.length} instead of one`);
  }
  return first;
}
