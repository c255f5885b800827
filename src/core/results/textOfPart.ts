import { tryParseJson } from '#form/json.ts';
import type { ReadablePart } from './readablePart.ts';

/** The language in which a text editor shows a text. */
export type TextLanguage = 'json' | 'markdown' | 'text';

const jsonType = /^(application\/json|[\w.+-]+\/[\w.+-]+\+json)\b/i;
/** The longest text that is parsed to find out whether it is JSON, in UTF-16 code units. */
const maxParsedLength = 200_000;

/** The text of a part that a text editor can show; `undefined` for other parts. */
export function textOfPart(part: ReadablePart): { readonly text: string; readonly language: TextLanguage } | undefined {
  switch (part.kind) {
    case 'text':
      return { text: part.text, language: languageOf(part.text) };
    case 'resource':
      return { text: part.text, language: languageOf(part.text, part.mimeType) };
    case 'json':
      return { text: part.json, language: 'json' };
    default:
      return undefined;
  }
}

function languageOf(text: string, mimeType = ''): TextLanguage {
  if (jsonType.test(mimeType) || isJsonText(text)) {
    return 'json';
  }
  return /^text\/markdown\b/i.test(mimeType) ? 'markdown' : 'text';
}

/** True for an object or an array as JSON. */
function isJsonText(text: string): boolean {
  return /^\s*[[{]/.test(text) && text.length <= maxParsedLength && tryParseJson(text) !== undefined;
}
