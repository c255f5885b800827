import { el, replaceChanged } from '#webview/shell/dom.ts';
import type { FilterOption, OptionGroup } from './filterOptions.ts';

/** A select box with fixed options, and further ones that become known. What is chosen stays chosen, also if it is not known any more. */
export class ChoiceBox {
  readonly element = el('select');
  readonly #fixed: readonly Node[];
  /** The heading of the further options. */
  readonly #heading: string | undefined;
  #options: readonly FilterOption[] = [];

  constructor(fixed: readonly (FilterOption | OptionGroup)[], heading?: string) {
    this.#fixed = fixed.map((one) => ('options' in one ? group(one) : option(one)));
    this.#heading = heading;
    this.element.append(...this.#fixed);
  }

  get value(): string {
    return this.element.value;
  }

  /** The label of the chosen option. */
  get label(): string {
    return this.element.selectedOptions[0]?.label ?? '';
  }

  /** Chooses an option. One that is not known is added under this label. */
  choose(value: string, label: string): void {
    if (![...this.element.options].some((one) => one.value === value)) {
      this.#draw([...this.#options, [value, label]]);
    }
    this.element.value = value;
  }

  /** Sets the further options. */
  setOptions(options: readonly FilterOption[]): void {
    const { value, label } = this;
    this.#options = options;
    this.#draw(options);
    this.choose(value, label);
  }

  #draw(options: readonly FilterOption[]): void {
    const [first, ...others] = options;
    const drawn =
      first === undefined
        ? []
        : this.#heading === undefined
          ? options.map(option)
          : [group({ label: this.#heading, options: [first, ...others] })];
    replaceChanged(this.element, [...this.#fixed, ...drawn]);
  }
}

function option([value, label]: FilterOption): HTMLOptionElement {
  return el('option', { value }, label);
}

function group({ label, options }: OptionGroup): HTMLOptGroupElement {
  return el('optgroup', { label }, ...options.map(option));
}
