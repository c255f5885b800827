import { el, setAttributes } from './dom.ts';

/** `link`: the button looks like a link in a sentence. */
export type ButtonAppearance = 'primary' | 'secondary' | 'link';

export function button(label: string, appearance: ButtonAppearance, onPress: () => void): HTMLButtonElement {
  const element = el('button', { type: 'button', class: appearance === 'link' ? 'link' : `push ${appearance}` }, label);
  element.addEventListener('click', onPress);
  return element;
}

/** The look of a screen's main button: in front of something destructive or dangerous, no button is the obvious one. */
export function mainAppearance(isDangerous: boolean | undefined): ButtonAppearance {
  return isDangerous ? 'secondary' : 'primary';
}

/** A button with an icon only. `label` is its tooltip, which is also its accessible name. */
export function iconButton(label: string, icon: Element, onPress: () => void): HTMLButtonElement {
  const element = el('button', { type: 'button', class: 'push icon-only', title: label }, icon);
  element.addEventListener('click', onPress);
  return element;
}

/** Sets `aria-disabled`. The button stays in the tab order. */
export function setUnavailable(element: HTMLElement, unavailable: boolean): void {
  setAttributes(element, { 'aria-disabled': unavailable ? 'true' : undefined });
}

/** A spinner for work of unknown duration. Screen readers get the text beside it. */
export function progressRing(): HTMLElement {
  return el('span', { class: 'ring', 'aria-hidden': 'true' });
}
