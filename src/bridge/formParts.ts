/** A form, what stands in it and what is said of it, as they cross the bridge: what `form` calls so, checked. */
import * as v from 'valibot';
import type { Field, FieldInput, FieldProblem, FormModel, Option } from '#form/model.ts';
import type { SentValue } from '#form/sentValues.ts';

export const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Minutes: no zone is a day away from UTC. An hour comes twice at most. */
export const offsets = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(-1439), v.maxValue(1439))),
  v.maxLength(2),
);
const fieldInput: v.GenericSchema<FieldInput> = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string(), touched: v.boolean(), offsets: v.optional(offsets) }),
  v.object({ kind: v.literal('boolean'), value: v.nullable(v.boolean()) }),
  v.object({ kind: v.literal('choice'), selected: v.nullable(index) }),
  v.object({ kind: v.literal('multiChoice'), selected: v.array(index), touched: v.boolean() }),
]);
export const formInputs = v.array(fieldInput);

const fieldBase = { name: v.string(), label: v.string(), description: v.optional(v.string()), required: v.boolean() };
const option: v.GenericSchema<Option> = v.object({
  value: v.union([v.string(), v.number()]),
  label: v.string(),
  description: v.optional(v.string()),
});
const field: v.GenericSchema<Field> = v.variant('kind', [
  v.object({
    kind: v.literal('text'),
    ...fieldBase,
    format: v.optional(v.picklist(['email', 'uri', 'date', 'date-time'])),
    formatDescribes: v.optional(v.literal(true)),
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
    ...fieldBase,
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
    ...fieldBase,
    only: v.optional(v.boolean()),
    default: v.optional(v.boolean()),
  }),
  v.object({ kind: v.literal('choice'), ...fieldBase, options: v.array(option), default: v.optional(index) }),
  v.object({
    kind: v.literal('multiChoice'),
    ...fieldBase,
    options: v.array(option),
    minItems: v.optional(v.number()),
    maxItems: v.optional(v.number()),
    default: v.optional(v.array(index)),
  }),
]);
export const form: v.GenericSchema<FormModel> = v.object({ fields: v.array(field) });
export const problem: v.GenericSchema<FieldProblem> = v.object({ field: index, message: v.string() });

/** A field whose value is a secret, because one is asked for or because one stands in it. It is drawn hidden. */
const secret = v.object({
  field: index,
  /** What it is, with its article: "a password". */
  what: v.string(),
  /** Why that is thought, in a sentence. */
  reason: v.string(),
});
export const secrets = v.array(secret);

export const sentValue: v.GenericSchema<SentValue> = v.object({
  field: index,
  value: v.union([v.string(), v.number(), v.boolean(), v.array(v.union([v.string(), v.number()]))]),
});

/** What was typed into the same form before, and not sent; it stands in the form, but where it is only offered. */
export const draft = v.object({
  /** How long ago. */
  minutes: index,
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
export const rememberedMark = v.object({
  field: index,
  /** What it was filled in with. */
  input: fieldInput,
  /** It was forgotten since; that can be taken back. */
  forgotten: v.boolean(),
});

export type Secret = v.InferOutput<typeof secret>;
export type ShownRememberedMark = v.InferOutput<typeof rememberedMark>;
export type DraftLabel = v.InferOutput<typeof draft>;
