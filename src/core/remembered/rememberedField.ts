import { digestOf } from '#core/common/digest.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { AnswerScope } from '#core/model/answerScope.ts';
import { isRecord } from '#form/json.ts';
import type { Field } from '#form/model.ts';
import { isRememberable } from '#form/remembering.ts';
import { type FieldValue, isFieldValue } from '#form/sentValues.ts';
import { longestNames } from './rememberedLimits.ts';

/** A field's answer that the person wants to use again. */
export interface RememberedField extends AnswerScope {
  /** The server's configured name. */
  readonly serverName: string;
  /** The property's name. */
  readonly name: string;
  readonly label: string;
  /** See `shapeOf`. */
  readonly shape: string;
  readonly value: FieldValue;
  /** The value in words, cut. */
  readonly said: string;
  /** When it was given, in milliseconds since the epoch. */
  readonly at: number;
}

/** Which answer it is: the same for the same field of the same asker. SHA-256, in hexadecimal. */
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
 * What must not change of a field for its old answer to count: its kind and format, what it and its options are called, and
 * the options' values. An answer under another label would be another answer. Their order makes no difference.
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

/** Whether it is small enough to be kept. */
export function isKeepable({ serverName, server, workspace, target, name, label, value }: RememberedField): boolean {
  const names = JSON.stringify([serverName, server, workspace, target, name, label]);
  return isRememberable(value) && names.length <= longestNames;
}

/** What was kept, when it is that; `undefined` for anything else. */
export function readRememberedField(kept: unknown): RememberedField | undefined {
  if (!isRecord(kept)) {
    return undefined;
  }
  const { server, workspace, target, serverName, name, label, shape, value, said, at } = kept;
  const isWhole =
    isText(server) && isText(serverName) && isText(name) && isText(label) && isText(shape) && isText(said);
  if (!isWhole || !(workspace === undefined || isText(workspace)) || !isTime(at) || !isFieldValue(value)) {
    return undefined;
  }
  if (target !== undefined && !(isRecord(target) && isText(target['kind']) && isText(target['name']))) {
    return undefined;
  }
  const aim = target && { kind: String(target['kind']), name: String(target['name']) };
  const field = { server, workspace, target: aim, serverName, name, label, shape, value, said, at };
  return isKeepable(field) ? field : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
