import { t } from '@vscode/l10n';
import type { CallRequest } from '#core/model/call.ts';
import { indentedJson, isRecord, nonEmptyText } from '#form/json.ts';
import { formatNumber } from '#form/language.ts';
import { truncate } from '#form/text.ts';
import type { RawPart, ReadablePart } from './readablePart.ts';
import { withoutRepeatedMedia } from './repeatedMedia.ts';
import { sameJsonAs, wrapsTexts } from './sameJson.ts';

/** The longest part, in UTF-16 code units. */
const maxPartLength = 2_000_000;
/** The total length of indented JSON in one result, in UTF-16 code units. Further values are formatted in one line each. */
const maxIndentedLength = 4_000_000;

/** The image types that `<img>` shows, without SVG, which can contain scripts. */
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const audioType = /^audio\/[a-z0-9.+-]{1,60}$/;

/**
 * Converts a result into readable parts. `failed`: true if the tool reports an error (`isError`). Accepts any value and never
 * throws; other content becomes JSON or a note.
 */
export function readResult(
  request: Pick<CallRequest, 'kind'>,
  result: unknown,
): { failed: boolean; parts: ReadablePart[] } {
  const failed = request.kind === 'tool' && isRecord(result) && result['isError'] === true;
  return { failed, parts: toParts(withoutRepeatedMedia(toRawParts(request, result))) };
}

function toRawParts({ kind }: Pick<CallRequest, 'kind'>, result: unknown): RawPart[] {
  if (!isRecord(result)) {
    return [valuePart(t('Result'), result)];
  }
  if (kind === 'tool') {
    return toolParts(result);
  }
  const [list, readItem] = kind === 'prompt' ? [result['messages'], messageParts] : [result['contents'], contentsParts];
  return Array.isArray(list) ? list.flatMap(readItem) : [valuePart(t('Result'), result)];
}

function toolParts(result: Record<string, unknown>): RawPart[] {
  const { content, structuredContent } = result;
  if (!Array.isArray(content) && structuredContent === undefined) {
    return [valuePart(t('Result'), result)];
  }
  const parts = Array.isArray(content) ? content.map(contentPart) : [];
  if (structuredContent === undefined) {
    return parts;
  }
  // Servers repeat structured content as text for older hosts; the repetition is not shown.
  const isSame = sameJsonAs(structuredContent);
  const other = parts.filter((part) => part.kind !== 'text' || !isSame(part.text));
  const isRepeated = wrapsTexts(structuredContent, other) ? { isRepeated: true as const } : {};
  return [...other, { kind: 'value', label: t('Structured content'), value: structuredContent, ...isRepeated }];
}

function messageParts(message: unknown): RawPart[] {
  if (!isRecord(message)) {
    return [valuePart(t('Message'), message)];
  }
  const { role, content } = message;
  const parts = Array.isArray(content) ? content.map(contentPart) : [contentPart(content)];
  return [{ kind: 'role', role: typeof role === 'string' ? role : t('unknown') }, ...parts];
}

function contentsParts(contents: unknown): RawPart[] {
  return [isRecord(contents) ? resourcePart(contents) : valuePart(t('Contents'), contents)];
}

function contentPart(content: unknown): RawPart {
  if (!isRecord(content)) {
    return valuePart(t('Content'), content);
  }
  const { type, text, resource } = content;
  if (type === 'text' && typeof text === 'string') {
    return { kind: 'text', text };
  }
  if (type === 'image' || type === 'audio') {
    return mediaPart(type, content);
  }
  if (type === 'resource_link' && typeof content['uri'] === 'string') {
    const { uri } = content;
    return {
      kind: 'link',
      uri,
      name: nonEmptyText(content['title']) ?? nonEmptyText(content['name']) ?? uri,
      description: nonEmptyText(content['description']),
      mimeType: nonEmptyText(content['mimeType']),
    };
  }
  if (type === 'resource' && isRecord(resource)) {
    return resourcePart(resource);
  }
  return valuePart(t('Content'), content);
}

