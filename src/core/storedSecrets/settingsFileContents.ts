import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import { isRecord } from '#form/json.ts';

/** The value of a setting in the editor, and the files that it may come from. */
interface SettingInFiles {
  /** The texts of the files that exist. */
  readonly texts: readonly string[];
  /** The path of the setting in each file. */
  readonly path: readonly string[];
  /** The value in the editor; `undefined` if the setting is not set. */
  readonly value: unknown;
}

/**
 * True if the editor has read a setting completely. Then no file has a syntax error, which would make the editor drop a part,
 * and a file has exactly this value; if the setting is not set, there are files and none has a value.
 */
export function isReadCompletely({ texts, path, value }: SettingInFiles): boolean {
  const fingerprints: string[] = [];
  for (const text of texts) {
    const errors: ParseError[] = [];
    const root = parseTree(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
    if (errors.length > 0 || root?.type !== 'object') {
      return false;
    }
    fingerprints.push(fingerprintOf(valueAt(root, path)));
  }
  const expected = fingerprintOf(value);
  return value === undefined
    ? fingerprints.length > 0 && fingerprints.every((fingerprint) => fingerprint === expected)
    : fingerprints.includes(expected);
}

/** The names of entries, or ids of inputs, in files with another value than the editor: the files of other profiles. */
export function namesInOtherFiles({ texts, path, value }: SettingInFiles): ReadonlySet<string> {
  const fingerprint = fingerprintOf(value);
  const names = texts.flatMap((text) => {
    const root = parseTree(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
    const other = root && valueAt(root, path);
    return fingerprintOf(other) === fingerprint ? [] : namesIn(other);
  });
  return new Set(names);
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value)
    ? value.map((input) => isRecord(input) && input['id']).filter((id) => typeof id === 'string')
    : Object.keys(isRecord(value) ? value : {});
}

function valueAt(root: Node, path: readonly string[]): unknown {
  const node = findNodeAtLocation(root, [...path]);
  return node && getNodeValue(node);
}
