import type { InputDefinition } from './inputDefinitions.ts';

/** Values of one input, and texts that are made with them. */
const mostValues = 200;
const mostTexts = 1000;

/**
 * The values that stand in an input's definition, the default first: what a program gets by a click. A value that is typed
 * is the user's own, and a password has no default. At most 200; `more`: there are others.
 */
export function predefinedValues(input: InputDefinition): { readonly values: readonly string[]; readonly more: boolean } {
  const options = input.type === 'pickString' ? input.options.map(({ value }) => value) : [];
  const preset =
    input.default === undefined || (input.type === 'promptString' && input.password) ? [] : [input.default];
  const values = [...new Set([...preset, ...options])];
  return { values: values.slice(0, mostValues), more: values.length > mostValues };
}

/** Those of the texts that use an input, with each value that stands in its definition. At most 1,000. */
export function expandInputs(
  texts: readonly string[],
  inputs: ReadonlyMap<string, InputDefinition | undefined>,
): string[] {
  const made: string[] = [];
  for (const [id, input] of inputs) {
    const variable = `\${input:${id}}`;
    const { values } = input ? predefinedValues(input) : { values: [] };
    for (const text of texts.filter((one) => one.includes(variable))) {
      made.push(...values.slice(0, mostTexts - made.length).map((value) => text.replaceAll(variable, () => value)));
    }
  }
  return made;
}
