import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientMessage, Closing, WindowMessage } from '#agentProtocol/agentMessages.ts';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { type HomeFolder, readClientKey } from '#agentProtocol/homeFolder.ts';
import { ancestorIds } from './ancestors.ts';
import type { ClientIdentity, LinkFailure } from './clientHandshake.ts';
import {
  type ClientPlace,
  hasClosedRecently,
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
    'session' | 'reportedName' | 'reportedVersion' | 'fingerprint' | 'commandLine'
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
  /** The first look found no window. `isComing`: one that fits closed a moment ago. */
  notFound(isComing: boolean): void;
  message(link: number, message: WindowMessage): void;
  log(text: string): void;
}

interface Found {
  readonly link: WindowLink | undefined;
  readonly isComing: boolean;
}

const maxTried = 8;
const handshakeMs = 1000;
const pollMs = 250;
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
  #lastProbe = 0;
  #lastLink = 0;
  #current: number | undefined;
  #reported: { readonly name?: string | undefined; readonly version?: string | undefined } = {};
  #seekUntil = 0;
  #isSeeking = false;
  #mustReport = false;
  #isEnded = false;
  #ancestors: Promise<readonly number[]> | undefined;
  readonly #logged = new Set<LinkFailure>();

  constructor(options: SeekerOptions, handler: SeekerHandler) {
    this.#options = options;
    this.#handler = handler;
  }

  /** Looks for a window at once, and then for `forMs`. Has no effect if one is open. */
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

  /** Closes every connection when everything is sent. */
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
      const { link, isComing } = await this.#look(undefined);
      if (this.#isEnded) {
        if (link) this.#leave(link);
        break;
      }
      if (link) this.#open(link);
      else if (mustReport) this.#handler.notFound(isComing);
      if (this.#current !== undefined) break;
      if (!this.#mustReport && Date.now() < this.#seekUntil) await delay(pollMs, undefined, { ref: false });
    } while (this.#mustReport || Date.now() < this.#seekUntil);
    this.#isSeeking = false;
  }

  /** Connects to the best window where somebody is present, else to the best one. `leaving`: only to another one, if present. */
  async #look(leaving: string | undefined): Promise<Found> {
    const { home, identity } = this.#options;
    const registered = await readWindowFiles(home);
    const key = registered.length > 0 ? await readClientKey(home, identity.client) : undefined;
    const windows = key ? rankWindows(registered, await this.#place()) : [];
    let silent: WindowLink | undefined;
    let isComing = false;
    for (const window of windows.slice(0, maxTried)) {
      if (!key || window.file.id === leaving) continue;
      const link = await this.#connect(window, key);
      if (link === 'absent') {
        isComing ||= hasClosedRecently(window, Date.now());
        await removeStaleFile(window, Date.now());
      }
      if (!(link instanceof WindowLink)) continue;
      if (link.welcome.present) {
        if (silent) this.#leave(silent);
        return { link, isComing };
      }
      if (leaving !== undefined || silent) this.#leave(link);
      else silent = link;
    }
    return { link: silent, isComing };
  }

  async #connect(window: RegisteredWindow, key: Buffer): Promise<WindowLink | LinkFailure> {
    this.#lastLink += 1;
    const number = this.#lastLink;
    const { command } = this.#options;
    const identity: ClientIdentity = {
      ...this.#options.identity,
      fingerprint: command.length > 0 ? commandFingerprint(command) : '',
      commandLine: command.join(' '),
      ...{ session: this.#session, reportedName: this.#reported.name, reportedVersion: this.#reported.version },
    };
    const handler = {
      message: (message: WindowMessage) => this.#receive(number, message),
      closed: (reason: Closing['reason']) => this.#closed(number, reason),
    };
    const link = await connectWindow(window.file.socket, key, identity, handler, handshakeMs);
    if (link instanceof WindowLink) this.#links.set(number, link);
    else this.#logFailure(link);
    return link;
  }

  #logFailure(failure: LinkFailure): void {
    if ((failure !== 'older' && failure !== 'newer') || this.#logged.has(failure)) return;
    this.#logged.add(failure);
    const what =
      failure === 'older' ? 'the extension in the editor' : 'this program: switch agents off and on in the editor';
    this.#handler.log(`The editor window and this program do not understand each other. Update ${what}.`);
  }

  #open(link: WindowLink): void {
    const [number] = [...this.#links].find(([, each]) => each === link) ?? [];
    if (number === undefined) return;
    this.#current = number;
    this.#handler.opened(number, link.welcome.keepMs, link.welcome.present);
  }

  #leave(link: WindowLink): void {
    for (const [number, each] of this.#links) if (each === link) this.#links.delete(number);
    void link.close();
  }

  #closed(number: number, reason: Closing['reason']): void {
    this.#links.delete(number);
    if (this.#current === number) this.#current = undefined;
    if (!this.#isEnded) this.#handler.closed(number, reason);
  }

  #receive(number: number, message: WindowMessage): void {
    if (message.type !== 'presence') this.#handler.message(number, message);
    else if (number === this.#current && message.id === this.#lastProbe) this.#onPresence?.(message.present);
  }

  /** Asks whether somebody is at the window. If not, moves to another window where somebody is. */
  async #probe(): Promise<void> {
    const asked = this.#current;
    const link = asked === undefined ? undefined : this.#links.get(asked);
    if (!link || asked === undefined || (await this.#isPresent(link))) return;
    const found = await this.#look(link.welcome.window);
    if (!found.link) return;
    if (this.#isEnded || this.#current !== asked || this.#probes === undefined) {
      this.#leave(found.link);
      return;
    }
    this.#open(found.link);
    await delay(lingerMs, undefined, { ref: false });
    this.#leave(link);
  }

  async #isPresent(link: WindowLink): Promise<boolean> {
    this.#lastProbe += 1;
    const timeout = new AbortController();
    const replied = new Promise<boolean>((resolve) => {
      this.#onPresence = resolve;
    });
    link.send({ type: 'probe', id: this.#lastProbe });
    const expired = delay(probeTimeoutMs, false, { ref: false, signal: timeout.signal }).catch(() => false);
    const isPresent = await Promise.race([replied, expired]);
    timeout.abort();
    return isPresent;
  }

  async #place(): Promise<ClientPlace> {
    const { hint, identity, allFolders } = this.#options;
    this.#ancestors ??= ancestorIds();
    const folder = await realpath(identity.folder).catch(() => identity.folder);
    return { folder, hint, allFolders, ancestors: await this.#ancestors };
  }
}
