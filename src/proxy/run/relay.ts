import type { Readable, Writable } from 'node:stream';
import type { Receipt, WindowMessage } from '#agentProtocol/agentMessages.ts';
import { Machine } from '#proxy/machine/machine.ts';
import type { LinkedReceipt, MachineAction, MachineEvent, MachineOptions } from '#proxy/machine/machineEvents.ts';
import type { SeekerHandler, WindowSeeker } from '#proxy/window/windowSeeker.ts';
import { BatchedWriter } from '#proxy/wire/batchedWriter.ts';
import { LineReader } from '#proxy/wire/lineReader.ts';
import type { ServeOptions } from './proxyCommandLine.ts';

/** The longest delay of a timer. */
const maxTimerMs = 2 ** 31 - 1;

/** What the machine needs of the arguments of this program. */
export function machineOptions({ limitMs, ownLimitMs, progressExtends }: ServeOptions): MachineOptions {
  const formatTime = (ms: number) => new Date(ms).toTimeString().slice(0, 'HH:MM'.length);
  return { limitMs, ownLimitMs, progressExtends, formatTime };
}

/** Loads what looks for windows. */
type LoadSeeker = (handler: SeekerHandler) => Promise<WindowSeeker>;

interface RelayStreams {
  readonly fromAgent: Readable;
  readonly toAgent: Writable;
  readonly fromServer: Readable;
  readonly toServer: Writable;
}

/** One side: what comes from it, the writer for what passes from it to the other side, and the writer for what it is sent. */
interface Side {
  readonly type: 'agent' | 'server';
  readonly from: Readable;
  readonly to: BatchedWriter;
  readonly back: BatchedWriter;
}

/**
 * Runs the machine: reads both sides, keeps its timers, and does what it says. A side that does not read stops the other side from
 * being read, so that nothing piles up.
 */
