import { t } from '@vscode/l10n';
import type { ResultPart } from '#bridge/messages.ts';
import { inBlock, inOneLine } from '#form/text.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';

/** The base64 of MCP's binary content, with optional white space. */
const base64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

/** A text that is longer, in UTF-16 code units or in lines, can be opened in a text editor. */
const longText = { length: 2000, lines: 25 };

/** What the user can do with a part. */
export interface PartActions {
  /** Reads the resource of a link. Nothing else is fetched. */
  read(uri: string): void;
  /** Opens the part at this index, the arguments of the call, or the details of an error in a text editor. */
  openInEditor(part: number | 'arguments' | 'details'): void;
}

/** Draws one part of a result. */
export function drawResultPart(part: ResultPart, index: number, actions: PartActions): HTMLElement {
  const openButton = (text: string, name: string) => drawOpenButton(text, name, () => actions.openInEditor(index));
  switch (part.kind) {
    case 'text': {
      const block = el('pre', { class: 'text-block', dir: 'auto' }, inBlock(part.text));
      const open = openButton(part.text, t('Text {0}', index + 1));
      return open ? el('div', { class: 'part' }, el('div', { class: 'part-head' }, open), block) : block;
    }
    case 'image':
      return drawImage(part);
    case 'audio':
      return drawAudio(part);
    case 'json':
      return drawJson(part, openButton(part.json, inOneLine(part.label)));
    case 'link':
      return drawLink(part, actions.read);
    case 'resource':
      return el(
        'section',
        { class: 'part' },
        drawPartHead(
          el('h2', { class: 'uri' }, el('bdi', {}, inOneLine(part.uri, 300))),
          openButton(part.text, inOneLine(part.uri, 80)),
        ),
        part.mimeType ? el('p', { class: 'hint' }, el('bdi', {}, inOneLine(part.mimeType))) : undefined,
        el('pre', { class: 'code-block', tabindex: 0, dir: 'auto' }, inBlock(part.text)),
      );
    case 'other':
      return el('p', { class: 'hint', dir: 'auto' }, inBlock(part.text));
    case 'role':
      return el('h2', { class: 'role' }, el('bdi', {}, roleText(part.role)));
  }
}

/** The heading of a prompt's message. A role that MCP does not define is shown as the server names it. */
function roleText(role: string): string {
  switch (role) {
    case 'user':
      return t('user');
    case 'assistant':
      return t('assistant');
    default:
      return inOneLine(role);
  }
}

function drawJson(part: Extract<ResultPart, { kind: 'json' }>, open: HTMLElement | undefined): HTMLElement {
  const block = el('pre', { class: 'code-block', tabindex: 0, dir: 'ltr' }, inBlock(part.json));
  if (part.isRepeated) {
    return el(
      'details',
      { class: 'part' },
      el('summary', {}, t('{0} (repeats the text)', inOneLine(part.label))),
      open,
      block,
    );
  }
  return el('section', { class: 'part' }, drawPartHead(el('h2', {}, inOneLine(part.label)), open), block);
}

function drawPartHead(heading: HTMLElement, open: HTMLElement | undefined): HTMLElement {
  return open ? el('div', { class: 'part-head' }, heading, open) : heading;
}

/** The arguments of the call, in which secrets are marked, or the details of an error: folded under `name`. */
export function drawFoldedPart(
  part: 'arguments' | 'details',
  name: string,
  text: string,
  { openInEditor }: PartActions,
): HTMLElement {
  const dir = part === 'arguments' ? 'ltr' : 'auto';
  return el(
    'details',
    { class: `call-${part}` },
    el('summary', {}, name),
    drawOpenButton(text, name, () => openInEditor(part)),
    el('pre', { class: 'code-block', tabindex: 0, dir }, inBlock(text)),
  );
}

/** A button for a text that is long; otherwise `undefined`. `name`: tells the button from those of other parts. */
function drawOpenButton(text: string, name: string, onPress: () => void): HTMLElement | undefined {
  const isLong = text.length > longText.length || text.split('\n', longText.lines + 1).length > longText.lines;
  if (!isLong) {
    return undefined;
  }
  const open = button(t('Open in Editor'), 'link', onPress);
  open.ariaLabel = t('Open in Editor: {0}', name);
  return open;
}

function drawImage(part: { readonly mimeType: string; readonly data: string }): HTMLElement {
  const url = dataUrl('image', part);
  if (!url) {
    return drawNoImage(part.mimeType);
  }
  const image = el('img', { src: url, alt: t('Image from the server ({0})', inOneLine(part.mimeType)) });
  image.addEventListener('error', () => image.replaceWith(drawNoImage(part.mimeType)));
  return image;
}

function drawAudio(part: { readonly mimeType: string; readonly data: string }): HTMLElement {
  const url = dataUrl('audio', part);
  if (!url) {
    return drawNoAudio(part.mimeType);
  }
  const audio = el('audio', {
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': t('Sound from the server'),
  });
  audio.addEventListener('error', () => audio.replaceWith(drawNoAudio(part.mimeType)));
  return audio;
}

/** A `data:` URL, or `undefined` if the type or the data are not valid. */
function dataUrl(mediaType: 'image' | 'audio', part: { mimeType: string; data: string }): string | undefined {
  const type = part.mimeType.trim().toLowerCase();
  const fits = type.startsWith(`${mediaType}/`) && /^[\w.+/-]+$/.test(type) && base64.test(part.data);
  return fits ? `data:${type};base64,${part.data.replace(/\s/g, '')}` : undefined;
}

function drawNoImage(mimeType: string): HTMLElement {
  return drawNotShown(t('The result holds an image that cannot be shown here ({0}).'), mimeType);
}

function drawNoAudio(mimeType: string): HTMLElement {
  return drawNotShown(t('The result holds a sound that cannot be played here ({0}).'), mimeType);
}

function drawNotShown(message: string, mimeType: string): HTMLElement {
  return el('p', { class: 'hint' }, ...interpolate<Node | string>(message, el('bdi', {}, inOneLine(mimeType))));
}

function drawLink(part: Extract<ResultPart, { kind: 'link' }>, onRead: (uri: string) => void): HTMLElement {
  const name = inOneLine(part.name) || inOneLine(part.uri, 300);
  const open = button(t('Read'), 'secondary', () => onRead(part.uri));
  open.ariaLabel = t('Read {0}', name);
  return el(
    'div',
    { class: 'part link-part' },
    el(
      'div',
      {},
      el('p', { class: 'link-name' }, el('bdi', {}, name)),
      el('p', { class: 'uri' }, el('bdi', {}, inOneLine(part.uri, 300))),
      part.description ? el('p', { class: 'hint', dir: 'auto' }, inBlock(part.description)) : undefined,
    ),
    open,
  );
}
