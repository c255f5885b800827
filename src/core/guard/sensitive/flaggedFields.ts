/** Fields with secrets in a form that the user fills in: those that ask for one, and those into which the user typed one. */
import { t } from '@vscode/l10n';
import type { FormInputs, FormModel } from '#form/model.ts';
import { bothEnds } from './parsedText.ts';
import { secretIn } from './secretShapes.ts';
import { type SensitiveField, secretNoun } from './sensitiveKinds.ts';

/** A form, and its fields that ask for a secret: see `sensitiveFields`. */
export interface GuardedForm {
  readonly form: FormModel;
  readonly sensitive: readonly SensitiveField[];
}

/** A field whose value is a secret. */
interface FlaggedField {
  /** Index into `FormModel.fields`. */
  readonly field: number;
  /** The kind of secret, with its article: "a password", "an access token of GitHub". */
  readonly secretKind: string;
  /** One sentence for the user, without words of the server. */
  readonly reason: string;
}

type Content = Readonly<Record<string, unknown>>;

/** UTF-16 code units that are read from the beginning and from the end of the text in a field. */
const textRead = [80_000, 20_000] as const;

/** The fields that ask for a secret or contain one, in the order of the form, each once. */
export function flaggedFields({ form, sensitive }: GuardedForm, inputs: FormInputs): readonly FlaggedField[] {
  const asked = new Map(sensitive.map((found) => [found.field, found]));
  return form.fields.flatMap((_, field): FlaggedField[] => {
    const found = asked.get(field);
    if (found) {
      return [{ field, secretKind: secretNoun(found.kind), reason: found.reason }];
    }
    const input = inputs[field];
    const shape = input?.kind === 'text' ? secretIn(bothEnds(input.text, ...textRead)) : undefined;
    return shape
      ? [
          {
            field,
            secretKind: shape.looksLike,
            reason: t('What stands in this field looks like {0}.', shape.looksLike),
          },
        ]
      : [];
  });
}

/** The names of the properties that ask for a secret or whose value in `content` is one, in the order of the form. */
export function flaggedProperties({ form, sensitive }: GuardedForm, content: Content = {}): readonly string[] {
  const asked = new Set(sensitive.map(({ field }) => field));
  return form.fields.flatMap(({ name, kind }, field) => {
    const isTyped = (kind === 'text' || kind === 'number') && Object.hasOwn(content, name);
    const holds = isTyped && secretIn(bothEnds(String(content[name]), ...textRead)) !== undefined;
    return asked.has(field) || holds ? [name] : [];
  });
}

/** `content` without the properties that are secrets. */
export function withoutSecrets(asked: GuardedForm, content: Content): Content {
  const flagged = new Set(flaggedProperties(asked, content));
  return Object.fromEntries(Object.entries(content).filter(([name]) => !flagged.has(name)));
}
