import type { Grants } from '#core/agents/lending/grants.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { ServerDefinition } from '#core/model/definition.ts';

/** A server that the editor's own agent may use. */
export interface LentServer {
  /** The name in the settings of this host. */
  readonly name: string;
  /** Changes with the entry. */
  readonly version: string;
}

/**
 * The servers of this window that were lent to a client. One whose entry has changed since is among them: its calls say what to do, and
 * a server that is missing would not.
 */
export async function lentServers(
  grants: Pick<Grants, 'list' | 'find'>,
  client: string,
  definitions: readonly ServerDefinition[],
): Promise<readonly LentServer[]> {
  const enabled = definitions.filter(({ entry }) => entry.enabled);
  const granted = new Set((await grants.list(client)).map(({ server }) => server));
  const names = [...new Set(enabled.map(({ name }) => name))].filter((name) => granted.has(name));
  const servers = await Promise.all(
    names.map(async (name): Promise<readonly LentServer[]> => {
      const found = await grants.find(client, name, enabled);
      switch (found.outcome) {
        case 'granted':
        case 'changed':
          return [{ name, version: fingerprintOf(found.definition.entry) }];
        case 'ambiguous':
          return [{ name, version: fingerprintOf(found.definitions.map(({ entry }) => entry)) }];
        case 'notGranted':
        case 'notOpen':
          return [];
      }
    }),
  );
  return servers.flat();
}
