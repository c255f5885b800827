import { t } from '@vscode/l10n';
import { flaggedProperties } from '#core/guard/sensitive/flaggedFields.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import { type DateFormat, describeAnswer } from '#form/describeAnswer.ts';
import { distinctFieldLabels } from '#form/fieldLabels.ts';
import { formatList, formatNumber } from '#form/language.ts';
import type { Field } from '#form/model.ts';
import { type FieldValue, sentValues } from '#form/sentValues.ts';
import { inOneLine } from '#form/text.ts';

/** The answer to one field, as text. */
export interface AnswerInWords {
  readonly label: string;
  /** The value in one line. Absent for a secret. */
  readonly value?: string;
  /** The format of a value that is one date or moment. A page writes it in words, in the user's time zone. */
  readonly date?: DateFormat;
}

/** The longest label and the longest value, in characters. */
const maxLabelLength = 120;
const maxValueLength = 200;
/** The number of UTF-16 code units of a text that are formatted, before the result is shortened. */
const maxFormattedLength = maxValueLength * 8;
/** The number of chosen options that are listed by name. */
const maxListedOptions = 20;

/** Describes the sent answers to a form, at most `maxAnswers` of them. */
export function answersInWords(
  request: FormRequest,
  content: Readonly<Record<string, unknown>>,
  maxAnswers: number,
): readonly AnswerInWords[] {
  const labels = distinctFieldLabels(request.form.fields);
  const secrets = new Set(flaggedProperties(request, content));
  return sentValues(request.form, content)
    .slice(0, maxAnswers)
    .flatMap(({ field: index, value }) => {
      const field = request.form.fields[index];
      if (!field) {
        return [];
      }
      const label = inOneLine(labels[index] ?? '', maxLabelLength);
      return [secrets.has(field.name) ? { label } : { label, ...describeValue(field, value) }];
    });
}

function describeValue(field: Field, value: FieldValue): Pick<AnswerInWords, 'value' | 'date'> {
  const start = typeof value === 'object' ? value.slice(0, maxListedOptions) : value;
  const { values: texts, date } = describeAnswer(
    field,
    typeof start === 'string' ? start.slice(0, maxFormattedLength) : start,
  );
  const more = typeof value === 'object' ? value.length - maxListedOptions : 0;
  const words = more > 0 ? [...texts, t('{0} more', formatNumber(more))] : texts;
  return { value: inOneLine(formatList(words).join(''), maxValueLength), ...(date && { date }) };
}
