import { t } from '@vscode/l10n';
import type { ScreenOf } from '#bridge/messages.ts';
import { FieldChrome } from '#webview/fields/fieldChrome.ts';
import type { Action } from '#webview/shell/actionBar.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';

/**
 * True for a form that only asks to choose yes or no, of a tool that is not declared destructive, and without an earlier
 * answer to show. Its two answers are buttons.
 */
export function isYesNoQuestion({ form, inputs, requiresReview, call }: ScreenOf<'form'>): boolean {
  const [field, ...others] = form.fields;
  const [input] = inputs;
  return (
    field?.kind === 'boolean' &&
    others.length === 0 &&
    field.required &&
    field.default === undefined &&
    field.onlyValue === undefined &&
    input?.kind === 'boolean' &&
    input.value === null &&
    !requiresReview &&
    !call?.isDestructive
  );
}

/** Yes and No, of equal weight. */
export function yesNoActions(answer: (value: boolean) => void): Action[] {
  return [true, false].map((value) => ({
    label: value ? t('Yes') : t('No'),
    appearance: 'secondary',
    unavailableWhileBusy: true,
    run: () => answer(value),
  }));
}

/** The question, with its buttons below the title. */
export function drawYesNoQuestion({ form }: ScreenOf<'form'>, answerButtons: readonly HTMLElement[]): HTMLElement {
  const buttons = el('div', { class: 'answer-buttons' }, ...answerButtons);
  const [field] = form.fields;
  if (!field) {
    return buttons;
  }
  const chrome = new FieldChrome(field, { id: 'field-0', title: { text: field.label, name: undefined } });
  const titleId = 'field-0-title';
  setAttributes(chrome.title, { id: titleId });
  setAttributes(buttons, { role: 'group', 'aria-labelledby': titleId, 'aria-describedby': chrome.describedBy });
  const title = el('p', { class: 'legend-label' }, chrome.title);
  return el(
    'div',
    { class: 'fields' },
    el(
      'div',
      { class: 'field-body' },
      el('div', { class: 'label-row' }, title, chrome.titleToggle(title)),
      chrome.description,
      buttons,
    ),
    chrome.help.element,
  );
}

/** The description of Decline and Cancel beside Yes and No. */
export function doesNotAnswerText(): string {
  return t('Does not answer Yes or No');
}
