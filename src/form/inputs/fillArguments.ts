import { evaluate } from '#form/evaluate.ts';
import { initialInput, inputsFromContent } from '#form/formInputs.ts';
import { indentedJson } from '#form/json.ts';
import { jsonFromValue } from '#form/jsonInput.ts';
import type { Field, FieldInput, FormInputs, FormModel, JsonField } from '#form/model.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** A form for the arguments of a call that is filled in. `form` may have one more field, for properties that have no field. */
interface FilledForm {
  readonly form: FormModel;
  readonly inputs: FormInputs;
}

/**
 * Fills in a form with given arguments. Nothing is lost: a value that its field cannot represent is entered as JSON, and `otherBox`
 * is added for properties that have no field.
 */
export function fillArguments(form: FormModel, args: Arguments, otherBox: JsonField): FilledForm {
  const names = new Set(form.fields.filter((field) => !isRest(field)).map(({ name }) => name));
  const others = Object.entries(args).filter(([name]) => !names.has(name));
  const hasBox = form.fields.some(isRest);
  const fields = others.length > 0 && !hasBox ? [...form.fields, otherBox] : form.fields;
  const inputs = inputsFromContent({ ...form, fields }, args);
  return {
    form: fields === form.fields ? form : { ...form, fields },
    inputs: fields.map((field, index) => {
      if (isRest(field)) {
        return others.length > 0 ? jsonFromValue(Object.fromEntries(others)) : initialInput(field);
      }
      const input = inputs[index] as FieldInput;
      return Object.hasOwn(args, field.name) && !represents(field, input, args[field.name])
        ? jsonFromValue(args[field.name])
        : input;
    }),
  };
}

/** True if the field shows the value: it would send the value, or show what is wrong with it. */
function represents(field: Field, input: FieldInput, value: unknown): boolean {
  const { content, problems } = evaluate({ fields: [field] }, [input]);
  if (problems.length > 0) {
    return isShown(field, input, value);
  }
  return Object.hasOwn(content, field.name) && sameJson(content[field.name], value);
}

/** True if an input with a problem shows the value as the user would type it. */
function isShown(field: Field, input: FieldInput, value: unknown): boolean {
  if (input.kind === 'text' && field.kind === 'text') {
    return value === input.text;
  }
  if (input.kind === 'text' && field.kind === 'number') {
    return typeof value === 'number' && String(value) === input.text;
  }
  return (input.kind === 'list' || input.kind === 'record' || input.kind === 'json') && input.touched;
}

function isRest(field: Field): boolean {
  return field.kind === 'json' && field.rest === true;
}

function sameJson(a: unknown, b: unknown): boolean {
  return indentedJson(a) === indentedJson(b);
}
