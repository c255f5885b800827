import { t } from '@vscode/l10n';
import { type AnswerDescription, describeAnswer } from '#form/describeAnswer.ts';
import type { Field } from '#form/model.ts';
import { type FieldValue, hiddenValueDots } from '#form/sentValues.ts';
import type { FieldTitle } from '#webview/fields/fieldChrome.ts';
import { button } from '#webview/shell/buttons.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { suggestedText } from '#webview/shell/messages.ts';
import { scrollable } from '#webview/shell/scrolling.ts';
import { isComposing } from '#webview/shell/shortcuts.ts';

/** The actions of the user in a row. */
interface RowCallbacks {
  edit(): void;
  done(): void;
  /** Close the field and restore its input. */
  takeBack(): void;
  /** The focus entered the field, or moved in it. */
  entered(): void;
  /** The focus left the field. */
  left(): void;
  showSecret(shown: boolean): void;
}

/** One field of the review: its value in words or, while it is edited, the field itself. */
export class ReviewRow {
  readonly element: HTMLElement;
  readonly #field: Field;
  readonly #callbacks: RowCallbacks;
  readonly #answer = el('div', { class: 'review-answer' });
  readonly #edit: HTMLElement;
  readonly #words: HTMLElement;
  readonly #slot = el('div', { class: 'review-slot' });
  /** Shows or hides a secret. */
  readonly #reveal = el('button', { type: 'button', class: 'link' });
  #shown: string | undefined;
  #revealed = false;
  /** A list was open when the key was pressed. */
  #listWasOpen = false;

