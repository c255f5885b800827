import { t } from '@vscode/l10n';
import { flaggedProperties } from '#core/guard/sensitive/flaggedFields.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import { describeAnswer } from '#form/describeAnswer.ts';
import { distinctFieldLabels } from '#form/fieldLabels.ts';
import { formatList, formatNumber } from '#form/language.ts';
import type { Field } from '#form/model.ts';
import { type FieldValue, sentValues } from '#form/sentValues.ts';
import { inOneLine } from '#form/text.ts';

/** The answer to one field, as text. */
export interface AnswerInWords {
  readonly label: string;
  /** One line. Absent for a secret. */
  readonly value?: string;
}

/** Characters of a label, and of a value. */
const longestLabel = 120;
const longestValue = 200;
/** UTF-16 code units of a text that are formatted. */
const read = longestValue * 8;
/** Chosen options that are listed by name. */
const maxChosen = 20;

/** The answers as they were sent, at most `most` of them. */
export function answersInWords(
  asked: FormRequest,
  content: Readonly<Record<string, unknown>>,
  most: number,
): readonly AnswerInWords[] {
  const labels = distinctFieldLabels(asked.form.fields);
  const secrets = new Set(flaggedProperties(asked, content));
  return sentValues(asked.form, content)
    .slice(0, most)
    .flatMap(({ field: index, value }) => {
      const field = asked.form.fields[index];
      if (!field) {
        return [];
      }
      const label = inOneLine(labels[index] ?? '', longestLabel);
      return [secrets.has(field.name) ? { label } : { label, value: inWords(field, value) }];
    });
}

function inWords(field: Field, value: FieldValue): string {
  const short = typeof value === 'object' ? value.slice(0, maxChosen) : value;
  const { values: said } = describeAnswer(field, typeof short === 'string' ? short.slice(0, read) : short);
  const more = typeof value === 'object' ? value.length - maxChosen : 0;
  const words = more > 0 ? [...said, t('{0} more', formatNumber(more))] : said;
  return inOneLine(formatList(words).join(''), longestValue);
}
