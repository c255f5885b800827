/** Schemas of the form model (`src/form/model.ts`), of a form's inputs, and of their secrets, drafts and remembered answers. */
import * as v from 'valibot';
import type { Field, FieldInput, FieldProblem, FormModel, Option, RowInput } from '#form/model.ts';
import type { SentValue } from '#form/sentValues.ts';

export const nonNegativeIntegerSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Offsets from UTC in minutes, less than a day. At most two: a local time occurs twice if the clocks are set back over it. */
const offsetsSchema = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(-1439), v.maxValue(1439))),
  v.maxLength(2),
);

/** The schema of an input. `text`: the schema of each typed text. `many`: makes the schema of chosen options, or of rows, from that of one. */
export function inputSchema(
  text: v.GenericSchema<string>,
  many: <T>(item: v.GenericSchema<T>) => v.GenericSchema<T[]>,
): v.GenericSchema<FieldInput> {
  const textEntries = { kind: v.literal('text'), text, touched: v.boolean(), offsets: v.optional(offsetsSchema) };
  const choiceEntries = {
    kind: v.literal('choice'),
    selected: v.nullable(nonNegativeIntegerSchema),
    text: v.optional(text),
  };
  const emptyEntries = { kind: v.literal('empty'), as: v.picklist(['text', 'null', 'list', 'object']) };
  const row: v.GenericSchema<RowInput> = v.variant('kind', [
    v.object(textEntries),
    v.object(choiceEntries),
    v.object(emptyEntries),
  ]);
  return v.variant('kind', [
    v.object(textEntries),
    v.object({ kind: v.literal('boolean'), value: v.nullable(v.boolean()) }),
    v.object(choiceEntries),
    v.object({ kind: v.literal('multiChoice'), selected: many(nonNegativeIntegerSchema), touched: v.boolean() }),
    v.object(emptyEntries),
    v.object({ kind: v.literal('json'), text, touched: v.boolean() }),
    v.object({ kind: v.literal('list'), rows: many(row), touched: v.boolean() }),
    v.object({
      kind: v.literal('record'),
      rows: many(v.object({ key: text, value: row })),
      touched: v.boolean(),
    }),
  ]);
}

const fieldInputSchema = inputSchema(v.string(), (item) => v.array(item));
export const formInputsSchema = v.array(fieldInputSchema);

const fieldBaseEntries = {
  name: v.string(),
  label: v.string(),
  description: v.optional(v.string()),
  required: v.boolean(),
  nullable: v.optional(v.literal(true)),
};
const optionSchema: v.GenericSchema<Option> = v.object({
  value: v.union([v.string(), v.number()]),
  label: v.string(),
  description: v.optional(v.string()),
});
const listRulesSchema = v.object({
  minItems: v.optional(v.number()),
  maxItems: v.optional(v.number()),
  unique: v.optional(v.boolean()),
});
const textFieldSchema = v.object({
  kind: v.literal('text'),
  ...fieldBaseEntries,
  format: v.optional(v.picklist(['email', 'uri', 'date', 'date-time'])),
  formatIsAnnotation: v.optional(v.literal(true)),
  minLength: v.optional(v.number()),
  maxLength: v.optional(v.number()),
  pattern: v.optional(v.string()),
  list: v.optional(listRulesSchema),
  mayBeEmpty: v.optional(v.literal(true)),
  default: v.optional(v.string()),
});
const numberFieldSchema = v.object({
  kind: v.literal('number'),
  ...fieldBaseEntries,
  integer: v.boolean(),
  minimum: v.optional(v.number()),
  maximum: v.optional(v.number()),
  exclusiveMinimum: v.optional(v.number()),
  exclusiveMaximum: v.optional(v.number()),
  multipleOf: v.optional(v.number()),
  default: v.optional(v.number()),
});
const choiceFieldSchema = v.object({
  kind: v.literal('choice'),
  ...fieldBaseEntries,
  options: v.array(optionSchema),
  default: v.optional(nonNegativeIntegerSchema),
});
const rowFieldSchema = v.variant('kind', [textFieldSchema, numberFieldSchema, choiceFieldSchema]);
const rowValueSchema = v.nullable(v.union([v.string(), v.number()]));
const fieldSchema: v.GenericSchema<Field> = v.variant('kind', [
  textFieldSchema,
  numberFieldSchema,
  choiceFieldSchema,
  v.object({
    kind: v.literal('boolean'),
    ...fieldBaseEntries,
    onlyValue: v.optional(v.boolean()),
    default: v.optional(v.boolean()),
  }),
  v.object({
    kind: v.literal('multiChoice'),
    ...fieldBaseEntries,
    options: v.array(optionSchema),
    minItems: v.optional(v.number()),
    maxItems: v.optional(v.number()),
    default: v.optional(v.array(nonNegativeIntegerSchema)),
  }),
  v.object({
    kind: v.literal('list'),
    ...fieldBaseEntries,
    row: rowFieldSchema,
    rules: listRulesSchema,
    default: v.optional(v.array(rowValueSchema)),
  }),
  v.object({
    kind: v.literal('record'),
    ...fieldBaseEntries,
    row: rowFieldSchema,
    rules: listRulesSchema,
    default: v.optional(v.array(v.tuple([v.string(), rowValueSchema]))),
  }),
  v.object({
    kind: v.literal('json'),
    ...fieldBaseEntries,
    accepts: v.picklist(['object', 'array', 'any']),
    template: v.optional(v.string()),
    isTemplateComplete: v.optional(v.literal(true)),
    rest: v.optional(v.literal(true)),
    default: v.optional(v.string()),
  }),
]);
export const formModelSchema: v.GenericSchema<FormModel> = v.object({
  fields: v.array(fieldSchema),
  isForArguments: v.optional(v.literal(true)),
});
export const fieldProblemSchema: v.GenericSchema<FieldProblem> = v.object({
  field: nonNegativeIntegerSchema,
  message: v.string(),
});

