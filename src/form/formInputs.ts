import { initialJson, jsonFromValue } from './jsonInput.ts';
import type { Field, FieldInput, FormInputs, FormModel, TextField } from './model.ts';
import {
  choiceMatchesField,
  emptyInputFor,
  emptyMatchesField,
  initialRows,
  rowsFromValue,
  rowsMatchField,
} from './rowInputs.ts';

/** The input of an untouched field: its default, or no value. */
export function initialInput(field: Field): FieldInput {
  switch (field.kind) {
    case 'text':
      return { kind: 'text', text: field.default ?? '', touched: false };
    case 'number':
      return { kind: 'text', text: field.default === undefined ? '' : String(field.default), touched: false };
    case 'boolean':
      return { kind: 'boolean', value: field.default ?? null };
    case 'choice':
      return { kind: 'choice', selected: field.default ?? null };
    case 'multiChoice':
      return { kind: 'multiChoice', selected: sortAscending(field.default ?? []), touched: false };
    case 'list':
    case 'record':
      return initialRows(field);
    case 'json':
      return initialJson(field);
  }
}

/**
 * The inputs of a form into which the user entered `content`. A field keeps its initial input if its value is missing, has the
 * wrong type, or equals the default.
 */
export function inputsFromContent(form: FormModel, content: Readonly<Record<string, unknown>>): FormInputs {
  return form.fields.map((field) => {
    const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    const input = inputFromValue(field, value);
    return input && differsFromInitial(field, input) ? input : initialInput(field);
  });
}

function inputFromValue(field: Field, value: unknown): FieldInput | undefined {
  const empty = emptyInputFor(field, value);
  if (empty) {
    return empty;
  }
  switch (field.kind) {
    case 'text':
      return textInputFromValue(field, value);
    case 'number':
      return typeof value === 'number' ? { kind: 'text', text: String(value), touched: true } : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? { kind: 'boolean', value } : undefined;
    case 'choice': {
      const selected = field.options.findIndex((option) => option.value === value);
      return selected < 0 ? undefined : { kind: 'choice', selected };
    }
    case 'multiChoice': {
      if (!Array.isArray(value)) {
        return undefined;
      }
      const selected = field.options.flatMap((option, index) => (value.includes(option.value) ? [index] : []));
      return { kind: 'multiChoice', selected, touched: true };
    }
    case 'list':
    case 'record':
      return rowsFromValue(field, value);
    case 'json':
      return value === undefined ? undefined : jsonFromValue(value);
  }
}

function textInputFromValue(field: TextField, value: unknown): FieldInput | undefined {
  const lines =
    field.list && Array.isArray(value) && value.every((line) => typeof line === 'string') ? value : undefined;
  const text = field.list ? lines?.join('\n') : value;
  return typeof text === 'string' ? { kind: 'text', text, touched: true } : undefined;
}

/**
 * True if there is one input for each field, its kind fits the field, every index is the index of an option, and the indexes of
 * a multiple choice are ascending without duplicates. Inputs from a webview are used only after this check.
 */
export function inputsMatchForm(form: FormModel, inputs: FormInputs): boolean {
  return (
    form.fields.length === inputs.length &&
    form.fields.every((field, index) => {
      const input = inputs[index];
      return (form.isForArguments && input?.kind === 'json') || inputMatchesField(field, input);
    })
  );
}

function inputMatchesField(field: Field, input: FieldInput | undefined): boolean {
  if (input?.kind === 'empty') {
    return emptyMatchesField(field, input);
  }
  switch (field.kind) {
    case 'text':
    case 'number':
      return input?.kind === 'text';
    case 'boolean':
      return input?.kind === 'boolean';
    case 'choice':
      return choiceMatchesField(field, input);
    case 'multiChoice':
      return (
        input?.kind === 'multiChoice' &&
        input.selected.every(
          (option, position) =>
            field.options[option] !== undefined &&
            (position === 0 || option > (input.selected[position - 1] ?? option)),
        )
      );
    case 'list':
    case 'record':
      return rowsMatchField(field, input);
    case 'json':
      return input?.kind === 'json';
  }
}

/** True if `touched` is set or the input differs from the initial one. Always true for a boolean or a choice, which have no `touched`. */
export function isTouched(field: Field, input: FieldInput): boolean {
  return ('touched' in input && input.touched) || differsFromInitial(field, input);
}

/** True if the input differs from the initial one; always true for a boolean or a choice. */
function differsFromInitial(field: Field, input: FieldInput): boolean {
  const initial = initialInput(field);
  if ((input.kind === 'text' && initial.kind === 'text') || (input.kind === 'json' && initial.kind === 'json')) {
    return input.text !== initial.text;
  }
  if (input.kind === 'multiChoice' && initial.kind === 'multiChoice') {
    return input.selected.join() !== initial.selected.join();
  }
  if (input.kind === 'list' || input.kind === 'record') {
    return comparisonKey(input) !== comparisonKey(initial);
  }
  return true;
}

/** A key for comparing two inputs of one field: equal if they differ at most in `touched` or `offsets`. */
export function comparisonKey(input: FieldInput | undefined): string | boolean | number | null | undefined {
  switch (input?.kind) {
    case 'text':
      return input.text;
    case 'json':
      return `${input.kind} ${input.text}`;
    case 'boolean':
      return input.value;
    case 'choice':
      return input.text === undefined ? input.selected : `${input.kind} ${input.text}`;
    case 'multiChoice':
      return input.selected.join();
    case 'empty':
      return `${input.kind} ${input.as}`;
    case 'list':
    case 'record':
      // Rows are compared with their kinds, because a choice and a text can look alike.
      return JSON.stringify(input.rows, (key, value) => (key === 'touched' || key === 'offsets' ? undefined : value));
    case undefined:
      return undefined;
  }
}

function sortAscending(indexes: readonly number[]): readonly number[] {
  return [...indexes].sort((a, b) => a - b);
}
