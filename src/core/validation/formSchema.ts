import type { Field, FormModel, NumberRules, Option, TextRules } from '#form/model.ts';

/**
 * Generates a schema from the fields of a form. It contains nothing of the server's schema but the values that were read. The
 * properties are named by their index, so that no name from the server reaches the validator.
 */
export function formSchema(form: FormModel): object {
  // References are compiled separately, and fields with the same rules share one. Compiled inline, the largest form exceeds
  // the memory limit of the thread.
  const rules = new Map<string, { readonly name: string; readonly schema: object }>();
  const properties = form.fields.map((field, index) => {
    const schema = fieldSchema(field);
    const json = JSON.stringify(schema);
    const known = rules.get(json) ?? { name: nameOf(index), schema };
    rules.set(json, known);
    return [nameOf(index), { $ref: `#/$defs/${known.name}` }] as const;
  });
  return {
    type: 'object',
    $defs: Object.fromEntries([...rules.values()].map(({ name, schema }) => [name, schema])),
    properties: Object.fromEntries(properties),
    required: form.fields.flatMap(({ required }, index) => (required ? [nameOf(index)] : [])),
    additionalProperties: false,
  };
}

/** Renames the content of a form for `formSchema`. A property that is not in the form gets a name that the schema rejects. */
export function formContent(form: FormModel, content: Readonly<Record<string, unknown>>): object {
  const indexes = new Map(form.fields.map(({ name }, index) => [name, nameOf(index)]));
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [indexes.get(name) ?? ` ${name}`, value]));
}

/** The index of the field for a property of `formSchema`; `undefined` for any other name. */
export function fieldNamed(name: string): number | undefined {
  return /^f\d+$/.test(name) ? Number(name.slice(1)) : undefined;
}

function nameOf(index: number): string {
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
