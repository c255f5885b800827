import { t } from '@vscode/l10n';
import { isRecord } from '#form/json.ts';
import { formatNumber } from '#form/language.ts';
import type { RawPart } from './readablePart.ts';

/** The number of images and sounds of one result that are searched for in its texts, the largest first. */
const maxMedia = 20;
/** The shortest base64 text that is searched for, in UTF-16 code units. */
const minLength = 64;

/** An image or a sound that is shown, and the note in place of its repetitions. */
interface ShownMedia {
  readonly data: string;
  readonly note: string;
}

/** Replaces the base64 text of images and sounds, which are shown, in the other parts of the result. */
export function withoutRepeatedMedia(parts: readonly RawPart[]): readonly RawPart[] {
  const media = parts
    .flatMap((part) =>
      part.kind === 'image' || part.kind === 'audio' ? [{ data: part.data, note: noteOf(part) }] : [],
    )
    .filter(({ data }) => data.length >= minLength)
    .sort((one, other) => other.data.length - one.data.length)
    .slice(0, maxMedia);
  if (media.length === 0) {
    return parts;
  }
  return parts.map((part) => {
    switch (part.kind) {
      case 'text':
      case 'resource':
        return { ...part, text: withNotes(part.text, media) };
      case 'value':
        return { ...part, value: valueWithNotes(part.value, media) };
      default:
        return part;
    }
  });
}

function valueWithNotes(value: unknown, media: readonly ShownMedia[]): unknown {
  if (typeof value === 'string') {
    return withNotes(value, media);
  }
  if (Array.isArray(value)) {
    return value.map((item) => valueWithNotes(item, media));
  }
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, valueWithNotes(item, media)]))
    : value;
}

function withNotes(text: string, media: readonly ShownMedia[]): string {
  return media.reduce(
    (rest, { data, note }) => (rest.length < data.length ? rest : rest.replaceAll(data, () => note)),
    text,
  );
}

function noteOf({ mimeType, data }: { readonly mimeType: string; readonly data: string }): string {
  return t('[{0} of {1} bytes, shown here]', mimeType, formatNumber(Math.floor((data.length * 3) / 4)));
}
