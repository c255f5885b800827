import type { Ask, HelloBody } from '#agentProtocol/agentMessages.ts';
import { agentName } from '#core/agents/home/agentNames.ts';
import type { ConnectionListing } from '#core/agents/home/clientConnections.ts';
import { systemClock } from '#core/common/clock.ts';
import type { Attribution } from '#core/model/elicitationRequest.ts';
import { escapeInvisible, inOneLine } from '#form/text.ts';
import type { AgentServices } from './agentServices.ts';
import { agentAttribution } from './askerAttribution.ts';
import type { ClientAccounts } from './clientAccounts.ts';
import type { UnverifiedServers } from './unverifiedServers.ts';

/** The number of servers of one window that the hook may name with limits of their own. */
const maxHookServers = 200;
const maxShown = 300;
/** In UTF-16 code units. The client cuts what is longer than 800. */
const maxCommand = 1000;
/** How long it is known that the server is connected, in milliseconds: a server may send thousands of requests in a second. */
const knownMs = 1000;

/** The names of servers that hooks have used in this window. */
export class HookServerNames {
  readonly #names = new Set<string>();

  /** False if there are too many others. */
  admit(name: string): boolean {
    if (this.#names.size < maxHookServers) {
      this.#names.add(name);
    }
    return this.#names.has(name);
  }
}

/** `stop`: nothing of the server is shown. `tooMany`: the client asks too often, or is muted. `disconnected`: see `isDisconnected`. */
type ServerAdmission = 'allowed' | 'stop' | 'tooMany' | 'disconnected';

interface Context {
  readonly hello: HelloBody;
  readonly services: Pick<AgentServices, 'connections' | 'isLent'>;
  readonly unverified: Pick<UnverifiedServers, 'admit'>;
  readonly accounts: Pick<ClientAccounts, 'note'>;
  readonly hookServers: HookServerNames;
}

/** The server that one client asks for: whether the user has connected it, and how its requests are attributed. */
export class SessionServer {
  readonly #context: Context;
  #name: string | undefined;
  #isConnected = false;
  #wasConnected: boolean;
  #isAllowedOnce = false;
  /** How often the user has decided about it here. */
  #decisions = 0;
  /** The reading that is under way. */
  #identifying: Promise<void> | undefined;
  /** By the steady clock. */
  #identifiedAt = 0;
  /** True if the user has connected another command under the name. */
  #replacesConnected = false;
  /** True if it is certain that nothing is connected under the name. */
  #isNameFree = false;
  #reportedName: string | undefined;
  #attribution: Attribution;

  constructor(context: Context) {
    this.#context = context;
    this.#wasConnected = context.hello.wasConnected === true;
    this.#attribution = this.#attribute();
  }

  /** The same object as long as nothing of it changes. */
  get attribution(): Attribution {
    return this.#attribution;
  }

  /** True if requests of the server may be shown: the user has connected it, or lets it ask. */
  get isAdmitted(): boolean {
    return this.#isConnected || this.#isAllowedOnce;
  }

  /**
   * True if the user had connected the server in this session and has disconnected it since: nobody is asked about it. If another command
   * is connected under its name now, or not everything can be read, the user has not ended it, and is asked. About a server that was lent
   * nobody is asked in any case.
   */
  get isDisconnected(): boolean {
    return this.#isEnded(this.#isNameFree);
  }

