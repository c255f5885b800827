import { t } from '@vscode/l10n';
import { type AnswerDescription, describeAnswer } from '#form/describeAnswer.ts';
import type { Field } from '#form/model.ts';
import { type FieldValue, hiddenValueDots } from '#form/sentValues.ts';
import type { FieldTitle } from '#webview/fields/fieldChrome.ts';
import { button } from '#webview/shell/buttons.ts';
import { drawDate } from '#webview/shell/dateWords.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { scrollable } from '#webview/shell/scrolling.ts';
import { suggestedText } from '#webview/shell/shellTexts.ts';
import { isComposing } from '#webview/shell/shortcuts.ts';

/** The actions of the user in a row. */
interface RowCallbacks {
  onEdit(): void;
  onDone(): void;
  /** Called when the user closes the field and restores its input. */
  onRevert(): void;
  /** Called when the focus has entered the field, or moved in the field. */
  onEnter(): void;
  /** Called when the focus has left the field. */
  onLeave(): void;
  onShowSecret(shown: boolean): void;
}

/** One field of the review: its value as text or, while the value is edited, the field. */
export class ReviewRow {
  readonly element: HTMLElement;
  readonly #field: Field;
  readonly #callbacks: RowCallbacks;
  readonly #answer = el('div', { class: 'review-answer' });
  readonly #edit: HTMLElement;
  readonly #summary: HTMLElement;
  readonly #slot = el('div', { class: 'review-slot' });
  /** The button that shows or hides a secret. */
  readonly #reveal = el('button', { type: 'button', class: 'link' });
  #shownKey: string | undefined;
  #isRevealed = false;
  /** True if a list of the field was open when the key was pressed. Then the key belongs to the list. */
  #isListOpenAtKeyDown = false;