  /** `field`: with a unique label. */
  constructor(field: Field, title: FieldTitle, callbacks: RowCallbacks) {
    this.#field = field;
    this.#callbacks = callbacks;
    this.#edit = el('button', { type: 'button', class: 'link review-edit' }, t('Edit'));
    this.#edit.ariaLabel = t('Edit {0}', field.label);
    this.#edit.addEventListener('click', () => callbacks.edit());
    this.#reveal.addEventListener('click', () => callbacks.showSecret(!this.#revealed));
    const name = title.name ? el('code', { class: 'property-name', dir: 'auto' }, title.name) : undefined;
    const label = el('div', { class: 'review-label' }, el('bdi', {}, title.text), name && ' ', name);
    this.#words = el('div', { class: 'review-words' }, label, this.#answer, this.#edit);
    this.#slot.hidden = true;
    this.element = el('li', { class: 'review-row' }, this.#words, this.#slot);
    this.#slot.addEventListener('keydown', (event) => this.#rememberOpenList(event), { capture: true });
    this.#slot.addEventListener('keydown', (event) => this.#keyDown(event));
    this.#slot.addEventListener('focusin', () => callbacks.entered());
    this.#slot.addEventListener('focusout', () => callbacks.left());
  }

  get isOpen(): boolean {
    return !this.#slot.hidden;
  }

  /**
   * `hidden`: the value is a secret. `revealed`: the user has asked to see it. `remembered`: the value is a remembered
   * answer.
   */
  show(value: FieldValue | undefined, hidden: boolean, revealed: boolean, remembered: boolean): void {
    const key = JSON.stringify([value, hidden, revealed, remembered]);
    if (key === this.#shown) {
      return;
    }
    this.#shown = key;
    this.#revealed = revealed;
    const answer = describeAnswer(this.#field, value);
    const { label } = this.#field;
    this.#reveal.textContent = revealed ? t('Hide') : t('Show');
    this.#reveal.ariaLabel = revealed ? t('Hide the answer to {0}', label) : t('Show the answer to {0}', label);
    const hasAnswer = answer.values.length > 0;
    const element = !hasAnswer
      ? el('div', { class: 'review-none' }, t('Left out'))
      : hidden && !revealed
        ? maskedAnswer()
        : drawAnswerWords(label, answer.values);
    const markText = markContent(answer, hidden, remembered && hasAnswer);
    const mark = markText && el('div', { class: 'review-mark' }, ...markText);
    const hadFocus = this.#reveal === document.activeElement;
    this.#answer.replaceChildren(...definedOnly([element, hasAnswer && hidden ? this.#reveal : undefined, mark]));
    if (hadFocus) {
      this.#reveal.focus();
    }
  }

  /** Shows the field in place of the words. */
  open(field: HTMLElement): void {
    const done = button(t('Done'), 'secondary', () => this.#callbacks.done());
    this.#slot.replaceChildren(field, done);
    this.#slot.hidden = false;
    this.#words.hidden = true;
  }

  close(): void {
    this.#slot.hidden = true;
    this.#words.hidden = false;
  }

  focusEdit(): void {
    this.#edit.focus();
  }

  #rememberOpenList(event: KeyboardEvent): void {
    const { target } = event;
    this.#listWasOpen = target instanceof Element && target.getAttribute('aria-expanded') === 'true';
  }

  #keyDown(event: KeyboardEvent): void {
    const { key, target } = event;
    const bare = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (!bare || event.repeat || isComposing(event) || this.#listWasOpen) {
      return;
    }
    if (key === 'Escape' && !event.defaultPrevented) {
      // Escape has closed the field; the page handles only the next one.
      event.preventDefault();
      this.#callbacks.takeBack();
    } else if (key === 'Enter' && target instanceof HTMLInputElement) {
      event.preventDefault();
      this.#callbacks.done();
    }
  }
}

/** Dots, always the same number. */
function maskedAnswer(): HTMLElement {
  return el(
    'div',
    { class: 'review-text' },
    el('span', { 'aria-hidden': 'true' }, hiddenValueDots),
    el('span', { class: 'visually-hidden' }, t('Hidden')),
  );
}

/** Where an answer comes from, and how it differs from the server's default. */
function markContent(
  { origin, suggestedValues }: AnswerDescription,
  hidden: boolean,
  remembered: boolean,
): (Node | string)[] | undefined {
  switch (origin) {
    case 'noDefault':
      return remembered ? [t('remembered')] : undefined;
    case 'default':
      return [remembered ? t('remembered') : t('default')];
    case 'changed': {
      if (hidden) {
        return [remembered ? t('remembered, changed from the default') : t('changed from the default')];
      }
      const sentence = remembered ? t('remembered, changed from {0}') : t('changed from {0}');
      return interpolate<Node | string>(sentence, el('bdi', {}, suggestedText(suggestedValues)));
    }
  }
}

/** What is shown unfolded: of a text this many UTF-16 code units and lines, of a list this many items. */
const unfoldedCharacters = 300;
const unfoldedLines = 6;
const unfoldedItems = 10;

/** One answer in words: a text, or a list if several options were chosen. Long ones are folded, with a button. */
function drawAnswerWords(field: string, words: readonly string[]): HTMLElement {
  const short = words.length > unfoldedItems ? words.slice(0, unfoldedItems) : words.map(firstPart);
  const isLong = short.length < words.length || short.some((text, index) => text !== words[index]);
  const textElement = el('div', { class: 'review-said' }, answerContent(short));
  if (!isLong) {
    return textElement;
  }
  const more = el('button', { type: 'button', class: 'link' });
  const fold = (folded: boolean) => {
    const whole = scrollable(el('div', { class: 'review-whole' }, answerContent(words)), t('All of {0}', field));
    textElement.replaceChildren(folded ? answerContent(short) : whole);
    more.textContent = folded ? t('Show all') : t('Show less');
    more.ariaLabel = folded ? t('Show all of {0}', field) : t('Show less of {0}', field);
    more.ariaExpanded = String(!folded);
  };
  fold(true);
  more.addEventListener('click', () => fold(more.ariaExpanded === 'true'));
  return el('div', {}, textElement, more);
}

function answerContent(words: readonly string[]): HTMLElement {
  const [only, ...others] = words;
  return others.length === 0
    ? el('div', { class: 'review-text', dir: 'auto' }, only)
    : el('ul', { class: 'review-items' }, ...words.map((one) => el('li', {}, el('bdi', {}, one))));
}

function firstPart(text: string): string {
  const start = text
    .split('\n', unfoldedLines)
    .join('\n')
    .slice(0, unfoldedCharacters)
    .replace(/[\ud800-\udbff]$/, '');
  return start.length < text.length ? `${start}…` : text;
}
