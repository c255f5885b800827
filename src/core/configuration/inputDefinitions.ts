import { t } from '@vscode/l10n';
import type { EntryProblem } from '#core/model/definition.ts';
import { escapeInvisible } from '#form/text.ts';
import { inputIdFault } from './nameFaults.ts';
import { fieldsOf, jsonTypeName, type ReportProblem, readOptionalText, reportWrongType } from './valueReaders.ts';

/** The definition of the prompt for `${input:id}`, as in VS Code's `mcp.json`. */
export type InputDefinition =
  | {
      readonly type: 'promptString';
      readonly id: string;
      readonly description: string;
      /** True if typed text is hidden and stored as a secret. */
      readonly password: boolean;
      readonly default?: string;
    }
  | {
      readonly type: 'pickString';
      readonly id: string;
      readonly description: string;
      /** At least one. */
      readonly options: readonly InputOption[];
      /** The value of one of the options. */
      readonly default?: string;
    };

interface InputOption {
  readonly label: string;
  readonly value: string;
}

/**
 * True if the user types the value, which is masked in logs and in the record. False if the user selects a value that is in
 * the settings.
 */
export function isTypedInput({ type }: InputDefinition): boolean {
  return type === 'promptString';
}

/**
 * Reads the setting `mcpElicitation.inputs` of one scope: a list of definitions. Reports a faulty definition (`server`
 * empty, key `inputs[2].id`), and leaves it out. Of two definitions with the same id the first counts. `undefined` (not set)
 * gives no inputs and no problems.
 */
export function readInputs(raw: unknown): { inputs: Map<string, InputDefinition>; problems: EntryProblem[] } {
  const inputs = new Map<string, InputDefinition>();
  const problems: EntryProblem[] = [];
  const report: ReportProblem = (key, message, remedy) => {
    problems.push({ server: '', key, message: escapeInvisible(message, 300), remedy });
  };
  if (raw === undefined) {
    return { inputs, problems };
  }
  if (!Array.isArray(raw)) {
    const remedy = t('Write a list, such as [{"type": "promptString", "id": "key", "description": "API key"}].');
    reportWrongType(report, 'inputs', raw, 'a list', remedy);
    return { inputs, problems };
  }
  for (const [index, value] of raw.entries()) {
    const path = `inputs[${index}]`;
    const problemsBefore = problems.length;
    const definition = readDefinition(value, path, report);
    if (!definition || problems.length > problemsBefore) {
      continue;
    }
    if (inputs.has(definition.id)) {
      report(`${path}.id`, t('The id "{0}" is defined twice.', definition.id), t('Give each input an id of its own.'));
    } else {
      inputs.set(definition.id, definition);
    }
  }
  return { inputs, problems };
}

function readDefinition(value: unknown, path: string, reportAt: ReportProblem): InputDefinition | undefined {
  const fields = fieldsOf(value);
  if (!fields) {
    reportWrongType(
      reportAt,
      path,
      value,
      t('an object'),
      'Write {"type": "promptString", "id": "...", "description": "..."}.',
    );
    return undefined;
  }
  const report: ReportProblem = (key, message, remedy) => reportAt(`${path}.${key}`, message, remedy);
  const id = readId(fields.get('id'), report);
  const description = readOptionalText(fields, 'description', report) ?? id;
  const defaultValue = readOptionalText(fields, 'default', report);
  const common = { id, description, ...(defaultValue !== undefined && { default: defaultValue }) };
  switch (fields.get('type')) {
    case 'promptString':
      return { type: 'promptString', ...common, password: readPassword(fields.get('password'), report) };
    case 'pickString': {
      const options = readOptions(fields.get('options'), report);
      if (defaultValue !== undefined && options.length > 0 && !options.some(({ value }) => value === defaultValue)) {
        report('default', t('default is not one of the options.'), t('Use the value of one of the options.'));
      }
      return { type: 'pickString', ...common, options };
    }
    case 'command':
      report('type', t('Inputs of type "command" are not supported.'), t('Use "promptString" or "pickString".'));
      return undefined;
    default:
      report('type', t('type must be "promptString" or "pickString".'), t('Correct the type.'));
      return undefined;
  }
}

function readId(value: unknown, report: ReportProblem): string {
  if (typeof value !== 'string') {
    reportWrongType(report, 'id', value, t('text'), t('Give the input an id, in quotes.'));
    return '';
  }
  const fault = inputIdFault(value);
  if (fault) {
    report('id', fault.message, fault.remedy);
  } else if (/[{}]/.test(value)) {
    report('id', t('The id has a brace.'), t('Write the id without braces.'));
  }
  return value;
}

function readPassword(value: unknown, report: ReportProblem): boolean {
  if (value === undefined || typeof value === 'boolean') {
    return value ?? false;
  }
  reportWrongType(report, 'password', value, t('true or false'), t('Write true or false, without quotes.'));
  // After a wrong value the typed text is hidden.
  return true;
}

function readOptions(value: unknown, report: ReportProblem): InputOption[] {
  if (!Array.isArray(value) || value.length === 0) {
    const typeName = Array.isArray(value) ? t('an empty list') : jsonTypeName(value);
    report(
      'options',
      t('options must be a list of texts, but it is {0}.', typeName),
      t('Write a list, such as ["one", "two"].'),
    );
    return [];
  }
  const options: InputOption[] = [];
  for (const [index, item] of value.entries()) {
    const option = readOption(item);
    if (option) {
      options.push(option);
    } else {
      report(
        `options[${index}]`,
        t('options[{0}] is not an option.', index),
        t('Write text, or {"label": "...", "value": "..."}.'),
      );
    }
  }
  return options;
}

function readOption(item: unknown): InputOption | undefined {
  if (typeof item === 'string') {
    return { label: item, value: item };
  }
  const fields = fieldsOf(item);
  const value = fields?.get('value');
  const label = fields?.get('label') ?? value;
  return typeof value === 'string' && typeof label === 'string' ? { label, value } : undefined;
}

/** The limits of `predefinedValues` and of `expandInputs`. */
const maxValues = 200;
const maxTexts = 1000;

/**
 * The values in an input's definition, the default first: the user can submit these without typing. At most 200; `hasMore` is
 * true if there are others. None for a password, whose default is ignored.
 */
export function predefinedValues(input: InputDefinition): {
  readonly values: readonly string[];
  readonly hasMore: boolean;
} {
  const options = input.type === 'pickString' ? input.options.map(({ value }) => value) : [];
  const defaultValues =
    input.default === undefined || (input.type === 'promptString' && input.password) ? [] : [input.default];
  const values = [...new Set([...defaultValues, ...options])];
  return { values: values.slice(0, maxValues), hasMore: values.length > maxValues };
}

/** Returns, for each text that uses an input, the text with each predefined value of the input. At most 1,000 texts. */
export function expandInputs(
  texts: readonly string[],
  inputs: ReadonlyMap<string, InputDefinition | undefined>,
): string[] {
  const expandedTexts: string[] = [];
  for (const [id, input] of inputs) {
    const variable = `\${input:${id}}`;
    const { values } = input ? predefinedValues(input) : { values: [] };
    for (const text of texts.filter((candidate) => candidate.includes(variable))) {
      expandedTexts.push(
        ...values.slice(0, maxTexts - expandedTexts.length).map((value) => text.replaceAll(variable, () => value)),
      );
    }
  }
  return expandedTexts;
}
