import { t } from '@vscode/l10n';
import { fieldsOf, type ReportProblem, reportWrongType } from './valueReaders.ts';

/** Readers for single keys of an entry. Each reader reports a wrong value, and returns an empty value in its place. */

type Fields = ReadonlyMap<string, unknown>;

export function readCommand(fields: Fields, report: ReportProblem): string {
  const value = fields.get('command');
  if (typeof value !== 'string') {
    const remedy = Array.isArray(value)
      ? t('Put the program into command and the rest into args.')
      : t('Write the program in quotes.');
    reportWrongType(report, 'command', value, t('text'), remedy);
    return '';
  }
  if (value.trim() === '') {
    report('command', t('command is empty.'), t('Name the program that starts the server.'));
  }
  return value;
}

export function readArguments(fields: Fields, report: ReportProblem): string[] {
  const value = fields.get('args') ?? (fields.has('args') ? null : []);
  if (!Array.isArray(value)) {
    reportWrongType(report, 'args', value, t('a list of text'), t('Write a list, such as ["--verbose", "folder"].'));
    return [];
  }
  return value.map((argument: unknown, index) => {
    if (typeof argument === 'string') {
      return argument;
    }
    reportWrongType(
      report,
      `args[${index}]`,
      argument,
      t('text'),
      quotingAdvice(argument) ?? t('Write it in quotes, or remove it.'),
    );
    return '';
  });
}

export function readEnvironment(fields: Fields, report: ReportProblem): Record<string, string | number | null> {
  const values: [string, string | number | null][] = [];
  for (const [name, value] of readRecord(fields, 'env', '{"NAME": "value"}', report)) {
    const key = `env.${name}`;
    if (name === '' || /[=\0]/.test(name)) {
      report(
        key,
        t('A name in env is empty or has an equals sign.'),
        t('Correct the name of the environment variable.'),
      );
    } else if (typeof value === 'string' || typeof value === 'number' || value === null) {
      values.push([name, value]);
    } else {
      reportWrongType(
        report,
        key,
        value,
        t('text, a number or null'),
        quotingAdvice(value) ?? t('Write it in quotes.'),
      );
    }
  }
  return Object.fromEntries(values);
}

export function readHeaders(fields: Fields, report: ReportProblem): Record<string, string> {
  const values: [string, string][] = [];
  for (const [name, value] of readRecord(fields, 'headers', '{"Name": "value"}', report)) {
    const key = `headers.${name}`;
    if (!headerName.test(name)) {
      report(key, t('"{0}" is not the name of a header.', name), t('Use letters, digits and hyphens.'));
    } else if (typeof value !== 'string') {
      reportWrongType(report, key, value, t('text'), quotingAdvice(value) ?? t('Write it in quotes, or remove it.'));
    } else if (lineBreak.test(value)) {
      report(key, t('{0} has a line break.', key), t('Write the value on one line.'));
    } else {
      values.push([name, value]);
    }
  }
  return Object.fromEntries(values);
}

/** The syntax of a header's name. Source: RFC 9110 section 5.6.2, `token`. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const lineBreak = /[\r\n\0]/;

export function readServerUrl(fields: Fields, report: ReportProblem): string {
  const value = fields.get('url');
  if (typeof value !== 'string') {
    reportWrongType(report, 'url', value, t('text'), t('Write the URL in quotes.'));
    return '';
  }
  // In a URL with variables only the part before the first variable can be checked.
  const variable = value.indexOf('${');
  const fault = variable === -1 ? urlFault(value) : schemeFault(value.slice(0, variable));
  if (fault) {
    report('url', fault.message, fault.remedy);
  }
  return value;
}

interface Fault {
  readonly message: string;
  readonly remedy: string;
}

function urlRemedy(): string {
  return t('Write the whole URL, such as "https://example.com/mcp" or "http://localhost:3000/mcp".');
}

/** Why the host cannot connect to a URL; `undefined` for a usable URL. */
export function urlFault(url: string): Fault | undefined {
  const fault = schemeFault(url);
  if (fault) {
    return fault;
  }
  if (!URL.canParse(url)) {
    return { message: url.trim() === '' ? t('url is empty.') : t('url is not a URL.'), remedy: urlRemedy() };
  }
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') {
    // `fetch` refuses such URLs: https://fetch.spec.whatwg.org/#dom-request
    return {
      message: t('url has a user name or a password in it.'),
      remedy: t('Take it out, and send it in the header "Authorization".'),
    };
  }
  return undefined;
}

function schemeFault(url: string): Fault | undefined {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(url)?.[1];
  return scheme === undefined || /^https?$/i.test(scheme)
    ? undefined
    : { message: t('url does not start with http:// or https://.'), remedy: urlRemedy() };
}

function readRecord(fields: Fields, key: string, example: string, report: ReportProblem): Fields {
  const value = fields.get(key);
  const record = value === undefined ? new Map<string, unknown>() : fieldsOf(value);
  if (!record) {
    reportWrongType(report, key, value, t('an object'), t('Write {0}.', example));
  }
  return record ?? new Map();
}

/** Advice to quote a number or a boolean; `undefined` for other values. */
function quotingAdvice(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? t('Put it in quotes: "{0}".', value) : undefined;
}
