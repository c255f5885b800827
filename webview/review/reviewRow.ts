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

/** What the person does in a row. */
interface RowCallbacks {
  edit(): void;
  done(): void;
  /** Close the field and take back what was changed in it. */
  takeBack(): void;
  /** The keyboard came to the field, or went on in it. */
  entered(): void;
  /** The keyboard went somewhere. */
  left(): void;
  showSecret(shown: boolean): void;
}

/** One field of the review: what is sent for it in words, or, while it is changed, the field itself. */
export class ReviewRow {
  readonly element: HTMLElement;
  readonly #field: Field;
  readonly #acts: RowCallbacks;
  readonly #answer = el('div', { class: 'review-answer' });
  readonly #edit: HTMLElement;
  readonly #words: HTMLElement;
  readonly #slot = el('div', { class: 'review-slot' });
  /** Shows a secret, or hides it again. */
  readonly #reveal = el('button', { type: 'button', class: 'link' });
  #shown: string | undefined;
  #revealed = false;
  /** A list was open when the key was pressed. */
  #listWasOpen = false;

  /** `field`: with a label that tells it from all others of the form. */
  constructor(field: Field, title: FieldTitle, acts: RowCallbacks) {
    this.#field = field;
    this.#acts = acts;
    this.#edit = el('button', { type: 'button', class: 'link review-edit' }, t('Edit'));
    this.#edit.ariaLabel = t('Edit {0}', field.label);
    this.#edit.addEventListener('click', () => acts.edit());
    this.#reveal.addEventListener('click', () => acts.showSecret(!this.#revealed));
    const name = title.name ? el('code', { class: 'property-name', dir: 'auto' }, title.name) : undefined;
    const label = el('div', { class: 'review-label' }, el('bdi', {}, title.text), name && ' ', name);
    this.#words = el('div', { class: 'review-words' }, label, this.#answer, this.#edit);
    this.#slot.hidden = true;
    this.element = el('li', { class: 'review-row' }, this.#words, this.#slot);
    this.#slot.addEventListener('keydown', (event) => this.#note(event), { capture: true });
    this.#slot.addEventListener('keydown', (event) => this.#keyDown(event));
    this.#slot.addEventListener('focusin', () => acts.entered());
    this.#slot.addEventListener('focusout', () => acts.left());
  }

  get isOpen(): boolean {
    return !this.#slot.hidden;
  }

  /** `hidden`: it is a secret. `revealed`: the person wants to see it. `remembered`: it is an answer given another time. */
  show(value: FieldValue | undefined, hidden: boolean, revealed: boolean, remembered: boolean): void {
    const key = JSON.stringify([value, hidden, revealed, remembered]);
    if (key === this.#shown) {
      return;
    }
    this.#shown = key;
    this.#revealed = revealed;
    const words = describeAnswer(this.#field, value);
    const { label } = this.#field;
    this.#reveal.textContent = revealed ? t('Hide') : t('Show');
    this.#reveal.ariaLabel = revealed ? t('Hide the answer to {0}', label) : t('Show the answer to {0}', label);
    const isThere = words.values.length > 0;
    const said = !isThere
      ? el('div', { class: 'review-none' }, t('Left out'))
      : hidden && !revealed
        ? masked()
        : drawAnswer(label, words.values);
    const marked = markOf(words, hidden, remembered && isThere);
    const mark = marked && el('div', { class: 'review-mark' }, ...marked);
    const hadKeyboard = this.#reveal === document.activeElement;
    this.#answer.replaceChildren(...definedOnly([said, isThere && hidden ? this.#reveal : undefined, mark]));
    if (hadKeyboard) {
      this.#reveal.focus();
    }
  }

  /** Shows the field in the place of the words. */
  open(field: HTMLElement): void {
    const done = button(t('Done'), 'secondary', () => this.#acts.done());
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

  #note(event: KeyboardEvent): void {
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
      // It has done its work: what the page does on Escape is for the next one.
      event.preventDefault();
      this.#acts.takeBack();
    } else if (key === 'Enter' && target instanceof HTMLInputElement) {
      event.preventDefault();
      this.#acts.done();
    }
  }
}

/** Dots, as many whatever is behind them. */
function masked(): HTMLElement {
  return el(
    'div',
    { class: 'review-text' },
    el('span', { 'aria-hidden': 'true' }, hiddenValueDots),
    el('span', { class: 'visually-hidden' }, t('Hidden')),
  );
}

/** Where an answer comes from, and how it stands to what the server suggested. */
function markOf(
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

/** Of a text so many UTF-16 code units and so many lines are seen at a glance, of a list so many items. */
const CHARACTERS = 300;
const LINES = 6;
const ITEMS = 10;

/** What is said of one answer: a text, or a list where several were chosen. What is long is folded away, with a button. */
function drawAnswer(field: string, said: readonly string[]): HTMLElement {
  const short = said.length > ITEMS ? said.slice(0, ITEMS) : said.map(beginning);
  const isLong = short.length < said.length || short.some((text, index) => text !== said[index]);
  const place = el('div', { class: 'review-said' }, content(short));
  if (!isLong) {
    return place;
  }
  const more = el('button', { type: 'button', class: 'link' });
  const fold = (folded: boolean) => {
    const whole = scrollable(el('div', { class: 'review-whole' }, content(said)), t('All of {0}', field));
    place.replaceChildren(folded ? content(short) : whole);
    more.textContent = folded ? t('Show all') : t('Show less');
    more.ariaLabel = folded ? t('Show all of {0}', field) : t('Show less of {0}', field);
    more.ariaExpanded = String(!folded);
  };
  fold(true);
  more.addEventListener('click', () => fold(more.ariaExpanded === 'true'));
  return el('div', {}, place, more);
}

function content(said: readonly string[]): HTMLElement {
  const [only, ...others] = said;
  return others.length === 0
    ? el('div', { class: 'review-text', dir: 'auto' }, only)
    : el('ul', { class: 'review-items' }, ...said.map((one) => el('li', {}, el('bdi', {}, one))));
}

function beginning(text: string): string {
  const start = text
    .split('\n', LINES)
    .join('\n')
    .slice(0, CHARACTERS)
    .replace(/[\ud800-\udbff]$/, '');
  return start.length < text.length ? `${start}…` : text;
}
