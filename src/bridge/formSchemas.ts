/** A form, what stands in it and what is said of it, as they cross the bridge: what `form` calls so, checked. */
import * as v from 'valibot';
import type { Field, FieldInput, FieldProblem, FormModel, Option } from '#form/model.ts';
import type { SentValue } from '#form/sentValues.ts';

export const indexSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Minutes: no zone is a day away from UTC. An hour comes twice at most. */
export const offsetsSchema = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(-1439), v.maxValue(1439))),
  v.maxLength(2),
);
const fieldInputSchema: v.GenericSchema<FieldInput> = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string(), touched: v.boolean(), offsets: v.optional(offsetsSchema) }),
  v.object({ kind: v.literal('boolean'), value: v.nullable(v.boolean()) }),
  v.object({ kind: v.literal('choice'), selected: v.nullable(indexSchema) }),
  v.object({ kind: v.literal('multiChoice'), selected: v.array(indexSchema), touched: v.boolean() }),
]);
export const formInputsSchema = v.array(fieldInputSchema);

const fieldBaseEntries = {
  name: v.string(),
  label: v.string(),
  description: v.optional(v.string()),
  required: v.boolean(),
};
const optionSchema: v.GenericSchema<Option> = v.object({
  value: v.union([v.string(), v.number()]),
  label: v.string(),
  description: v.optional(v.string()),
});
const fieldSchema: v.GenericSchema<Field> = v.variant('kind', [
  v.object({
    kind: v.literal('text'),
    ...fieldBaseEntries,
    format: v.optional(v.picklist(['email', 'uri', 'date', 'date-time'])),
    formatIsAnnotation: v.optional(v.literal(true)),
    minLength: v.optional(v.number()),
    maxLength: v.optional(v.number()),
    pattern: v.optional(v.string()),
    list: v.optional(
      v.object({
        minItems: v.optional(v.number()),
        maxItems: v.optional(v.number()),
        unique: v.optional(v.boolean()),
      }),
    ),
    default: v.optional(v.string()),
  }),
  v.object({
    kind: v.literal('number'),
    ...fieldBaseEntries,
    integer: v.boolean(),
    minimum: v.optional(v.number()),
    maximum: v.optional(v.number()),
    exclusiveMinimum: v.optional(v.number()),
    exclusiveMaximum: v.optional(v.number()),
    multipleOf: v.optional(v.number()),
    default: v.optional(v.number()),
  }),
  v.object({
    kind: v.literal('boolean'),
    ...fieldBaseEntries,
    onlyValue: v.optional(v.boolean()),
    default: v.optional(v.boolean()),
  }),
  v.object({
    kind: v.literal('choice'),
    ...fieldBaseEntries,
    options: v.array(optionSchema),
    default: v.optional(indexSchema),
  }),
  v.object({
    kind: v.literal('multiChoice'),
    ...fieldBaseEntries,
    options: v.array(optionSchema),
    minItems: v.optional(v.number()),
    maxItems: v.optional(v.number()),
    default: v.optional(v.array(indexSchema)),
  }),
]);
export const formModelSchema: v.GenericSchema<FormModel> = v.object({ fields: v.array(fieldSchema) });
export const fieldProblemSchema: v.GenericSchema<FieldProblem> = v.object({ field: indexSchema, message: v.string() });

/** A field whose value is a secret, because one is asked for or because one stands in it. It is drawn hidden. */
const secretSchema = v.object({
  field: indexSchema,
  /** What it is, with its article: "a password". */
  what: v.string(),
  /** Why that is thought, in a sentence. */
  reason: v.string(),
});
export const secretsSchema = v.array(secretSchema);

export const sentValueSchema: v.GenericSchema<SentValue> = v.object({
  field: indexSchema,
  value: v.union([v.string(), v.number(), v.boolean(), v.array(v.union([v.string(), v.number()]))]),
});

/** What was typed into the same form before, and not sent; it stands in the form, but where it is only offered. */
export const draftSchema = v.object({
  /** How long ago. */
  minutes: indexSchema,
  /** The server asked in other words then. */
  otherWords: v.boolean(),
  /** Secrets that were typed and are not kept: labels of fields, or names in JSON. */
  missing: v.array(v.string()),
  /** The person has put it aside, and can take that back. */
  startedOver: v.boolean(),
  /** The server asks in other words now: it is filled in when the user wants it, as after `startedOver`. */
  offered: v.optional(v.literal(true)),
});

/** A field that was filled in with what the person answered another time and wanted to use again. */
export const rememberedMarkSchema = v.object({
  field: indexSchema,
  /** What it was filled in with. */
  input: fieldInputSchema,
  /** It was forgotten since; that can be taken back. */
  forgotten: v.boolean(),
});

export type SecretFinding = v.InferOutput<typeof secretSchema>;
export type ShownRememberedMark = v.InferOutput<typeof rememberedMarkSchema>;
export type DraftLabel = v.InferOutput<typeof draftSchema>;
