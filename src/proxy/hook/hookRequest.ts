import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerBody, Ask, Receipt, WindowMessage, WithdrawReason } from '#agentProtocol/agentMessages.ts';
import { isReadableByWindow } from '#agentProtocol/readMessages.ts';
import type { SeekerHandler, WindowSeeker } from '#proxy/window/windowSeeker.ts';
import type { HookInput } from './hookInput.ts';

/** How long a window that has closed, or does not reply, is awaited. */
const reopenMs = 30_000;
/** The same before the first window has asked, if the user can be asked in the terminal instead: nothing is shown there meanwhile. */
const attendedMs = 10_000;
/** A window that does not read must not keep Claude Code waiting. */
const lastMessageMs = 300;
const requestId = 'r1';

/** What is to be asked. */
interface AskedInput extends HookInput {
  /** See `isAttended`. */
  readonly attended: boolean | undefined;
}

interface HookOutput {
  /** Writes a line, or nothing. Resolves with false if it cannot be written. */
  write(line: string): Promise<boolean>;
  /** Called once, at the end. */
  exit(): void;
}

/** The one request of a hook: asked at a window, answered, or given back to Claude Code, which then asks by itself. */
export class HookRequest {
  readonly #input: AskedInput;
  readonly #seeker: WindowSeeker;
  readonly #output: HookOutput;
  readonly #since = Date.now();
  #number = 0;
  #link: number | undefined;
  #giveUp: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(
    input: AskedInput,
    createSeeker: (handler: SeekerHandler) => WindowSeeker,
    log: (text: string) => void,
    output: HookOutput,
  ) {
    this.#input = input;
    this.#output = output;
    this.#seeker = createSeeker({
      opened: (link, _, isPresent) => this.#opened(link, isPresent),
      closed: (link, reason) => this.#closed(link, reason === 'window'),
      registered: () => undefined,
      notFound: (isComing) => this.#notFound(isComing),
      message: (link, message) => this.#receive(link, message),
      log,
    });
  }

  start(): void {
    this.#seeker.seek(0);
  }

  /** Takes the request back: nothing is written. */
  async withdraw(reason: WithdrawReason): Promise<void> {
    if (this.#hasEnded) return;
    if (this.#link !== undefined) {
      this.#seeker.send(this.#link, { type: 'withdraw', id: requestId, number: this.#number, reason });
    }
    await this.#end();
  }

  #opened(link: number, isPresent: boolean): void {
    if (this.#hasEnded) return;
    clearTimeout(this.#giveUp);
    this.#giveUp = undefined;
    // The user sits at the terminal: Claude Code can ask there.
    if (!isPresent) {
      void this.#end();
      return;
    }
    if (this.#link !== undefined) {
      const moved = { type: 'withdraw', id: requestId, number: this.#number, reason: 'moved' } as const;
      this.#seeker.send(this.#link, moved);
    }
    this.#link = link;
    this.#number += 1;
    const ask = this.#ask();
    if (!isReadableByWindow(ask)) {
      void this.#end();
      return;
    }
    this.#seeker.send(link, ask);
    this.#seeker.setAsking(true);
  }

  #ask(): Ask {
    const { params, server } = this.#input;
    return {
      type: 'ask',
      id: requestId,
      number: this.#number,
      request: { kind: 'pushed', params },
      calls: [],
      ageMs: Date.now() - this.#since,
      hookServer: server,
    };
  }

  #closed(link: number, willReturn: boolean): void {
    if (link !== this.#link || this.#hasEnded) return;
    this.#link = undefined;
    if (willReturn) this.#waitForWindow();
    else void this.#end();
  }

  #notFound(isComing: boolean): void {
    if (this.#giveUp || this.#hasEnded) return;
    if (isComing) this.#waitForWindow();
    else void this.#end();
  }

  #waitForWindow(): void {
    const ms = this.#input.attended && this.#number === 0 ? attendedMs : reopenMs;
    this.#giveUp = setTimeout(() => {
      this.#giveUp = undefined;
      void this.#end();
    }, ms);
    this.#seeker.seek(ms);
  }

  #receive(link: number, message: WindowMessage): void {
    if (message.type !== 'answer') return;
    const { id, number, answer } = message;
    const receipt = (outcome: Receipt['outcome']) => this.#seeker.send(link, { type: 'receipt', id, number, outcome });
    const isAsked = !this.#hasEnded && link === this.#link && id === requestId && number === this.#number;
    if (!isAsked) receipt('refused');
    else void this.#end(async () => receipt((await this.#output.write(hookOutput(answer))) ? 'sent' : 'lost'));
  }

  /** Nothing takes the request back from here on. */
  async #end(finish?: () => Promise<void>): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#giveUp);
    await finish?.();
    await Promise.race([this.#seeker.end(), delay(lastMessageMs)]);
    this.#output.exit();
  }
}

/** The line for an answer. An error cannot be said: Claude Code then asks by itself. */
function hookOutput(answer: AnswerBody): string {
  if (answer.kind !== 'result') return '';
  const { action, content } = answer.result;
  const output = { hookEventName: 'Elicitation', action, ...(action === 'accept' && content && { content }) };
  return `${JSON.stringify({ hookSpecificOutput: output })}\n`;
}
