import { t } from '@vscode/l10n';
import { indentedJson, isRecord } from '#form/json.ts';
import type { FieldBase, JsonField } from '#form/model.ts';
import { firstVisible } from '#form/text.ts';
import type { BranchWalk } from './branchWalk.ts';
import { templateJson } from './jsonTemplate.ts';
import { type JsonObject, KeywordReader } from './keywordReader.ts';
import { readBase } from './readField.ts';
import { branchesOf, own, typesOf } from './schemaBranches.ts';
import { SchemaRefusal } from './schemaRefusal.ts';
import type { PropertyContext } from './unwrapProperty.ts';

/** The longest default of a box, in UTF-16 code units of JSON. */
const maxDefaultLength = 20_000;

/** The values that are shared by all properties of the arguments of a tool. */
export interface ArgumentContext extends PropertyContext {
  readonly walk: BranchWalk;
}

/**
 * Reads a property that no other field can represent as a box for JSON. After the limit of the walk, a box for any JSON without
 * template.
 */
export function readBox(
  name: string,
  schema: unknown,
  required: boolean,
  { walk, budget }: ArgumentContext,
): JsonField {
  const property = isRecord(schema) ? schema : {};
  const branches = branchesOf([property], walk);
  const types = new Set(typesOf(branches, walk));
  const nullable = types.delete('null');
  const [type, another] = types;
  const accepts = another === undefined && (type === 'object' || type === 'array') ? type : 'any';
  const template = templateJson([property], walk, accepts);
  const value = own(property, 'default');
  const json = value === undefined || value === null ? undefined : indentedJson(value);
  return {
    kind: 'json',
    ...boxBase(KeywordReader.of(name, describedBranch(branches, property), budget), name, required),
    ...(walk.isComplete ? { accepts, ...templateProperties(template) } : { accepts: 'any' }),
    ...(nullable ? { nullable: true } : {}),
    ...(json === undefined || json.length > maxDefaultLength ? {} : { default: json }),
  };
}

function templateProperties(
  template: ReturnType<typeof templateJson>,
): Pick<JsonField, 'template' | 'isTemplateComplete'> {
  return template ? { template: template.value, ...(template.isComplete ? { isTemplateComplete: true } : {}) } : {};
}

/** The box for the properties that a schema takes and does not name. */
export function restBox(required: boolean): JsonField {
  return { kind: 'json', name: '', label: t('Other properties'), required, accepts: 'object', rest: true };
}

/** The property itself if it has texts for the user, or else the first schema that has some. */
function describedBranch(branches: readonly JsonObject[], property: JsonObject): JsonObject {
  const isDescribed = (branch: JsonObject) => typeof (own(branch, 'description') ?? own(branch, 'title')) === 'string';
  return branches.find(isDescribed) ?? property;
}

function boxBase(keywords: KeywordReader, name: string, required: boolean): FieldBase {
  try {
    return readBase(keywords, required);
  } catch (error) {
    if (error instanceof SchemaRefusal && error.limit === undefined) {
      return { name, label: firstVisible(name) ?? t('(no name)'), required };
    }
    throw error;
  }
}
