import { type AgentFormat, needsLongerLimit } from './agentFormat.ts';
import { editorRuntimeVariable, lentCommand, type ProxyRuntime } from './wrappedCommand.ts';

/** A server of the editor's host that an agent is to use. */
export interface LentChoice {
  /** The name in the settings of the host. */
  readonly server: string;
  readonly raisesLimit: boolean;
  readonly isRequired: boolean;
  readonly allFolders: boolean;
}

type MemberValue = string | number | boolean | readonly string[] | Readonly<Record<string, string>>;

/** A member of an entry: its key and its value. */
export type LentMember = readonly [string, MemberValue];

/**
 * The members of an entry that starts the proxy for a server of the editor's host.
 * @param ownLimitMs the agent's limit without the entry's new one, in milliseconds
 */
export function lentMembers(
  format: AgentFormat,
  choice: LentChoice,
  runtime: ProxyRuntime,
  ownLimitMs: number | undefined,
): readonly LentMember[] {
  const { id, limit, hasCommandList, hasRequired, environmentKey, commandKey } = format;
  const raised = choice.raisesLimit && needsLongerLimit(format, ownLimitMs) ? limit : undefined;
  const { command, args } = lentCommand(
    {
      client: id,
      server: choice.server,
      limitMs: raised?.longMs ?? ownLimitMs,
      ownLimitMs: raised && ownLimitMs,
      progressExtends: limit?.progressExtends ?? false,
      allFolders: choice.allFolders,
    },
    runtime,
  );
  const isLocal = hasCommandList || id === 'copilot';
  const commandLine: readonly LentMember[] = hasCommandList
    ? [['command', [command, ...args]]]
    : [
        [commandKey, command],
        ['args', args],
      ];
  return [
    ...(isLocal ? [['type', 'local'] as const] : []),
    ...(id === 'goose' ? [['type', 'stdio'] as const] : []),
    ...commandLine,
    ...(id === 'copilot' ? [['tools', ['*']] as const] : []),
    ...(raised ? [[raised.key, raised.longMs / raised.unitMs] as const] : []),
    ...(choice.isRequired && hasRequired ? [['required', true] as const] : []),
    ...(runtime.kind === 'windows' && runtime.isEditor
      ? [[environmentKey, { [editorRuntimeVariable]: '1' }] as const]
      : []),
  ];
}
