import type { HostError } from '#core/common/errors.ts';

/** Between two actions of the user. */
const maxSignIns = 3;

/**
 * Limits how often programs and a server can make the host ask the user to sign in: three times over all runs of the
 * server, counted anew after each action of the user.
 */
export class SignInAttemptLimit {
  #asked = 0;
  #failure: HostError | undefined;

  get isReached(): boolean {
    return this.#asked >= maxSignIns;
  }

  /** Why the last sign-in failed; `undefined` if it did not. */
  get failure(): HostError | undefined {
    return this.#failure;
  }

  /** Counts one sign-in that the user was asked for. */
  add(failure: HostError | undefined): void {
    this.#asked += 1;
    this.#failure = failure;
  }

  /** To be called when the user starts the server or calls it, and when a sign-in was accepted by the server. */
  reset(): void {
    this.#asked = 0;
    this.#failure = undefined;
  }
}
