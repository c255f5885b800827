// node scripts/sensitive.ts (Node 24): counts how well the guard recognises the sensitive fields of
// test/data/sensitive-fields.jsonl. `--misses tune` lists the errors among the rows on which the guard was tuned,
// `--misses held` those among the rows that were held out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { FormModel } from '#form/model.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';

/** One line of the file: a field of a public program, or an invented one, and whether a form may ask for it. */
interface Row {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly message?: string;
  /** The type in JSON Schema; `enum` is a string with options. */
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'enum';
  readonly label: 'sensitive' | 'harmless';
  readonly kind?: string;
  /** The language of the texts: an ISO 639-1 code. */
  readonly lang: string;
  /** `held`: held out, chosen at random before the guard was tuned. `tune`: used for tuning. */
  readonly split: 'tune' | 'held';
  /** A GitHub repository, or `made` for an invented field. Field names of translated forms were invented for this list. */
  readonly source: string;
}

interface Score {
  readonly rows: number;
  /** The share of the flagged fields that ask for a secret. */
  readonly precision: number;
  /** The share of the fields that ask for a secret that are flagged. */
  readonly recall: number;
  readonly wronglyFlagged: readonly Row[];
  readonly missed: readonly Row[];
}

const listPath = join(import.meta.dirname, '../test/data/sensitive-fields.jsonl');

export function readRows(): Row[] {
  const lines = readFileSync(listPath, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): Row => JSON.parse(line));
}

/** A form with the field of one row. */
export function formWithField(row: Row): FormModel {
  const { name, title, description, message: _, type, label, kind, lang, split, source, ...rules } = row;
  const typeKeywords = type === 'enum' ? { type: 'string', enum: ['one', 'two'] } : { type };
  const reading = readRequestedSchema({
    type: 'object',
    properties: { [name]: { title, description, ...typeKeywords, ...rules } },
  });
  if (!reading.ok) {
    throw new Error(`${name}: ${reading.message}`);
  }
  return reading.form;
}

export function scoreRows(rows: readonly Row[]): Score {
  const flagged = rows.filter((row) => sensitiveFields(formWithField(row), row.message ?? '').length > 0);
  const sensitive = rows.filter(({ label }) => label === 'sensitive');
  const wronglyFlagged = flagged.filter(({ label }) => label === 'harmless');
  const missed = sensitive.filter((row) => !flagged.includes(row));
  return {
    rows: rows.length,
    precision: (flagged.length - wronglyFlagged.length) / flagged.length,
    recall: (sensitive.length - missed.length) / sensitive.length,
    wronglyFlagged,
    missed,
  };
}

function report(): void {
  const rows = readRows();
  const groups: readonly (readonly [string, readonly Row[]])[] = [
    ['tuned on', rows.filter(({ split }) => split === 'tune')],
    ['held out', rows.filter(({ split }) => split === 'held')],
    ['held out, from public programs', rows.filter(({ split, source }) => split === 'held' && source !== 'made')],
    ['held out, not English', rows.filter(({ split, lang }) => split === 'held' && lang !== 'en')],
    ['all', rows],
  ];
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(8);
  console.log(`${''.padEnd(32)}    rows precision   recall  wrongly flagged  missed`);
  for (const [name, group] of groups) {
    const { precision, recall, wronglyFlagged, missed } = scoreRows(group);
    const counts = `${`${wronglyFlagged.length}`.padStart(17)}${`${missed.length}`.padStart(8)}`;
    console.log(
      `${name.padEnd(32)}${`${group.length}`.padStart(8)}  ${percent(precision)} ${percent(recall)}${counts}`,
    );
  }
  const chosenSplit = process.argv[process.argv.indexOf('--misses') + 1];
  if (chosenSplit === 'tune' || chosenSplit === 'held') {
    const { wronglyFlagged, missed } = scoreRows(rows.filter(({ split }) => split === chosenSplit));
    for (const row of [...wronglyFlagged, ...missed]) {
      console.log(JSON.stringify({ ...row, split: undefined }));
    }
  }
}

if (process.argv[1] === import.meta.filename) {
  report();
}
