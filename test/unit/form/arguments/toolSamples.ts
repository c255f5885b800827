import { isRecord } from '#form/json.ts';
import { BranchWalk } from '#form/schema/branchWalk.ts';
import { templateOf } from '#form/schema/jsonTemplate.ts';
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
  const walk = new BranchWalk(schema);
  const branches = branchesOf([schema], walk);
  const valuesOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, sampleValue(stepInto(branches, name), walk, 0)]));
  return [valuesOf(requiredNames(branches, walk)), valuesOf([...namedProperties(branches).keys()])];
}

function sampleValue(schemas: readonly unknown[], walk: BranchWalk, depth: number): unknown {
  const branches = branchesOf(schemas, walk, 'one');
  const keyword = (name: string) => branches.map((branch) => own(branch, name)).find((value) => value !== undefined);
  const [constant] = branches.flatMap((branch) =>
    Object.hasOwn(branch, 'const') ? [branch['const']] : listAt(branch, 'enum'),
  );
  if (constant !== undefined) {
    return constant;
  }
  const types = typesOf(branches, walk);
  if (types.has('object')) {
    const names = depth > 4 ? [] : requiredNames(branches, walk);
    return Object.fromEntries(names.map((name) => [name, sampleValue(stepInto(branches, name), walk, depth + 1)]));
  }
  if (types.has('array')) {
    const count = Math.max(1, Number(keyword('minItems') ?? 0));
    return Array.from({ length: count }, (_, index) => sampleValue(stepInto(branches, index), walk, depth + 1));
  }
  if (types.has('string')) {
    return 'text with "quotes"'
      .padEnd(Number(keyword('minLength') ?? 0), 'x')
      .slice(0, Number(keyword('maxLength') ?? 1000));
  }
  if (types.has('number') || types.has('integer')) {
    return Math.max(1, Number(keyword('minimum') ?? 1));
  }
  return types.has('boolean') ? true : isRecord(templateOf(schemas, walk).value) ? {} : 'anything';
}
