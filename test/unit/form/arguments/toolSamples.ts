import { isRecord } from '#form/json.ts';
import { templateValue } from '#form/schema/jsonTemplate.ts';
import {
  branchesOf,
  listAt,
  namedProperties,
  own,
  requiredNames,
  stepInto,
  typesOf,
} from '#form/schema/schemaBranches.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Valid arguments for the schema of a tool: those that are required, and all. */
export function samplesFor(schema: Schema): readonly Readonly<Record<string, unknown>>[] {
  const branches = branchesOf([schema], schema);
  const valuesOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, sampleValue(stepInto(branches, name), schema, 0)]));
  return [valuesOf(requiredNames(branches)), valuesOf([...namedProperties(branches).keys()])];
}

function sampleValue(schemas: readonly unknown[], root: Schema, depth: number): unknown {
  const branches = branchesOf(schemas, root, 'one');
  const keyword = (name: string) => branches.map((branch) => own(branch, name)).find((value) => value !== undefined);
  const [constant] = branches.flatMap((branch) =>
    Object.hasOwn(branch, 'const') ? [branch['const']] : listAt(branch, 'enum'),
  );
  if (constant !== undefined) {
    return constant;
  }
  const types = typesOf(branches);
  if (types.has('object')) {
    const names = depth > 4 ? [] : requiredNames(branches);
    return Object.fromEntries(names.map((name) => [name, sampleValue(stepInto(branches, name), root, depth + 1)]));
  }
  if (types.has('array')) {
    const count = Math.max(1, Number(keyword('minItems') ?? 0));
    return Array.from({ length: count }, (_, index) => sampleValue(stepInto(branches, index), root, depth + 1));
  }
  if (types.has('string')) {
    return 'text with "quotes"'
      .padEnd(Number(keyword('minLength') ?? 0), 'x')
      .slice(0, Number(keyword('maxLength') ?? 1000));
  }
  if (types.has('number') || types.has('integer')) {
    return Math.max(1, Number(keyword('minimum') ?? 1));
  }
  return types.has('boolean') ? true : isRecord(templateValue(schemas, root)) ? {} : 'anything';
}
