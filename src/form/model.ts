/**
 * The form model: the fields that the `requestedSchema` of an elicitation, or the `inputSchema` of a tool, is read into, and the
 * user's inputs. Plain data that can be sent between processes.
 *
 * Source: MCP specification, client/elicitation, "Requested Schema" (2025-06-18, 2025-11-25, 2026-07-28).
 */

/** A form: the fields in the order in which the schema lists them. */
export interface FormModel {
  readonly fields: readonly Field[];
  /** The form is for the arguments of a call. Only such a form has lists, records and boxes, and inputs of the kinds `empty` and `json`. */
  readonly isForArguments?: true;
}

export type Field =
  | TextField
  | NumberField
  | BooleanField
  | ChoiceField
  | MultiChoiceField
  | ListField
  | RecordField
  | JsonField;

export interface FieldBase {
  /** The property's name in `requestedSchema.properties`, exactly as received. */
  readonly name: string;
  /** The schema's `title`, or the property's name if there is none, on one line and fit to be shown. */
  readonly label: string;
  /** Several lines, fit to be shown. */
  readonly description?: string;
  readonly required: boolean;
  /** `null` can be sent on purpose; only in the arguments of a call. */
  readonly nullable?: true;
}

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

/** The rules for a text. For a list of strings they apply to each string. */
export interface TextRules {
  readonly format?: TextFormat;
  /** The format is an annotation, as in the arguments of a tool: texts that do not match it may be sent. */
  readonly formatIsAnnotation?: true;
  /** In characters (Unicode code points), as JSON Schema counts. */
  readonly minLength?: number;
  /** In characters (Unicode code points), as JSON Schema counts. */
  readonly maxLength?: number;
  /** An ECMA-262 pattern from the server. Never run in the webview: see `PatternTest`. */
  readonly pattern?: string;
}

export interface TextField extends FieldBase, TextRules {
  readonly kind: 'text';
  /** The value is a list of strings, one on each line of the text; blank lines are left out. */
  readonly list?: ListRules;
  /** The empty text can be sent on purpose; only in the arguments of a call. */
  readonly mayBeEmpty?: true;
  /** The default. For a list: its lines, joined. */
  readonly default?: string;
}

export interface ListRules {
  readonly minItems?: number;
  readonly maxItems?: number;
  /** No line may occur twice. */
  readonly unique?: boolean;
}

interface NumberLimits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

export interface NumberRules extends NumberLimits {
  /** True for `type: "integer"`. */
  readonly integer: boolean;
}

export interface NumberField extends FieldBase, NumberRules {
  readonly kind: 'number';
  readonly default?: number;
}

export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
  /** The only value that the server accepts. */
  readonly onlyValue?: boolean;
  readonly default?: boolean;
}

/** A choice of one option: `enum`, `oneOf` with `const`, or `enum` with the legacy `enumNames`. */
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly Option[];
  /** Further rules for the value, checked when the form is sent. */
  readonly rules?: TextRules & NumberLimits;
  /** Index into `options`. */
  readonly default?: number;
}

/** A choice of any number of options: an array whose `items` are an enum, or `anyOf`/`oneOf` with `const`. */
export interface MultiChoiceField extends FieldBase {
  readonly kind: 'multiChoice';
  readonly options: readonly Option[];
  /** Further rules for each value, checked when the form is sent. */
  readonly rules?: TextRules;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Indexes into `options`. */
  readonly default?: readonly number[];
}

/** The field in each row of a list or a record. Its label is that of the list. */
export type RowField = TextField | NumberField | ChoiceField;
export type RowValue = string | number | null;

/** Values of one kind, each in a row: an array of strings, numbers or choices. */
export interface ListField extends FieldBase {
  readonly kind: 'list';
  readonly row: RowField;
  readonly rules: ListRules;
  readonly default?: readonly RowValue[];
}

