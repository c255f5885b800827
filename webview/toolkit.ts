/**
 * The only file that knows the toolkit's elements. Buttons and the progress ring come from it; everything that takes
 * an answer is a plain element, because an error text can be tied to it only where no shadow root stands between,
 * and because the toolkit's marks for checked options vanish under forced colours.
 */
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeProgressRing } from '@vscode/webview-ui-toolkit';
import { setAttributes } from './dom.ts';

export function registerToolkit(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing());
}

export type ButtonLook = 'primary' | 'secondary';

export function button(label: string, look: ButtonLook, press: () => void): HTMLElement {
  const element = document.createElement('vscode-button');
  setAttributes(element, { appearance: look });
  element.append(label);
  element.addEventListener('click', press);
  return element;
}

/** A button whose face is a picture. `label` is its accessible name. */
export function iconButton(label: string, icon: Element, press: () => void): HTMLElement {
  const element = document.createElement('vscode-button');
  setAttributes(element, { appearance: 'icon', 'aria-label': label, title: label });
  element.append(icon);
  element.addEventListener('click', press);
  return element;
}

/** Looks and is announced as unavailable, and stays in the tab order. */
export function setUnavailable(element: HTMLElement, unavailable: boolean): void {
  // The toolkit passes only the property on to the button inside, and reflects it a little later; the attribute must be
  // true from the first moment, because that is what is read out.
  element.ariaDisabled = unavailable ? 'true' : null;
  setAttributes(element, { 'aria-disabled': unavailable ? 'true' : undefined });
}

/** Something goes on and nobody knows how long. Named by the text beside it. */
export function progressRing(): HTMLElement {
  const element = document.createElement('vscode-progress-ring');
  setAttributes(element, { 'aria-hidden': 'true' });
  return element;
}
