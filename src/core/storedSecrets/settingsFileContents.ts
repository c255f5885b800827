import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import { isRecord } from '#form/json.ts';

/** The value of a setting in the editor, and the files that it may come from. */
interface SettingInFiles {
  /** The texts of the files that exist. */
  readonly texts: readonly string[];
  /** The path of the setting in each file. */
  readonly path: readonly string[];
  /** The value in the editor; `undefined`: the setting is not set. */
  readonly value: unknown;
}

/**
 * True if the editor has read a setting completely: no file has a syntax error, which would make the editor drop a part,
 * and one file has exactly this value, or no file has a value if the setting is not set.
 */
export function isReadCompletely({ texts, path, value }: SettingInFiles): boolean {
  const found: string[] = [];
  for (const text of texts) {
    const errors: ParseError[] = [];
    const root = parseTree(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
    if (errors.length > 0 || root?.type !== 'object') {
      return false;
    }
    found.push(fingerprintOf(valueAt(root, path)));
  }
  const wanted = fingerprintOf(value);
  return value === undefined
    ? found.length > 0 && found.every((fingerprint) => fingerprint === wanted)
    : found.includes(wanted);
}

/** The names of entries, or ids of inputs, in files whose value differs from the editor's: the files of other profiles. */
export function namesInOtherFiles({ texts, path, value }: SettingInFiles): ReadonlySet<string> {
  const own = fingerprintOf(value);
  const found = texts.flatMap((text) => {
    const root = parseTree(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
    const other = root && valueAt(root, path);
    return fingerprintOf(other) === own ? [] : namesIn(other);
  });
  return new Set(found);
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value)
    ? value.map((one) => isRecord(one) && one['id']).filter((id) => typeof id === 'string')
    : Object.keys(isRecord(value) ? value : {});
}

function valueAt(root: Node, path: readonly string[]): unknown {
  const node = findNodeAtLocation(root, [...path]);
  return node && getNodeValue(node);
}
