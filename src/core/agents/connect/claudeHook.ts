import { t } from '@vscode/l10n';
import {
  applyEdits,
  type ConfigDocument,
  ConfigError,
  type ConfigNode,
  parseConfig,
  type TextSpan,
} from '#core/agents/syntax/configText.ts';
import { formatJson, gapBefore, insertBehind, jsonSyntax, lastOf } from '#core/agents/syntax/jsonConfig.ts';
import { removeFromList } from '#core/agents/syntax/removeFromList.ts';
import type { ProxyRuntime } from './wrappedCommand.ts';

/** What is remembered of the hook: what was written, and the inside of the object or list that was empty before. */
export interface HookMemory {
  readonly level: 'file' | 'hooks' | 'event' | 'group';
  readonly inner?: string;
}

export interface HookState {
  readonly isConnected: boolean;
  /** True if the user has switched all hooks off. */
  readonly isDisabled: boolean;
  /** The number of the user's own hooks for elicitations, which run beside ours. If one cancels, so does Claude Code; otherwise, if one declines. */
  readonly otherHooks: number;
}

const event = 'Elicitation';
/**
 * One text, which every version runs in a shell. A version that does not know `args` would start a bare `sh`, which would run
 * the request that it receives on its input.
 */
const posixCommand =
  'if [ -x "$HOME/.mcp-elicitation/bin/proxy" ]; then exec "$HOME/.mcp-elicitation/bin/proxy" hook --client claude; fi';
const windowsScriptPattern = /[\\/]\.mcp-elicitation[\\/]bin[\\/]proxy\.cjs$/i;

/**
 * Adds our hook to the text of Claude Code's settings, beside the user's own. A text that has it stays as it is.
 * @param text `undefined` if there is no file
 * @throws ConfigError if the text is not understood, or the runtime cannot run a hook
 */
export function addHook(text: string | undefined, runtime: ProxyRuntime): { text: string; memory?: HookMemory } {
  const group = { hooks: [hookEntry(runtime)] };
  if (text === undefined) {
    return { text: `${JSON.stringify({ hooks: { [event]: [group] } }, null, 2)}\n`, memory: { level: 'file' } };
  }
  const document = parseConfig(jsonSyntax, text);
  if (ourHooks(document).length > 0) {
    return { text };
  }
  const result = insertHook(document, group);
  const restored = removeHook(result.text, result.memory);
  if (restored !== text) {
    throw new ConfigError(t('The change could not be undone exactly, so it is not made here.'));
  }
  return result;
}

/**
 * Removes our hook. The user's own stay.
 * @returns `undefined` if the file was made for the hook and has nothing else
 * @throws ConfigError if the text is not understood
 */
export function removeHook(text: string, memory: HookMemory | undefined): string | undefined {
  const document = parseConfig(jsonSyntax, text);
  const copies = ourHooks(document);
  const [ours] = copies;
  if (!ours) {
    return text;
  }
  const rest = removeOne(document, ours, copies.length > 1 ? { level: 'group' } : memory);
  return rest !== undefined && copies.length > 1 ? removeHook(rest, memory) : rest;
}

function removeOne(document: ConfigDocument, ours: FoundHook, memory: HookMemory | undefined): string | undefined {
  const { text } = document;
  const { hooksNode, eventNode, group, hook } = ours;
  const groupHooks = group.scope?.members.get('hooks')?.node.items ?? [];
  if (groupHooks.length > 1) {
    return applyEdits(text, removeFromList(text, groupHooks, [hook]));
  }
  const groups = eventNode.items ?? [];
  const level = memory?.level ?? 'event';
  if (groups.length > 1 || level === 'group') {
    return removeChild(text, eventNode, groups, group, memory?.inner);
  }
  const events = [...(hooksNode.scope?.members.values() ?? [])];
  if (events.length > 1 || level === 'event') {
    return removeChild(
      text,
      hooksNode,
      events,
      events.find(({ key }) => key === event),
      memory?.inner,
    );
  }
  const members = [...document.root.members.values()];
  if (members.length === 1 && level === 'file') {
    return undefined;
  }
  return removeChild(text, document.rootSpan, members, document.root.members.get('hooks'), memory?.inner);
}

/** @throws ConfigError if the text is not understood */
export function readHookState(text: string): HookState {
  const document = parseConfig(jsonSyntax, text);
  const all = hooksOf(document);
  const ours = all.filter(({ hook }) => isOurs(hook));
  return {
    isConnected: ours.length > 0,
    isDisabled: document.root.members.get('disableAllHooks')?.node.value === true,
    otherHooks: all.length - ours.length,
  };
}

/** Reads what was remembered from parsed JSON. */
export function readHookMemory(value: unknown): HookMemory | undefined {
  const { level, inner } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const found = (['file', 'hooks', 'event', 'group'] as const).find((known) => known === level);
  return found && { level: found, ...(typeof inner === 'string' && /^\s*$/.test(inner) && { inner }) };
}

