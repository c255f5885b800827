import { t } from '@vscode/l10n';
import { isRateLimit } from '#core/guard/rateLimiter.ts';
import type {
  EntryProblem,
  HttpEntry,
  Scope,
  ServerDefinition,
  ServerEntry,
  StdioEntry,
} from '#core/model/definition.ts';
import { serverId } from '#core/model/definition.ts';
import { escapeInvisible } from '#form/text.ts';
import { readArguments, readCommand, readEnvironment, readHeaders, readServerUrl } from './entryKeys.ts';
import { readOAuth } from './entryOAuth.ts';
import { readEntryType } from './entryType.ts';
import { nameFault } from './nameFaults.ts';
import { fieldsOf, jsonTypeName, type ReportProblem, readOptionalText, reportWrongType } from './valueReaders.ts';

/**
 * Reads the setting `mcpElicitation.servers` of one scope: an object from names to entries, which have the shape of VS
 * Code's `mcp.json`. Unknown keys are ignored. A faulty entry gives one problem for each wrong key and no definition; the
 * other entries are read. `undefined` (not set) gives no definitions and no problems.
 */
export function readServers(raw: unknown, scope: Scope): { definitions: ServerDefinition[]; problems: EntryProblem[] } {
  const definitions: ServerDefinition[] = [];
  const problems: EntryProblem[] = [];
  if (raw === undefined) {
    return { definitions, problems };
  }
  const servers = fieldsOf(raw);
  if (!servers) {
    const message = t('The list of servers must be an object, but it is {0}.', jsonTypeName(raw));
    const remedy = t('Write each server as "name": {"command": "..."} or "name": {"url": "..."}.');
    problems.push({ server: '', key: '', message, remedy });
    return { definitions, problems };
  }
  for (const [name, value] of servers) {
    const problemsBefore = problems.length;
    const fault = nameFault(name);
    const server = fault ? escapeInvisible(name, 100) : name;
    const report: ReportProblem = (key, message, remedy) => {
      problems.push({
        server,
        key: escapeInvisible(key, 100),
        message: escapeInvisible(message, 300),
        remedy: escapeInvisible(remedy, 300),
      });
    };
    if (fault) {
      report('', fault.message, fault.remedy);
    }
    const entry = readEntry(value, report);
    if (entry && problems.length === problemsBefore) {
      definitions.push({ id: serverId(scope, name), name, scope, entry });
    }
  }
  return { definitions, problems };
}

function readEntry(value: unknown, report: ReportProblem): ServerEntry | undefined {
  const fields = fieldsOf(value);
  if (!fields) {
    report(
      '',
      t('The entry must be an object, but it is {0}.', jsonTypeName(value)),
      'Write {"command": "..."} or {"url": "..."}.',
    );
    return undefined;
  }
  const rateLimit = readRateLimit(fields, report);
  const common = {
    enabled: readSwitch(fields, 'enabled', 'enabled', report),
    elicitation: readElicitation(fields, report),
    // Left out if `true`: an agreement is for one content of the entry, and in older agreements the entry lacks this key.
    ...(!readSwitch(fields, 'roots', 'roots', report) && { roots: false as const }),
    ...(rateLimit && { rateLimit }),
  };
  const type = readEntryType(fields, report);
  if (type === undefined) {
    return undefined;
  }
  return type === 'stdio' ? readStdio(fields, common, report) : readHttp(fields, type, common, report);
}

type CommonKeys = Pick<ServerEntry, 'enabled' | 'elicitation' | 'roots' | 'rateLimit'>;

function readStdio(fields: ReadonlyMap<string, unknown>, common: CommonKeys, report: ReportProblem): StdioEntry {
  const envFile = readOptionalText(fields, 'envFile', report);
  const cwd = readOptionalText(fields, 'cwd', report);
  return {
    type: 'stdio',
    command: readCommand(fields, report),
    args: readArguments(fields, report),
    env: readEnvironment(fields, report),
    ...(envFile !== undefined && { envFile }),
    ...(cwd !== undefined && { cwd }),
    ...common,
  };
}

function readHttp(
  fields: ReadonlyMap<string, unknown>,
  type: 'http' | 'sse',
  common: CommonKeys,
  report: ReportProblem,
): HttpEntry {
  const oauth = readOAuth(fields, report);
  const headers = readHeaders(fields, report);
  const credentials = Object.keys(headers).find((name) => name.toLowerCase() === 'authorization');
  if (oauth && oauth.grant !== undefined && credentials !== undefined) {
    report(
      'oauth',
      t('"oauth" cannot be used with the header "{0}".', credentials),
      t('Remove oauth, or headers.{0}.', credentials),
    );
  }
  return {
    type,
    url: readServerUrl(fields, report),
    headers,
    ...(oauth !== undefined && { oauth }),
    ...common,
  };
}

/** Reads a boolean that is `true` unless it is set to `false`. */
function readSwitch(fields: ReadonlyMap<string, unknown>, key: string, path: string, report: ReportProblem): boolean {
  const value = fields.get(key);
  if (value === undefined || typeof value === 'boolean') {
    return value ?? true;
  }
  reportWrongType(report, path, value, t('true or false'), t('Write true or false, without quotes.'));
  return true;
}

function readElicitation(fields: ReadonlyMap<string, unknown>, report: ReportProblem): ServerEntry['elicitation'] {
  const value = fields.get('elicitation');
  const modes = value === undefined ? new Map<string, unknown>() : fieldsOf(value);
  if (!modes) {
    reportWrongType(
      report,
      'elicitation',
      value,
      t('an object'),
      t('Write {"form": true, "url": true}, or false for a mode to refuse.'),
    );
    return { form: true, url: true };
  }
  return {
    form: readSwitch(modes, 'form', 'elicitation.form', report),
    url: readSwitch(modes, 'url', 'elicitation.url', report),
  };
}

function readRateLimit(fields: ReadonlyMap<string, unknown>, report: ReportProblem): ServerEntry['rateLimit'] {
  const value = fields.get('rateLimit');
  if (value === undefined) {
    return undefined;
  }
  const limits = fieldsOf(value);
  if (!limits) {
    reportWrongType(
      report,
      'rateLimit',
      value,
      t('an object'),
      t('Write {0}.', '{"requestsPerMinute": 10, "maxPending": 5}'),
    );
    return undefined;
  }
  const rateLimit: { requestsPerMinute?: number; maxPending?: number } = {};
  for (const key of ['requestsPerMinute', 'maxPending'] as const) {
    const limit = limits.get(key);
    if (isRateLimit(limit)) {
      rateLimit[key] = limit;
    } else if (limit !== undefined) {
      report(
        `rateLimit.${key}`,
        t('rateLimit.{0} must be a whole number of at least 1.', key),
        t('Write a number such as 10, without quotes.'),
      );
    }
  }
  return rateLimit;
}
