import { type EntrySecret, replaceSecrets } from './entrySecrets.ts';
import type { ImportCandidate, ImportedEntry } from './importFile.ts';
import type { InputDefinition } from './inputDefinitions.ts';
import { mapOAuthTexts } from './oauthValues.ts';
import { parseVariables } from './variables.ts';

/** The entry and the inputs of a candidate after its plain secrets were replaced by inputs, and the values of these. */
interface ExtractedSecrets {
  readonly entry: ImportedEntry;
  /** The inputs of the candidate, and one hidden input for each secret. */
  readonly inputs: readonly InputDefinition[];
  /** The values of the hidden inputs, which may be stored only in SecretStorage. */
  readonly secrets: readonly { readonly inputId: string; readonly value: string }[];
}

/**
 * Replaces each plain secret of a candidate by `${input:<server>-<key>}`. A number is appended to an id that is in `usedIds`.
 * Equal secrets become one input.
 * @param usedIds The ids of inputs in the settings and of earlier candidates.
 */
export function extractSecrets(candidate: ImportCandidate, usedIds: Iterable<string> = []): ExtractedSecrets {
  const ids = new Set([...usedIds, ...candidate.inputs.map(({ id }) => id)]);
  const inputs = [...candidate.inputs];
  const idsByValue = new Map<string, string>();
  const replacedParts = replaceSecrets(candidate.entry, (secret) => {
    if (secret.value.includes('${')) {
      return secret.value;
    }
    let inputId = idsByValue.get(secret.value);
    if (inputId === undefined) {
      inputId = freeId(inputIdFor(candidate.name, secret), ids);
      ids.add(inputId);
      idsByValue.set(secret.value, inputId);
      inputs.push({
        type: 'promptString',
        id: inputId,
        description: describeInput(candidate.name, secret),
        password: true,
      });
    }
    return `\${input:${inputId}}`;
  });
  const secrets = [...idsByValue].map(([value, inputId]) => ({ inputId, value }));
  return { entry: { ...candidate.entry, ...replacedParts }, inputs, secrets };
}

/**
 * Renames those inputs of a candidate whose ids are in `usedIds`: otherwise the candidate would receive the value of another
 * server's input with the same id.
 */
export function renameInputs(candidate: ImportCandidate, usedIds: Iterable<string>): ImportCandidate {
  const ids = new Set(usedIds);
  const renames = new Map<string, string>();
  const inputs = candidate.inputs.map((input) => {
    const id = freeId(input.id, ids);
    ids.add(id);
    renames.set(input.id, id);
    return { ...input, id };
  });
  const rename = (text: string) =>
    parseVariables(text)
      .map((part) => {
        if (typeof part === 'string') {
          return part;
        }
        const id = part.name === 'input' ? renames.get(part.argument ?? '') : undefined;
        return id === undefined ? part.text : `\${input:${id}}`;
      })
      .join('');
  return { ...candidate, inputs, entry: mapEntry(candidate.entry, rename) };
}

function mapEntry(entry: ImportedEntry, map: (text: string) => string): ImportedEntry {
  if (entry.type !== 'stdio') {
    const { url, headers, oauth } = entry;
    return {
      ...entry,
      url: map(url),
      ...(headers && { headers: mapValues(headers, map) }),
      ...(oauth && { oauth: mapOAuthTexts(oauth, map) }),
    };
  }
  const { args, env, envFile, cwd } = entry;
  return {
    ...entry,
    command: map(entry.command),
    ...(args && { args: args.map(map) }),
    ...(env && { env: mapValues(env, (value) => (typeof value === 'string' ? map(value) : value)) }),
    ...(envFile !== undefined && { envFile: map(envFile) }),
    ...(cwd !== undefined && { cwd: map(cwd) }),
  };
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

function describeInput(server: string, { key, name }: EntrySecret): string {
  return `${name || key} for ${server}`;
}

function inputIdFor(server: string, { key, name }: EntrySecret): string {
  const id = `${server} ${name || key}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return id.slice(0, 90);
}

function freeId(id: string, usedIds: ReadonlySet<string>): string {
  let numberedId = id;
  for (let number = 2; usedIds.has(numberedId); number++) {
    numberedId = `${id}-${number}`;
  }
  return numberedId;
}
