import { t } from '@vscode/l10n';
import { el, setAttributes } from '#webview/shell/dom.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Keeps a secret in a text field from being read over the person's shoulder, and gives them a button to see it. A field
 * that is hidden stays so until it is emptied, whatever becomes of the text: half a secret is one too.
 */
export class SecretToggle {
  #control: Control;
  readonly #name: string;
  readonly #toggle = el('button', { type: 'button', class: 'link' });
  #secret = false;
  #hidden = false;
  /** The person wants to see it. */
  #shown = false;

  /** `name`: what the field is called. The button has its place right after `control`, which is in the page. */
  constructor(control: Control, name: string) {
    this.#control = control;
    this.#name = name;
    this.#toggle.hidden = true;
    this.#toggle.addEventListener('click', () => {
      this.#shown = !this.#shown;
      this.#draw();
    });
    this.attach(control);
  }

  /** Another control has taken the place of the one before, with the same in it. */
  attach(control: Control): void {
    this.#control = control;
    control.addEventListener('input', () => this.#judge());
    control.after(this.#toggle);
    if (this.#hidden) {
      this.#draw();
    }
  }

  /** `secret`: what stands in the field, or is asked for, is one. */
  set(secret: boolean): void {
    this.#secret = secret;
    this.#judge();
  }

  #judge(): void {
    const hidden = this.#secret || (this.#hidden && this.#control.value !== '');
    if (hidden !== this.#hidden) {
      this.#hidden = hidden;
      this.#shown = false;
      this.#draw();
    }
  }

  #draw(): void {
    if (!this.#hidden && document.activeElement === this.#toggle) {
      this.#control.focus();
    }
    this.#toggle.hidden = !this.#hidden;
    this.#toggle.textContent = this.#shown ? t('Hide what is typed') : t('Show what is typed');
    this.#toggle.ariaLabel = this.#shown
      ? t('Hide what is typed in {0}', this.#name)
      : t('Show what is typed in {0}', this.#name);
    this.#mask(this.#hidden && !this.#shown);
    if (this.#hidden) {
      // Some browsers send what they check for spelling to a service. And what stands in a password field they offer to
      // keep, save for codes that are used once.
      setAttributes(this.#control, { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'one-time-code' });
    }
  }

  #mask(masked: boolean): void {
    const control = this.#control;
    if (control instanceof HTMLTextAreaElement) {
      control.classList.toggle('masked', masked);
      return;
    }
    const { selectionStart, selectionEnd } = control;
    control.type = masked ? 'password' : 'text';
    if (document.activeElement === control) {
      control.setSelectionRange(selectionStart, selectionEnd);
    }
  }
}
