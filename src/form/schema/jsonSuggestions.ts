import { t } from '@vscode/l10n';
import { isRecord } from '#form/json.ts';
import { keysAfter, type OpenContainer, walkJson } from '#form/jsonText/walkJson.ts';
import { inOneLine } from '#form/text.ts';
import { BranchWalk } from './branchWalk.ts';
import { templateOf } from './jsonTemplate.ts';
import type { JsonObject } from './keywordReader.ts';
import { branchesOf, listAt, namedProperties, own, requiredNames, stepInto, typesOf } from './schemaBranches.ts';
import { maxNameLength } from './schemaLimits.ts';

/** A text that can be inserted. */
interface JsonSuggestion {
  /** A key, or a value as JSON, on one line. */
  readonly label: string;
  readonly insert: string;
  /** The offset of the caret in `insert`. */
  readonly caret: number;
  /** Words of the host about the value, such as its type. */
  readonly detail?: string;
  /** The description by the server, on one line. */
  readonly description?: string;
}

interface JsonSuggestions {
  /** The part of the text that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly JsonSuggestion[];
}

/** A value that a schema shows. */
interface ShownValue {
  readonly value: unknown;
  readonly description?: string;
}

/** Suggestions for one place. */
const maxItems = 50;
/** UTF-16 code units of a text for which there are suggestions, and of a suggested value as JSON. */
const maxTextLength = 200_000;
const maxValueLength = 2000;
const maxLabelLength = 80;

/**
 * The keys and values that the schema of a value shows for a place in its JSON. The text may be incomplete. `schemas` are those of
 * the whole text. After the limit of the walk, keys are suggested without their types and required keys.
 */
export function jsonSuggestions(
  schemas: readonly unknown[],
  rootSchema: JsonObject,
  text: string,
  offset: number,
): JsonSuggestions {
  const none = { from: offset, to: offset, items: [] };
  if (text.length > maxTextLength) {
    return none;
  }
  const walk = new BranchWalk(rootSchema);
  const { end, containers } = walkJson(text.slice(0, offset), () => undefined);
  const typed = text.slice(Math.min(end.offset, offset), offset);
  const from = offset - typed.length;
  const isKey = end.expected === 'name' || end.expected === 'nameOrEnd';
  if (end.expected === 'next' || !/^(?:"[^"\n]*|[\w.+-]*)$/.test(typed) || (isKey && /^[^"]/.test(typed))) {
    return none;
  }
  const rest = /^[^"\n,:{}[\]]*"/.exec(text.slice(offset))?.[0] ?? '';
  const to = offset + (typed.startsWith('"') ? rest.length : 0);
  const after = text.slice(to).trimStart();
  const items = isKey
    ? keySuggestions(objectBranches(schemas, walk, containers), walk, {
        typed: typed.slice(1),
        used: new Set([...(containers.at(-1)?.keys ?? []), ...keysAfter(text, to)]),
        hasValue: after.startsWith(':'),
        needsComma: after.startsWith('"'),
        indent: indentAt(text, offset),
      })
    : valueSuggestions(valueSchemas(schemas, walk, containers), walk, typed, indentAt(text, offset));
  return { from, to, items: items.slice(0, maxItems) };
}

interface KeyPlace {
  readonly typed: string;
  readonly used: ReadonlySet<string>;
  /** True if a colon follows, so that only the key is replaced. */
  readonly hasValue: boolean;
  /** True if another key follows. */
  readonly needsComma: boolean;
  readonly indent: string;
}

function keySuggestions(branches: readonly JsonObject[], walk: BranchWalk, place: KeyPlace): JsonSuggestion[] {
  const required = new Set(requiredNames(branches, walk));
  const fits = ([name]: readonly [string, unknown]) =>
    !place.used.has(name) && name.length <= maxNameLength && name.toLowerCase().startsWith(place.typed.toLowerCase());
  const named = [...namedProperties(branches)].filter(fits).slice(0, maxItems * 4);
  named.sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  return named.slice(0, maxItems).map(([name, schemas]) => {
    const key = JSON.stringify(name);
    const valueBranches = branchesOf(schemas, walk);
    const value = indented(templateOf(schemas, walk).value, place.indent);
    const insert = place.hasValue ? key : `${key}: ${value}${place.needsComma ? ',' : ''}`;
    return {
      label: inOneLine(name, maxLabelLength),
      insert,
      caret: place.hasValue ? insert.length : caretIn(insert, key.length + 2),
      detail: detailOf(valueBranches, required.has(name), walk),
      ...descriptionOf(valueBranches),
    };
  });
}

function valueSuggestions(
  schemas: readonly unknown[],
  walk: BranchWalk,
  typed: string,
  indent: string,
): JsonSuggestion[] {
  const branches = branchesOf(schemas, walk);
  const values = [...shownValues(branches, schemas, walk)];
  const byJson = new Map(values.map((shown) => [JSON.stringify(shown.value) ?? '', shown]));
  return [...byJson].flatMap(([json, { value, description }]): JsonSuggestion[] => {
    if (json === '' || json.length > maxValueLength || !json.toLowerCase().startsWith(typed.toLowerCase())) {
      return [];
    }
    const insert = indented(value, indent);
    const label = inOneLine(json, maxLabelLength);
    return [{ label, insert, caret: caretIn(insert, 0), ...(description ? { description } : {}) }];
  });
}

function* shownValues(
  branches: readonly JsonObject[],
  schemas: readonly unknown[],
  walk: BranchWalk,
): Generator<ShownValue> {
  const named = (branch: JsonObject, keyword: string) => (Object.hasOwn(branch, keyword) ? [branch[keyword]] : []);
  for (const branch of branches) {
    const text = own(branch, 'title') ?? own(branch, 'description');
    const description = typeof text === 'string' ? inOneLine(text) : '';
    yield* named(branch, 'const').map((value) => ({ value, description }));
    yield* [...listAt(branch, 'enum'), ...named(branch, 'default'), ...listAt(branch, 'examples')]
      .slice(0, maxItems * 4)
      .map((value) => ({ value }));
  }
  const types = typesOf(branches, walk);
  if (types.has('boolean')) {
    yield* [{ value: true }, { value: false }];
  }
  if (types.has('null')) {
    yield { value: null };
  }
  if (types.has('object') || types.has('array')) {
    yield { value: templateOf(schemas, walk).value };
  }
}

/** The schemas of the value at a place. */
function valueSchemas(
  schemas: readonly unknown[],
  walk: BranchWalk,
  containers: readonly OpenContainer[],
): readonly unknown[] {
  return containers.reduce<readonly unknown[]>(
    (parts, container) => stepInto(compatible(branchesOf(parts, walk), container), container.step),
    schemas,
  );
}

/** The schemas of the object at a place. */
function objectBranches(
  schemas: readonly unknown[],
  walk: BranchWalk,
  containers: readonly OpenContainer[],
): readonly JsonObject[] {
  const innermost = containers.at(-1);
  const parts = branchesOf(valueSchemas(schemas, walk, containers.slice(0, -1)), walk);
  return innermost ? compatible(parts, innermost) : [];
}

/** The schemas whose constants do not contradict the values that are in the object: those of one of several kinds of objects. */
function compatible(branches: readonly JsonObject[], { scalars }: OpenContainer): readonly JsonObject[] {
  return branches.filter((branch) => {
    const named = own(branch, 'properties');
    return !isRecord(named) || [...scalars].every(([key, json]) => !excludes(named, key, json));
  });
}

function excludes(properties: JsonObject, key: string, json: string): boolean {
  const schema = own(properties, key);
  if (!isRecord(schema) || !Object.hasOwn(schema, 'const')) {
    return false;
  }
  const only = schema['const'];
  // An object or a list can be long, and differs from every scalar.
  return (typeof only === 'object' && only !== null) || JSON.stringify(only) !== json;
}

/** "text · required": the type of a value. */
function detailOf(branches: readonly JsonObject[], required: boolean, walk: BranchWalk): string {
  const types = [...typesOf(branches, walk)].map(typeText).filter((text) => text !== undefined);
  const words = [types.join(' / '), required ? t('required') : ''].filter((word) => word !== '');
  return words.join(' · ');
}

function typeText(type: string): string | undefined {
  switch (type) {
    case 'string':
      return t('text');
    case 'number':
    case 'integer':
      return t('number');
    case 'boolean':
      return t('true or false');
    case 'array':
      return t('list');
    case 'object':
      return t('object');
    case 'null':
      return 'null';
    default:
      return undefined;
  }
}

function descriptionOf(branches: readonly JsonObject[]): { description?: string } {
  const text = branches.map((branch) => own(branch, 'description')).find((one) => typeof one === 'string');
  const description = typeof text === 'string' ? inOneLine(text) : '';
  return description === '' ? {} : { description };
}

function indented(value: unknown, indent: string): string {
  return (JSON.stringify(value, undefined, 2) ?? 'null').replaceAll('\n', `\n${indent}`);
}

function indentAt(text: string, offset: number): string {
  return /[^\n]*$/.exec(text.slice(0, offset))?.[0].match(/^\s*/)?.[0] ?? '';
}

/** The place of the first value to fill in: within an empty text, list or object, else the end. */
function caretIn(insert: string, from: number): number {
  const empty = insert.slice(from).search(/""|\[\]|\{\}/);
  return empty < 0 ? insert.length : from + empty + 1;
}
