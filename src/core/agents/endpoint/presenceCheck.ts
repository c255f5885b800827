import { settlesWithin } from '#core/common/timing.ts';

/** How long the workbench may take to answer, in milliseconds. */
const limitMs = 2000;

/**
 * Tells whether a user can see this window: the workbench answers its extension host. An extension host on another machine lives on for
 * hours after its page was closed. Checks at the same time are one.
 */
export class PresenceCheck {
  readonly #isPresent: () => Promise<boolean>;
  #current: Promise<boolean> | undefined;

  /** `isPresent` resolves to true when the workbench has answered. It may never resolve. */
  constructor(isPresent: () => Promise<boolean>) {
    this.#isPresent = isPresent;
  }

  /** Resolves within two seconds. Never rejects. */
  check(): Promise<boolean> {
    this.#current ??= this.#check().finally(() => {
      this.#current = undefined;
    });
    return this.#current;
  }

  async #check(): Promise<boolean> {
    let isPresent = false;
    const ask = async () => {
      isPresent = await this.#isPresent();
    };
    await settlesWithin(ask(), limitMs);
    return isPresent;
  }
}
