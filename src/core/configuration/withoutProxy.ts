import {
  type CommandLine,
  editorRuntimeVariable,
  isWindowsForm,
  unwrapCommand,
} from '#core/agents/connect/wrappedCommand.ts';
import { fieldsOf } from './valueReaders.ts';

type Fields = ReadonlyMap<string, unknown>;

/** The fields of an entry that Connect has wrapped as they are without the proxy; those of any other entry unchanged. */
export function withoutProxy(fields: Fields): Fields {
  const args: unknown = fields.get('args');
  if (
    typeof fields.get('command') !== 'string' ||
    !Array.isArray(args) ||
    !args.every((arg) => typeof arg === 'string')
  ) {
    return fields;
  }
  const commandLine: CommandLine = { command: String(fields.get('command')), args };
  const inner = unwrapCommand(commandLine);
  if (!inner) {
    return fields;
  }
  const env = [...(fieldsOf(fields.get('env')) ?? [])].filter(([name]) => name !== editorRuntimeVariable);
  return new Map<string, unknown>([
    ...fields,
    ['command', inner.command],
    ['args', inner.args],
    ...(isWindowsForm(commandLine) && fields.has('env') ? [['env', Object.fromEntries(env)] as const] : []),
  ]);
}
