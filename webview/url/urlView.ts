import { t } from '@vscode/l10n';
import type { ShownUrl, ShownUrlFinding } from '#bridge/messages.ts';
import { escapeInvisible } from '#form/text.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { scrollable } from '#webview/shell/scrolling.ts';
import { otherHostForm, siteText } from './urlText.ts';

/**
 * A whole URL, as text and never as a link, with its domain highlighted, which screen readers announce first. Invisible
 * characters are written as code points, and no part can move in front of another.
 */
export function drawUrl(address: ShownUrl): HTMLElement {
  const pieces = address.pieces.map(({ kind, text }) =>
    kind === 'domain'
      ? el('strong', { class: 'url-site' }, leftToRight(escapeInvisible(text)))
      : leftToRight(escapeInvisible(text), `url-${kind}`),
  );
  const box = el(
    'p',
    { class: 'url-box' },
    el('span', { class: 'visually-hidden' }, `${t('Leads to {0}. The whole address:', siteText(address))} `),
    el('bdi', { class: 'url-text', dir: 'ltr' }, ...pieces),
  );
  return scrollable(box, t('The whole address'));
}

/** The host in its other form, if it has one. */
export function drawOtherHostForm(address: ShownUrl): HTMLElement | undefined {
  const { hostname, unicodeHostname } = address;
  switch (otherHostForm(address)) {
    case 'letters':
      return el(
        'dl',
        { class: 'names' },
        el('div', {}, el('dt', {}, t('How it looks')), el('dd', {}, hostElement(unicodeHostname))),
        el('div', {}, el('dt', {}, t('What your browser makes of it')), el('dd', {}, hostElement(hostname))),
      );
    case 'goesTo':
      return el('p', {}, ...interpolate(t('Your browser will go to {0}.'), hostElement(hostname)));
    default:
      return undefined;
  }
}

function hostElement(host: string): HTMLElement {
  return el('strong', { class: 'url-name' }, leftToRight(escapeInvisible(host)));
}

function leftToRight(text: string, kind?: string): HTMLElement {
  return el('bdi', { dir: 'ltr', class: kind }, text);
}

const severityIcons = { severe: 'error', warning: 'warning', note: 'info' } as const;

/** The findings about a URL, the most serious first; `undefined` without any. */
export function drawFindings(findings: readonly ShownUrlFinding[]): HTMLElement | undefined {
  if (findings.length === 0) {
    return undefined;
  }
  return el(
    'ul',
    { class: 'findings', 'aria-label': t('About this address') },
    ...findings.map(({ severity, sentence }) =>
      el(
        'li',
        { class: `finding ${severity}` },
        icon(severityIcons[severity]),
        el('p', {}, el('strong', {}, severityText(severity)), ' ', el('bdi', {}, sentence)),
      ),
    ),
  );
}

/** The severe findings, to be announced. */
export function severeFindings(findings: readonly ShownUrlFinding[]): string[] {
  return findings
    .filter(({ severity }) => severity === 'severe')
    .map(({ severity, sentence }) => `${severityText(severity)} ${sentence}`);
}

function severityText(severity: ShownUrlFinding['severity']): string {
  switch (severity) {
    case 'severe':
      return t('Danger:');
    case 'warning':
      return t('Warning:');
    case 'note':
      return t('Note:');
  }
}
