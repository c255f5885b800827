import { t } from '@vscode/l10n';
import type { HelloBody } from '#agentProtocol/agentMessages.ts';
import { agentName } from '#core/agents/home/agentNames.ts';
import type { Attribution } from '#core/model/elicitationRequest.ts';
import { inOneLine, withoutQuotationMarks } from '#form/text.ts';

const maxNameLength = 100;
const maxCommandLineLength = 300;
const maxFolderLength = 300;

/** The server that a client asks for. */
interface AskingServer {
  /** The server's name, as the client gives it. */
  readonly name: string;
  /** See `Asker.isConnected`. */
  readonly isConnected: boolean;
  /** What the server calls itself. */
  readonly reportedName?: string | undefined;
  /** True if the server shares its limits with others of the client, because there are too many names. */
  readonly isOneOfMany?: boolean;
}

/**
 * How the requests of an agent's server are shown, limited and recorded. Each connected server has an id of its own, under which its
 * drafts and remembered answers are kept; the hook's have others, because the hook does not see which command has a name, and so have
 * those of this host that are lent. All servers of
 * a client that are not connected share one, because their names are claims: otherwise each new name would have limits of its own.
 */
export function agentAttribution(hello: HelloBody, asking: AskingServer): Attribution {
  const { client, commandLine, folder } = hello;
  const { name, isConnected, reportedName } = asking;
  const agent = agentName(client);
  const server = inOneLine(name, maxNameLength);
  return {
    id: idOf(hello, asking),
    name: isConnected
      ? [agent, server].filter((part) => part !== '').join(' · ')
      : // First what is known: the name is a claim, and where there is little room only the beginning is shown.
        t('{0} · a server that you have not connected, which calls itself “{1}”', agent, withoutQuotationMarks(server)),
    ...(reportedName !== undefined && { reportedName: inOneLine(reportedName, maxNameLength) }),
    asker: {
      kind: 'agent',
      name: agent,
      server,
      isConnected,
      reportedName: reportedAgent(hello),
      commandLine: inOneLine(commandLine, maxCommandLineLength),
      folder: inOneLine(folder, maxFolderLength),
      ...(hello.kind === 'hook' && { hook: { isAttended: hello.attended !== false } }),
    },
  };
}

/** How the requests of another extension are shown. VS Code does not say who calls, so the server is a claim. */
export function extensionAttribution(id: string, server: string): Attribution {
  const name = inOneLine(server, maxNameLength);
  return {
    id,
    name: [t('An extension'), name].join(' · '),
    asker: { kind: 'extension', name: '', server: name, isConnected: false },
  };
}

function idOf({ client, kind }: HelloBody, { name, isConnected, isOneOfMany }: AskingServer): string {
  if (!isConnected) {
    return `agent-unverified:${client}`;
  }
  const prefix = { hook: 'agent-hook', serve: 'agent-lent', upstream: 'agent-lent', proxy: 'agent' }[kind];
  return `${prefix}:${client}:${isOneOfMany ? '' : name}`;
}

function reportedAgent({ reportedName, reportedVersion }: HelloBody): string | undefined {
  return reportedName === undefined
    ? undefined
    : inOneLine([reportedName, reportedVersion ?? ''].join(' ').trim(), maxNameLength);
}
