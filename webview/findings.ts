import type { AddressFinding } from '../src/bridge/messages.ts';
import { el } from './dom.ts';
import { icon } from './icons.ts';

const LOOKS = {
  severe: { icon: 'error', word: 'Danger' },
  warning: { icon: 'warning', word: 'Warning' },
  note: { icon: 'info', word: 'Note' },
} as const;

/** What the person should know of an address, the most serious first; nothing where there is nothing. */
export function drawFindings(findings: readonly AddressFinding[]): HTMLElement | undefined {
  if (findings.length === 0) {
    return undefined;
  }
  return el(
    'ul',
    { class: 'findings', 'aria-label': 'About this address' },
    ...findings.map(({ severity, sentence }) =>
      el(
        'li',
        { class: `finding ${severity}` },
        icon(LOOKS[severity].icon),
        el('p', { dir: 'ltr' }, el('strong', {}, `${LOOKS[severity].word}: `), el('bdi', {}, sentence)),
      ),
    ),
  );
}

/** The severe ones, to be read out. */
export function dangers(findings: readonly AddressFinding[]): string[] {
  return findings
    .filter(({ severity }) => severity === 'severe')
    .map(({ sentence }) => `${LOOKS.severe.word}: ${sentence}`);
}
