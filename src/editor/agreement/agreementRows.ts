import { findSecrets, isSecretName } from '#core/configuration/entrySecrets.ts';
import { type InputDefinition, predefinedValues } from '#core/configuration/inputDefinitions.ts';
import { isOAuthSecret } from '#core/configuration/oauthValues.ts';
import type { OAuthSettings, ServerEntry } from '#core/model/definition.ts';
import { selectsCode } from '#core/trust/dangerousVariables.ts';
import { escapeInvisible } from '#form/text.ts';

/** The longest value of an input, in characters. */
const longestInputValue = 1000;

/** What a server would get at its start beyond the text of its entry. */
export interface LaunchFacts {
  /** The inputs that the entry uses, by id; `undefined` for one without a definition. */
  readonly inputs: ReadonlyMap<string, InputDefinition | undefined>;
  /** Names of variables of the editor's environment that the entry reads (`${env:NAME}`). */
  readonly environment: readonly string[];
  /** The file named by `envFile`, and the variables in it. */
  readonly envFile?: EnvironmentFile;
  /** The folder it would start in: absolute. Absent where that depends on an input. */
  readonly cwd?: string;
}

interface EnvironmentFile {
  readonly path: string;
  readonly content: string;
  readonly variables: readonly (readonly [name: string, value: string])[];
}

export type AgreementRowKind =
  | 'command'
  | 'url'
  | 'headers'
  | 'signIn'
  | 'folder'
  | 'environment'
  | 'environmentFile'
  | 'inputs'
  | 'reads'
  | 'rateLimit';

interface AgreementRow {
  readonly kind: AgreementRowKind;
  readonly values: readonly string[];
}

/** Words for facts without a text in the entry. */
interface RowWords {
  /** Follows the name of a variable that is taken out of the environment. */
  readonly removed: string;
  /** Follows the id of an input that holds a secret, and the name of a setting whose value is one. */
  readonly secret: string;
  /** Follows the id of an input without a definition. */
  readonly notDefined: string;
}

/**
 * The whole entry in rows. Nothing is shortened or omitted: the user can agree only to what is shown.
 * Text is as written in the settings: variables are not replaced, and invisible characters are escaped.
 */
export function agreementRows(entry: ServerEntry, facts: LaunchFacts, words: RowWords): AgreementRow[] {
  const rows: AgreementRow[] = [];
  const add = (kind: AgreementRowKind, values: readonly string[]) => {
    if (values.length > 0) {
      rows.push({ kind, values: values.map((value) => escapeInvisible(value)) });
    }
  };
  if (entry.type === 'stdio') {
    add('command', [entry.command, ...entry.args]);
    add(
      'folder',
      [facts.cwd ?? entry.cwd].filter((cwd) => cwd !== undefined),
    );
    add(
      'environment',
      Object.entries(entry.env).map(([name, value]) =>
        value === null ? `${name} ${words.removed}` : `${name}=${value}`,
      ),
    );
  } else {
    add('url', [entry.url]);
    add(
      'headers',
      Object.entries(entry.headers).map(([name, value]) => `${name}: ${value}`),
    );
    add('signIn', signInValues(entry.oauth, words));
  }
  if (entry.type === 'stdio' && entry.envFile !== undefined && !facts.envFile) {
    add('environmentFile', [entry.envFile]);
  } else if (facts.envFile) {
    add('environmentFile', [facts.envFile.path, ...fileValues(facts.envFile, words)]);
  }
  add(
    'inputs',
    [...facts.inputs].flatMap(([id, input]) => inputValues(id, input, words)),
  );
  add('reads', facts.environment);
  add(
    'rateLimit',
    Object.entries(entry.rateLimit ?? {}).map(([key, limit]) => `${key}: ${limit}`),
  );
  return rows;
}

/** The possible values of an input by its definition: each option, and the default. */
function inputValues(id: string, input: InputDefinition | undefined, words: RowWords): string[] {
  if (!input) {
    return [`${id} ${words.notDefined}`];
  }
  if (input.type === 'promptString' && input.password) {
    return [`${id} ${words.secret}`];
  }
  const { values, hasMore } = predefinedValues(input);
  const lines = values.map((value) => `${id} = ${escapeInvisible(value, longestInputValue)}`);
  return lines.length > 0 ? [...lines, ...(hasMore ? [`${id} = …`] : [])] : [id];
}

/**
 * What an agreement covers: the entry, the definitions of the inputs that it uses, and the content of its environment file.
 * To be passed to `fingerprintOf`.
 */
export function agreedTo(entry: ServerEntry, facts: LaunchFacts): unknown {
  return {
    entry,
    inputs: [...facts.inputs].map(([id, input]) => [id, input ?? null]),
    envFile: facts.envFile ? { path: facts.envFile.path, content: facts.envFile.content } : null,
  };
}

/**
 * The variables of an environment file. Those that decide which code runs come first and in full; secrets are only marked as
 * such.
 */
function fileValues({ variables }: EnvironmentFile, words: RowWords): string[] {
  const steering = variables.filter(([name]) => selectsCode(name));
  const others = variables.filter(([name]) => !selectsCode(name));
  return [
    ...steering.map(([name, value]) => `${name}=${value}`),
    ...others.map(([name, value]) => (isSecret(name, value) ? `${name} ${words.secret}` : `${name}=${value}`)),
  ];
}

function isSecret(name: string, value: string): boolean {
  return isSecretName(name) || findSecrets({ env: { [name]: value } }).length > 0;
}

/** `key: value` as in the entry. A secret in plain text is only marked as such. */
function signInValues(oauth: OAuthSettings | false | undefined, words: RowWords): string[] {
  if (oauth === false) {
    return ['oauth: false'];
  }
  const { identityProvider, ...settings } = oauth ?? {};
  const value = (key: string, value: unknown) =>
    isOAuthSecret(`oauth.${key}`) && !String(value).includes('${')
      ? `${key} ${words.secret}`
      : `${key}: ${Array.isArray(value) ? value.join(' ') : value}`;
  return [
    ...Object.entries(settings).map(([key, setting]) => value(key, setting)),
    ...Object.entries(identityProvider ?? {}).map(([key, setting]) => value(`identityProvider.${key}`, setting)),
  ];
}