/** A sensitive field, or one whose value looks like a secret. It is drawn hidden. */
const secretSchema = v.object({
  field: nonNegativeIntegerSchema,
  /** The kind of secret, with its article: "a password". */
  secretKind: v.string(),
  /** The reason why the value counts as a secret, in a sentence. */
  reason: v.string(),
  /** The field's label itself asks for the secret. */
  isInLabel: v.optional(v.literal(true)),
  /** The field is an argument of a call, which is masked without a warning: the user calls the tool. */
  isArgument: v.optional(v.literal(true)),
});
export const secretsSchema = v.array(secretSchema);

export const sentValueSchema: v.GenericSchema<SentValue> = v.object({
  field: nonNegativeIntegerSchema,
  value: v.union([v.string(), v.number(), v.boolean(), v.array(v.union([v.string(), v.number()]))]),
});

const jsonSuggestionSchema = v.object({
  label: v.string(),
  insert: v.string(),
  caret: nonNegativeIntegerSchema,
  detail: v.optional(v.string()),
  description: v.optional(v.string()),
});

/** What can be inserted into the JSON of a field, in reply to revision `revision` of `suggestJson`: see `jsonSuggestions`. */
export const jsonSuggestionsSchema = v.object({
  type: v.literal('jsonSuggestions'),
  screen: v.string(),
  field: nonNegativeIntegerSchema,
  revision: v.number(),
  from: nonNegativeIntegerSchema,
  to: nonNegativeIntegerSchema,
  items: v.array(jsonSuggestionSchema),
});

/** The names of arguments that an earlier call had, and that are missing because they are secrets. */
export const missingSchema = v.array(v.string());

/** The draft of a form. The form's inputs contain it, unless `offered` or `startedOver` is set. */
export const draftSchema = v.object({
  /** The draft's age. */
  minutes: nonNegativeIntegerSchema,
  /** True if the server's message was different when the draft was typed. */
  isMessageDifferent: v.boolean(),
  /** Secrets that were typed and not stored: labels of fields, or names in JSON. */
  missing: v.array(v.string()),
  /** True if the user has put the draft aside, and can undo that. */
  startedOver: v.boolean(),
  /** True if the draft is filled in only at the user's request, because the server's message is different. */
  offered: v.optional(v.literal(true)),
});

/** A field that was filled in with a remembered answer. */
export const rememberedMarkSchema = v.object({
  field: nonNegativeIntegerSchema,
  /** The remembered answer. */
  input: fieldInputSchema,
  /** True if the user has made the host forget the answer, and can undo that. */
  forgotten: v.boolean(),
});

export type ShownSuggestion = v.InferOutput<typeof jsonSuggestionSchema>;
export type JsonSuggestionsMessage = v.InferOutput<typeof jsonSuggestionsSchema>;
export type SecretFinding = v.InferOutput<typeof secretSchema>;
export type ShownRememberedMark = v.InferOutput<typeof rememberedMarkSchema>;
export type DraftLabel = v.InferOutput<typeof draftSchema>;