function mediaPart(kind: 'image' | 'audio', content: Record<string, unknown>): RawPart {
  const { data } = content;
  const mimeType = (nonEmptyText(content['mimeType']) ?? '').toLowerCase();
  const isSupported = kind === 'image' ? imageTypes.has(mimeType) : audioType.test(mimeType);
  if (!isSupported) {
    return { kind: 'other', text: unknownMedia(kind, mimeType) };
  }
  const compact = typeof data === 'string' ? base64(data) : undefined;
  return compact === undefined
    ? {
        kind: 'other',
        text: kind === 'image' ? t('An image whose data is damaged.') : t('A sound whose data is damaged.'),
      }
    : { kind, mimeType, data: compact };
}

function unknownMedia(kind: 'image' | 'audio', mimeType: string): string {
  if (kind === 'image') {
    return mimeType
      ? t('An image of type {0}, which cannot be shown here.', mimeType)
      : t('An image of an unknown type, which cannot be shown here.');
  }
  return mimeType
    ? t('A sound of type {0}, which cannot be played here.', mimeType)
    : t('A sound of an unknown type, which cannot be played here.');
}

function resourcePart(resource: Record<string, unknown>): RawPart {
  const { text, blob } = resource;
  const uri = nonEmptyText(resource['uri']);
  const mimeType = nonEmptyText(resource['mimeType']);
  if (typeof text === 'string') {
    return { kind: 'resource', uri: uri ?? '', mimeType, text };
  }
  if (typeof blob !== 'string') {
    return valuePart(t('Resource'), resource);
  }
  const data = base64(blob);
  if (mimeType && imageTypes.has(mimeType.toLowerCase()) && data !== undefined) {
    return { kind: 'image', mimeType: mimeType.toLowerCase(), data };
  }
  const size = Math.floor((unpaddedLength(blob) * 3) / 4);
  const [name, type] = [uri ?? t('A resource'), mimeType ?? t('binary data')];
  return {
    kind: 'other',
    text: size === 1 ? t('{0}: {1}, 1 byte.', name, type) : t('{0}: {1}, {2} bytes.', name, type, formatNumber(size)),
  };
}

function valuePart(label: string, value: unknown): RawPart {
  return { kind: 'value', label, value };
}

/** The length without base64 padding, in UTF-16 code units. A regular expression would take quadratic time. */
function unpaddedLength(blob: string): number {
  let length = blob.length;
  while (length > 0 && /[=\s]/.test(blob.charAt(length - 1))) {
    length -= 1;
  }
  return length;
}

/** The text without white space, which many encoders add; `undefined` if it is not base64. Source: RFC 4648, section 4. */
function base64(text: string): string | undefined {
  const compact = text.replace(/\s+/g, '');
  const valid = compact !== '' && compact.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(compact.replace(/={1,2}$/, ''));
  return valid ? compact : undefined;
}

/**
 * Converts raw parts into readable ones. JSON is indented up to a total length, because deep nesting adds many spaces. A part that is
 * too long is cut and followed by a note.
 */
function toParts(rawParts: readonly RawPart[]): ReadablePart[] {
  let lengthLeft = maxIndentedLength;
  return rawParts.flatMap((rawPart) => {
    const part = rawPart.kind === 'value' ? jsonPart(rawPart, Math.min(lengthLeft, maxPartLength)) : rawPart;
    if (part.kind === 'json' && part.json.length <= lengthLeft) {
      lengthLeft -= part.json.length;
    }
    return cutLongPart(part);
  });
}

function jsonPart({ label, value, ...more }: Extract<RawPart, { kind: 'value' }>, maxLength: number): ReadablePart {
  try {
    return { ...more, kind: 'json', label, json: indentedJson(value, maxLength) ?? 'undefined' };
  } catch {
    return { kind: 'other', text: t('{0}: not readable.', label) };
  }
}

function cutLongPart(part: ReadablePart): ReadablePart[] {
  switch (part.kind) {
    case 'text':
    case 'resource':
      return part.text.length > maxPartLength
        ? [{ ...part, text: truncate(part.text, maxPartLength) }, cutNote(part.text.length)]
        : [part];
    case 'json':
      return part.json.length > maxPartLength
        ? [{ ...part, json: truncate(part.json, maxPartLength) }, cutNote(part.json.length)]
        : [part];
    default:
      return [part];
  }
}

function cutNote(length: number): ReadablePart {
  const text = t(
    'Only the first {0} of {1} characters are shown. Copy takes all of them.',
    formatNumber(maxPartLength),
    formatNumber(length),
  );
  return { kind: 'other', text };
}
