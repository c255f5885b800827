import type { ImportCandidate } from '#core/configuration/importFile.ts';
import { extractSecrets, renameInputs } from '#core/configuration/importSecrets.ts';
import type { InputDefinition } from '#core/configuration/inputDefinitions.ts';
import { isSameEntry } from '#core/configuration/sameEntry.ts';
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

/** The ids that a new input of the user's settings cannot have. */
interface UsedInputs {
  /** The ids of the inputs in these settings. */
  readonly inputIds: Iterable<string>;
  /** True if a value is stored under an id, also one that only other settings define. */
  hasValue(id: string): Promise<boolean>;
}

/**
 * Plans the import of the chosen servers into the user's settings. Existing entries are not overwritten; values that look like
 * secrets are not written to a settings file. Other profiles and machines share the stored values but not the settings, so no new input
 * gets an id that has a value: its server would receive that value unasked, or would overwrite it.
 * `existing`: the existing entries by name.
 */
export async function planImport(
  chosen: readonly ImportCandidate[],
  existing: ReadonlyMap<string, unknown>,
  used: UsedInputs,
): Promise<ImportPlan> {
  const usedIds = new Set(used.inputIds);
  for (;;) {
    const plan = planWith(chosen, existing, usedIds);
    const ids = await Promise.all(plan.inputs.map(async ({ id }) => ((await used.hasValue(id)) ? [id] : [])));
    const idsWithValue = ids.flat();
    if (idsWithValue.length === 0) {
      return plan;
    }
    for (const id of idsWithValue) {
      usedIds.add(id);
    }
  }
}

function planWith(
  chosen: readonly ImportCandidate[],
  existing: ReadonlyMap<string, unknown>,
  unavailableIds: ReadonlySet<string>,
): ImportPlan {
  const usedNames = new Set(existing.keys());
  const usedIds = new Set(unavailableIds);
  const entries = new Map<string, unknown>();
  const inputs: InputDefinition[] = [];
  const secrets: { inputId: string; value: string }[] = [];
  const renamed: { from: string; to: string }[] = [];
  const skipped: string[] = [];
  for (const candidate of chosen) {
    // Compares the entry as it would be written: importing the same file twice adds nothing.
    if (isSameEntry(existing.get(candidate.name), extractSecrets(candidate).entry)) {
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
