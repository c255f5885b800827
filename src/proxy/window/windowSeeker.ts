import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientMessage, Closing, Welcome, WindowMessage } from '#agentProtocol/agentMessages.ts';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { type HomeFolder, readClientKey } from '#agentProtocol/homeFolder.ts';
import { ancestorIds } from './ancestors.ts';
import { type ClientIdentity, type LinkFailure, updateText } from './clientHandshake.ts';
import { shownCommand } from './shownCommand.ts';
import { bestAttempt, type WindowAttempt } from './windowAttempts.ts';
import {
  type ClientPlace,
  clientPlace,
  hasClosedRecently,
  isStillRegistered,
  type RegisteredWindow,
  rankWindows,
  readWindowFiles,
  removeStaleFile,
} from './windowFiles.ts';
import { connectWindow, WindowLink } from './windowLink.ts';

/** What an agent or its configuration says about the client. */
interface SeekerOptions {
  readonly home: HomeFolder;
  readonly identity: Omit<
    ClientIdentity,
    'session' | 'reportedName' | 'reportedVersion' | 'fingerprint' | 'commandLine' | 'wasConnected'
  >;
  /** The command that is started; none for the hook. */
  readonly command: readonly string[];
  readonly hint: string | undefined;
  readonly allFolders: boolean;
}

export interface SeekerHandler {
  /** `isPresent`: somebody was at the window when it was connected. */
  opened(link: number, keepMs: number, isPresent: boolean): void;
  closed(link: number, reason: Closing['reason']): void;
  /**
   * The first look has found a window that fits. Whether it replies is reported later: on a busy machine, after the time that the
   * first request of a session waits.
   */
  registered(): void;
  /** The first look has not found a window. `isComing`: one that fits closed a moment ago, or has not replied yet. */
  notFound(isComing: boolean): void;
  message(link: number, message: WindowMessage): void;
  log(text: string): void;
}

interface Found {
  readonly attempt: WindowAttempt | undefined;
  readonly isComing: boolean;
}

const maxTried = 8;
const pollMs = 250;
/**
 * After this time it is reported that a window is coming: something listens, and replies late. Shorter than the first request of a
 * session waits for a window.
 */
const lateMs = 800;
/** After a window was found, how long until one is looked for again: one that closes at once is not to be tried without end. */
const minOpenMs = 1000;
const probeEveryMs = 30_000;
const probeTimeoutMs = 3000;
/** How long a window that was left may still send an answer, to learn that it is refused. */
const lingerMs = 2000;

/**
 * Finds the window that is to be asked, keeps one connection to it, and moves to another one while a request is open and nobody
 * is at the first.
 */
export class WindowSeeker {
  readonly #options: SeekerOptions;
  readonly #handler: SeekerHandler;
  readonly #session = randomUUID();
  readonly #links = new Map<number, WindowLink>();
  /** Waits for the reply to a probe. */
  #onPresence: ((isPresent: boolean) => void) | undefined;
  #probes: NodeJS.Timeout | undefined;
  /** The link whose window is being asked whether somebody is there. */
  #probed: number | undefined;
  #lastProbe = 0;
  #lastLink = 0;
  #current: number | undefined;
  #reported: { readonly name?: string | undefined; readonly version?: string | undefined } = {};
  /** See `HelloBody.wasConnected`. */
  #wasConnected: true | undefined;
  #seekUntil = 0;
  #openedAt = Number.NEGATIVE_INFINITY;
  #isSeeking = false;
  #mustReport = false;
  #isEnded = false;
  #ancestors: Promise<readonly number[]> | undefined;
  readonly #logged = new Set<LinkFailure>();

  constructor(options: SeekerOptions, handler: SeekerHandler) {
    this.#options = options;
    this.#handler = handler;
  }

