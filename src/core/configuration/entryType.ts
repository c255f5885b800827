import { t } from '@vscode/l10n';
import { type ReportProblem, reportWrongType } from './valueReaders.ts';

type EntryType = 'stdio' | 'http' | 'sse';

/** What other applications call the types. */
const otherNames: ReadonlyMap<string, EntryType> = new Map([
  ['local', 'stdio'],
  ['remote', 'http'],
  ['streamable-http', 'http'],
  ['streamable_http', 'http'],
  ['streamablehttp', 'http'],
  ['streamable', 'http'],
  ['https', 'http'],
]);

/** Keys that are sometimes written for ours, in lower case. */
const misspellings: ReadonlyMap<string, string> = new Map([
  ['cmd', 'command'],
  ['exec', 'command'],
  ['executable', 'command'],
  ['program', 'command'],
  ['commandline', 'command'],
  ['uri', 'url'],
  ['endpoint', 'url'],
  ['serverurl', 'url'],
  ['httpurl', 'url'],
  ['baseurl', 'url'],
  ['arguments', 'args'],
  ['argv', 'args'],
  ['arg', 'args'],
  ['environment', 'env'],
  ['envs', 'env'],
  ['header', 'headers'],
  ['httpheaders', 'headers'],
  ['workingdirectory', 'cwd'],
  ...['command', 'url', 'args', 'env', 'headers', 'cwd', 'type'].map((key): [string, string] => [key, key]),
]);

/**
 * How a server is reached: `type`, else `stdio` where there is a `command` and `http` where there is a `url`, as VS
 * Code has it. `undefined` when it cannot be told, which is then reported. A wrong `type` is reported and, so that the
 * other keys can be checked as well, replaced by what was probably meant.
 */
export function readEntryType(fields: ReadonlyMap<string, unknown>, report: ReportProblem): EntryType | undefined {
  const written = fields.get('type');
  const hasCommand = fields.has('command');
  const hasUrl = fields.has('url');
  if (written === undefined) {
    if (hasCommand === hasUrl) {
      reportUnclear(fields, hasCommand, report);
      return undefined;
    }
    return hasCommand ? 'stdio' : 'http';
  }
  const type = knownType(written) ?? reportUnknown(written, hasCommand, hasUrl, report);
  if (type === undefined) {
    return undefined;
  }
  const isStdio = type === 'stdio';
  const [required, other] = isStdio ? ['command', 'url'] : ['url', 'command'];
  if (!fields.has(required)) {
    const remedy = fields.has(other)
      ? t('Add {0}, or set type to "{1}".', required, isStdio ? 'http' : 'stdio')
      : (renaming(fields, required) ?? t('Add {0}.', required));
    report(required, t('An entry of type "{0}" needs {1}.', type, required), remedy);
    return undefined;
  }
  if (fields.has(other)) {
    report(
      other,
      t('An entry of type "{0}" cannot have {1}.', type, other),
      t('Remove {0}, or change the type.', other),
    );
  }
  return type;
}

function knownType(written: unknown): EntryType | undefined {
  return written === 'stdio' || written === 'http' || written === 'sse' ? written : undefined;
}

function reportUnclear(fields: ReadonlyMap<string, unknown>, hasBoth: boolean, report: ReportProblem): void {
  if (hasBoth) {
    report(
      '',
      t('The entry has both command and url.'),
      t('Keep one: command for a program to start, or url for a server reached over HTTP.'),
    );
    return;
  }
  const remedy =
    renaming(fields, 'command') ??
    renaming(fields, 'url') ??
    t('Add one: command for a program to start, or url for a server reached over HTTP.');
  report('', t('The entry has neither command nor url.'), remedy);
}

function reportUnknown(
  written: unknown,
  hasCommand: boolean,
  hasUrl: boolean,
  report: ReportProblem,
): EntryType | undefined {
  const fromKeys = hasCommand === hasUrl ? undefined : hasCommand ? 'stdio' : 'http';
  if (typeof written !== 'string') {
    reportWrongType(report, 'type', written, t('"stdio", "http" or "sse"'), t('Correct it, or remove it.'));
    return fromKeys;
  }
  const name = written.trim().toLowerCase();
  const meant = knownType(name) ?? otherNames.get(name);
  const contradicted = fromKeys !== undefined && (fromKeys === 'stdio') !== (meant === 'stdio');
  const type = meant === undefined || contradicted ? fromKeys : meant;
  const remedy = meant === undefined ? t('Use "stdio", "http" or "sse".') : t('Use "{0}".', type ?? '');
  report('type', t('"{0}" is not a known type.', written), remedy);
  return type;
}

/** Advice to rename keys, when `required` is missing and one of them was probably meant to be it. */
function renaming(fields: ReadonlyMap<string, unknown>, required: string): string | undefined {
  const renames = new Map<string, string>();
  for (const key of fields.keys()) {
    const meant = misspellings.get(key.toLowerCase());
    if (meant !== undefined && meant !== key && !fields.has(meant) && !renames.has(meant)) {
      renames.set(meant, key);
    }
  }
  const first = renames.get(required);
  if (first === undefined) {
    return undefined;
  }
  renames.delete(required);
  const all = [[required, first] as const, ...renames];
  return all.map(([meant, key]) => t('Rename {0} to {1}.', key, meant)).join(' ');
}