/** Named values of one kind, each in a row: an object whose `additionalProperties` have a schema. */
export interface RecordField extends FieldBase {
  readonly kind: 'record';
  readonly row: RowField;
  readonly rules: Pick<ListRules, 'minItems' | 'maxItems'>;
  readonly default?: readonly (readonly [key: string, value: RowValue])[];
}

/** A box for a part of the arguments that is entered as JSON, because no other field can represent its schema. */
export interface JsonField extends FieldBase {
  readonly kind: 'json';
  readonly accepts: 'object' | 'array' | 'any';
  /** JSON with the required keys of the object, or of one element of the array. */
  readonly template?: string;
  /** The schema names all values of the template, so that it can be sent as it is. */
  readonly isTemplateComplete?: true;
  /** The box has the properties that have no field. Its content is sent beside the other fields. */
  readonly rest?: true;
  /** The default as JSON. */
  readonly default?: string;
}

export interface Option {
  /** The value that is sent. */
  readonly value: string | number;
  /** The option's title, or its value if there is none. */
  readonly label: string;
  readonly description?: string;
}

/**
 * The user's input in one field. `touched` distinguishes an untouched field from one that was cleared: an untouched default is
 * sent, a cleared field is left out.
 */
export type FieldInput =
  | TextInput
  | BooleanInput
  | ChoiceInput
  | MultiChoiceInput
  | EmptyInput
  | ListInput
  | RecordInput
  | JsonInput;

/** The input of a text or number field: exactly the typed characters. */
export interface TextInput {
  readonly kind: 'text';
  readonly text: string;
  readonly touched: boolean;
  /**
   * The possible offsets from UTC of a local date and time, in minutes, in the user's time zone; only in a `date-time` field. See
   * `utcOffsetsOf`. They are sent with the text, because the host may run in another time zone, and the user must see the same
   * moment that is sent.
   */
  readonly offsets?: readonly number[] | undefined;
}

export interface BooleanInput {
  readonly kind: 'boolean';
  /** `null`: not chosen. */
  readonly value: boolean | null;
}

export interface ChoiceInput {
  readonly kind: 'choice';
  /** Index into the field's options; `null`: not chosen. */
  readonly selected: number | null;
  /** What the user typed if it names no option: a problem of the field. Only if no option is chosen. */
  readonly text?: string | undefined;
}

export interface MultiChoiceInput {
  readonly kind: 'multiChoice';
  /** Indexes into the field's options, ascending, each once. */
  readonly selected: readonly number[];
  readonly touched: boolean;
}

/** The user sends nothing on purpose: the empty text, `null`, an empty list or an empty object. */
export interface EmptyInput {
  readonly kind: 'empty';
  readonly as: 'text' | 'null' | 'list' | 'object';
}

/** The input of one row. */
export type RowInput = TextInput | ChoiceInput | EmptyInput;

/** The input of a list: its rows. Rows without a value are not sent. */
export interface ListInput {
  readonly kind: 'list';
  readonly rows: readonly RowInput[];
  readonly touched: boolean;
}

/** The input of a record. Rows without key and value are not sent. */
export interface RecordInput {
  readonly kind: 'record';
  readonly rows: readonly RecordRow[];
  readonly touched: boolean;
}

export interface RecordRow {
  readonly key: string;
  readonly value: RowInput;
}

/** JSON, typed into a box. In the arguments of a call, any field can have one, for a value that the field cannot represent. */
export interface JsonInput {
  readonly kind: 'json';
  readonly text: string;
  readonly touched: boolean;
}

/** One input for each field, in the order of `FormModel.fields`. Indexes connect them, because any name is allowed. */
export type FormInputs = readonly FieldInput[];

/** A problem with one field, as a sentence for the user. */
export interface FieldProblem {
  /** Index into `FormModel.fields`. */
  readonly field: number;
  readonly message: string;
  /** Shown in place of `message` in a masked field. Absent if `message` repeats nothing of what was typed. */
  readonly withoutInput?: string;
}
