import { isDeepStrictEqual } from 'node:util';
import type { ImportCandidate } from '#core/configuration/importFile.ts';
import { extractSecrets, renameInputs } from '#core/configuration/importSecrets.ts';
import type { InputDefinition } from '#core/configuration/inputDefinitions.ts';
import { freeName } from './entryNames.ts';

/** The entries, inputs and secrets that an import writes, and the servers that it skips. */
export interface ImportPlan {
  /** The new entries of the setting `servers`. */
  readonly entries: Readonly<Record<string, unknown>>;
  /** The new definitions of the setting `inputs`. */
  readonly inputs: readonly InputDefinition[];
  /** The values for SecretStorage. */
  readonly secrets: readonly { readonly inputId: string; readonly value: string }[];
  /** The names of the new entries, in order. */
  readonly added: readonly string[];
  /** The servers whose names were in use: the name in the file, and the new name. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** The names of servers that the settings already have with the same entry. */
  readonly skipped: readonly string[];
}

/**
 * Plans the import of the chosen servers into the user's settings. Existing entries are not overwritten; values that look like
 * secrets are not written to a settings file.
 * `existing`: the existing entries by name; `inputIds`: the ids of the existing inputs.
 */
export function planImport(
  chosen: readonly ImportCandidate[],
  existing: ReadonlyMap<string, unknown>,
  inputIds: Iterable<string>,
): ImportPlan {
  const usedNames = new Set(existing.keys());
  const usedIds = new Set(inputIds);
  const entries = new Map<string, unknown>();
  const inputs: InputDefinition[] = [];
  const secrets: { inputId: string; value: string }[] = [];
  const renamed: { from: string; to: string }[] = [];
  const skipped: string[] = [];
  for (const candidate of chosen) {
    // Compares the entry as it would be written: importing the same file twice adds nothing.
    if (isDeepStrictEqual(existing.get(candidate.name), extractSecrets(candidate).entry)) {
      skipped.push(candidate.name);
      continue;
    }
    const name = freeName(candidate.name, usedNames);
    const extracted = extractSecrets({ ...renameInputs(candidate, usedIds), name }, usedIds);
    usedNames.add(name);
    entries.set(name, extracted.entry);
    inputs.push(...extracted.inputs);
    secrets.push(...extracted.secrets);
    for (const { id } of extracted.inputs) {
      usedIds.add(id);
    }
    if (name !== candidate.name) {
      renamed.push({ from: candidate.name, to: name });
    }
  }
  return { entries: Object.fromEntries(entries), inputs, secrets, added: [...entries.keys()], renamed, skipped };
}
