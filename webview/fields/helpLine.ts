import { definedOnly, el, idList } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';

/**
 * The line below a control. It shows the most urgent of four texts: a problem, the caution about a secret, a note about the
 * value, or the hint. The line's room is always reserved; a text that does not fit covers what follows, so that nothing
 * moves. Such a text takes no pointer events, and is cut while a later field has the focus (style sheet). In a low panel, which a
 * covering text would fill, the line grows with its texts instead.
 */
export class HelpLine {
  readonly element: HTMLElement;
  readonly #hint: HTMLElement;
  readonly #note: HTMLElement;
  readonly #caution: HTMLElement;
  readonly #problem: HTMLElement;
  #coverObserver: ResizeObserver | undefined;

  /** `id`: the prefix of all ids. `hint`: a text, or an element with its own id that contains the text. */
  constructor(id: string, hint: string | HTMLElement = '') {
    this.#hint = typeof hint === 'string' ? el('p', { id: `${id}-hint`, class: 'hint' }, hint) : hint;
    this.#note = el('p', { id: `${id}-note`, class: 'help-text note', dir: 'auto', 'aria-live': 'polite' });
    this.#caution = el('p', { id: `${id}-caution`, class: 'help-text caution', 'aria-live': 'polite' });
    this.#problem = el('p', { id: `${id}-problem`, class: 'help-text problem', 'aria-live': 'polite' });
    this.element = el('div', { class: 'help' }, this.#hint, this.#note, this.#caution, this.#problem);
  }

  /** The ids of the texts, for `aria-describedby`. */
  get ids(): string | undefined {
    return idList(this.#hint.id, this.#note.id, this.#caution.id, this.#problem.id);
  }

  /** Shows a text about the value in place of the hint. `announces`: false if it changes with every key. */
  showNote(text: string | undefined, announces = true): void {
    this.#note.ariaLive = announces ? 'polite' : 'off';
    this.#show(this.#note, text);
  }

  /**
   * Shows a warning about a secret. A warning that is there from the start reserves its room, a later one covers what
   * follows.
   */
  showCaution(text: string | undefined): void {
    if (text === undefined || !this.element.isConnected) {
      this.#caution.classList.toggle('resting', text !== undefined);
    }
    this.#show(this.#caution, text, 'warning');
  }

  /** Shows a problem. It is announced only while its field has the focus, because the text does not name the field. */
  showProblem(message: string | undefined): void {
    const hasFocus = this.element.parentElement?.contains(document.activeElement);
    this.#problem.ariaLive = hasFocus ? 'polite' : 'off';
    this.#show(this.#problem, message, 'error');
  }

  /** Cuts a text that covers what follows to its line. Returns false if there is none. */
  fold(): boolean {
    const isCovering = [this.#note, this.#caution, this.#problem].some(
      (text) => text.checkVisibility({ visibilityProperty: true }) && this.#covers(text),
    );
    if (isCovering) {
      this.element.classList.add('folded');
    }
    return isCovering;
  }

  /** True if a text is higher than the line, and not in a low panel, where the line is as high as its texts. */
  #covers(text: Element): boolean {
    const bottom = text.lastElementChild?.getBoundingClientRect().bottom ?? 0;
    return bottom > this.element.getBoundingClientRect().bottom + 1;
  }

  /** Gives a text an edge while it covers what follows, which depends on the width and the focus, too. */
  #watchCover(text: Element): void {
    this.#coverObserver ??= new ResizeObserver((entries) => {
      for (const { target } of entries) {
        target.classList.toggle('covering', this.#covers(target));
      }
    });
    this.#coverObserver.observe(text);
  }

  #show(element: HTMLElement, text: string | undefined, iconName?: 'warning' | 'error'): void {
    if (element.textContent !== (text ?? '')) {
      element.replaceChildren(
        ...(text === undefined ? [] : definedOnly([iconName && icon(iconName), el('span', {}, text)])),
      );
      // Another text may cover what follows until it is folded, too.
      this.element.classList.remove('folded');
      this.#watchCover(element);
    }
  }
}
