import type { Field, FormModel, RowField } from '#form/model.ts';
import { readArgumentsSchema } from '#form/schema/readArguments.ts';

/** The tools of one server, as `tools/list` returned them. */
export interface ToolsOfServer {
  readonly package: string;
  readonly version: string;
  readonly tools: readonly { readonly name: string; readonly inputSchema: unknown }[];
}

const introduction = `# How the arguments of real tools are drawn

Written by \`npm run arguments\` from \`test/data/tools.json\`; a unit test compares it.

- A text, number, choice or yes/no is a field, as in a question of a server. A list of texts or numbers, and names with values,
  have a row for each value.
- What else a schema describes is a **box for JSON** that holds only this argument. The box begins with the required keys, and suggests keys
  and values of its schema (\`Ctrl+Space\`). "Anything" means that the schema does not say what the argument is.
- **Exact JSON** shows the arguments as they will be sent.
- A schema whose properties depend on what it combines (\`oneOf\` of objects at its root), or that has more than 500 properties, is one
  box for all arguments, with the same suggestions: fields would have to appear and disappear with the choice of a
  part, and what was typed in one part would be lost in another.
`;

/** The page docs/arguments.md. */
export function argumentsPage(servers: readonly ToolsOfServer[]): string {
  const sections = servers.map((server) => {
    const rows = server.tools.flatMap(({ name, inputSchema }) => toolRows(name, inputSchema));
    const head = ['| tool | argument | drawn as |', '| --- | --- | --- |'];
    return [`## ${server.package} ${server.version}`, '', ...head, ...rows, ''].join('\n');
  });
  return [introduction, ...sections].join('\n');
}

function toolRows(tool: string, schema: unknown): readonly string[] {
  const reading = readArgumentsSchema(schema);
  if (!reading.ok) {
    return [`| ${tool} | all | **one box for JSON**: ${reading.message} |`];
  }
  return reading.form.fields.length === 0 ? [`| ${tool} | none | |`] : fieldRows(tool, reading.form);
}

function fieldRows(tool: string, { fields }: FormModel): readonly string[] {
  return fields.map((field, index) => {
    const name = `${field.name}${field.required ? '' : ' (optional)'}`;
    return `| ${index === 0 ? tool : ''} | ${name} | ${drawnAs(field)}${field.nullable ? ', or null' : ''} |`;
  });
}

function drawnAs(field: Field): string {
  switch (field.kind) {
    case 'list':
      return `rows of ${rowWord(field.row)}`;
    case 'record':
      return `rows of names with ${rowWord(field.row)}`;
    case 'boolean':
      return 'yes or no';
    case 'choice':
      return `one of ${field.options.length}`;
    case 'multiChoice':
      return `any of ${field.options.length}`;
    case 'json':
      return boxWords(field);
    default:
      return scalarWord(field);
  }
}

function boxWords({ accepts, template }: Field & { kind: 'json' }): string {
  const contents = accepts === 'any' ? 'anything' : accepts === 'array' ? 'a list' : 'an object';
  const keys = template === undefined ? [] : Object.keys(JSON.parse(template));
  const begins = keys.length === 0 ? '' : `, begins with ${keys.map((key) => `\`${key}\``).join(', ')}`;
  return `box for JSON: ${contents}${begins}`;
}

function rowWord(row: RowField): string {
  return row.kind === 'choice' ? `one of ${row.options.length}` : `${scalarWord(row)}s`;
}

function scalarWord(field: Field): string {
  if (field.kind === 'number') {
    return field.integer ? 'whole number' : 'number';
  }
  return field.kind === 'text' && field.format !== undefined ? `text (${field.format})` : 'text';
}
