import type { Readable, Writable } from 'node:stream';
import type { WindowMessage } from '#agentProtocol/agentMessages.ts';
import { Machine } from '#proxy/machine/machine.ts';
import type { LinkedReceipt, MachineAction, MachineEvent, MachineOptions } from '#proxy/machine/machineEvents.ts';
import type { SeekerHandler, WindowSeeker } from '#proxy/window/windowSeeker.ts';
import { LineReader } from '#proxy/wire/lineReader.ts';

/** The longest delay of a timer. */
const maxTimerMs = 2 ** 31 - 1;

interface RelayStreams {
  readonly fromAgent: Readable;
  readonly toAgent: Writable;
  readonly fromServer: Readable;
  readonly toServer: Writable;
}

/**
 * Runs the machine: reads both sides, keeps its timers, and does what it says. A side that does not read stops the other side from
 * being read, so that nothing piles up.
 */
export class Relay {
  readonly #streams: RelayStreams;
  readonly #machine: Machine;
  readonly #seeker: WindowSeeker;
  readonly #log: (text: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(
    streams: RelayStreams,
    options: MachineOptions,
    createSeeker: (handler: SeekerHandler) => WindowSeeker,
    log: (text: string) => void,
  ) {
    this.#streams = streams;
    this.#machine = new Machine(options);
    this.#log = log;
    this.#seeker = createSeeker({
      opened: (link, keepMs) => this.#handle({ type: 'windowOpened', link, keepMs }),
      closed: (link, reason) => this.#handle({ type: 'windowClosed', link, reason }),
      notFound: (isComing) => this.#handle({ type: 'windowNotFound', isComing }),
      message: (link: number, message: WindowMessage) => this.#handle({ type: 'windowMessage', link, message }),
      log,
    });
    this.#read('agent', streams.fromAgent, streams.toServer);
    this.#read('server', streams.fromServer, streams.toAgent);
  }

  agentEnded(): void {
    this.#handle({ type: 'agentEnded' });
  }

  /** Returns when windows know it and the agent has been sent everything. */
  async serverEnded(): Promise<void> {
    this.#handle({ type: 'serverEnded' });
    clearTimeout(this.#timer);
    await this.#seeker.end();
  }

  #read(type: 'agent' | 'server', from: Readable, to: Writable): void {
    const reader = new LineReader({
      line: (line) => this.#handle({ type, line }),
      piece: (piece) => {
        // Lines that wait for a window must not be overtaken.
        while (this.#machine.isHolding) this.#handle({ type: 'windowNotFound', isComing: false });
        to.write(piece);
      },
    });
    from.on('data', (chunk: Buffer) => {
      // One system call for all lines of a chunk.
      to.cork();
      reader.push(chunk);
      to.uncork();
      if (to.writableNeedDrain) from.pause();
      if (type === 'agent') this.#pauseWhileHolding();
    });
    to.on('drain', () => {
      if (type !== 'agent' || !this.#machine.isHolding) from.resume();
    });
    from.once('end', () => reader.end());
  }

  #pauseWhileHolding(): void {
    const { fromAgent, toServer } = this.#streams;
    if (this.#machine.isHolding) fromAgent.pause();
    else if (fromAgent.isPaused() && !toServer.writableNeedDrain) fromAgent.resume();
  }

  #handle(event: MachineEvent): void {
    for (const action of this.#machine.handle(event, Date.now())) this.#perform(action);
    this.#setTimer();
    if (event.type !== 'agent') this.#pauseWhileHolding();
  }

  #perform(action: MachineAction): void {
    switch (action.type) {
      case 'toAgent':
        this.#streams.toAgent.write(action.bytes);
        break;
      case 'toServer':
        this.#toServer(action.bytes, action.receipt);
        break;
      case 'toWindow':
        this.#seeker.send(action.link, action.message);
        break;
      case 'seek':
        this.#seeker.seek(action.forMs, action.reported);
        break;
      case 'asking':
        this.#seeker.setAsking(action.isAsking);
        break;
      case 'log':
        this.#log(action.text);
    }
  }

  /** Bytes after the end of the server's input are dropped, as they would be without a proxy. */
  #toServer(bytes: Buffer, receipt: LinkedReceipt | undefined): void {
    const { toServer } = this.#streams;
    const report = (error?: Error | null) => {
      if (receipt) this.#seeker.send(receipt.link, error ? { ...receipt.receipt, outcome: 'lost' } : receipt.receipt);
    };
    if (toServer.writable) toServer.write(bytes, report);
    else report(new Error('The server has ended.'));
  }

  /** A timer that is too early does no harm, so that most messages change none. */
  #setTimer(): void {
    const at = this.#machine.nextDeadline;
    if (at === undefined || at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    const delayMs = Math.min(Math.max(0, at - Date.now()), maxTimerMs);
    this.#timer = setTimeout(() => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.#handle({ type: 'time' });
    }, delayMs);
  }
}
