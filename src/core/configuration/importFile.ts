import { t } from '@vscode/l10n';
import { getNodeValue, type ParseError, parseTree } from 'jsonc-parser';
import type { OAuthSettings, ServerEntry } from '#core/model/definition.ts';
import { paragraph } from '#form/language.ts';
import { escapeInvisible } from '#form/text.ts';
import { type EntrySecret, findSecrets } from './entrySecrets.ts';
import { type InputDefinition, readInputs } from './inputDefinitions.ts';
import { readServers } from './serverEntries.ts';
import { fieldsOf } from './valueReaders.ts';
import { parseVariables, type Variable, variablesUsedBy } from './variables.ts';
import { isLentEntry, withoutProxy } from './withoutProxy.ts';

/**
 * The application that wrote the file. `vscode`: `mcp.json` and `settings.json`. `claude-code`: `.mcp.json` and
 * `~/.claude.json`.
 */
export type ImportKind = 'vscode' | 'claude-desktop' | 'cursor' | 'claude-code';

/** A server in another application's file, with an entry that can be written into the host's settings. */
export interface ImportCandidate {
  readonly name: string;
  /** The project folder that the server belongs to. Absent if the file does not list servers by project. */
  readonly project?: string;
  readonly entry: ImportedEntry;
  /** The definitions of the inputs that the entry uses. */
  readonly inputs: readonly InputDefinition[];
  /** The secrets in the entry, as plain text. */
  readonly secrets: readonly EntrySecret[];
}

/** An entry that can be written to the settings: without keys that have their default. */
export type ImportedEntry =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string | number | null>>;
      readonly envFile?: string;
      readonly cwd?: string;
      readonly enabled?: false;
    }
  | {
      readonly type: 'http' | 'sse';
      readonly url: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly oauth?: OAuthSettings;
      readonly enabled?: false;
    };

type Fields = ReadonlyMap<string, unknown>;

/** One list of servers in a file, with its inputs and its project. */
interface ServerList {
  readonly servers: unknown;
  readonly inputs?: unknown;
  readonly project?: string;
}

/**
 * Reads the text (JSON with comments) of another application's file. `problems` are sentences for the user about servers and
 * keys that are not imported or work differently in this host. A file without servers gives no candidates and no problems.
 */
export function readImportFile(kind: ImportKind, text: string): { candidates: ImportCandidate[]; problems: string[] } {
  const candidates: ImportCandidate[] = [];
  const problems: string[] = [];
  const file = parseFile(text, problems);
  if (!file) {
    return { candidates, problems };
  }
  for (const list of kind === 'vscode' ? listsOfVsCode(file) : listsOfClaude(file)) {
    const { inputs, problems: inputProblems } = readInputs(list.inputs);
    for (const { key, message, remedy } of inputProblems) {
      problems.push(`${key}: ${paragraph([message, remedy])}`);
    }
    const servers = fieldsOf(list.servers);
    if (!servers) {
      problems.push(t('The list of servers is not an object.'));
      continue;
    }
    for (const [name, raw] of servers) {
      const candidate = readCandidate({ kind, name, raw, inputs, project: list.project }, problems);
      if (candidate) {
        candidates.push(candidate);
      }
    }
  }
  return { candidates, problems };
}

function parseFile(text: string, problems: string[]): Fields | undefined {
  const errors: ParseError[] = [];
  const source = text.replace(/^\ufeff/, '');
  try {
    const root = parseTree(source, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error) {
      const line = source.slice(0, error.offset).split('\n').length;
      problems.push(t('The file is not valid JSON (line {0}).', line));
      return undefined;
    }
    const file = fieldsOf(root && getNodeValue(root));
    if (!file) {
      problems.push(t('The file does not contain a JSON object.'));
    }
    return file;
  } catch {
    // The parser is recursive: thousands of nested levels exhaust the stack.
    problems.push(t('The file is nested too deeply to be read.'));
    return undefined;
  }
}

function listsOfVsCode(file: Fields): ServerList[] {
  return [file, fieldsOf(file.get('mcp'))].flatMap((fields) =>
    fields?.has('servers') ? [{ servers: fields.get('servers'), inputs: fields.get('inputs') }] : [],
  );
}

function listsOfClaude(file: Fields): ServerList[] {
  const lists: ServerList[] = file.has('mcpServers') ? [{ servers: file.get('mcpServers') }] : [];
  for (const [project, value] of fieldsOf(file.get('projects')) ?? []) {
    const servers = fieldsOf(value)?.get('mcpServers');
    if (servers !== undefined) {
      lists.push({ servers, project });
    }
  }
  return lists;
}

interface ListedServer {
  readonly kind: ImportKind;
  readonly name: string;
  readonly raw: unknown;
  readonly inputs: ReadonlyMap<string, InputDefinition>;
  readonly project: string | undefined;
}

