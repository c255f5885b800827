import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import type { Calls } from '#core/calls/calls.ts';
import { systemClock } from '#core/common/clock.ts';
import { type Failure, HostError } from '#core/common/errors.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { explainCallFailure } from '#core/connection/callFailure.ts';
import type { ConnectionFactory } from '#core/connection/connectionFactory.ts';
import { isNoResponse } from '#core/delivery/deliveryFailure.ts';
import type { CallEnd } from '#core/delivery/deliveryState.ts';
import { secretArgumentValues } from '#core/drafts/secretArguments.ts';
import type { Call, CallOrigin, CallRequest } from '#core/model/call.ts';
import { type EndedCall, outcomeOf, outcomeOfFailure } from '#core/model/endedCall.ts';
import { noOfferings } from '#core/model/offerings.ts';
import { formatNumber } from '#form/language.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { ServerPorts } from './serverPorts.ts';
import type { ServerRun } from './serverRun.ts';

interface CallRunsParts {
  readonly ports: Pick<ServerPorts, 'inbox' | 'callEnded'>;
  readonly calls: Calls;
  readonly opener: ConnectionFactory;
  readonly life: Lifecycle;
}

/** Runs the calls of one server, from the start of the server where that is needed to the call's result. */
export class CallRuns {
  readonly #parts: CallRunsParts;

  constructor(parts: CallRunsParts) {
    this.#parts = parts;
  }

  /** See `Server.call`. */
  async run(request: CallRequest, options: { origin: CallOrigin; signal?: AbortSignal }): Promise<unknown> {
    const { ports, calls, opener, life } = this.#parts;
    const { call, signal } = calls.begin(life.definition, request, options.origin);
    opener.access.resetAttempts(options.origin);
    const cancel = () => this.cancel(call.id);
    options.signal?.addEventListener('abort', cancel, { once: true });
    if (options.signal?.aborted) {
      cancel();
    }
    let how: CallEnd = 'answered';
    let launch: ServerRun | undefined;
    const sentBy = (one: ServerRun | undefined) => {
      launch = one;
    };
    const ended = (end: Omit<EndedCall, 'call' | 'ms'>) =>
      ports.callEnded?.({ call, ...end, ms: systemClock.steady() - call.startedAt });
    try {
      const result = await rejectOnAbort(this.#send(call, signal, sentBy), signal);
      ended(outcomeOf(result));
      return result;
    } catch (error) {
      const failure = opener.secrets.maskFailure(explainCallFailure(error));
      how = endOf(error, failure);
      // The server may still wait for an answer, but what it asked for is over.
      const withdrawal =
        error instanceof ProtocolError
          ? ({ by: 'server', reason: t('The call ended with an error: {0}', failure.summary) } as const)
          : ({ by: failure.name === 'CallFailed' ? 'connection' : 'host', reason: failure.summary } as const);
      life.launch?.elicitations.withdraw(withdrawal, call.id);
      ended(outcomeOfFailure(failure));
      throw new HostError(failure, { cause: error });
    } finally {
      options.signal?.removeEventListener('abort', cancel);
      calls.done(call.id);
      // A launch that was lost knows of answers that were on their way.
      for (const one of new Set([launch, life.launch])) {
        one?.elicitations.callEnded(call.id, how);
      }
      // A server may answer the call before it takes the answer that it has read.
      await ports.inbox.deliveries.settledOf(call.id, answerMs);
      ports.inbox.deliveries.endOf(call.id, how);
    }
  }

  /** Ends a call: its questions are withdrawn and answered `cancel`, then the server is told. */
  cancel(callId: string): void {
    const { life, calls } = this.#parts;
    const withdrawal = { by: 'host', reason: t('The call was cancelled.') } as const;
    life.launch?.elicitations.withdraw(withdrawal, callId);
    calls.end(callId, new HostError({ name: 'CallCancelled', summary: withdrawal.reason }));
  }

  async #send(call: Call, signal: AbortSignal, sentBy: (launch: ServerRun | undefined) => void): Promise<unknown> {
    const { life, opener } = this.#parts;
    signal.throwIfAborted();
    refuseLongUri(call.request);
    await life.start(call.origin === 'person');
    signal.throwIfAborted();
    const { launch } = life;
    opener.withhold(secretArgumentValues(call.request, launch?.offerings ?? noOfferings));
    sentBy(launch);
    return launch?.send(call, signal);
  }
}

/** UTF-16 code units of the URI of a resource, as of a page's URL. */
const longestUri = 20_000;

function refuseLongUri(request: CallRequest): void {
  if (request.kind === 'resource' && request.uri.length > longestUri) {
    const summary = t(
      'The URI of the resource is longer than {0} characters, so it is not read.',
      formatNumber(longestUri),
    );
    throw new HostError({ name: 'CallFailed', summary });
  }
}

/** Milliseconds that a result waits for what became of the answers before it. */
const answerMs = 1000;

const stopsOfUser: ReadonlySet<Failure['name']> = new Set([
  'CallCancelled',
  'CallDeclined',
  'ServerStopped',
  'ServerDisabled',
  'ServerNotFound',
]);

function endOf(error: unknown, { name }: Failure): CallEnd {
  if (stopsOfUser.has(name)) {
    return 'stopped';
  }
  const isAnswer =
    (error instanceof ProtocolError && !isNoResponse(error)) ||
    (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult);
  return isAnswer ? 'answered' : 'lost';
}
