import { t } from '@vscode/l10n';
import type { ShownUrl, ShownUrlFinding } from '#bridge/messages.ts';
import { formatNumber, paragraph, spaceAfter } from '#form/language.ts';
import { escapeInvisible } from '#form/text.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { scrollable } from '#webview/shell/scrolling.ts';
import { hostnameDifference, siteText } from './urlText.ts';

/**
 * Draws a whole URL as plain text, never as a link. Its site is highlighted, and a screen reader reads the site before the
 * URL. Invisible characters are written as code points. Each piece is isolated and written left to right, so that
 * right-to-left characters cannot change the order of the pieces.
 */
export function drawUrl(url: ShownUrl): HTMLElement {
  const pieces = url.pieces.map(({ kind, text }) =>
    kind === 'domain'
      ? el('strong', { class: 'url-site' }, leftToRight(escapeInvisible(text)))
      : leftToRight(escapeInvisible(text), `url-${kind}`),
  );
  const box = el(
    'p',
    { class: 'url-box' },
    el('span', { class: 'visually-hidden' }, `${t('Leads to {0}. The whole address:', siteText(url))} `),
    el('bdi', { class: 'url-text', dir: 'ltr' }, ...pieces),
  );
  return scrollable(box, t('The whole address'));
}

/**
 * The host name that the browser uses, if it stands for a name with non-ASCII letters (shown as well), or if the URL spells it
 * differently, for instance an IP address.
 */
export function drawBrowserHostname(url: ShownUrl): HTMLElement | undefined {
  const { hostname, unicodeHostname } = url;
  switch (hostnameDifference(url)) {
    case 'nonAscii':
      return el(
        'dl',
        { class: 'host-names' },
        el('div', {}, el('dt', {}, t('How it looks')), el('dd', {}, hostnameElement(unicodeHostname))),
        el('div', {}, el('dt', {}, t('How your browser reads it')), el('dd', {}, hostnameElement(hostname))),
      );
    case 'normalized':
      return el('p', {}, ...interpolate(t('Your browser will go to {0}.'), hostnameElement(hostname)));
    default:
      return undefined;
  }
}

function hostnameElement(hostname: string): HTMLElement {
  return el('strong', { class: 'host-name' }, leftToRight(escapeInvisible(hostname)));
}

function leftToRight(text: string, className?: string): HTMLElement {
  return el('bdi', { dir: 'ltr', class: className }, text);
}

const severityIcons = { severe: 'error', warning: 'warning', note: 'info' } as const;

/** The findings about a URL, in the given order. `undefined` if there are none. */
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
        el(
          'p',
          {},
          el('strong', {}, severityText(severity)),
          spaceAfter(severityText(severity)),
          el('bdi', {}, sentence),
        ),
      ),
    ),
  );
}

/**
 * The number of warnings, above the buttons: in a small panel, the warnings may be out of sight. A press calls `onPress`. `undefined`
 * if there are no warnings.
 */
export function warningsLink(findings: readonly ShownUrlFinding[], onPress: () => void): HTMLElement | undefined {
  const { length } = findings.filter(({ severity }) => severity !== 'note');
  if (length === 0) {
    return undefined;
  }
  const isSevere = findings.some(({ severity }) => severity === 'severe');
  const text =
    length === 1 ? t('1 warning about this address') : t('{0} warnings about this address', formatNumber(length));
  return el('div', { class: 'warnings-link' }, icon(isSevere ? 'error' : 'warning'), button(text, 'link', onPress));
}

/** The texts of the severe findings, for the announcement by screen readers. */
export function severeFindingTexts(findings: readonly ShownUrlFinding[]): string[] {
  return findings
    .filter(({ severity }) => severity === 'severe')
    .map(({ severity, sentence }) => paragraph([severityText(severity), sentence]));
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
