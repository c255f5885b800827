import type { ElicitationBody, RecordedDecision } from './entry.ts';

/** Requests of one server, of a period, that are recorded one by one; of the others only how many there were. */
const singly = 20;
/** Milliseconds of a period. */
const period = 60_000;
const unseen: readonly RecordedDecision[] = ['refused', 'rate_limited', 'muted'];

interface Account {
  single: number;
  /** By decision, the first of those that are told as one. */
  readonly merged: Map<RecordedDecision, { readonly first: ElicitationBody; times: number }>;
}

/**
 * Keeps a server from filling the disk: requests that no person saw, and that no limit holds back, are told as one when
 * there are many. Nothing that was shown to a person is ever merged.
 */
export class Floods {
  readonly #record: (body: ElicitationBody) => void;
  readonly #accounts = new Map<string, Account>();
  #timer: NodeJS.Timeout | undefined;

  constructor(record: (body: ElicitationBody) => void) {
    this.#record = record;
  }

  /** Records a request, now or as one of many when the minute is over. */
  add(body: ElicitationBody): void {
    if (!unseen.includes(body.decision)) {
      this.#record(body);
      return;
    }
    const account = this.#account(body.server.id);
    if (account.single < singly) {
      account.single += 1;
      this.#record(body);
      return;
    }
    const same = account.merged.get(body.decision);
    if (same) {
      same.times += 1;
    } else {
      account.merged.set(body.decision, { first: body, times: 1 });
    }
  }

  /** The period is over: what was merged is recorded. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const accounts = [...this.#accounts.values()];
    this.#accounts.clear();
    for (const { first, times } of accounts.flatMap(({ merged }) => [...merged.values()])) {
      this.#record(times > 1 ? { ...first, times } : first);
    }
  }

  #account(serverId: string): Account {
    const known = this.#accounts.get(serverId);
    if (known) {
      return known;
    }
    const account: Account = { single: 0, merged: new Map() };
    this.#accounts.set(serverId, account);
    this.#timer ??= setTimeout(() => this.end(), period).unref();
    return account;
  }
}
