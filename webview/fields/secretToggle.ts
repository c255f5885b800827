import { t } from '@vscode/l10n';
import { el, setAttributes } from '#webview/shell/dom.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Masks a secret in a text field and adds a button to show it. The field stays masked until it is empty, whatever the
 * text becomes: a part of a secret is secret too.
 */
export class SecretToggle {
  #control: Control;
  readonly #name: string;
  readonly #toggle = el('button', { type: 'button', class: 'link' });
  #isSecret = false;
  #isHidden = false;
  /** The user has asked to see the text. */
  #isShown = false;

  /** `name`: the name of the field. The button is inserted after `control`, which must be in the page. */
  constructor(control: Control, name: string) {
    this.#control = control;
    this.#name = name;
    this.#toggle.hidden = true;
    this.#toggle.addEventListener('click', () => {
      this.#isShown = !this.#isShown;
      this.#draw();
    });
    this.attach(control);
  }

  /** Moves the mask and the button to `control`, which has replaced the previous control. */
  attach(control: Control): void {
    this.#control = control;
    control.addEventListener('input', () => this.#updateHidden());
    control.after(this.#toggle);
    if (this.#isHidden) {
      this.#draw();
    }
  }

  /** `secret`: the field contains a secret, or asks for one. */
  set(secret: boolean): void {
    this.#isSecret = secret;
    this.#updateHidden();
  }

  #updateHidden(): void {
    const hidden = this.#isSecret || (this.#isHidden && this.#control.value !== '');
    if (hidden !== this.#isHidden) {
      this.#isHidden = hidden;
      this.#isShown = false;
      this.#draw();
    }
  }

  #draw(): void {
    if (!this.#isHidden && document.activeElement === this.#toggle) {
      this.#control.focus();
    }
    this.#toggle.hidden = !this.#isHidden;
    this.#toggle.textContent = this.#isShown ? t('Hide what is typed') : t('Show what is typed');
    this.#toggle.ariaLabel = this.#isShown
      ? t('Hide what is typed in {0}', this.#name)
      : t('Show what is typed in {0}', this.#name);
    this.#mask(this.#isHidden && !this.#isShown);
    if (this.#isHidden) {
      // Some browsers send texts to a spelling service, and offer to save the content of password fields unless it is a
      // one-time code.
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
