import { isDeepStrictEqual } from 'node:util';
import type { ElicitationBody } from './entry.ts';

/** Requests of one server, of a period, that are recorded one by one; of the others only how many there were. */
const singly = 20;
/** Milliseconds of a period. */
const period = 60_000;

/** What requests that met the same fate need not have in common; where they do not, nothing is said of it. */
const varied = [
  'call',
  'protocol',
  'mode',
  'message',
  'reason',
  'unsent',
  'delivery',
  'status',
  'unread',
  'findings',
  'limits',
  'fields',
  'moreFields',
  'site',
  'url',
] as const;

interface Merged {
  /** The first, without what does not hold for the others. */
  body: ElicitationBody;
  times: number;
}

interface Account {
  single: number;
  /** By fate. */
  readonly merged: Map<string, Merged>;
}

/**
 * Keeps a server from filling the disk: requests that no person saw, and that no limit holds back, are told as one when
 * there are many. Nothing that was shown to a person, or that they decided themselves, is ever merged.
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
    if (concernsPerson(body)) {
      this.#record(body);
      return;
    }
    const account = this.#account(body.server.id);
    if (account.single < singly) {
      account.single += 1;
      this.#record(body);
      return;
    }
    const fate = `${body.decision} ${body.decidedBy} ${body.way}`;
    const same = account.merged.get(fate);
    if (same) {
      same.body = common(same.body, body);
      same.times += 1;
    } else {
      account.merged.set(fate, { body, times: 1 });
    }
  }

  /** The period is over: what was merged is recorded. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const accounts = [...this.#accounts.values()];
    this.#accounts.clear();
    for (const { body, times } of accounts.flatMap(({ merged }) => [...merged.values()])) {
      this.#record(times > 1 ? { ...body, times } : body);
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

/** They saw it, or decided it unseen, as when they cancel all of a server: that has no reason of ours. */
function concernsPerson({ shownMs, decidedBy, reason, opened }: ElicitationBody): boolean {
  return shownMs !== undefined || opened !== undefined || (decidedBy === 'person' && reason === undefined);
}

function common(one: ElicitationBody, other: ElicitationBody): ElicitationBody {
  const different = varied.filter((name) => one[name] !== undefined && !isDeepStrictEqual(one[name], other[name]));
  return different.length > 0 ? { ...one, ...Object.fromEntries(different.map((name) => [name, undefined])) } : one;
}