export class Relay {
  readonly #machine: Machine;
  readonly #toAgent: BatchedWriter;
  readonly #toServer: BatchedWriter;
  readonly #sides: readonly Side[];
  readonly #loadSeeker: LoadSeeker;
  /** `undefined` before the first look for a window. */
  #loading: Promise<WindowSeeker> | undefined;
  #seeker: WindowSeeker | undefined;
  readonly #log: (text: string) => void;
  /** The answers that are being written. */
  readonly #unwritten = new Set<LinkedReceipt>();
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(streams: RelayStreams, options: MachineOptions, loadSeeker: LoadSeeker, log: (text: string) => void) {
    this.#machine = new Machine(options);
    this.#log = log;
    this.#loadSeeker = loadSeeker;
    this.#toAgent = new BatchedWriter(streams.toAgent);
    this.#toServer = new BatchedWriter(streams.toServer);
    this.#sides = [
      { type: 'agent', from: streams.fromAgent, to: this.#toServer, back: this.#toAgent },
      { type: 'server', from: streams.fromServer, to: this.#toAgent, back: this.#toServer },
    ];
    for (const side of this.#sides) this.#read(side);
  }

  agentEnded(): void {
    this.#handle({ type: 'agentEnded' });
  }

  /** The session with the server is over, and another one may follow. */
  serverLost(message: string): void {
    for (const receipt of this.#unwritten) this.#report(receipt, 'lost');
    this.#handle({ type: 'serverLost', message });
  }

  /** Returns when windows know it and the agent has been sent everything. */
  async serverEnded(): Promise<void> {
    this.#handle({ type: 'serverEnded' });
    clearTimeout(this.#timer);
    await (await this.#loading)?.end();
  }

  #read({ type, from, to }: Side): void {
    const reader = new LineReader({
      line: (line) => this.#handle({ type, line }),
      piece: (piece) => {
        // Lines that wait for a window must not be overtaken.
        while (this.#machine.isHolding) this.#handle({ type: 'windowNotFound', isComing: false });
        to.writePiece(piece);
      },
    });
    from.on('data', (chunk: Buffer) => {
      to.begin();
      reader.push(chunk);
      to.flush();
      this.#updateReading();
    });
    to.stream.on('drain', () => this.#updateReading());
    to.stream.on('close', () => this.#updateReading());
    from.once('end', () => {
      reader.end();
      to.endPieces();
      this.#updateReading();
    });
  }

  /** Reads each side, unless what comes from it could not be passed on, or would cause messages that have to wait. */
  #updateReading(): void {
    for (const { type, from, to, back } of this.#sides) {
      const isHeld = type === 'agent' && this.#machine.isHolding;
      // The pieces of a line cause no messages, and the line has to end so that what waits for that can be written.
      const isCausing = back.isFull && !to.isInLine;
      const isPaused = to.stream.writableNeedDrain || isHeld || isCausing;
      if (isPaused !== from.isPaused()) isPaused ? from.pause() : from.resume();
    }
    this.#setTimer();
  }

  #handle(event: MachineEvent): void {
    for (const action of this.#machine.handle(event, Date.now())) this.#perform(action);
    if (event.type === 'agent' || event.type === 'server') this.#setTimer();
    else this.#updateReading();
  }

  #perform(action: MachineAction): void {
    switch (action.type) {
      case 'toAgent':
        this.#toAgent.write(action.bytes);
        break;
      case 'toServer':
        this.#writeToServer(action.bytes, action.receipt);
        break;
      case 'toWindow':
        this.#seeker?.send(action.link, action.message);
        break;
      case 'seek':
        this.#withSeeker((seeker) => seeker.seek(action.forMs, action.reported));
        break;
      case 'asking':
        this.#withSeeker((seeker) => seeker.setAsking(action.isAsking));
        break;
      case 'log':
        this.#log(action.text);
    }
  }

  /** Bytes after the end of the server's input are dropped, as they would be without a proxy. */
  #writeToServer(bytes: Buffer, receipt: LinkedReceipt | undefined): void {
    if (!receipt) {
      if (this.#toServer.stream.writable) this.#toServer.write(bytes);
      return;
    }
    this.#unwritten.add(receipt);
    const report = (error?: Error | null) => this.#report(receipt, error ? 'lost' : 'sent');
    if (this.#toServer.stream.writable) this.#toServer.write(bytes, report);
    else this.#report(receipt, 'lost');
  }

  #report(receipt: LinkedReceipt, outcome: Receipt['outcome']): void {
    if (this.#unwritten.delete(receipt)) this.#seeker?.send(receipt.link, { ...receipt.receipt, outcome });
  }

  /** Loads the seeker at its first use: most of what it needs is not needed to start the server. */
  #withSeeker(use: (seeker: WindowSeeker) => void): void {
    if (this.#seeker) {
      use(this.#seeker);
      return;
    }
    this.#loading ??= this.#load();
    void this.#loading.then(use);
  }

  async #load(): Promise<WindowSeeker> {
    const seeker = await this.#loadSeeker({
      opened: (link, keepMs) => this.#handle({ type: 'windowOpened', link, keepMs }),
      closed: (link, reason) => this.#handle({ type: 'windowClosed', link, reason }),
      registered: () => this.#handle({ type: 'windowRegistered' }),
      notFound: (isComing) => this.#handle({ type: 'windowNotFound', isComing }),
      message: (link: number, message: WindowMessage) => this.#handle({ type: 'windowMessage', link, message }),
      log: this.#log,
    });
    this.#seeker = seeker;
    return seeker;
  }

  /** True if no more messages should be caused. */
  get #isFull(): boolean {
    return this.#sides.some(({ back }) => back.isFull);
  }

  /** A timer that is too early does no harm, so that most messages change none. */
  #setTimer(): void {
    const at = this.#machine.nextDeadline;
    if (at === undefined || at >= this.#timerAt || this.#isFull) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    const delayMs = Math.min(Math.max(0, at - Date.now()), maxTimerMs);
    this.#timer = setTimeout(() => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      if (!this.#isFull) this.#handle({ type: 'time' });
    }, delayMs);
  }
}
