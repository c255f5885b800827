import { t } from '@vscode/l10n';
import {
  applyEdits,
  type ConfigDocument,
  ConfigError,
  type ConfigMember,
  type ConfigValue,
  parseConfig,
  type TextEdit,
} from '#core/agents/syntax/configText.ts';
import { type AgentFormat, needsLongerLimit } from './agentFormat.ts';
import {
  type AgentEntry,
  findEntry,
  isSamePlace,
  limitMember,
  readAgentEntries,
  type ServerPlace,
} from './agentServers.ts';
import type { ChangedMember, ChangedRole, ConnectedServer } from './connectedServers.ts';
import { restoreIn, restoreServers } from './disconnectServers.ts';
import { editorRuntimeVariable, type ProxyRuntime, wrapCommand } from './wrappedCommand.ts';

/** A server that the user has chosen. */
export interface ServerChoice extends ServerPlace {
  /** True to write the long limit, if the agent's is shorter and progress does not extend it. */
  readonly raisesLimit: boolean;
  /** True to write `required`, for an agent that has it. */
  readonly isRequired: boolean;
  /** True if the server may also ask in folders that no window has open. */
  readonly allFolders?: boolean;
}

/** A text with servers wrapped. */
interface ConnectedConfig {
  readonly text: string;
  /** What must be remembered of the wrapped servers of this file. */
  readonly connected: readonly ConnectedServer[];
}

/**
 * Wraps the chosen servers in place. A chosen server that is wrapped already is wrapped anew; the others stay as they are.
 * @param connected what is remembered of the file
 * @throws ConfigError if the text is not understood completely, a chosen server cannot be wrapped, or restoring would not give
 * the same text again
 */
export function connectServers(
  format: AgentFormat,
  text: string,
  choices: readonly ServerChoice[],
  runtime: ProxyRuntime,
  connected: readonly ConnectedServer[],
): ConnectedConfig {
  const written = parseConfig(format.syntax, text);
  const before = restoreIn(format, written, connected, choices);
  // The file of Claude Code can be large: it is not read again without need.
  const document = before.text === text ? written : parseConfig(format.syntax, before.text);
  const entries = readAgentEntries(format, document);
  const edits: TextEdit[] = [];
  const added: ConnectedServer[] = [];
  for (const choice of choices) {
    const entry = findEntry(entries, choice);
    if (!entry) {
      throw new ConfigError(t('The file has no server {0} any more.', choice.name));
    }
    const wrapping = new Wrapping(format, document, entry);
    added.push(wrapping.wrap(choice, runtime));
    edits.push(...wrapping.edits);
  }
  const result = { text: applyEdits(before.text, edits), connected: [...before.connected, ...added] };
  checkRestores(format, before.text, result, choices);
  return result;
}

/** Nothing is written that could not be undone. */
function checkRestores(
  format: AgentFormat,
  before: string,
  { text, connected }: ConnectedConfig,
  choices: readonly ServerChoice[],
): void {
  const restored = restoreServers(format, text, connected, choices);
  const isComplete = choices.every((choice) => restored.restored.some((place) => isSamePlace(place, choice)));
  if (!isComplete || restored.text !== before) {
    throw new ConfigError(t('The change could not be undone exactly, so it is not made here.'));
  }
}

class Wrapping {
  readonly edits: TextEdit[] = [];
  readonly #changes: Partial<Record<ChangedRole, ChangedMember>> = {};
  readonly #format: AgentFormat;
  readonly #document: ConfigDocument;
  readonly #entry: AgentEntry;

  constructor(format: AgentFormat, document: ConfigDocument, entry: AgentEntry) {
    this.#format = format;
    this.#document = document;
    this.#entry = entry;
  }

  wrap({ raisesLimit, isRequired, allFolders }: ServerChoice, runtime: ProxyRuntime): ConnectedServer {
    const { id, limit, hasRequired, hasCommandList, commandKey } = this.#format;
    const { server, launch, scope } = this.#entry;
    const command = launch.members.get(commandKey);
    const { commandLine } = server;
    if (server.refusal !== undefined || !commandLine || !command) {
      throw new ConfigError(`${server.name}: ${server.refusal ?? ''}`);
    }
    const raised = raisesLimit && needsLongerLimit(this.#format, server.limitMs) ? limit : undefined;
    const ownsVariable = runtime.kind === 'windows' && runtime.isEditor && !this.#hasRuntimeVariable;
    const wrapped = wrapCommand(
      {
        ...commandLine,
        client: id,
        server: server.name,
        limitMs: raised ? raised.longMs : server.limitMs,
        ownLimitMs: raised ? server.limitMs : undefined,
        progressExtends: limit?.progressExtends ?? false,
        allFolders,
        ownsVariable,
      },
      runtime,
    );
    if (hasCommandList) {
      this.#set('command', command, command, commandKey, [wrapped.command, ...wrapped.args]);
    } else {
      this.#set('command', command, command, commandKey, wrapped.command);
      this.#set('args', launch.members.get('args'), command, 'args', wrapped.args);
    }
    // Cline's command may stand one level deeper than its limit.
    const anchor = scope.members.get('transport') ?? launch.members.get('args') ?? command;
    if (raised) {
      this.#set('limit', limitMember(this.#format, scope), anchor, raised.key, raised.longMs / raised.unitMs);
    }
    if (isRequired && hasRequired && scope.members.get('required')?.node.value !== true) {
      this.#set('required', scope.members.get('required'), anchor, 'required', true);
    }
    if (ownsVariable) {
      this.#addRuntimeVariable(command);
    }
    const { name, project } = server;
    return { name, ...(project !== undefined && { project }), commandLine, changes: this.#changes };
  }

  /** True if the user has set the variable that the editor's runtime needs. */
  get #hasRuntimeVariable(): boolean {
    return this.#entry.environment?.node.scope?.members.has(editorRuntimeVariable) === true;
  }

  #addRuntimeVariable(command: ConfigMember): void {
    const { environmentKey } = this.#format;
    const { environment } = this.#entry;
    const variables = [...(environment?.node.scope?.members.values() ?? [])];
    const [first] = variables;
    const isEditable = !environment || first || this.#document.text[environment.node.start] === '{';
    if (!isEditable || (environment && !environment.node.scope)) {
      throw new ConfigError(t('Its environment is not written as the agent documents it.'));
    }
    if (first) {
      this.#set('runtime', undefined, first, editorRuntimeVariable, '1');
    } else {
      this.#set('environment', environment, command, environmentKey, { [editorRuntimeVariable]: '1' });
    }
  }

  /** Sets a member, or adds it after `anchor`. */
  #set(
    role: ChangedRole,
    member: ConfigMember | undefined,
    anchor: ConfigMember,
    key: string,
    value: ConfigValue,
  ): void {
    const { syntax } = this.#format;
    if (!member) {
      const written = syntax.encode(value);
      this.edits.push(syntax.insertAfter(this.#document, anchor, key, written));
      this.#changes[role] = { written, original: null };
      return;
    }
    const { start, end } = member.node;
    const written = syntax.encodeFor(this.#document, member, value);
    this.edits.push({ start, end, text: written });
    this.#changes[role] = { written, original: this.#document.text.slice(start, end) };
  }
}
