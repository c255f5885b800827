import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { RequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { Rounds } from '#core/elicitation/rounds/rounds.ts';
import type { Call } from '#core/model/call.ts';

/** The calls of one client that have asked in rounds or for required URLs, by the host's id. */
export class AskingCalls {
  readonly #elicitations: ElicitationHandler;
  readonly #asking = new Map<string, AskingCall>();

  constructor(elicitations: ElicitationHandler) {
    this.#elicitations = elicitations;
  }

  /** What the rounds and lists of this call have in common. */
  of(call: Call): AskingCall {
    const asking = this.#asking.get(call.id) ?? new AskingCall(this.#elicitations, call);
    this.#asking.set(call.id, asking);
    return asking;
  }

  /** Frees the others: a client may name any number of calls, and never say that they have ended. */
  keep(calls: () => readonly Call[]): void {
    const kept = new Set(this.#asking.size > 0 ? calls().map(({ id }) => id) : []);
    for (const id of [...this.#asking.keys()].filter((asking) => !kept.has(asking))) {
      this.end(id, t('The call has ended.'));
    }
  }

  /** Ends what waits for the call. `reason`: a sentence for the user. */
  end(callId: string, reason: string): void {
    this.#asking.get(callId)?.end(new HostError({ name: 'CallCancelled', summary: reason }));
    this.#asking.delete(callId);
  }
}

/**
 * What a call of an agent has in common over its rounds and its lists of required URLs. It ends with the call, or when one of them is
 * withdrawn.
 */
class AskingCall {
  readonly rounds: Rounds;
  readonly requiredUrls: RequiredUrls;
  readonly #end = new AbortController();

  constructor(elicitations: ElicitationHandler, call: Call) {
    const context = { elicitations, call, signal: this.#end.signal };
    this.rounds = new Rounds(context);
    this.requiredUrls = new RequiredUrls(context);
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  end(reason: Error): void {
    this.#end.abort(reason);
    this.rounds.end();
    this.requiredUrls.end();
  }
}
