import { randomUUID } from 'node:crypto';
import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import { maxTextLengths } from '#agentProtocol/readMessages.ts';
import { ClientItems, type ItemsToEnd } from '#core/agents/home/clientItems.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { isRecord } from '#form/json.ts';
import { type GrantScope, grantScopeOf } from './grantScope.ts';

/** Which server of this host was lent. */
type LentServerName = GrantScope & {
  /** The name in the settings of this host. */
  readonly server: string;
};

/** A server of this host that the user has lent to a client. */
export type LendingGrant = LentServerName & {
  /** Random, made with the grant: it tells an equal grant of another window apart. */
  readonly id?: string;
  /** `fingerprintOf` the entry that the user has seen. */
  readonly fingerprint: string;
  /** What is needed to remove it from the client's configuration. Read and written by others. */
  readonly undo?: unknown;
  /** True after the user has ended the lending, while the client's configuration still names the server. */
  readonly isStopped?: boolean;
};

/** A grant that was made, and the one that it has replaced. */
export interface GrantChange {
  readonly grant: LendingGrant;
  readonly earlier: LendingGrant | undefined;
}

/** What a client that names a server gets. */
export type GrantedServer =
  | { readonly outcome: 'granted'; readonly definition: ServerDefinition; readonly grant: LendingGrant }
  /** No server of this name was lent to the client. */
  | { readonly outcome: 'notGranted' }
  /** The entry is not the one that was lent: the user has to lend it again. */
  | { readonly outcome: 'changed'; readonly definition: ServerDefinition; readonly grant: LendingGrant }
  /** Several servers of this name were lent: none is chosen. */
  | { readonly outcome: 'ambiguous'; readonly definitions: readonly ServerDefinition[] }
  /** The server was lent, and this window does not have it: its folder is not open, or its entry was removed. */
  | { readonly outcome: 'notOpen' };

const maxFolderLength = 4096;

/**
 * The servers of this host that were lent, by client: in files of this machine that all windows share, never in a workspace. A window
 * finds the changes of another one when it reads again.
 */
export class Grants {
  readonly #items: ClientItems<LendingGrant>;
  readonly #changed = new Emitter<string>();

  /** Fires with the id of a client whose grants this window has changed. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(home: HomeFolder) {
    this.#items = new ClientItems(home, {
      folder: home.lent,
      isItem: isGrant,
      keyOf,
      tooMany: 'There are too many lent servers.',
    });
  }

  list(client: string): Promise<readonly LendingGrant[]> {
    return this.#items.list(client);
  }

  /** What a change of them depends on. @throws Error if something of it cannot be read */
  listForChange(client: string): Promise<readonly LendingGrant[]> {
    return this.#items.listForChange(client);
  }

  /** Those that can be read, and why others cannot. @throws Error if the folder cannot be read */
  listToEnd(client: string): Promise<ItemsToEnd<LendingGrant>> {
    return this.#items.listToEnd(client);
  }

