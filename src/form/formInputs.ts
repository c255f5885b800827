import type { Field, FieldInput, FormInputs, FormModel, TextField } from './model.ts';

/** The inputs of an untouched form: the defaults. */
export function initialInputs(form: FormModel): FormInputs {
  return form.fields.map(initialInput);
}

/** The input of an untouched field: its default, else nothing. */
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
      return { kind: 'multiChoice', selected: ascending(field.default ?? []), touched: false };
  }
}

/**
 * The inputs of a form with known values, as if the user had entered them. A field has its default where the value is not
 * known, is of another type, or is the default.
 */
export function inputsFromContent(form: FormModel, content: Readonly<Record<string, unknown>>): FormInputs {
  return form.fields.map((field) => {
    const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    const known = inputFromValue(field, value);
    return known && differsFromInitial(field, known) ? known : initialInput(field);
  });
}

function inputFromValue(field: Field, value: unknown): FieldInput | undefined {
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
  }
}

function textInputFromValue(field: TextField, value: unknown): FieldInput | undefined {
  const lines =
    field.list && Array.isArray(value) && value.every((line) => typeof line === 'string') ? value : undefined;
  const text = field.list ? lines?.join('\n') : value;
  return typeof text === 'string' ? { kind: 'text', text, touched: true } : undefined;
}

/**
 * Whether inputs match a form: one for each field and of its kind, every index that of an option, the indexes of a multiple
 * choice ascending and unique. Checked before inputs of a webview are used.
 */
export function inputsMatchForm(form: FormModel, inputs: FormInputs): boolean {
  return (
    form.fields.length === inputs.length && form.fields.every((field, index) => inputMatchesField(field, inputs[index]))
  );
}

function inputMatchesField(field: Field, input: FieldInput | undefined): boolean {
  switch (field.kind) {
    case 'text':
    case 'number':
      return input?.kind === 'text';
    case 'boolean':
      return input?.kind === 'boolean';
    case 'choice':
      return input?.kind === 'choice' && (input.selected === null || field.options[input.selected] !== undefined);
    case 'multiChoice':
      return (
        input?.kind === 'multiChoice' &&
        input.selected.every(
          (option, position) =>
            field.options[option] !== undefined &&
            (position === 0 || option > (input.selected[position - 1] ?? option)),
        )
      );
  }
}

/** Whether the user has changed the field, whatever `touched` says: what the user sees is what is sent. */
export function isTouched(field: Field, input: FieldInput): boolean {
  return ('touched' in input && input.touched) || differsFromInitial(field, input);
}

/** Whether an input shows another value than the untouched field. */
function differsFromInitial(field: Field, input: FieldInput): boolean {
  const initial = initialInput(field);
  if (input.kind === 'text' && initial.kind === 'text') {
    return input.text !== initial.text;
  }
  if (input.kind === 'multiChoice' && initial.kind === 'multiChoice') {
    return input.selected.join() !== initial.selected.join();
  }
  return true;
}

/** What a field shows with this input; equal for inputs that differ only in `touched`. */
export function displayedValue(input: FieldInput | undefined): string | boolean | number | null | undefined {
  switch (input?.kind) {
    case 'text':
      return input.text;
    case 'boolean':
      return input.value;
    case 'choice':
      return input.selected;
    case 'multiChoice':
      return input.selected.join();
    case undefined:
      return undefined;
  }
}

function ascending(indexes: readonly number[]): readonly number[] {
  return [...indexes].sort((a, b) => a - b);
}