function hookEntry(runtime: ProxyRuntime): object {
  const rest = { timeout: 86_400, statusMessage: 'Answer in VS Code' };
  if (runtime.kind === 'posix') {
    return { type: 'command', command: posixCommand, ...rest };
  }
  if (runtime.isEditor) {
    throw new ConfigError(t('The hook needs Node.js, which was not found. Install it, or connect single servers.'));
  }
  return { type: 'command', command: runtime.program, args: [runtime.script, 'hook', '--client', 'claude'], ...rest };
}

function insertHook(document: ConfigDocument, group: object): { text: string; memory: HookMemory } {
  const { root, rootSpan } = document;
  const hooks = root.members.get('hooks')?.node;
  const eventNode = hooks?.scope?.members.get(event)?.node;
  if (
    root.hasRepeatedKeys ||
    hooks?.scope?.hasRepeatedKeys ||
    (hooks && !hooks.scope) ||
    (eventNode && !eventNode.items)
  ) {
    throw new ConfigError(t('The hooks are not written as Claude Code documents them.'));
  }
  if (eventNode) {
    return insertChild(document, 'group', eventNode, eventNode.items ?? [], '', group);
  }
  if (hooks) {
    const events = [...(hooks.scope?.members.values() ?? [])];
    return insertChild(document, 'event', hooks, events, `${JSON.stringify(event)}: `, [group]);
  }
  return insertChild(document, 'hooks', rootSpan, [...root.members.values()], '"hooks": ', { [event]: [group] });
}

/** Adds a member or an item after the last one in `parent`. */
function insertChild(
  { text }: ConfigDocument,
  level: HookMemory['level'],
  parent: TextSpan,
  children: readonly TextSpan[],
  key: string,
  value: object,
): { text: string; memory: HookMemory } {
  const last = lastOf(children);
  if (last) {
    const edit = insertBehind(text, last, (gap) => key + formatJson(value, gap));
    return { text: applyEdits(text, [edit]), memory: { level } };
  }
  const inside = { start: parent.start + 1, end: parent.end - 1 };
  const inner = text.slice(inside.start, inside.end);
  if (inner.trim() !== '') {
    throw new ConfigError(t('The hooks are not written as Claude Code documents them.'));
  }
  const outer = gapBefore(text, lineIndentEnd(text, parent.start));
  const newline = /^\r?\n/.exec(outer)?.[0] ?? (text.includes('\r\n') ? '\r\n' : '\n');
  const indent = outer.replace(/^\r?\n/, '').replace(/^ $/, '');
  const gap = `${newline}${indent}  `;
  const edit = { ...inside, text: `${gap}${key}${formatJson(value, gap)}${newline}${indent}` };
  return { text: applyEdits(text, [edit]), memory: { level, inner } };
}

/** The end of the white space at the start of the line of `position`. */
function lineIndentEnd(text: string, position: number): number {
  const lineStart = text.lastIndexOf('\n', position - 1) + 1;
  return lineStart + (/^[ \t]*/.exec(text.slice(lineStart))?.[0].length ?? 0);
}

function removeChild(
  text: string,
  parent: TextSpan,
  children: readonly TextSpan[],
  child: TextSpan | undefined,
  inner = '',
): string {
  if (children.length === 1 && text.slice(parent.start + 1, child?.start).trim() === '') {
    const after = text.slice(child?.end, parent.end - 1);
    if (/^\s*,?\s*$/.test(after)) {
      return applyEdits(text, [{ start: parent.start + 1, end: parent.end - 1, text: inner }]);
    }
  }
  return applyEdits(text, removeFromList(text, children, child ? [child] : []));
}

interface FoundHook {
  readonly hooksNode: ConfigNode;
  readonly eventNode: ConfigNode;
  readonly group: ConfigNode;
  readonly hook: ConfigNode;
}

function ourHooks(document: ConfigDocument): FoundHook[] {
  return hooksOf(document).filter(({ hook }) => isOurs(hook));
}

function hooksOf({ root }: ConfigDocument): FoundHook[] {
  const hooksNode = root.members.get('hooks')?.node;
  const eventNode = hooksNode?.scope?.members.get(event)?.node;
  if (!hooksNode || !eventNode) return [];
  return (eventNode.items ?? []).flatMap((group) =>
    (group.scope?.members.get('hooks')?.node.items ?? []).map((hook) => ({ hooksNode, eventNode, group, hook })),
  );
}

function isOurs({ scope }: ConfigNode): boolean {
  const command = scope?.members.get('command')?.node.value;
  const [script, action] = scope?.members.get('args')?.node.items ?? [];
  return (
    command === posixCommand ||
    (typeof script?.value === 'string' && windowsScriptPattern.test(script.value) && action?.value === 'hook')
  );
}
