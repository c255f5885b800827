import type { Field, FormModel, NumberRules, Option, TextRules } from '#form/model.ts';

/** The schemas of forms, because servers repeat their forms. */
const schemas = new WeakMap<FormModel, object>();

/**
 * Generates a schema from the fields of a form, once for each form. The properties are named by the index of their field, so that no
 * name from the server reaches the validator.
 */
export function formSchema(form: FormModel): object {
  const schema = schemas.get(form) ?? generate(form);
  schemas.set(form, schema);
  return schema;
}

function generate(form: FormModel): object {
  // Definitions are compiled separately, and fields with equal schemas share one. Without definitions, compiling the largest
  // form exceeds the memory limit of the thread.
  const definitions = new Map<string, { readonly name: string; readonly schema: object }>();
  const properties = form.fields.map((field, index) => {
    const schema = fieldSchema(field);
    const json = JSON.stringify(schema);
    const definition = definitions.get(json) ?? { name: propertyName(index), schema };
    definitions.set(json, definition);
    return [propertyName(index), { $ref: `#/$defs/${definition.name}` }] as const;
  });
  return {
    type: 'object',
    $defs: Object.fromEntries([...definitions.values()].map(({ name, schema }) => [name, schema])),
    properties: Object.fromEntries(properties),
    required: form.fields.flatMap(({ required }, index) => (required ? [propertyName(index)] : [])),
    additionalProperties: false,
  };
}

/** Renames the content of a form for `formSchema`. A property that is not in the form gets a name that the schema does not allow. */
export function formContent(form: FormModel, content: Readonly<Record<string, unknown>>): object {
  const indexes = new Map(form.fields.map(({ name }, index) => [name, propertyName(index)]));
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [indexes.get(name) ?? ` ${name}`, value]));
}

/** The index of the field that a property of `formSchema` stands for; `undefined` for any other name. */
export function fieldIndexOf(name: string): number | undefined {
  return /^f\d+$/.test(name) ? Number(name.slice(1)) : undefined;
}

function propertyName(index: number): string {
  return `f${index}`;
}

function fieldSchema(field: Field): object {
  switch (field.kind) {
    case 'text': {
      const { list } = field;
      const text = { type: 'string', ...textRules(field) };
      const amounts = list && { minItems: list.minItems, maxItems: list.maxItems, uniqueItems: list.unique };
      return amounts ? definedEntries({ type: 'array', items: text, ...amounts }) : text;
    }
    case 'number':
      return { type: field.integer ? 'integer' : 'number', ...numberRules(field) };
    case 'boolean':
      return { type: 'boolean', ...definedEntries({ const: field.onlyValue }) };
    case 'choice':
      return { enum: valuesOf(field.options), ...textRules(field.rules ?? {}), ...numberRules(field.rules ?? {}) };
    case 'multiChoice': {
      const items = { type: 'string', enum: valuesOf(field.options), ...textRules(field.rules ?? {}) };
      const amounts = { minItems: field.minItems, maxItems: field.maxItems };
      return definedEntries({ type: 'array', items, uniqueItems: true, ...amounts });
    }
    case 'list':
    case 'record':
    case 'json':
      // No elicitation has such a field; arguments are checked against the schema of their tool.
      return { not: {} };
  }
}

function textRules({ format, minLength, maxLength, pattern }: TextRules): object {
  return definedEntries({ format, minLength, maxLength, pattern });
}

function numberRules(rules: Partial<NumberRules>): object {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  return definedEntries({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf });
}

function valuesOf(options: readonly Option[]): (string | number)[] {
  return options.map(({ value }) => value);
}

function definedEntries(entries: object): object {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}
