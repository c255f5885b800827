import type { CallBody } from './entry.ts';

/** Calls of one server, of a period, that are recorded one by one; of the others only how many there were. */
const singly = 60;
/** Milliseconds of a period. */
const periodMs = 60_000;
/** Servers that are counted apart; more are never configured in earnest. */
const mostAccounts = 1000;

interface Account {
  listed: number;
  /** By who called and how it ended. */
  readonly counted: Map<string, { body: CallBody; times: number }>;
}

/** Keeps a program that calls without end from filling the disk: the calls beyond sixty a minute are counted. */
export class CallCounts {
  readonly #record: (body: CallBody) => void;
  readonly #accounts = new Map<string, Account>();
  #timer: NodeJS.Timeout | undefined;

  constructor(record: (body: CallBody) => void) {
    this.#record = record;
  }

  /** Records a call, now or as one of many when the minute is over. */
  add(body: CallBody): void {
    const account = this.#account(body.server.id);
    if (account.listed < singly) {
      account.listed += 1;
      this.#record(body);
      return;
    }
    const key = `${body.by} ${body.outcome} ${body.failure ?? ''}`;
    const same = account.counted.get(key);
    account.counted.set(key, same ? { body: common(same.body, body), times: same.times + 1 } : { body, times: 1 });
  }

  /** The period is over, or the window: what was counted is recorded. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const accounts = [...this.#accounts.values()];
    this.#accounts.clear();
    for (const { body, times } of accounts.flatMap(({ counted }) => [...counted.values()])) {
      this.#record(times > 1 ? { ...body, times } : body);
    }
  }

  #account(serverId: string): Account {
    const known = this.#accounts.get(serverId);
    if (known) {
      return known;
    }
    if (this.#accounts.size >= mostAccounts) {
      this.end();
    }
    const account: Account = { listed: 0, counted: new Map() };
    this.#accounts.set(serverId, account);
    this.#timer ??= setTimeout(() => this.end(), periodMs).unref();
    return account;
  }
}

/** What holds for both; of their times the longer. */
function common(one: CallBody, other: CallBody): CallBody {
  const { call, ...rest } = one;
  const ms = Math.max(one.ms, other.ms);
  return call && call.target === other.call?.target
    ? { ...rest, call: { kind: call.kind, target: call.target }, ms }
    : { ...rest, ms };
}
