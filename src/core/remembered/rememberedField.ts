import { digestOf } from '#core/common/digest.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { AnswerScope } from '#core/model/answerScope.ts';
import { isRememberable } from '#form/formLimits.ts';
import { isRecord } from '#form/json.ts';
import type { Field } from '#form/model.ts';
import { type FieldValue, isFieldValue } from '#form/sentValues.ts';

/** The number of remembered answers of all servers. */
export const maxRemembered = 500;
/** The JSON of all answers together, in UTF-16 code units; the newest stay. */
export const maxTotalLength = 1_000_000;
/** The JSON of the texts that identify one field (server, workspace, tool, property, label), in UTF-16 code units. */
export const maxNamesLength = 10_000;

/** The answer of a field that the user wants to use again. */
export interface RememberedField extends AnswerScope {
  /** The server's configured name. */
  readonly serverName: string;
  /** The property's name. */
  readonly name: string;
  readonly label: string;
  /** The fingerprint of the field: see `fieldShape`. */
  readonly shape: string;
  readonly value: FieldValue;
  /** The value as text for the user, cut to a maximum length. */
  readonly said: string;
  /** The time of the answer, in milliseconds since the epoch. */
  readonly at: number;
}

/** Identifies a field of a scope: SHA-256, in hexadecimal. */
export function rememberedFieldId({
  server,
  workspace,
  target,
  name,
  shape,
}: AnswerScope & Pick<RememberedField, 'name' | 'shape'>): string {
  return digestOf([server, workspace, target?.kind, target?.name, name, shape]);
}

/**
 * A fingerprint of the properties of a field that must be the same for an old answer to be used: kind, format, label, and the
 * values and labels of the options, in any order. Under another label, the answer could mean something else.
 */
export function fieldShape(field: Field): string {
  const { kind, label } = field;
  const options =
    kind === 'choice' || kind === 'multiChoice'
      ? field.options.map((option) => JSON.stringify([option.value, option.label])).sort()
      : null;
  const format = kind === 'text' ? field.format : kind === 'number' ? field.integer : undefined;
  return fingerprintOf([kind, label, format ?? null, options]);
}

/** True if the answer is small enough to be remembered. */
export function isKeepable({ serverName, server, workspace, target, name, label, value }: RememberedField): boolean {
  const names = JSON.stringify([serverName, server, workspace, target, name, label]);
  return isRememberable(value) && names.length <= maxNamesLength;
}

/** Reads a stored value; `undefined` if it is not a remembered field. */
export function readRememberedField(stored: unknown): RememberedField | undefined {
  if (!isRecord(stored)) {
    return undefined;
  }
  const { server, workspace, target, serverName, name, label, shape, value, said, at } = stored;
  const isWhole =
    isText(server) && isText(serverName) && isText(name) && isText(label) && isText(shape) && isText(said);
  if (!isWhole || !(workspace === undefined || isText(workspace)) || !isTime(at) || !isFieldValue(value)) {
    return undefined;
  }
  if (target !== undefined && !(isRecord(target) && isText(target['kind']) && isText(target['name']))) {
    return undefined;
  }
  const readTarget = target && { kind: String(target['kind']), name: String(target['name']) };
  const field = { server, workspace, target: readTarget, serverName, name, label, shape, value, said, at };
  return isKeepable(field) ? field : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
