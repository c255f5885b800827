import { isRecord, tryParseJson } from '#form/json.ts';
import { templateText } from '#form/jsonInput.ts';
import { walkJson } from '#form/jsonText/walkJson.ts';
import type { JsonField } from '#form/model.ts';

/** A text in place of the part of another text from `from` to `to`. */
interface TextInsertion {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The longest text into which something can be inserted, because it is read after each key. In UTF-16 code units. */
const maxTextLength = 200_000;

/**
 * The insertion of the required keys that an object lacks, or of one more element with its required keys into a list. A blank text
 * and an empty container become the whole template. `undefined` if nothing is missing, or if the text is not valid JSON of the
 * kind that the box accepts.
 */
export function templateInsertion(field: JsonField, text: string): TextInsertion | undefined {
  const { template, accepts } = field;
  if (template === undefined || text.length > maxTextLength) {
    return undefined;
  }
  if (/^\s*(?:\{\s*\}|\[\s*\])?\s*$/.test(text)) {
    return { from: 0, to: text.length, text: templateText(field) };
  }
  const root = readRoot(text);
  if (root?.opening !== (accepts === 'array' ? '[' : '{')) {
    return undefined;
  }
  const members = accepts === 'array' ? [template] : missingMembers(template, root.keys);
  const inserted = members.map((member) => `,\n${member}`.replaceAll('\n', '\n  ')).join('');
  return members.length === 0 ? undefined : { ...root.gap, text: `${inserted}\n` };
}

/** The object or list that a valid text consists of: its keys, and the place between its last part and its end. */
function readRoot(text: string) {
  const keys = new Set<string>();
  let gap = { from: 0, to: 0 };
  const { end } = walkJson(text, ({ kind, start, end: tokenEnd }, containers) => {
    if (kind === 'key' && containers.length === 1) {
      keys.add(String(containers[0]?.step));
    }
    gap = kind === 'close' && containers.length === 0 ? { ...gap, to: start } : { from: tokenEnd, to: gap.to };
  });
  return end.message === '' ? { opening: text.trimStart()[0], keys, gap } : undefined;
}

function missingMembers(template: string, keys: ReadonlySet<string>): readonly string[] {
  const value = tryParseJson(template);
  const entries = isRecord(value) ? Object.entries(value) : [];
  return entries
    .filter(([key]) => !keys.has(key))
    .map(([key, member]) => `${JSON.stringify(key)}: ${JSON.stringify(member, undefined, 2)}`);
}
