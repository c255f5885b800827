import { ProtocolError } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import type { Calls } from '#core/calls/calls.ts';
import { systemClock } from '#core/common/clock.ts';
import { type Failure, HostError } from '#core/common/errors.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { explainCallFailure } from '#core/connection/callFailure.ts';
import type { ConnectionFactory } from '#core/connection/connectionFactory.ts';
import { isInvalidResult, isNoResponse } from '#core/delivery/classifyDeliveryError.ts';
import type { CallEnd } from '#core/delivery/deliveryState.ts';
import { argumentSecretsOf, secretArgumentValues } from '#core/drafts/secretArguments.ts';
import type { ElicitationServices } from '#core/elicitation/elicitationContext.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import type { Call, CallOrigin, CallRequest } from '#core/model/call.ts';
import { type EndedCall, outcomeOf, outcomeOfFailure } from '#core/model/endedCall.ts';
import { noOfferings } from '#core/model/offerings.ts';
import { textsIn } from '#form/json.ts';
import { formatNumber } from '#form/language.ts';
import type { ServerLifecycle } from './serverLifecycle.ts';
import type { ServerRun } from './serverRun.ts';

type Services = Pick<ElicitationServices, 'inbox'> & {
  readonly callEnded?: (reportEnd: EndedCall) => void;
};

export interface CallOptions {
  readonly origin: CallOrigin;
  readonly signal?: AbortSignal;
  /** What tells the secrets in the arguments, which are masked in the log. By default the server's offerings. */
  readonly secrets?: ArgumentSecrets;
}

/** Runs the calls of one server: starts the server if necessary, sends the request and waits for the result. */
export class ServerCalls {
  readonly #services: Services;
  readonly #calls: Calls;
  readonly #connections: ConnectionFactory;
  readonly #server: Pick<ServerLifecycle, 'definition' | 'run' | 'ensureRunning'>;
  /** Masks the secrets in the arguments of the running calls that have some, by call. */
  readonly #masks = new Map<string, SecretMask>();

  constructor(
    services: Services,
    calls: Calls,
    connections: ConnectionFactory,
    server: Pick<ServerLifecycle, 'definition' | 'run' | 'ensureRunning'>,
  ) {
    this.#services = services;
    this.#calls = calls;
    this.#connections = connections;
    this.#server = server;
  }

  /** Mask the secrets in the arguments of the running calls. */
  get masks(): readonly SecretMask[] {
    return [...this.#masks.values()];
  }

  /** See `Server.call`. */
  async run(request: CallRequest, options: CallOptions): Promise<unknown> {
    const { inbox, callEnded } = this.#services;
    const { call, signal } = this.#calls.begin(this.#server.definition, request, options.origin, options.secrets);
    this.#connections.access.resetAttempts(options.origin);
    const cancel = () => this.cancel(call.id);
    options.signal?.addEventListener('abort', cancel, { once: true });
    if (options.signal?.aborted) {
      cancel();
    }
    let callEnd: CallEnd = 'answered';
    let sendingRun: ServerRun | undefined;
    const setSendingRun = (run: ServerRun | undefined) => {
      sendingRun = run;
    };
    const reportEnd = (end: Omit<EndedCall, 'call' | 'ms'>) =>
      callEnded?.({ call, ...end, ms: systemClock.steady() - call.startedAt });
    try {
      const result = await rejectOnAbort(this.#send(call, signal, setSendingRun), signal);
      reportEnd(outcomeOf(result));
      return result;
    } catch (error) {
      const failure = this.#connections.secrets.maskFailure(explainCallFailure(error));
      callEnd = callEndOf(error, failure);
      // The requests are withdrawn although the server may still wait for replies: they belong to a call that has ended.
      const endedBy = failure.name === 'CallFailed' ? 'connection' : 'host';
      const withdrawal = { by: error instanceof ProtocolError ? 'server' : endedBy, reason: failure.summary } as const;
      this.#server.run?.elicitations.withdraw(withdrawal, call.id);
      reportEnd(outcomeOfFailure(failure));
      throw new HostError(failure, { cause: error });
    } finally {
      options.signal?.removeEventListener('abort', cancel);
      this.#calls.remove(call.id);
      this.#masks.delete(call.id);
      // A lost run may still be sending replies of this call.
      for (const run of new Set([sendingRun, this.#server.run])) {
        run?.elicitations.callEnded(call.id, callEnd);
      }
      // The end waits for replies that are being sent: a server may return the result before it acknowledges them.
      await inbox.deliveries.waitUntilSent(call.id, deliveryMs);
      inbox.deliveries.endAllOfCall(call.id, callEnd);
    }
  }

  /** See `Server.cancelCall`. */
  cancel(callId: string): void {
    const withdrawal = { by: 'host', reason: t('The call was cancelled.') } as const;
    this.#server.run?.elicitations.withdraw(withdrawal, callId);
    this.#calls.end(callId, new HostError({ name: 'CallCancelled', summary: withdrawal.reason }));
  }

  async #send(call: Call, signal: AbortSignal, setSendingRun: (run: ServerRun | undefined) => void): Promise<unknown> {
    signal.throwIfAborted();
    refuseLongUri(call.request);
    await this.#server.ensureRunning(call.origin === 'user');
    signal.throwIfAborted();
    const { run } = this.#server;
    const secrets = call.secrets ?? argumentSecretsOf(call.request, run?.offerings ?? noOfferings);
    const values = secretArgumentValues(call.request, secrets);
    this.#connections.withhold(values);
    if (values.length > 0) {
      this.#masks.set(call.id, new SecretMask(textsIn(values)));
    }
    setSendingRun(run);
    return run?.send(call, signal);
  }
}

/** UTF-16 code units of the URI of a resource. The same limit as for the URL of a page. */
const maxUriLength = 20_000;

function refuseLongUri(request: CallRequest): void {
  if (request.kind === 'resource' && request.uri.length > maxUriLength) {
    const summary = t(
      'The URI of the resource is longer than {0} characters, so it is not read.',
      formatNumber(maxUriLength),
    );
    throw new HostError({ name: 'CallFailed', summary });
  }
}

/** The time that the end of a call waits for the delivery of the call's replies. */
const deliveryMs = 1000;

/** The failures of a call that the user, or a change of the settings, has stopped. */
const stopNames: ReadonlySet<Failure['name']> = new Set([
  'CallCancelled',
  'CallDeclined',
  'ServerStopped',
  'ServerDisabled',
  'ServerNotFound',
]);

/** How a call with an error has ended: `answered` if the server sent the error. */
function callEndOf(error: unknown, { name }: Failure): CallEnd {
  if (stopNames.has(name)) {
    return 'stopped';
  }
  const isServerError = (error instanceof ProtocolError && !isNoResponse(error)) || isInvalidResult(error);
  return isServerError ? 'answered' : 'lost';
}
