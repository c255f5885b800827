import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import { isRecord } from '#form/json.ts';

/** What the editor says of a setting, and the files that it can have it from. */
interface SettingInFiles {
  /** Of the files that there are. */
  readonly texts: readonly string[];
  /** Where the setting stands in each. */
  readonly path: readonly string[];
  /** What the editor says; `undefined`: the setting is not set. */
  readonly value: unknown;
}

/**
 * True when the editor has read a setting as a whole: no file has a syntax error, which makes the editor leave out what it
 * cannot read, and one of them has just this value. A setting that is not set is in none of them.
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

/** The names of entries, or the ids of inputs, in the files that say something else than the editor: those of other profiles. */
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
