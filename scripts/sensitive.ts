// node scripts/sensitive.ts (Node 24): how well the guard tells the fields of test/data/sensitive-fields.jsonl apart.
// `--misses tune` and `--misses held` list what it got wrong among the rows it was tuned on, and among those kept apart.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { FormModel } from '#form/model.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';

/** A field that a public program asks for, or that was made, and whether a form may ask for it. One a line. */
interface Row {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly message?: string;
  /** As in JSON Schema; `enum` is a text with options. */
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'enum';
  readonly label: 'sensitive' | 'harmless';
  readonly kind?: string;
  /** The language of its words: an ISO 639-1 code. */
  readonly lang: string;
  /** `held`: drawn at random before any tuning, and only counted until the guard was written. */
  readonly split: 'tune' | 'held';
  /** A GitHub repository, or `made`. The names of fields in translated forms are ours. */
  readonly source: string;
}

interface Score {
  readonly rows: number;
  /** Of the flagged fields, the share that asks for a secret. */
  readonly precision: number;
  /** Of the fields that ask for a secret, the share that is flagged. */
  readonly recall: number;
  readonly wronglyFlagged: readonly Row[];
  readonly missed: readonly Row[];
}

const list = join(import.meta.dirname, '../test/data/sensitive-fields.jsonl');

export function readRows(): Row[] {
  const lines = readFileSync(list, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): Row => JSON.parse(line));
}

/** A form with the field of one row. */
export function formOfTexts(row: Row): FormModel {
  const { name, title, description, message: _, type, label, kind, lang, split, source, ...rules } = row;
  const typed = type === 'enum' ? { type: 'string', enum: ['one', 'two'] } : { type };
  const reading = readRequestedSchema({
    type: 'object',
    properties: { [name]: { title, description, ...typed, ...rules } },
  });
  if (!reading.ok) {
    throw new Error(`${name}: ${reading.message}`);
  }
  return reading.form;
}

export function scoreOf(rows: readonly Row[]): Score {
  const flagged = rows.filter((row) => sensitiveFields(formOfTexts(row), row.message ?? '').length > 0);
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
    const { precision, recall, wronglyFlagged, missed } = scoreOf(group);
    const counts = `${`${wronglyFlagged.length}`.padStart(17)}${`${missed.length}`.padStart(8)}`;
    console.log(
      `${name.padEnd(32)}${`${group.length}`.padStart(8)}  ${percent(precision)} ${percent(recall)}${counts}`,
    );
  }
  const asked = process.argv[process.argv.indexOf('--misses') + 1];
  if (asked === 'tune' || asked === 'held') {
    const { wronglyFlagged, missed } = scoreOf(rows.filter(({ split }) => split === asked));
    for (const row of [...wronglyFlagged, ...missed]) {
      console.log(JSON.stringify({ ...row, split: undefined }));
    }
  }
}

if (process.argv[1] === import.meta.filename) {
  report();
}
