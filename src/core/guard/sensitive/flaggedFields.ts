/** The flagged fields of a form: those that ask for a secret, and those into which the user has entered one. */
import { t } from '@vscode/l10n';
import { isFilledIn, typedTexts } from '#form/inputs/inputTexts.ts';
import type { FormInputs, FormModel, RecordInput, RecordRow } from '#form/model.ts';
import { asksForSecret } from './asksForSecret.ts';
import { bothEnds } from './parsedText.ts';
import { secretIn } from './secretShapes.ts';
import { type SensitiveField, secretNoun } from './sensitiveKinds.ts';

/** A form with the fields that ask for a secret: see `sensitiveFields`. */
export interface GuardedForm {
  readonly form: FormModel;
  readonly sensitive: readonly SensitiveField[];
}

/** A field whose value is a secret. */
interface FlaggedField {
  /** The index in `FormModel.fields`. */
  readonly field: number;
  /** The kind of secret, with its article: "a password", "an access token of GitHub". */
  readonly secretKind: string;
  /** One sentence for the user, without words of the server. */
  readonly reason: string;
  /** The field's label itself asks for the secret. */
  readonly isInLabel?: true;
}

type Content = Readonly<Record<string, unknown>>;

/** The number of UTF-16 code units that are read from the beginning and from the end of the text in a field. */
const lengthsRead = [80_000, 20_000] as const;

/** The fields that ask for a secret or contain one, in the order of the form, without duplicates. */
export function flaggedFields({ form, sensitive }: GuardedForm, inputs: FormInputs): readonly FlaggedField[] {
  const sensitiveByField = new Map(sensitive.map((sensitiveField) => [sensitiveField.field, sensitiveField]));
  return form.fields.flatMap(({ name, label }, field): FlaggedField[] => {
    const sensitiveField = sensitiveByField.get(field);
    if (sensitiveField) {
      const { kind, reason, source } = sensitiveField;
      const isInLabel = source === 'title' || (source === 'name' && label === name);
      return [{ field, secretKind: secretNoun(kind), reason, ...(isInLabel && { isInLabel }) }];
    }
    const input = inputs[field];
    if (input?.kind === 'record' && hasSecretKey(input)) {
      return [{ field, secretKind: t('a secret'), reason: t('One of its names is that of a secret.') }];
    }
    const texts = input ? typedTexts(input) : [];
    const shape = texts.length === 0 ? undefined : secretIn(bothEnds(texts.join('\n'), ...lengthsRead));
    return shape
      ? [
          {
            field,
            secretKind: shape.looksLike,
            reason: t('The text in this field looks like {0}.', shape.looksLike),
          },
        ]
      : [];
  });
}

/** True if a key of a record is the name of a secret and has a value. */
function hasSecretKey({ rows }: RecordInput): boolean {
  return rows.some(isSecretRow);
}

function isSecretRow({ key, value }: RecordRow): boolean {
  return isFilledIn(value) && asksForSecret(key);
}

/** The number of rows of a record whose key is the name of a secret, or whose text has the shape of one. */
export function secretRowCount({ rows }: RecordInput): number {
  const hasShape = ({ key, value }: RecordRow) =>
    [key, ...typedTexts(value)].some((text) => secretIn(bothEnds(text, ...lengthsRead)) !== undefined);
  return rows.filter((row) => isSecretRow(row) || hasShape(row)).length;
}

/** The names of the properties that ask for a secret or whose value in `content` is one, in the order of the form. */
export function flaggedProperties({ form, sensitive }: GuardedForm, content: Content = {}): readonly string[] {
  const sensitiveIndexes = new Set(sensitive.map(({ field }) => field));
  return form.fields.flatMap(({ name, kind }, field) => {
    const isTyped = (kind === 'text' || kind === 'number') && Object.hasOwn(content, name);
    const hasSecret = isTyped && secretIn(bothEnds(String(content[name]), ...lengthsRead)) !== undefined;
    return sensitiveIndexes.has(field) || hasSecret ? [name] : [];
  });
}

/** `content` without the properties that are secrets. */
export function withoutSecrets(guarded: GuardedForm, content: Content): Content {
  const flagged = new Set(flaggedProperties(guarded, content));
  return Object.fromEntries(Object.entries(content).filter(([name]) => !flagged.has(name)));
}
