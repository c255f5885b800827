import { t } from '@vscode/l10n';
import { type AgentConfiguration, planHook } from '#core/agents/connect/agentConfiguration.ts';
import type { AgentFormat } from '#core/agents/connect/agentFormat.ts';
import type { ServerPlace } from '#core/agents/connect/agentServers.ts';
import { describeChange, linesToCopy } from '#core/agents/connect/describeChange.ts';
import type { ProxyRuntime } from '#core/agents/connect/wrappedCommand.ts';
import { jsonSyntax } from '#core/agents/syntax/jsonConfig.ts';
import { findSecrets } from '#core/configuration/entrySecrets.ts';
import { settingIds } from '#editor/common/contributions.ts';
import type { AddedServers } from '#editor/settings/userServers.ts';
import { escapeInvisibleInBlock } from '#form/text.ts';

/** The secrets in the arguments of a command, and in URLs among them. */
export function secretsInArguments(args: readonly string[]): string[] {
  const secrets = [...findSecrets({ args }), ...args.flatMap((url) => findSecrets({ url }))];
  return secrets.map(({ value }) => value);
}

/** A change of a file as it is shown: the entries that change, without secrets, as the file has them. */
export interface ChangeTexts {
  readonly before: string;
  readonly after: string;
}

/** The entries that differ between two texts of a file, in its syntax, with environment values and other secrets masked. */
export function changeTexts(format: AgentFormat, before: string, after: string): ChangeTexts {
  const entries = describeChange(format, before, after, secretsInArguments);
  const textOf = (part: 'before' | 'after') => {
    const parts = entries.map((entry) => ({ project: entry.project, lines: entry[part].map(escapeInvisibleInBlock) }));
    return format.syntax === jsonSyntax
      ? bracedText(parts)
      : `${parts.map(({ lines }) => lines.join('\n')).join('\n\n')}\n`;
  };
  return { before: textOf('before'), after: textOf('after') };
}

/** The change of a file, and below it what is added to the user settings, with the secrets as inputs. */
export function withSettings(
  { syntax }: AgentFormat,
  { before, after }: ChangeTexts,
  { entries, inputs }: Pick<AddedServers, 'entries' | 'inputs'>,
): ChangeTexts {
  if (Object.keys(entries).length === 0) {
    return { before, after };
  }
  const heading = `${syntax === jsonSyntax ? '//' : '#'} ${t('User settings of this editor')}`;
  const settings = {
    [settingIds.servers]: entries,
    ...(inputs.length > 0 && { [settingIds.inputs]: inputs }),
  };
  const added = escapeInvisibleInBlock(JSON.stringify(settings, null, 2));
  return { before: `${before}\n${heading}\n{\n}\n`, after: `${after}\n${heading}\n${added}\n` };
}

/** Entries as the members of an object; those of a project below its path. */
function bracedText(
  entries: readonly { readonly project: string | undefined; readonly lines: readonly string[] }[],
): string {
  const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  const members = entries
    .filter(({ lines }) => lines.length > 0)
    .map(({ project, lines }) =>
      project === undefined ? lines : [`${JSON.stringify(project)}: {`, ...indented(lines), '}'],
    );
  const separated = members.flatMap((lines, at) =>
    at === members.length - 1 ? lines : [...lines.slice(0, -1), `${lines.at(-1)},`],
  );
  return `${['{', ...indented(separated), '}'].join('\n')}\n`;
}

/** What is added for the hook. */
export function hookChangeTexts({ place }: AgentConfiguration, runtime: ProxyRuntime): ChangeTexts {
  return { before: '{\n}\n', after: `${hookLines({ place, servers: [] }, runtime).join('\n')}\n` };
}

/** The lines of the hook alone, to be copied into a file. */
export function hookLines({ place }: AgentConfiguration, runtime: ProxyRuntime): string[] {
  return planHook({ place, servers: [] }, runtime, undefined).text.trimEnd().split('\n');
}

/** The changed entries with everything in them, to be copied into a file. */
export function entriesToCopy(format: AgentFormat, text: string, places: readonly ServerPlace[]): string {
  return places.map((place) => linesToCopy(format, text, place).join('\n')).join('\n\n');
}

/** Text for a read-only document: paragraphs. */
export function documentText(paragraphs: readonly string[]): string {
  return `${paragraphs.map(escapeInvisibleInBlock).join('\n\n')}\n`;
}

/** A time span in the largest unit that gives a whole number: `1 day`, `10 minutes`. */
export function timeSpanText(ms: number): string {
  const units: readonly [number, (count: number) => string][] = [
    [86_400_000, (count) => (count === 1 ? t('1 day') : t('{0} days', count))],
    [3_600_000, (count) => (count === 1 ? t('1 hour') : t('{0} hours', count))],
    [60_000, (count) => (count === 1 ? t('1 minute') : t('{0} minutes', count))],
    [1000, (count) => (count === 1 ? t('1 second') : t('{0} seconds', count))],
  ];
  const found = units.find(([unit]) => ms >= unit && ms % unit === 0);
  return found ? found[1](ms / found[0]) : t('{0} seconds', ms / 1000);
}