  #isEnded(isNameFree: boolean): boolean {
    return this.#context.hello.kind !== 'serve' && this.#wasConnected && !this.#isAllowedOnce && isNameFree;
  }

  /** Reads whether the user has connected the server, once for all requests that wait for it. Called before the first use of `attribution`. */
  identify(): Promise<void> {
    this.#identifying ??= this.#identify().finally(() => {
      this.#identifying = undefined;
    });
    return this.#identifying;
  }

  async #identify(): Promise<void> {
    const { hello, services } = this.#context;
    if (hello.kind === 'serve') {
      this.#takeLent((await this.#isLent()) === true);
      return;
    }
    const decisions = this.#decisions;
    let listing = await services.connections.listing(hello.client);
    if (this.#isEnded(this.#isFreeIn(listing))) {
      // A server that is connected, or a home folder that is unmounted, while the files are read must not end the session.
      listing = await services.connections.listing(hello.client);
    }
    // The user may have connected it meanwhile.
    if (decisions === this.#decisions) {
      this.#take(listing);
    }
  }

  /**
   * Finds out whether a server that was connected is connected now. What cannot be read changes nothing.
   * @param listing what the user has connected of the client
   */
  async check(listing: ConnectionListing): Promise<void> {
    if (!this.#wasConnected) {
      return;
    }
    if (this.#context.hello.kind === 'serve') {
      const isLent = await this.#isLent();
      isLent !== undefined && this.#takeLent(isLent);
    } else if (this.#isIn(listing)) {
      this.#take(listing);
    } else if (listing.isComplete) {
      await this.identify();
    }
  }

  async #isLent(): Promise<boolean | undefined> {
    const { hello, services } = this.#context;
    return services.isLent ? services.isLent(hello.client, hello.server) : false;
  }

  #takeLent(isLent: boolean): void {
    this.#isConnected = isLent;
    this.#wasConnected ||= isLent;
    this.#identifiedAt = systemClock.steady();
    this.#refresh();
  }

  #isIn({ items }: ConnectionListing): boolean {
    const { kind, server: name, fingerprint: known } = this.#context.hello;
    if (kind === 'hook') {
      return items.some(({ server }) => server === '');
    }
    // An empty name or fingerprint is that of the hook, so it identifies no server.
    const isIdentified = name !== '' && known !== '';
    return isIdentified && items.some(({ server, fingerprint }) => server === name && fingerprint === known);
  }

  #isFreeIn({ items, isComplete }: ConnectionListing): boolean {
    const { kind, server: name } = this.#context.hello;
    return isComplete && !items.some(({ server }) => server === (kind === 'hook' ? '' : name));
  }

  #take(listing: ConnectionListing): void {
    this.#isConnected = this.#isIn(listing);
    this.#wasConnected ||= this.#isConnected;
    this.#isNameFree = this.#isFreeIn(listing);
    this.#identifiedAt = systemClock.steady();
    const name = this.#name ?? this.#context.hello.server;
    this.#replacesConnected = listing.items.some(({ server }) => server !== '' && server === name);
    // What it has asked is withdrawn under the name that it had.
    if (!this.isDisconnected) {
      this.#refresh();
    }
  }

  /**
   * Checks before each request whether the user has connected the server, and asks the user if not. The hook may name only one server in
   * a session, because each of its processes asks once.
   * @throws the signal's reason if the signal is aborted
   */
  async admit({ hookServer, serverInfo }: Ask, signal: AbortSignal): Promise<ServerAdmission> {
    const { hello, unverified } = this.#context;
    const name = hello.kind === 'hook' ? (hookServer ?? '') : hello.server;
    if (this.#name !== undefined && this.#name !== name) {
      return 'stop';
    }
    this.#name = name;
    this.#reportedName = serverInfo?.name;
    if (this.#isConnected && systemClock.steady() - this.#identifiedAt < knownMs) {
      this.#refresh();
      return 'allowed';
    }
    await this.identify();
    if (this.isAdmitted) {
      return 'allowed';
    }
    if (hello.kind === 'serve') {
      return 'stop';
    }
    if (this.isDisconnected) {
      return 'disconnected';
    }
    const decision = await unverified.admit(
      {
        client: hello.client,
        agent: agentName(hello.client),
        server: inOneLine(name, maxShown),
        commandLine: escapeInvisible(hello.commandLine, maxCommand),
        isCommandCut: hello.kind !== 'hook' && isCut(hello.commandLine),
        folder: inOneLine(hello.folder, maxShown),
        replacesConnected: this.#replacesConnected,
      },
      { server: name, fingerprint: hello.fingerprint },
      this.#attribution.id,
      signal,
    );
    this.#decisions += 1;
    this.#isAllowedOnce = decision === 'once';
    this.#isConnected = decision === 'update';
    this.#wasConnected ||= this.#isConnected;
    this.#isNameFree &&= !this.#isConnected;
    this.#refresh();
    return decision === 'stop' || decision === 'tooMany' ? decision : 'allowed';
  }

  #refresh(): void {
    const attribution = this.#attribute();
    if (JSON.stringify(attribution) !== JSON.stringify(this.#attribution)) {
      this.#attribution = attribution;
    }
    const { accounts, hello } = this.#context;
    accounts.note(hello.client, this.#attribution);
  }

  #attribute(): Attribution {
    const { hello, hookServers } = this.#context;
    const name = this.#name ?? hello.server;
    return agentAttribution(hello, {
      name,
      isConnected: this.#isConnected,
      reportedName: this.#reportedName,
      isOneOfMany: hello.kind === 'hook' && !hookServers.admit(name),
    });
  }
}

/** True if a command line is not known as a whole: the client cuts it with an ellipsis, or leaves it out. */
function isCut(commandLine: string): boolean {
  return commandLine === '' || commandLine.endsWith('…') || commandLine.length > maxCommand;
}
