import {
  applyEdits,
  type ConfigDocument,
  type ConfigMember,
  type ConfigScope,
  type ConfigValue,
  isSameValue,
  parseConfig,
  type TextEdit,
} from '#core/agents/syntax/configText.ts';
import type { AgentFormat } from './agentFormat.ts';
import { type AgentEntry, isSamePlace, limitMember, readAgentEntries, type ServerPlace } from './agentServers.ts';
import { type ChangedMember, type ConnectedServer, matchConnected } from './connectedServers.ts';
import { editorRuntimeVariable, type WrappedCommand } from './wrappedCommand.ts';

/** A text with servers restored. */
interface RestoredConfig {
  readonly text: string;
  readonly restored: readonly ServerPlace[];
  /** What is remembered of the servers that are still wrapped. */
  readonly connected: readonly ConnectedServer[];
}

/**
 * Restores the wrapped entries of a file: those at `places`, or all. What was changed since stays: only the wrapping goes, and
 * what it wrote beside the command.
 * @param connected what was remembered; entries of which nothing is remembered are restored from their arguments
 * @throws ConfigError if the text is not understood completely
 */
export function restoreServers(
  format: AgentFormat,
  text: string,
  connected: readonly ConnectedServer[],
  places?: readonly ServerPlace[],
): RestoredConfig {
  return restoreIn(format, parseConfig(format.syntax, text), connected, places);
}

/** `restoreServers` for a text that was read before. */
export function restoreIn(
  format: AgentFormat,
  document: ConfigDocument,
  connected: readonly ConnectedServer[],
  places?: readonly ServerPlace[],
): RestoredConfig {
  const entries = readAgentEntries(format, document).filter(({ server }) => server.wrapped);
  const matches = matchConnected(entries, connected);
  const chosen = entries.filter(({ server }) => !places || places.some((place) => isSamePlace(place, server)));
  const edits = chosen.flatMap((entry) => restoreEdits(format, document, entry, matches.get(entry)));
  const still = entries.filter((entry) => !chosen.includes(entry)).flatMap((entry) => matches.get(entry) ?? []);
  return {
    text: applyEdits(document.text, edits),
    restored: chosen.map(({ server: { name, project } }) => ({ name, ...(project !== undefined && { project }) })),
    connected: still,
  };
}

function restoreEdits(
  format: AgentFormat,
  document: ConfigDocument,
  entry: AgentEntry,
  connected: ConnectedServer | undefined,
): TextEdit[] {
  const { wrapped } = entry.server;
  if (!wrapped) return [];
  const restorer = new Restorer(format, document);
  const changes = connected?.changes ?? changesFromArguments(format, wrapped);
  restorer.restoreCommand(entry, wrapped, changes.command, changes.args);
  restorer.restoreIfOurs(entry.scope, limitMember(format, entry.scope), changes.limit);
  restorer.restoreIfOurs(entry.scope, entry.scope.members.get('required'), changes.required);
  const { environment } = entry;
  const variable = environment?.node.scope?.members.get(editorRuntimeVariable);
  if (environment?.node.scope?.members.size === 1 && changes.environment) {
    restorer.restoreIfOurs(entry.launch, environment, changes.environment);
  } else if (environment?.node.scope) {
    restorer.restoreIfOurs(environment.node.scope, variable, changes.runtime ?? runtimeIn(format, changes.environment));
  }
  return restorer.edits();
}

/** The changed variable in an environment that was written as a whole, to which others were added since. */
function runtimeIn({ syntax }: AgentFormat, environment: ChangedMember | undefined): ChangedMember | undefined {
  return environment && { written: syntax.encode('1'), original: null };
}

/** What was changed as far as the wrapped arguments tell it. */
function changesFromArguments(
  { syntax, limit }: AgentFormat,
  { limitMs, ownLimitMs, ownsVariable }: WrappedCommand,
): ConnectedServer['changes'] {
  const unit = (ms: number) => syntax.encode(ms / (limit?.unitMs ?? 1));
  return {
    ...(limitMs !== undefined &&
      ownLimitMs !== undefined && {
        limit: { written: unit(limitMs), original: ownLimitMs === limit?.defaultMs ? null : unit(ownLimitMs) },
      }),
    ...(ownsVariable && { runtime: { written: syntax.encode('1'), original: null } }),
  };
}

class Restorer {
  readonly #replacements: TextEdit[] = [];
  readonly #removals = new Map<ConfigScope, ConfigMember[]>();
  readonly #format: AgentFormat;
  readonly #document: ConfigDocument;

  constructor(format: AgentFormat, document: ConfigDocument) {
    this.#format = format;
    this.#document = document;
  }

  edits(): TextEdit[] {
    const removals = [...this.#removals].flatMap(([scope, members]) =>
      this.#format.syntax.removeMembers(this.#document, scope, members),
    );
    return [...this.#replacements, ...removals];
  }

  /** The original text is used if it still means what is inside of the wrapping. */
  restoreCommand(
    { launch }: AgentEntry,
    { command, args }: WrappedCommand,
    commandChange: ChangedMember | undefined,
    argsChange: ChangedMember | undefined,
  ): void {
    const { hasCommandList, commandKey } = this.#format;
    const commandMember = launch.members.get(commandKey);
    const argsMember = launch.members.get('args');
    if (commandMember) {
      const value = hasCommandList ? [command, ...args] : command;
      this.#replace(commandMember, this.#sameText(commandMember, commandChange?.original, value));
    }
    if (hasCommandList || !argsMember) return;
    if (argsChange?.original === null && args.length === 0) {
      this.#remove(launch, argsMember);
    } else {
      this.#replace(argsMember, this.#sameText(argsMember, argsChange?.original, args));
    }
  }

  /** Restores a member whose value is still the one that was written. */
  restoreIfOurs(scope: ConfigScope, member: ConfigMember | undefined, change: ChangedMember | undefined): void {
    const { syntax } = this.#format;
    if (!member || !change || !isSameValue(member.node, syntax.parseValue(change.written))) return;
    if (change.original === null) {
      this.#remove(scope, member);
    } else if (syntax.parseValue(change.original) && syntax.fits(this.#document, member, change.original)) {
      this.#replace(member, change.original);
    }
  }

  #replace({ node }: ConfigMember, text: string): void {
    this.#replacements.push({ start: node.start, end: node.end, text });
  }

  #remove(scope: ConfigScope, member: ConfigMember): void {
    this.#removals.set(scope, [...(this.#removals.get(scope) ?? []), member]);
  }

  /** `original` if it means the same as `value` and can stand at the member, else `value`. */
  #sameText(member: ConfigMember, original: string | null | undefined, value: ConfigValue): string {
    const { syntax } = this.#format;
    const isSame =
      typeof original === 'string' &&
      syntax.fits(this.#document, member, original) &&
      isSameValue(syntax.parseValue(original), syntax.parseValue(syntax.encode(value)));
    return isSame ? original : syntax.encodeFor(this.#document, member, value);
  }
}