  /** Looks for a window at once, and then for `forMs`, unless one is open. `reported`: what each window is told that is connected from now on. */
  seek(
    forMs: number,
    reported: { readonly name?: string | undefined; readonly version?: string | undefined } = {},
  ): void {
    this.#reported = reported;
    if (this.#current !== undefined || this.#isEnded) return;
    this.#seekUntil = Math.max(this.#seekUntil, Date.now() + forMs);
    this.#mustReport = true;
    if (!this.#isSeeking) void this.#seekLoop();
  }

  send(link: number, message: ClientMessage): void {
    this.#links.get(link)?.send(message);
  }

  /** While a request is open, it matters whether somebody is at the window. */
  setAsking(isAsking: boolean): void {
    clearInterval(this.#probes);
    this.#probes = undefined;
    if (!isAsking || this.#isEnded) return;
    this.#probes = setInterval(() => void this.#probe(), probeEveryMs);
    void this.#probe();
  }

  /** Closes every connection: see `WindowLink.close`. */
  async end(): Promise<void> {
    this.#isEnded = true;
    clearInterval(this.#probes);
    await Promise.all([...this.#links.values()].map((link) => link.close()));
  }

  async #seekLoop(): Promise<void> {
    this.#isSeeking = true;
    do {
      const mustReport = this.#mustReport;
      this.#mustReport = false;
      const pauseMs = this.#openedAt + minOpenMs - Date.now();
      if (pauseMs > 0) await delay(pauseMs, undefined, { ref: false });
      const { attempt, isComing } = await this.#look(undefined, mustReport);
      if (this.#isEnded) {
        void attempt?.link?.close();
        break;
      }
      if (!(attempt && this.#open(attempt)) && mustReport) this.#handler.notFound(isComing);
      if (this.#current !== undefined) break;
      if (!this.#mustReport && Date.now() < this.#seekUntil) await delay(pollMs, undefined, { ref: false });
    } while (this.#mustReport || Date.now() < this.#seekUntil);
    this.#isSeeking = false;
  }

  /** Connects to the best window where somebody is present, else to the best one. `leaving`: only to another one, if present. */
  async #look(leaving: string | undefined, mustReport = false): Promise<Found> {
    const { home, identity } = this.#options;
    const registered = await readWindowFiles(home);
    const isAny = registered.length > 0;
    const [key, place] = await Promise.all([isAny && readClientKey(home, identity.client), isAny && this.#place()]);
    const ranked = key && place ? rankWindows(registered, place).slice(0, maxTried) : [];
    const windows = ranked.filter(({ file }) => file.id !== leaving);
    if (mustReport && windows.length > 0) this.#handler.registered();
    const attempts = windows.map((window) => this.#attempt(window, key as Buffer));
    const late = mustReport && windows.length > 0 ? setTimeout(() => this.#handler.notFound(true), lateMs) : undefined;
    const best = await bestAttempt(attempts);
    clearTimeout(late);
    const attempt = leaving === undefined || best?.link?.welcome.present ? best : undefined;
    for (const other of attempts.filter((each) => each !== attempt)) void other.done?.then(() => other.link?.close());
    return { attempt, isComing: attempts.some(({ isComing }) => isComing) };
  }

  /** Begins to connect to a window. */
  #attempt(window: RegisteredWindow, key: Buffer): WindowAttempt {
    this.#lastLink += 1;
    const number = this.#lastLink;
    const { command } = this.#options;
    const identity: ClientIdentity = {
      ...this.#options.identity,
      fingerprint: command.length > 0 ? commandFingerprint(command) : '',
      commandLine: shownCommand(command),
      session: this.#session,
      reportedName: this.#reported.name,
      reportedVersion: this.#reported.version,
      wasConnected: this.#wasConnected,
    };
    const attempt: WindowAttempt = { number };
    const handler = {
      message: (message: WindowMessage) => this.#receive(number, message),
      closed: ({ reason, isDisconnected }: Omit<Closing, 'type'>) => {
        this.#wasConnected ||= isDisconnected || undefined;
        attempt.link = undefined;
        attempt.isComing = reason === 'window';
        this.#closed(number, reason);
      },
    };
    const open = (...parts: [Socket, Welcome]) => new WindowLink(...parts, handler);
    const connect = () => connectWindow(window.file.socket, key, identity, open);
    attempt.done = connectAgain(connect).then(async (result) => {
      // A server of the editor's asks in a window that has it.
      if (typeof result !== 'string' && result.welcome.hasServer === false) void result.close();
      else if (typeof result !== 'string') attempt.link = result;
      else await this.#failed(attempt, window, result);
      attempt.isDone = true;
    });
    return attempt;
  }

  async #failed(attempt: WindowAttempt, window: RegisteredWindow, failure: LinkFailure): Promise<void> {
    this.#logFailure(failure);
    const isGone = failure === 'ended' || failure === 'absent';
    const mayBeBack = failure === 'closed' && (await isStillRegistered(this.#options.home, window));
    attempt.isComing = failure === 'silent' || mayBeBack || (isGone && hasClosedRecently(window, Date.now()));
    // A socket that is not there may be that of a window with another temporary directory, unless the window says that it closed.
    if (failure === 'ended' || (isGone && window.file.closedAt))
      await removeStaleFile(this.#options.home, window, Date.now());
  }

  #logFailure(failure: LinkFailure): void {
    if ((failure !== 'older' && failure !== 'newer') || this.#logged.has(failure)) return;
    this.#logged.add(failure);
    this.#handler.log(updateText(failure));
  }

  /** False if the window has closed. */
  #open({ number, link }: WindowAttempt): boolean {
    if (!link) return false;
    this.#links.set(number, link);
    this.#wasConnected ||= link.welcome.isConnected || undefined;
    this.#current = number;
    this.#openedAt = Date.now();
    this.#handler.opened(number, link.welcome.keepMs, link.welcome.present);
    return true;
  }

  /** Windows that were not chosen close without a word. */
  #closed(number: number, reason: Closing['reason']): void {
    if (!this.#links.delete(number)) return;
    if (this.#current === number) this.#current = undefined;
    if (!this.#isEnded) this.#handler.closed(number, reason);
  }

  #receive(number: number, message: WindowMessage): void {
    if (message.type !== 'presence') this.#handler.message(number, message);
    else if (number === this.#current && message.id === this.#lastProbe) this.#onPresence?.(message.present);
  }

  /** Asks whether somebody is at the window, unless that is being asked. If not, moves to another window where somebody is. */
  async #probe(): Promise<void> {
    const asked = this.#current;
    if (asked === undefined || asked === this.#probed) return;
    this.#probed = asked;
    await this.#moveIfSilent(asked);
    if (this.#probed === asked) this.#probed = undefined;
  }

  async #moveIfSilent(asked: number): Promise<void> {
    const link = this.#links.get(asked);
    if (!link || (await this.#isPresent(link)) || this.#current !== asked) return;
    const { attempt } = await this.#look(link.welcome.window);
    if (!attempt) return;
    if (this.#isEnded || this.#current !== asked || this.#probes === undefined) {
      void attempt.link?.close();
      return;
    }
    if (!this.#open(attempt)) return;
    await delay(lingerMs, undefined, { ref: false });
    this.#links.delete(asked);
    void link.close();
  }

  #isPresent(link: WindowLink): Promise<boolean> {
    this.#lastProbe += 1;
    return new Promise((resolve) => {
      this.#onPresence = resolve;
      link.send({ type: 'probe', id: this.#lastProbe });
      setTimeout(() => resolve(false), probeTimeoutMs).unref();
    });
  }

  #place(): Promise<ClientPlace> {
    const { hint, identity, allFolders } = this.#options;
    this.#ancestors ??= ancestorIds();
    return clientPlace(identity.folder, hint, allFolders, this.#ancestors);
  }
}

/**
 * Connects once more if the window has ended the connection without a word after the hello. If it does so again, it does not accept
 * this client; if nothing listens any more, it has closed a moment ago.
 */
async function connectAgain(connect: () => Promise<WindowLink | LinkFailure>): Promise<WindowLink | LinkFailure> {
  const first = await connect();
  if (first !== 'unanswered') return first;
  const second = await connect();
  if (second === 'unanswered') return 'refused';
  return second === 'ended' || second === 'absent' ? 'closed' : second;
}
