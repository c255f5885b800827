/**
 * The form as the person sees it: what `requestedSchema` of an elicitation becomes after reading,
 * and what the person has put into it so far. Plain data, safe to send between processes.
 *
 * Source: MCP specification, client/elicitation, "Requested Schema" (2025-06-18, 2025-11-25, 2026-07-28).
 */

/** A form: the fields in the order in which the schema lists them. */
export interface FormModel {
  readonly fields: readonly Field[];
}

export type Field = TextField | NumberField | BooleanField | ChoiceField | MultiChoiceField;

export interface FieldBase {
  /** The property's name in `requestedSchema.properties`, exactly as received. */
  readonly name: string;
  /** What the person reads: the schema's `title`, else the property's name. One line, made presentable. */
  readonly label: string;
  /** Lines, made presentable. */
  readonly description?: string;
  readonly required: boolean;
}

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

/** What a text must keep; of a list of strings, each of them. */
export interface TextRules {
  readonly format?: TextFormat;
  /** The format describes what is expected, and other texts may be sent too: so it is with arguments of a tool. */
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
  /** The value is a list of strings, one on each line of the text; blank lines are none. */
  readonly list?: ListRules;
  /** Of a list: its lines. */
  readonly default?: string;
}

export interface ListRules {
  readonly minItems?: number;
  readonly maxItems?: number;
  /** No line may stand there twice. */
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
  /** The only one of the two that the server accepts. */
  readonly onlyValue?: boolean;
  readonly default?: boolean;
}

/** One of several. `enum`, `oneOf` with `const`, or `enum` with the legacy `enumNames`. */
export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly Option[];
  /** What the server demands of a value beside being one of the options. Checked when the form is sent. */
  readonly rules?: TextRules & NumberLimits;
  /** Index into `options`. */
  readonly default?: number;
}

/** Any number of several. An array whose `items` are an enum, or `anyOf`/`oneOf` with `const`. */
export interface MultiChoiceField extends FieldBase {
  readonly kind: 'multiChoice';
  readonly options: readonly Option[];
  /** What the server demands of each value beside being one of the options. Checked when the form is sent. */
  readonly rules?: TextRules;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Indexes into `options`. */
  readonly default?: readonly number[];
}

export interface Option {
  /** What is sent. */
  readonly value: string | number;
  /** What is read: the option's title, else its value. */
  readonly label: string;
  readonly description?: string;
}

/**
 * What the person has put into one field so far. `touched` tells an untouched field from one that
 * was emptied: an untouched default is sent, a cleared field is left out.
 */
export type FieldInput = TextInput | BooleanInput | ChoiceInput | MultiChoiceInput;

/** For text and number fields: exactly the characters typed. */
export interface TextInput {
  readonly kind: 'text';
  readonly text: string;
  readonly touched: boolean;
  /**
   * For a local date and time in a `date-time` field: which offsets from UTC the clocks where the person sits have then, in
   * minutes; see `offsetsOf`. It travels with the text, because the host may run in another zone than the person sits in,
   * and what they were told is what must be sent.
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
}

export interface MultiChoiceInput {
  readonly kind: 'multiChoice';
  /** Indexes into the field's options, ascending, each once. */
  readonly selected: readonly number[];
  readonly touched: boolean;
}

/** One input for each field, in the order of `FormModel.fields`. An index, not a name, ties them: any name is safe. */
export type FormInputs = readonly FieldInput[];

/** What is wrong with one field, in words for the person who fills it in. */
export interface FieldProblem {
  /** Index into `FormModel.fields`. */
  readonly field: number;
  readonly message: string;
}
