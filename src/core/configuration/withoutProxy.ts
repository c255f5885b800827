import {
  type CommandLine,
  editorRuntimeVariable,
  lentServerIn,
  unwrapCommand,
} from '#core/agents/connect/wrappedCommand.ts';
import { fieldsOf } from './valueReaders.ts';

type Fields = ReadonlyMap<string, unknown>;

/** True for an entry that Connect has written for a server of the editor's host. */
export function isLentEntry(fields: Fields): boolean {
  const commandLine = commandLineOf(fields);
  return commandLine !== undefined && lentServerIn(commandLine) !== undefined;
}

/** The fields of an entry that Connect has wrapped as they are without the proxy; those of any other entry unchanged. */
export function withoutProxy(fields: Fields): Fields {
  const commandLine = commandLineOf(fields);
  const inner = commandLine && unwrapCommand(commandLine);
  if (!inner) {
    return fields;
  }
  const env = [...(fieldsOf(fields.get('env')) ?? [])].filter(([name]) => name !== editorRuntimeVariable);
  return new Map<string, unknown>([
    ...fields,
    ['command', inner.command],
    ['args', inner.args],
    ...(inner.ownsVariable && fields.has('env') ? [['env', Object.fromEntries(env)] as const] : []),
  ]);
}

function commandLineOf(fields: Fields): CommandLine | undefined {
  const command = fields.get('command');
  const args = fields.get('args');
  return typeof command === 'string' && Array.isArray(args) && args.every((arg) => typeof arg === 'string')
    ? { command, args }
    : undefined;
}