function readCandidate(
  { kind, name, raw, inputs, project }: ListedServer,
  problems: string[],
): ImportCandidate | undefined {
  const addProblem = (text: string) => problems.push(`${escapeInvisible(name, 100)}: ${text}`);
  if (isLentEntry(fieldsOf(raw) ?? new Map())) {
    addProblem(t('It is a server of this editor, lent by Connect an Agent, so it is left out.'));
    return undefined;
  }
  const hostEntry = toHostEntry(raw, (text) => (kind === 'vscode' ? text : convertVariables(text, onDefault)));
  function onDefault(variable: string): void {
    addProblem(
      t(
        'The default for {0} is left out. Set the environment variable {1}, or write the value.',
        `\${${variable}}`,
        variable,
      ),
    );
  }
  for (const key of droppedKeys(raw)) {
    addProblem(t('{0} is not imported.', key));
  }
  const servers = readServers(Object.fromEntries([[name, hostEntry]]), { kind: 'user' });
  for (const { message, remedy } of servers.problems) {
    addProblem(paragraph([message, remedy]));
  }
  const [definition] = servers.definitions;
  if (!definition) {
    return undefined;
  }
  const variables = variablesUsedBy(definition.entry);
  for (const variable of variables.unsupported) {
    addProblem(t('{0} cannot be replaced here. Write the value in its place.', escapeInvisible(variable, 100)));
  }
  const usedInputs = variables.inputs.map((id) => inputs.get(id));
  const definedInputs = usedInputs.filter((input) => input !== undefined);
  if (definedInputs.length < usedInputs.length) {
    // Left out, because the entry could receive the secret of another server's input with this id.
    addProblem(t('It uses an input that its file does not define, so it is left out.'));
    return undefined;
  }
  const entry = withoutDefaults(definition.entry, project);
  const secrets = findSecrets(entry).filter(({ value }) => !value.includes('${'));
  return { name, ...(project !== undefined && { project }), entry, inputs: definedInputs, secrets };
}

/** The keys in `oauth` of a client that the user has registered. Not `auth`: its redirect URI is the other application's. */
const clientKeys = ['clientId', 'clientSecret', 'scopes', 'callbackPort'];

function droppedKeys(raw: unknown): string[] {
  const fields = fieldsOf(raw);
  const oauth = [...(fieldsOf(fields?.get('oauth'))?.keys() ?? [])].filter((key) => !clientKeys.includes(key));
  return [
    ...['headersHelper', 'auth'].filter((key) => fields?.has(key)),
    ...oauth.map((key) => `oauth.${escapeInvisible(key, 100)}`),
  ];
}

/**
 * The keys that have the same meaning in the host's settings, with their texts mapped. A value that is no object is returned
 * unchanged; `readServers` reports it.
 */
function toHostEntry(raw: unknown, mapText: (text: string) => string): unknown {
  const written = fieldsOf(raw);
  if (!written) {
    return raw;
  }
  const fields = withoutProxy(written);
  const entry = new Map<string, unknown>();
  for (const key of ['command', 'args', 'env', 'envFile', 'cwd', 'url', 'headers']) {
    if (fields.has(key)) {
      entry.set(key, mapTexts(fields.get(key), mapText));
    }
  }
  const clientFields = [...(fieldsOf(fields.get('oauth')) ?? [])].filter(([key]) => clientKeys.includes(key));
  if (clientFields.length > 0) {
    entry.set('oauth', mapTexts(Object.fromEntries(clientFields), mapText));
  }
  const type = fields.get('type');
  if (type !== undefined) {
    entry.set('type', /^streamable[-_]?http$/i.test(String(type)) ? 'http' : type);
  }
  if (fields.get('disabled') === true || fields.get('enabled') === false) {
    entry.set('enabled', false);
  }
  return Object.fromEntries(entry);
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return map(value);
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => mapTexts(item, map));
  }
  const fields = fieldsOf(value);
  return fields ? Object.fromEntries([...fields].map(([key, item]) => [key, mapTexts(item, map)])) : value;
}

function withoutDefaults(entry: ServerEntry, project: string | undefined): ImportedEntry {
  const enabled = entry.enabled ? {} : { enabled: false as const };
  if (entry.type !== 'stdio') {
    const { type, url, headers, oauth } = entry;
    return { type, url, ...(Object.keys(headers).length > 0 && { headers }), ...(oauth && { oauth }), ...enabled };
  }
  const { type, command, args, env, envFile, cwd = project } = entry;
  return {
    type,
    command,
    ...(args.length > 0 && { args }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(envFile !== undefined && { envFile }),
    ...(cwd !== undefined && { cwd }),
    ...enabled,
  };
}

/**
 * Converts the variables of Claude and Cursor to those of the host: `${NAME}` and `${NAME:-default}` (Claude Code,
 * "Environment variable expansion in .mcp.json") become `${env:NAME}`. The host's variables have no defaults: `onDefault` is
 * called for each default that is dropped. Variables that the host also has (`${env:NAME}`, `${workspaceFolder}`) and other
 * text stay.
 */
function convertVariables(text: string, onDefault: (name: string) => void): string {
  return parseVariables(text)
    .map((part) => (typeof part === 'string' ? part : convertVariable(part, onDefault)))
    .join('');
}

const sharedNames = new Set(['workspaceFolder', 'workspaceFolderBasename', 'userHome', 'pathSeparator']);
const environmentName = /^[A-Za-z_][A-Za-z0-9_]*$/;

function convertVariable({ text, name, argument }: Variable, onDefault: (name: string) => void): string {
  if (!environmentName.test(name)) {
    return text;
  }
  if (argument === undefined) {
    return sharedNames.has(name) ? text : `\${env:${name}}`;
  }
  if (!argument.startsWith('-')) {
    return text;
  }
  onDefault(name);
  return `\${env:${name}}`;
}