  /** `field`: its label must be unique. */
  constructor(field: Field, title: FieldTitle, callbacks: RowCallbacks) {
    this.#field = field;
    this.#callbacks = callbacks;
    this.#edit = el('button', { type: 'button', class: 'link review-edit' }, t('Edit'));
    this.#edit.ariaLabel = t('Edit {0}', field.label);
    this.#edit.addEventListener('click', () => callbacks.onEdit());
    this.#reveal.addEventListener('click', () => callbacks.onShowSecret(!this.#isRevealed));
    const name = title.name ? el('code', { class: 'property-name', dir: 'auto' }, title.name) : undefined;
    const label = el('div', { class: 'review-label' }, el('bdi', {}, title.text), name && ' ', name);
    this.#summary = el('div', { class: 'review-summary' }, label, this.#answer, this.#edit);
    this.#slot.hidden = true;
    this.element = el('li', { class: 'review-row' }, this.#summary, this.#slot);
    this.#slot.addEventListener('keydown', (event) => this.#noteOpenList(event), { capture: true });
    this.#slot.addEventListener('keydown', (event) => this.#keyDown(event));
    this.#slot.addEventListener('focusin', () => callbacks.onEnter());
    this.#slot.addEventListener('focusout', () => callbacks.onLeave());
  }

  get label(): string {
    return this.#field.label;
  }

  get isOpen(): boolean {
    return !this.#slot.hidden;
  }

  /**
   * Shows a value, or that the field is left out. `isSecret`: true if the value is masked unless `isRevealed`.
   * `isRemembered`: true if the value is a remembered answer.
   */
  show(value: FieldValue | undefined, isSecret: boolean, isRevealed: boolean, isRemembered: boolean): void {
    const key = JSON.stringify([value, isSecret, isRevealed, isRemembered]);
    if (key === this.#shownKey) {
      return;
    }
    this.#shownKey = key;
    this.#isRevealed = isRevealed;
    const answer = describeAnswer(this.#field, value);
    const { label } = this.#field;
    this.#reveal.textContent = isRevealed ? t('Hide') : t('Show');
    this.#reveal.ariaLabel = isRevealed ? t('Hide the answer to {0}', label) : t('Show the answer to {0}', label);
    const hasAnswer = answer.values.length > 0;
    const element = !hasAnswer
      ? el('div', { class: 'review-left-out' }, t('Left out'))
      : isSecret && !isRevealed
        ? maskedAnswer()
        : drawAnswer(label, answer);
    const originText = originContent(answer, isSecret, isRemembered && hasAnswer);
    const origin = originText && el('div', { class: 'review-origin' }, ...originText);
    const hadFocus = this.#reveal === document.activeElement;
    this.#answer.replaceChildren(...definedOnly([element, hasAnswer && isSecret ? this.#reveal : undefined, origin]));
    if (hadFocus) {
      this.#reveal.focus();
    }
  }

  /** Shows the field in place of its value. */
  open(field: HTMLElement): void {
    const done = button(t('Done'), 'secondary', () => this.#callbacks.onDone());
    this.#slot.replaceChildren(field, done);
    this.#slot.hidden = false;
    this.#summary.hidden = true;
  }

  close(): void {
    this.#slot.hidden = true;
    this.#summary.hidden = false;
  }

  focusEdit(): void {
    this.#edit.focus();
  }

  #noteOpenList(event: KeyboardEvent): void {
    const { target } = event;
    this.#isListOpenAtKeyDown = target instanceof Element && target.getAttribute('aria-expanded') === 'true';
  }

  #keyDown(event: KeyboardEvent): void {
    const { key, target } = event;
    const hasNoModifier = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (!hasNoModifier || event.repeat || isComposing(event) || this.#isListOpenAtKeyDown) {
      return;
    }
    if (key === 'Escape' && !event.defaultPrevented) {
      // Escape closes only the field: the page ignores handled keys.
      event.preventDefault();
      this.#callbacks.onRevert();
    } else if (key === 'Enter' && target instanceof HTMLInputElement) {
      event.preventDefault();
      this.#callbacks.onDone();
    }
  }
}

/** A masked answer: a fixed number of dots. */
function maskedAnswer(): HTMLElement {
  return el(
    'div',
    { class: 'review-text' },
    el('span', { 'aria-hidden': 'true' }, hiddenValueDots),
    el('span', { class: 'visually-hidden' }, t('Hidden')),
  );
}

/** The origin of an answer: remembered, the server's default, or changed from the default. */
function originContent(
  { origin, suggestedValues, date }: AnswerDescription,
  isSecret: boolean,
  isRemembered: boolean,
): (Node | string)[] | undefined {
  switch (origin) {
    case 'noDefault':
      return isRemembered ? [t('remembered')] : undefined;
    case 'default':
      return [isRemembered ? t('remembered') : t('default')];
    case 'changed': {
      if (isSecret) {
        return [isRemembered ? t('remembered, changed from the default') : t('changed from the default')];
      }
      const sentence = isRemembered ? t('remembered, changed from {0}') : t('changed from {0}');
      const [exact] = suggestedValues;
      const isDate = date !== undefined && exact !== undefined;
      const suggestion = isDate ? drawDate(exact, date) : el('bdi', {}, suggestedText(suggestedValues));
      return interpolate<Node | string>(sentence, suggestion);
    }
  }
}

/** One answer. A date is in words. */
function drawAnswer(label: string, { values, date }: AnswerDescription): HTMLElement {
  const [exact] = values;
  return date === undefined || exact === undefined
    ? drawAnswerTexts(label, values)
    : el('div', { class: 'review-text' }, drawDate(exact, date));
}

/** The length of the part of an answer that is shown unfolded. Characters are UTF-16 code units. */
const unfoldedCharacters = 300;
const unfoldedLines = 6;
const unfoldedItems = 10;

/** One answer: a text, or a list if several options were chosen. A long answer is folded, with a button. */
function drawAnswerTexts(field: string, texts: readonly string[]): HTMLElement {
  const foldedTexts = texts.length > unfoldedItems ? texts.slice(0, unfoldedItems) : texts.map(firstPart);
  const isLong = foldedTexts.length < texts.length || foldedTexts.some((text, index) => text !== texts[index]);
  const textElement = el('div', { class: 'review-value' }, answerContent(foldedTexts));
  if (!isLong) {
    return textElement;
  }
  const toggle = el('button', { type: 'button', class: 'link' });
  const fold = (folded: boolean) => {
    const whole = scrollable(el('div', { class: 'review-whole' }, answerContent(texts)), t('All of {0}', field));
    textElement.replaceChildren(folded ? answerContent(foldedTexts) : whole);
    toggle.textContent = folded ? t('Show All') : t('Show Less');
    toggle.ariaLabel = folded ? t('Show All of {0}', field) : t('Show Less of {0}', field);
    toggle.ariaExpanded = String(!folded);
  };
  fold(true);
  toggle.addEventListener('click', () => fold(toggle.ariaExpanded === 'true'));
  return el('div', {}, textElement, toggle);
}

function answerContent(texts: readonly string[]): HTMLElement {
  const [only, ...others] = texts;
  return others.length === 0
    ? el('div', { class: 'review-text', dir: 'auto' }, only)
    : el('ul', { class: 'review-items' }, ...texts.map((one) => el('li', {}, el('bdi', {}, one))));
}

function firstPart(text: string): string {
  const start = text
    .split('\n', unfoldedLines)
    .join('\n')
    .slice(0, unfoldedCharacters)
    .replace(/[\ud800-\udbff]$/, '');
  return start.length < text.length ? `${start}…` : text;
}
