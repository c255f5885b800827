import { t } from '@vscode/l10n';
import { isRecord } from '../../form/json.ts';
import { inNumbers } from '../../form/language.ts';
import type { CallRequest } from './call.ts';

/** One piece of a result, ready to be read. Source: MCP specification, server/tools, "Tool Result". */
export type ReadablePart =
  | { kind: 'text'; text: string }
  | { kind: 'image' | 'audio'; mimeType: string; data: string }
  | { kind: 'json'; label: string; json: string }
  | { kind: 'link'; uri: string; name: string; description?: string; mimeType?: string }
  | { kind: 'resource'; uri: string; mimeType?: string; text: string }
  | { kind: 'other'; text: string }
  | { kind: 'role'; role: string };

/** What an `<img>` shows and cannot act: no SVG. */
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const audioType = /^audio\/[a-z0-9.+-]{1,60}$/;

/**
 * A result as a person reads it. `failed` says that the tool ran and reports an error (`isError`). Takes anything,
 * never throws: what has no readable form is shown as JSON or said in words.
 */
export function readResult(
  request: Pick<CallRequest, 'kind'>,
  result: unknown,
): { failed: boolean; parts: ReadablePart[] } {
  if (!isRecord(result)) {
    return { failed: false, parts: [json(t('Result'), result)] };
  }
  if (request.kind === 'tool') {
    return { failed: result['isError'] === true, parts: toolParts(result) };
  }
  const [list, read] =
    request.kind === 'prompt' ? [result['messages'], messageParts] : [result['contents'], contentsParts];
  return { failed: false, parts: Array.isArray(list) ? list.flatMap(read) : [json(t('Result'), result)] };
}

function toolParts(result: Record<string, unknown>): ReadablePart[] {
  const { content, structuredContent } = result;
  if (!Array.isArray(content) && structuredContent === undefined) {
    return [json(t('Result'), result)];
  }
  const parts = Array.isArray(content) ? content.map(contentPart) : [];
  if (structuredContent === undefined) {
    return parts;
  }
  const other = parts.filter((part) => !isSameJson(part, structuredContent));
  return [...other, json(t('Structured content'), structuredContent)];
}

function messageParts(message: unknown): ReadablePart[] {
  if (!isRecord(message)) {
    return [json(t('Message'), message)];
  }
  const { role, content } = message;
  const parts = Array.isArray(content) ? content.map(contentPart) : [contentPart(content)];
  return [{ kind: 'role', role: typeof role === 'string' ? role : t('unknown') }, ...parts];
}

function contentsParts(contents: unknown): ReadablePart[] {
  return [isRecord(contents) ? resourcePart(contents) : json(t('Contents'), contents)];
}

function contentPart(content: unknown): ReadablePart {
  if (!isRecord(content)) {
    return json(t('Content'), content);
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
      name: string(content['title']) ?? string(content['name']) ?? uri,
      description: string(content['description']),
      mimeType: string(content['mimeType']),
    };
  }
  if (type === 'resource' && isRecord(resource)) {
    return resourcePart(resource);
  }
  return json(t('Content'), content);
}

function mediaPart(kind: 'image' | 'audio', content: Record<string, unknown>): ReadablePart {
  const { data } = content;
  const mimeType = (string(content['mimeType']) ?? '').toLowerCase();
  const known = kind === 'image' ? imageTypes.has(mimeType) : audioType.test(mimeType);
  if (!known) {
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

function resourcePart(resource: Record<string, unknown>): ReadablePart {
  const { text, blob } = resource;
  const uri = string(resource['uri']);
  const mimeType = string(resource['mimeType']);
  if (typeof text === 'string') {
    return { kind: 'resource', uri: uri ?? '', mimeType, text };
  }
  if (typeof blob !== 'string') {
    return json(t('Resource'), resource);
  }
  const data = base64(blob);
  if (mimeType && imageTypes.has(mimeType.toLowerCase()) && data !== undefined) {
    return { kind: 'image', mimeType: mimeType.toLowerCase(), data };
  }
  const size = Math.floor((blob.replace(/[=\s]+$/, '').length * 3) / 4);
  return {
    kind: 'other',
    text: t('{0}: {1}, {2} bytes.', uri ?? t('A resource'), mimeType ?? t('binary data'), inNumbers(size)),
  };
}

/** Servers that fill `structuredContent` repeat it as text for older hosts: the one that is laid out is enough. */
function isSameJson(part: ReadablePart, value: unknown): boolean {
  if (part.kind !== 'text') {
    return false;
  }
  try {
    return sorted(JSON.parse(part.text)) === sorted(value);
  } catch {
    return false;
  }
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

function json(label: string, value: unknown): ReadablePart {
  try {
    return { kind: 'json', label, json: JSON.stringify(value, undefined, 2) ?? 'undefined' };
  } catch {
    return { kind: 'other', text: t('{0}: not readable.', label) };
  }
}

/** Base64 in one piece (RFC 4648, section 4; many encoders break its lines), or `undefined` when it is none. */
function base64(text: string): string | undefined {
  const compact = text.replace(/\s+/g, '');
  const valid = compact !== '' && compact.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(compact.replace(/={1,2}$/, ''));
  return valid ? compact : undefined;
}

function string(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
