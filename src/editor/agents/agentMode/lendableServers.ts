import { t } from '@vscode/l10n';
import type { Grants, LendingGrant } from '#core/agents/lending/grants.ts';
import { findSecrets } from '#core/configuration/entrySecrets.ts';
import type { ServerDefinition, ServerEntry } from '#core/model/definition.ts';
import { plainName } from '#editor/common/plainText.ts';
import { escapeInvisible } from '#form/text.ts';

/** The editor's own agent, which can use servers of this host. */
export interface EditorAgent {
  /** Its id as a client. */
  readonly client: string;
  /** The editor's name for the user. */
  readonly editor: string;
  /** The agent's name in lists. */
  readonly label: string;
  /** The servers of this window that can be lent. */
  readonly servers: readonly LendableServer[];
  /** What is lent, also of other folders. */
  readonly grants: readonly LendingGrant[];
}

/** A server of this host, and whether a client may use it. */
export interface LendableServer {
  readonly definition: ServerDefinition;
  /** `changed`: it was lent with another entry. */
  readonly state: 'notLent' | 'lent' | 'changed';
}

/** An editor with an agent of its own, and the servers of its window. */
export interface EditorWithAgent {
  /** The id of its agent as a client. */
  readonly client: string;
  /** The editor's name for the user. */
  readonly name: string;
  readonly definitions: readonly ServerDefinition[];
  /** True if the user has switched the agent off. */
  readonly isOff: boolean;
}

/**
 * The editor's own agent with what is lent to it now; `undefined` if the editor has none, or one that is off and has nothing.
 * @throws Error if something that is lent to it cannot be read
 */
export async function findEditorAgent(
  grants: Pick<Grants, 'find' | 'listForChange'>,
  editor: EditorWithAgent | undefined,
): Promise<EditorAgent | undefined> {
  const granted = editor ? await grants.listForChange(editor.client) : [];
  if (!editor || (editor.isOff && granted.length === 0)) {
    return undefined;
  }
  const definitions = editor.definitions.filter(({ scope, entry }) => scope.kind !== 'builtIn' && entry.enabled);
  return {
    client: editor.client,
    editor: editor.name,
    label: t('Agent Mode of {0}', editor.name),
    servers: await lendableServers(grants, editor.client, definitions),
    grants: granted,
  };
}

/** The servers, and which of them are lent to a client. */
export function lendableServers(
  grants: Pick<Grants, 'find'>,
  client: string,
  definitions: readonly ServerDefinition[],
): Promise<readonly LendableServer[]> {
  return Promise.all(
    definitions.map(async (definition): Promise<LendableServer> => {
      const { outcome } = await grants.find(client, definition.name, [definition]);
      return { definition, state: outcome === 'granted' ? 'lent' : outcome === 'changed' ? 'changed' : 'notLent' };
    }),
  );
}

/** A lent server with its folder, for the user. */
export function grantText(grant: LendingGrant): string {
  const name = plainName(grant.server);
  return grant.scope === 'user' ? name : t('{0} (of {1})', name, plainName(grant.folder));
}

/** The maximum length of an entry's text, in characters. */
const maxEntryLength = 1000;
const mask = '•••';

/** The command line or the URL of an entry, without secrets. */
export function entryText(entry: ServerEntry): string {
  const words = entry.type === 'stdio' ? [entry.command, ...entry.args] : [entry.url];
  const secrets = findSecrets(entry.type === 'stdio' ? { args: entry.args } : { url: entry.url });
  const line = words
    .map((word) => secrets.reduce((text, { value }) => text.replaceAll(value, mask), word))
    .map((word) => (word === '' || /\s/.test(word) ? JSON.stringify(word) : word))
    .join(' ');
  return escapeInvisible(line, maxEntryLength);
}
