import { t } from '@vscode/l10n';
import type { AddressFinding } from '#bridge/messages.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';

const ICONS = { severe: 'error', warning: 'warning', note: 'info' } as const;

/** What the person should know of an address, the most serious first; nothing where there is nothing. */
export function drawFindings(findings: readonly AddressFinding[]): HTMLElement | undefined {
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
        icon(ICONS[severity]),
        el('p', {}, el('strong', {}, severityText(severity)), ' ', el('bdi', {}, sentence)),
      ),
    ),
  );
}

/** The severe ones, to be read out. */
export function severeFindings(findings: readonly AddressFinding[]): string[] {
  return findings
    .filter(({ severity }) => severity === 'severe')
    .map(({ severity, sentence }) => `${severityText(severity)} ${sentence}`);
}

function severityText(severity: AddressFinding['severity']): string {
  switch (severity) {
    case 'severe':
      return t('Danger:');
    case 'warning':
      return t('Warning:');
    case 'note':
      return t('Note:');
  }
}
