import { t } from '@vscode/l10n';
import { type AgentConfiguration, type ConfigChange, planHook } from '#core/agents/connect/agentConfiguration.ts';
import type { AgentFormat } from '#core/agents/connect/agentFormats.ts';
import type { AgentServer, ServerPlace } from '#core/agents/connect/agentServers.ts';
import { needsLongerLimit } from '#core/agents/connect/connectServers.ts';
import { describeChange, linesToCopy } from '#core/agents/connect/describeChange.ts';
import type { ProxyRuntime } from '#core/agents/connect/wrappedCommand.ts';
import { findSecrets } from '#core/configuration/entrySecrets.ts';
import { plainName } from '#editor/common/plainText.ts';
import { escapeInvisibleInBlock } from '#form/text.ts';

/** The secrets in the arguments of a command. */
export function secretsInArguments(args: readonly string[]): string[] {
  return findSecrets({ args }).map(({ value }) => value);
}

/** A server's name with its project, for the user. */
export function placeText({ name, project }: ServerPlace): string {
  return project === undefined ? plainName(name) : t('{0} (project {1})', plainName(name), plainName(project));
}

/** The entries of a file that change, before and after, with environment values and other secrets masked. */
export function serverChangeText(
  format: AgentFormat,
  { place, file }: AgentConfiguration,
  change: ConfigChange,
  remarks: readonly string[],
): string {
  const entries = describeChange(format, file?.text ?? '', change.text, secretsInArguments);
  return documentText(place.path, [
    ...remarks,
    t('Nothing else in this file changes.'),
    ...entries.map((entry) => [`${placeText(entry)}:`, ...differenceLines(entry.before, entry.after)].join('\n')),
  ]);
}

/** The lines of an entry: `-` before those that go, `+` before those that come. */
export function differenceLines(before: readonly string[], after: readonly string[]): string[] {
  const isSame = (line: string, index: number) => line === after[index];
  const head = before.findIndex((line, index) => !isSame(line, index));
  const start = head < 0 ? Math.min(before.length, after.length) : head;
  const maxTail = Math.min(before.length, after.length) - start;
  let tail = 0;
  while (tail < maxTail && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail++;
  }
  return [
    ...before.slice(0, start).map((line) => `  ${line}`),
    ...before.slice(start, before.length - tail).map((line) => `- ${line}`),
    ...after.slice(start, after.length - tail).map((line) => `+ ${line}`),
    ...before.slice(before.length - tail).map((line) => `  ${line}`),
  ];
}

/** What is added for the hook. */
export function hookChangeText(
  { place }: AgentConfiguration,
  runtime: ProxyRuntime,
  remarks: readonly string[],
): string {
  const lines = hookLines({ place, servers: [] }, runtime).map((line) => `+ ${line}`);
  return documentText(place.path, [...remarks, t('Nothing else in this file changes.'), lines.join('\n')]);
}

/** The lines of the hook alone, to be copied into a file. */
export function hookLines({ place }: AgentConfiguration, runtime: ProxyRuntime): string[] {
  return planHook({ place, servers: [] }, runtime, undefined).text.trimEnd().split('\n');
}

/** The changed entries with everything in them, to be copied into a file. */
export function entriesToCopy(format: AgentFormat, text: string, places: readonly ServerPlace[]): string {
  return places.map((place) => linesToCopy(format, text, place).join('\n')).join('\n\n');
}

/** Text for the read-only document: a heading and paragraphs. */
export function documentText(heading: string, paragraphs: readonly string[]): string {
  return `${[heading, ...paragraphs].map(escapeInvisibleInBlock).join('\n\n')}\n`;
}

/** A time span in the largest unit that gives a whole number: `1 day`, `10 minutes`. */
export function timeSpanText(ms: number): string {
  const units: readonly [number, (count: number) => string][] = [
    [86_400_000, (count) => (count === 1 ? t('1 day') : t('{0} days', count))],
    [3_600_000, (count) => (count === 1 ? t('1 hour') : t('{0} hours', count))],
    [60_000, (count) => (count === 1 ? t('1 minute') : t('{0} minutes', count))],
  ];
  const found = units.find(([unit]) => ms >= unit && ms % unit === 0);
  return found ? found[1](ms / found[0]) : t('{0} seconds', ms / 1000);
}

/** The shortest limit among those that Connect would raise; `undefined` if it would raise none. */
export function shortestLimit(format: AgentFormat, servers: readonly AgentServer[]): number | undefined {
  const limits = servers.map(({ limitMs }) => limitMs).filter((ms) => needsLongerLimit(format, ms));
  return limits.length === 0 ? undefined : Math.min(...limits);
}
