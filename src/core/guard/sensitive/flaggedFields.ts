/** Secrets in a form that a person fills in: what is asked for, and what is typed where nothing of the kind was asked for. */
import { t } from '@vscode/l10n';
import type { FormInputs, FormModel } from '#form/model.ts';
import { bothEnds } from './parsedText.ts';
import { secretIn } from './secretShapes.ts';
import { type SensitiveField, secretNoun } from './sensitiveKinds.ts';

/** A form, and which of its fields ask for a secret: see `sensitiveFields`. */
export interface GuardedForm {
  readonly form: FormModel;
  readonly sensitive: readonly SensitiveField[];
}

/** A field whose value is a secret. */
interface FlaggedField {
  /** Index into `FormModel.fields`. */
  readonly field: number;
  /** What the secret is, with its article: "a password", "an access token of GitHub". */
  readonly what: string;
  /** One plain sentence for the person, of our own words only. */
  readonly reason: string;
}

type Content = Readonly<Record<string, unknown>>;

/** UTF-16 code units that are read of what was typed into one field: of its beginning, and of its end. */
const READ = [80_000, 20_000] as const;

/** The fields that ask for a secret, and those that have one in them as they stand; in the order of the form, each once. */
export function flaggedFields({ form, sensitive }: GuardedForm, inputs: FormInputs): readonly FlaggedField[] {
  const asked = new Map(sensitive.map((found) => [found.field, found]));
  return form.fields.flatMap((_, field): FlaggedField[] => {
    const found = asked.get(field);
    if (found) {
      return [{ field, what: secretNoun(found.kind), reason: found.reason }];
    }
    const input = inputs[field];
    const shape = input?.kind === 'text' ? secretIn(bothEnds(input.text, ...READ)) : undefined;
    return shape
      ? [{ field, what: shape.looksLike, reason: t('What stands in this field looks like {0}.', shape.looksLike) }]
      : [];
  });
}

/** The properties whose values are secrets, in the order of the form. Without content: those that ask for one. */
export function flaggedProperties({ form, sensitive }: GuardedForm, content: Content = {}): readonly string[] {
  const asked = new Set(sensitive.map(({ field }) => field));
  return form.fields.flatMap(({ name, kind }, field) => {
    const isTyped = (kind === 'text' || kind === 'number') && Object.hasOwn(content, name);
    const holds = isTyped && secretIn(bothEnds(String(content[name]), ...READ)) !== undefined;
    return asked.has(field) || holds ? [name] : [];
  });
}

/** Content without its secrets. */
export function withoutSecrets(asked: GuardedForm, content: Content): Content {
  const flagged = new Set(flaggedProperties(asked, content));
  return Object.fromEntries(Object.entries(content).filter(([name]) => !flagged.has(name)));
}
