import type { LentRequest } from './lentRequests.ts';

/** The requests of one agent without a response. */
const maxRequests = 10_000;
/** UTF-16 code units of the messages of one agent that are held, and of those of all agents. One message has at most 64 Mi. */
const maxSessionLength = 64 * 1024 * 1024;
const maxLength = 4 * maxSessionLength;

/** The length of the messages of all agents that is left. */
export class HeldLength {
  #left: number;

  constructor(length = maxLength) {
    this.#left = length;
  }

  /** False if there is no room for a text of this length. */
  take(length: number): boolean {
    const fits = length <= this.#left;
    this.#left -= fits ? length : 0;
    return fits;
  }

  giveBack(length: number): void {
    this.#left += length;
  }
}

/** The messages of one agent that are held: its requests until they have a response, by id, and what waits for the connection. */
export class PendingRequests {
  readonly #all: HeldLength;
  readonly #session = new HeldLength(maxSessionLength);
  readonly #requests = new Map<string, LentRequest>();

  constructor(all: HeldLength) {
    this.#all = all;
  }

  /** Holds the text of a message until `release`. False if there is no room for it. */
  hold(text: string): boolean {
    if (!this.#session.take(text.length)) {
      return false;
    }
    const fits = this.#all.take(text.length);
    if (!fits) {
      this.#session.giveBack(text.length);
    }
    return fits;
  }

  release(text: string): void {
    this.#session.giveBack(text.length);
    this.#all.giveBack(text.length);
  }

  /** Adds a request, in place of an earlier one with its id. False if there is no room for it. */
  add(request: LentRequest): boolean {
    const earlier = this.#requests.get(request.id);
    if (earlier) {
      this.remove(earlier);
    }
    if (this.#requests.size >= maxRequests || !this.hold(request.text)) {
      return false;
    }
    this.#requests.set(request.id, request);
    return true;
  }

  has(request: LentRequest): boolean {
    return this.#requests.get(request.id) === request;
  }

  get(id: string): LentRequest | undefined {
    return this.#requests.get(id);
  }

  /** False if it was removed before. */
  remove(request: LentRequest): boolean {
    if (!this.has(request)) {
      return false;
    }
    this.#requests.delete(request.id);
    this.release(request.text);
    return true;
  }

  clear(): void {
    for (const request of [...this.#requests.values()]) {
      this.remove(request);
    }
  }
}