  /**
   * Lends a server with its entry as it is now, in place of an earlier grant of the same server. Without `undo` that of the earlier one is
   * kept.
   * @throws Error for a server that is built in, and as `ClientItems.change`
   */
  async grant(client: string, definition: ServerDefinition, undo?: unknown): Promise<GrantChange> {
    const scope = await grantScopeOf(definition.scope);
    if (!scope || definition.name.length > maxTextLengths.name) {
      throw new Error('This server cannot be lent.');
    }
    const fingerprint = fingerprintOf(definition.entry);
    let grant: LendingGrant = { ...scope, server: definition.name, fingerprint, id: randomUUID() };
    let earlier: LendingGrant | undefined;
    await this.#change(client, grant, (known) => {
      earlier = known;
      const kept = undo ?? known?.undo;
      grant = kept === undefined ? grant : { ...grant, undo: kept };
      return grant;
    });
    return { grant, earlier };
  }

  /** Takes back what `grant` has changed. A grant that was changed or revoked since stays as it is. */
  takeBack(client: string, { grant, earlier }: GrantChange): Promise<void> {
    return this.#change(client, grant, (known) =>
      known && fingerprintOf(known) === fingerprintOf(grant) ? earlier : known,
    );
  }

  /**
   * Ends the lending, whatever the entry was, and keeps what is needed to remove the server from the client's configuration, or to lend it
   * again. Returns the grant that is left, if any.
   */
  async stop(client: string, server: LentServerName): Promise<LendingGrant | undefined> {
    let left: LendingGrant | undefined;
    await this.#change(client, server, (known) => {
      left = known?.undo === undefined ? undefined : { ...known, isStopped: true };
      return left;
    });
    return left;
  }

  /** Ends a grant, and forgets it. One that was made since stays: the user has not decided about that. */
  revoke(client: string, grant: LendingGrant): Promise<void> {
    return this.#change(client, grant, (known) => (known?.id === grant.id ? undefined : known));
  }

  /**
   * The server that a client names. Only a server that was lent is chosen, so that a folder cannot take a name over. What cannot be read is
   * not lent.
   * @param definitions the servers of this window
   */
  async find(client: string, server: string, definitions: readonly ServerDefinition[]): Promise<GrantedServer> {
    return findIn(await this.list(client), server, definitions);
  }

  /** As `find`; `undefined` if what can be read now does not grant the server, and something cannot be read. */
  async findIfRead(
    client: string,
    server: string,
    definitions: readonly ServerDefinition[],
  ): Promise<GrantedServer | undefined> {
    const { items, isComplete } = await this.#items.listing(client);
    const found = await findIn(items, server, definitions);
    return isComplete || found.outcome === 'granted' ? found : undefined;
  }

  /** As `find`, for a change that depends on it. @throws Error if something cannot be read */
  async findForChange(
    client: string,
    server: string,
    definitions: readonly ServerDefinition[],
  ): Promise<GrantedServer> {
    return findIn(await this.listForChange(client), server, definitions);
  }

  async #change(
    client: string,
    server: LentServerName,
    change: (known: LendingGrant | undefined) => LendingGrant | undefined,
  ): Promise<void> {
    await this.#items.change(client, keyOf(server), change);
    this.#changed.fire(client);
  }
}

async function findIn(
  all: readonly LendingGrant[],
  server: string,
  definitions: readonly ServerDefinition[],
): Promise<GrantedServer> {
  const grants = all.filter((grant) => grant.server === server && !grant.isStopped);
  const named = definitions.filter(({ name }) => name === server);
  const found = await Promise.all(
    named.map(async (definition) => {
      const scope = await grantScopeOf(definition.scope);
      const grant = scope && grants.find((each) => isSameScope(each, scope));
      return grant ? [{ definition, grant }] : [];
    }),
  );
  const [first, ...others] = found.flat();
  if (!first) {
    return { outcome: grants.length > 0 ? 'notOpen' : 'notGranted' };
  }
  const { definition, grant } = first;
  if (others.length > 0) {
    return { outcome: 'ambiguous', definitions: [first, ...others].map((each) => each.definition) };
  }
  return {
    outcome: grant.fingerprint === fingerprintOf(definition.entry) ? 'granted' : 'changed',
    definition,
    grant,
  };
}

function keyOf(server: LentServerName): readonly unknown[] {
  return [server.server, server.scope, folderOf(server)];
}

function isSameScope(one: GrantScope, other: GrantScope): boolean {
  return one.scope === other.scope && folderOf(one) === folderOf(other);
}

function folderOf(scope: GrantScope): string | undefined {
  return scope.scope === 'user' ? undefined : scope.folder;
}

function isGrant(value: unknown): value is LendingGrant {
  if (!isRecord(value)) {
    return false;
  }
  const { scope, folder, server, fingerprint, id } = value;
  return (
    isText(server, maxTextLengths.name) &&
    isText(fingerprint, maxTextLengths.name) &&
    (id === undefined || isText(id, maxTextLengths.name)) &&
    (scope === 'user' || ((scope === 'workspace' || scope === 'folder') && isText(folder, maxFolderLength)))
  );
}

function isText(value: unknown, maxLength: number): boolean {
  return typeof value === 'string' && value.length <= maxLength;
}
