import type { Address } from '../src/bridge/messages.ts';
import { inFull } from '../src/form/text.ts';
import { otherName, siteText } from './address.ts';
import { el } from './dom.ts';

/**
 * A web address whole, as text and never as a link, with whose it is set off: screen readers hear that first. What cannot
 * be seen in it is written as code points, and no part of it can move in front of another.
 */
export function drawUrl(address: Address): HTMLElement {
  const pieces = address.pieces.map(({ kind, text }) =>
    kind === 'domain'
      ? el('strong', { class: 'url-site' }, leftToRight(inFull(text)))
      : leftToRight(inFull(text), `url-${kind}`),
  );
  return el(
    'p',
    { class: 'url-box' },
    el('span', { class: 'visually-hidden' }, `Leads to ${siteText(address)}. The whole address: `),
    el('bdi', { class: 'url-text', dir: 'ltr' }, ...pieces),
  );
}

/** The host in its other form, where it has one. */
export function drawOtherName(address: Address): HTMLElement | undefined {
  const { hostname, unicodeHostname } = address;
  switch (otherName(address)) {
    case 'letters':
      return el(
        'dl',
        { class: 'names' },
        el('div', {}, el('dt', {}, 'How it looks'), el('dd', {}, name(unicodeHostname))),
        el('div', {}, el('dt', {}, 'What your browser makes of it'), el('dd', {}, name(hostname))),
      );
    case 'goesTo':
      return el('p', {}, 'Your browser will go to ', name(hostname), '.');
    default:
      return undefined;
  }
}

function name(host: string): HTMLElement {
  return el('strong', { class: 'url-name' }, leftToRight(inFull(host)));
}

function leftToRight(text: string, kind?: string): HTMLElement {
  return el('bdi', { dir: 'ltr', class: kind }, text);
}
