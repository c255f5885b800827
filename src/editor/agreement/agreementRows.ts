import { findSecrets, isSecretName } from '#core/configuration/entrySecrets.ts';
import { type InputDefinition, predefinedValues } from '#core/configuration/inputDefinitions.ts';
import { isOAuthSecret } from '#core/configuration/oauthValues.ts';
import type { OAuthSettings, ServerEntry } from '#core/model/definition.ts';
import { selectsCode } from '#core/trust/dangerousVariables.ts';
import { escapeInvisible } from '#form/text.ts';

/** The maximum length of an input's value, in characters. */
const maxInputValueLength = 1000;

/** The data that a server would receive at its start beyond the text of its entry. */
export interface LaunchFacts {
  /** The inputs that the entry uses, by id; `undefined` for an id without a definition. */
  readonly inputs: ReadonlyMap<string, InputDefinition | undefined>;
  /** Names of variables of the editor's environment that the entry reads (`${env:NAME}`). */
  readonly environment: readonly string[];
  /** The file named by `envFile`, and the variables in it. */
  readonly envFile?: EnvironmentFile;
  /** The absolute path of the folder in which the server would start. Absent if it depends on an input. */
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

/** Texts for facts that the entry itself does not show. */
interface RowTexts {
  /** Follows the name of a variable that is removed from the environment. */
  readonly removed: string;
  /** Follows the id of an input whose value is a secret, and the name of a setting whose value is a secret. */
  readonly secret: string;
  /** Follows the id of an input without a definition. */
  readonly notDefined: string;
}

/**
 * The whole entry in rows. Nothing is shortened or omitted, because the user agrees to everything in it. Texts are as written in
 * the settings: variables are not replaced, and invisible characters are escaped.
 */
export function agreementRows(entry: ServerEntry, facts: LaunchFacts, texts: RowTexts): AgreementRow[] {
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
        value === null ? `${name} ${texts.removed}` : `${name}=${value}`,
      ),
    );
  } else {
    add('url', [entry.url]);
    add(
      'headers',
      Object.entries(entry.headers).map(([name, value]) => `${name}: ${value}`),
    );
    add('signIn', signInValues(entry.oauth, texts));
  }
  if (entry.type === 'stdio' && entry.envFile !== undefined && !facts.envFile) {
    add('environmentFile', [entry.envFile]);
  } else if (facts.envFile) {
    add('environmentFile', [facts.envFile.path, ...environmentFileValues(facts.envFile, texts)]);
  }
  add(
    'inputs',
    [...facts.inputs].flatMap(([id, input]) => inputValues(id, input, texts)),
  );
  add('reads', facts.environment);
  add(
    'rateLimit',
    Object.entries(entry.rateLimit ?? {}).map(([key, limit]) => `${key}: ${limit}`),
  );
  return rows;
}

/** The possible values that the definition of an input contains: each option, and the default. */
function inputValues(id: string, input: InputDefinition | undefined, texts: RowTexts): string[] {
  if (!input) {
    return [`${id} ${texts.notDefined}`];
  }
  if (input.type === 'promptString' && input.password) {
    return [`${id} ${texts.secret}`];
  }
  const { values, hasMore } = predefinedValues(input);
  const lines = values.map((value) => `${id} = ${escapeInvisible(value, maxInputValueLength)}`);
  return lines.length > 0 ? [...lines, ...(hasMore ? [`${id} = …`] : [])] : [id];
}

/**
 * The data that an agreement covers: the entry, the definitions of the inputs that it uses, and the content of its environment
 * file. It is passed to `fingerprintOf`.
 */
export function agreementContent(entry: ServerEntry, facts: LaunchFacts): unknown {
  return {
    entry,
    inputs: [...facts.inputs].map(([id, input]) => [id, input ?? null]),
    envFile: facts.envFile ? { path: facts.envFile.path, content: facts.envFile.content } : null,
  };
}

/**
 * The variables of an environment file. Variables that decide which code runs come first, with their values, even if they are
 * secrets; other secrets have a mark in place of the value.
 */
function environmentFileValues({ variables }: EnvironmentFile, texts: RowTexts): string[] {
  const codeVariables = variables.filter(([name]) => selectsCode(name));
  const others = variables.filter(([name]) => !selectsCode(name));
  return [
    ...codeVariables.map(([name, value]) => `${name}=${value}`),
    ...others.map(([name, value]) => (isSecret(name, value) ? `${name} ${texts.secret}` : `${name}=${value}`)),
  ];
}

function isSecret(name: string, value: string): boolean {
  return isSecretName(name) || findSecrets({ env: { [name]: value } }).length > 0;
}

/** One line `key: value` for each setting. A secret in plain text has a mark in place of the value. */
function signInValues(oauth: OAuthSettings | false | undefined, texts: RowTexts): string[] {
  if (oauth === false) {
    return ['oauth: false'];
  }
  const { identityProvider, ...settings } = oauth ?? {};
  const line = (key: string, value: unknown) =>
    isOAuthSecret(`oauth.${key}`) && !String(value).includes('${')
      ? `${key} ${texts.secret}`
      : `${key}: ${Array.isArray(value) ? value.join(' ') : value}`;
  return [
    ...Object.entries(settings).map(([key, setting]) => line(key, setting)),
    ...Object.entries(identityProvider ?? {}).map(([key, setting]) => line(`identityProvider.${key}`, setting)),
  ];
}
