import { t } from '@vscode/l10n';
import { type ReportProblem, reportWrongType } from './valueReaders.ts';

type EntryType = 'stdio' | 'http' | 'sse';

/** Names that other applications use for the types. */
const otherNames: ReadonlyMap<string, EntryType> = new Map([
  ['local', 'stdio'],
  ['remote', 'http'],
  ['streamable-http', 'http'],
  ['streamable_http', 'http'],
  ['streamablehttp', 'http'],
  ['streamable', 'http'],
  ['https', 'http'],
]);

/** Keys that are often written for ours, in lower case. */
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
 * The transport of an entry: `type`, else `stdio` where there is a `command` and `http` where there is a `url`, as in VS
 * Code. Reports an unclear type and returns `undefined`. Reports a wrong `type` and returns the one that was probably meant,
 * so that the other keys can be checked too.
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

/** Advice to rename misspelled keys, when one of them was probably meant as the missing key `required`. */
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
