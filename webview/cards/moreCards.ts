import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';
import { button } from '#webview/shell/buttons.ts';
import { el, replaceChanged } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';

/** A card of which less is in sight counts as being out of sight: its first line cannot be read. In CSS pixels. */
const leastInSight = 20;

/**
 * The lower edge of an area of cards that scrolls: how many cards are out of sight below, or above at the end. Its button scrolls to
 * them, and stays where it is.
 */
export class MoreCards {
  readonly element = el('div', { class: 'more-cards' });
  readonly #area: HTMLElement;
  readonly #button = button('', 'link', () => this.#scroll());

  /** `area`: the element that scrolls, which this element follows. */
  constructor(area: HTMLElement) {
    this.#area = area;
    this.element.hidden = true;
    this.#button.classList.add('quiet');
    this.element.append(this.#button);
    area.addEventListener('scroll', () => this.update(), { passive: true });
    const observer = new ResizeObserver(() => this.update());
    for (const element of [area, ...area.children]) {
      observer.observe(element);
    }
  }

  /** Shows the number of cards that are out of sight, or nothing if all are in sight. */
  update(): void {
    if (this.#cards.length === 0) {
      // Measuring would lay out a whole new screen once more.
      this.element.hidden = true;
      return;
    }
    // While this line is shown, the area is lower by its height.
    const { scrollHeight, clientHeight } = this.#area;
    this.element.hidden = scrollHeight <= clientHeight + this.element.offsetHeight;
    if (this.element.hidden) {
      return;
    }
    const name = this.#isAtEnd ? aboveText(this.#countAbove) : belowText(this.#countBelow);
    replaceChanged(this.#button, [el('span', {}, name), icon(this.#isAtEnd ? 'chevronUp' : 'chevron')]);
  }

  get #isAtEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#area;
    return scrollTop + clientHeight >= scrollHeight - 1;
  }

  get #countBelow(): number {
    // The area includes the room of this line, which lies over its lower edge.
    const { top: end } = this.element.getBoundingClientRect();
    return this.#cards.filter((card) => card.getBoundingClientRect().top > end - leastInSight).length;
  }

  get #countAbove(): number {
    const { top } = this.#area.getBoundingClientRect();
    return this.#cards.filter((card) => card.getBoundingClientRect().bottom < top + leastInSight).length;
  }

  get #cards(): Element[] {
    return [...this.#area.querySelectorAll(':scope > ul > li')];
  }

  /** Scrolls by what is in sight, with the last line still in sight; from the end to the start. */
  #scroll(): void {
    const page = Math.max(leastInSight, this.#area.clientHeight - leastInSight);
    this.#area.scrollTop = this.#isAtEnd ? 0 : this.#area.scrollTop + page;
  }
}

function belowText(count: number): string {
  return count === 0 ? t('More below') : t('{0} more below', formatNumber(count));
}

function aboveText(count: number): string {
  return count === 0 ? t('More above') : t('{0} more above', formatNumber(count));
}
