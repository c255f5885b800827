import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { RequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { Rounds } from '#core/elicitation/rounds/rounds.ts';
import type { Call } from '#core/model/call.ts';

/**
 * What a call of an agent has in common over its rounds and its lists of required URLs. It ends with the call, or when one of them is
 * withdrawn.
 */
export class AskingCall {
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
