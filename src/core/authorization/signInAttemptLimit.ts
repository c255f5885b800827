import type { HostError } from '#core/common/errors.ts';

/** Between two things that the person has done by themselves. */
const mostSignIns = 3;

/**
 * How often the person may still be asked to sign in to one server, whatever programs and the server do: over all its
 * launches, until they do something by themselves.
 */
export class SignInAttemptLimit {
  #asked = 0;
  #failure: HostError | undefined;

  get isReached(): boolean {
    return this.#asked >= mostSignIns;
  }

  /** Why the last sign-in came to nothing; `undefined` when it did not. */
  get failure(): HostError | undefined {
    return this.#failure;
  }

  /** The person was asked. `failure`: what came of it, where that is no token. */
  add(failure: HostError | undefined): void {
    this.#asked += 1;
    this.#failure = failure;
  }

  /** The person has started the server, called it, or signed in to it for good. */
  reset(): void {
    this.#asked = 0;
    this.#failure = undefined;
  }
}
