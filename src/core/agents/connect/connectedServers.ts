import type { AgentEntry, ServerPlace } from './agentServers.ts';
import type { CommandLine } from './wrappedCommand.ts';

/** The members of an entry that Connect changes. `runtime`: the variable that makes the editor run as Node. */
const changedRoles = ['command', 'args', 'limit', 'required', 'environment', 'runtime'] as const;
export type ChangedRole = (typeof changedRoles)[number];

/** How a member was changed. */
export interface ChangedMember {
  /** The text that was written. */
  readonly written: string;
  /** The text before; `null` if there was no member. */
  readonly original: string | null;
}

/** What is remembered of a server that was wrapped, so that it can be restored to the byte. */
export interface ConnectedServer extends ServerPlace {
  /** The server's own command. */
  readonly commandLine: CommandLine;
  readonly changes: Readonly<Partial<Record<ChangedRole, ChangedMember>>>;
}

const maxServers = 500;
const maxTextLength = 1024 * 1024;

/** Reads what was remembered from parsed JSON. What is not valid is left out: it is restored without it. */
export function readConnectedServers(value: unknown): ConnectedServer[] {
  return Array.isArray(value)
    ? value.slice(0, maxServers).flatMap((item: unknown) => readConnectedServer(item) ?? [])
    : [];
}

function readConnectedServer(value: unknown): ConnectedServer | undefined {
  const { name, project, commandLine, changes } = recordOf(value);
  const { command, args } = recordOf(commandLine);
  if (!isText(name) || !isText(command) || !Array.isArray(args) || !args.every(isText)) {
    return undefined;
  }
  const members = recordOf(changes);
  const read = changedRoles.flatMap((role) => {
    const { written, original } = recordOf(members[role]);
    return isText(written) && (original === null || isText(original)) ? [[role, { written, original }] as const] : [];
  });
  return {
    name,
    ...(isText(project) && { project }),
    commandLine: { command, args },
    changes: Object.fromEntries(read),
  };
}

/**
 * Finds what is remembered of each wrapped entry. An entry that was renamed or moved is found by the name in its wrapped
 * command line; where several have it, by its command.
 */
export function matchConnected(
  entries: readonly AgentEntry[],
  connected: readonly ConnectedServer[],
): Map<AgentEntry, ConnectedServer> {
  const matches = new Map<AgentEntry, ConnectedServer>();
  const free = new Set(connected);
  for (const isMatch of [isSameServer, isMovedServer, hasSameName]) {
    for (const entry of entries) {
      const found = matches.has(entry) ? undefined : [...free].find((server) => isMatch(entry, server));
      if (found) {
        matches.set(entry, found);
        free.delete(found);
      }
    }
  }
  return matches;
}

type IsMatch = (entry: AgentEntry, server: ConnectedServer) => boolean;

const isSameServer: IsMatch = ({ server }, { name, project }) =>
  server.wrapped?.server === name && server.name === name && server.project === project;

const isMovedServer: IsMatch = ({ server: { wrapped } }, { name, commandLine }) =>
  wrapped?.server === name && JSON.stringify([wrapped.command, wrapped.args]) === commandLineKey(commandLine);

const hasSameName: IsMatch = ({ server: { wrapped } }, { name }) => wrapped?.server === name;

function commandLineKey({ command, args }: CommandLine): string {
  return JSON.stringify([command, args]);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxTextLength;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
