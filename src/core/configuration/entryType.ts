import { t } from '@vscode/l10n';
import { paragraph } from '#form/language.ts';
import { type ReportProblem, reportWrongType } from './valueReaders.ts';

type EntryType = 'stdio' | 'http' | 'sse';

/** Names that other applications use for the types. */
const typeAliases: ReadonlyMap<string, EntryType> = new Map([
  ['local', 'stdio'],
  ['remote', 'http'],
  ['streamable-http', 'http'],
  ['streamable_http', 'http'],
  ['streamablehttp', 'http'],
  ['streamable', 'http'],
  ['https', 'http'],
]);

/** Wrong keys, in lower case, that users often write for a key of an entry. */
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
 * Reads the transport of an entry: `type`, otherwise `stdio` for an entry with `command` and `http` for one with `url`, as in
 * VS Code. Reports an unclear type, and returns `undefined`. Reports a wrong `type`, and returns the probable type, so that
 * the other keys can also be checked.
 */
export function readEntryType(fields: ReadonlyMap<string, unknown>, report: ReportProblem): EntryType | undefined {
  const value = fields.get('type');
  const hasCommand = fields.has('command');
  const hasUrl = fields.has('url');
  if (value === undefined) {
    if (hasCommand === hasUrl) {
      reportUnclearType(fields, hasCommand, report);
      return undefined;
    }
    return hasCommand ? 'stdio' : 'http';
  }
  const type = entryTypeIn(value) ?? reportUnknownType(value, hasCommand, hasUrl, report);
  if (type === undefined) {
    return undefined;
  }
  const isStdio = type === 'stdio';
  const [required, other] = isStdio ? ['command', 'url'] : ['url', 'command'];
  if (!fields.has(required)) {
    const remedy = fields.has(other)
      ? t('Add {0}, or set type to "{1}".', required, isStdio ? 'http' : 'stdio')
      : (renamingAdvice(fields, required) ?? t('Add {0}.', required));
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

function entryTypeIn(value: unknown): EntryType | undefined {
  return value === 'stdio' || value === 'http' || value === 'sse' ? value : undefined;
}

function reportUnclearType(fields: ReadonlyMap<string, unknown>, hasBoth: boolean, report: ReportProblem): void {
  if (hasBoth) {
    report(
      '',
      t('The entry has both command and url.'),
      t('Keep one: command for a program to start, or url for a server reached over HTTP.'),
    );
    return;
  }
  const remedy =
    renamingAdvice(fields, 'command') ??
    renamingAdvice(fields, 'url') ??
    t('Add one: command for a program to start, or url for a server reached over HTTP.');
  report('', t('The entry has neither command nor url.'), remedy);
}

function reportUnknownType(
  value: unknown,
  hasCommand: boolean,
  hasUrl: boolean,
  report: ReportProblem,
): EntryType | undefined {
  const fromKeys = hasCommand === hasUrl ? undefined : hasCommand ? 'stdio' : 'http';
  if (typeof value !== 'string') {
    reportWrongType(report, 'type', value, t('"stdio", "http" or "sse"'), t('Correct it, or remove it.'));
    return fromKeys;
  }
  const name = value.trim().toLowerCase();
  const intended = entryTypeIn(name) ?? typeAliases.get(name);
  const isContradicted = fromKeys !== undefined && (fromKeys === 'stdio') !== (intended === 'stdio');
  const type = intended === undefined || isContradicted ? fromKeys : intended;
  const remedy = intended === undefined ? t('Use "stdio", "http" or "sse".') : t('Use "{0}".', type ?? '');
  report('type', t('"{0}" is not a known type.', value), remedy);
  return type;
}

/** Advice to rename misspelled keys; `undefined` if none of them is probably meant as the missing key `required`. */
function renamingAdvice(fields: ReadonlyMap<string, unknown>, required: string): string | undefined {
  const renames = new Map<string, string>();
  for (const key of fields.keys()) {
    const intended = misspellings.get(key.toLowerCase());
    if (intended !== undefined && intended !== key && !fields.has(intended) && !renames.has(intended)) {
      renames.set(intended, key);
    }
  }
  const first = renames.get(required);
  if (first === undefined) {
    return undefined;
  }
  renames.delete(required);
  const all = [[required, first] as const, ...renames];
  return paragraph(all.map(([intended, key]) => t('Rename {0} to {1}.', key, intended)));
}
