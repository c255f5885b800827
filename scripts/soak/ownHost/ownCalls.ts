import { newToken } from '#scripts/soak/common/callTokens.ts';
import type { Chance } from '#scripts/soak/common/chance.ts';
import type { Ledger } from '#scripts/soak/common/ledger.ts';
import { type OwnCall, type OwnCallEnded, ownServers } from '#scripts/soak/common/windowEvents.ts';
import type { CuttableServer } from './cuttableServer.ts';

const maxOpen = 5;

interface OpenCall {
  readonly call: OwnCall;
  readonly server: CuttableServer;
  /** True if all connections were cut while it was open. Whether the server has read it is not known. */
  isCut: boolean;
}

/** The calls of a window's own host, until their ends. */
export class OwnCalls {
  readonly #window: string;
  readonly #ledger: Ledger;
  readonly #open = new Map<string, OpenCall>();

  constructor(window: string, ledger: Ledger) {
    this.#window = window;
    this.#ledger = ledger;
  }

  get open(): number {
    return this.#open.size;
  }

  /** The next call; `undefined` if enough calls run. */
  next(server: CuttableServer, chance: Chance): OwnCall | undefined {
    if (this.open >= maxOpen) return undefined;
    const path = chance.pick(ownServers) ?? 'legacy';
    const asking = path === 'modern' ? 'ask_round' : 'ask_form';
    const call = {
      ...{ token: newToken(), tool: chance.happens(0.75) ? asking : 'plain', count: chance.happens(0.3) ? 2 : 1 },
      ...{ server: path, cancelMs: chance.happens(0.06) ? Math.round(chance.between(0, 6000)) : undefined },
    };
    this.#ledger.callSent(call.token, `${call.tool} over HTTP, ${path}`, this.#session);
    this.#open.set(call.token, { call, server, isCut: false });
    return call;
  }

  get #session(): string {
    return `own host of ${this.#window}`;
  }

  /** All connections of the servers are cut. */
  allCut(): void {
    for (const call of this.#open.values()) call.isCut = true;
  }

  callEnded({ token, end, detail, text }: OwnCallEnded, isEnding: boolean): void {
    const open = this.#open.get(token);
    if (!open) return;
    this.#open.delete(token);
    this.#ledger.callEnded(token, end, detail);
    if (end === 'result') this.#ledger.checkResult(token, text);
    if (end === 'result' && open.call.tool === 'plain' && !text.includes(token)) {
      this.#ledger.fail(`${token} got: ${text}`);
    }
    const { server, isCut } = open;
    const isExpected = isCut || isEnding || (server.wasCut(token) && open.call.server !== 'resumable');
    if (end === 'error' && !isExpected) {
      this.#ledger.fail(`The call ${token} of the server ${open.call.server} failed: ${detail}: ${text}`);
    }
  }

  /** The window has ended, and its host with it. */
  windowEnded(): void {
    for (const token of this.#open.keys()) this.#ledger.callEnded(token, 'session ended');
    this.#open.clear();
  }
}
