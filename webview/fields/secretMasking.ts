import { t } from '@vscode/l10n';
import { iconButton } from '#webview/shell/buttons.ts';
import { setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Masks a secret in a text field and adds a button with an eye that shows the secret. The field stays masked until it is empty: a part
 * of a secret is also secret.
 */
export class SecretMasking {
  #control: Control;
  readonly #name: string;
  readonly #toggle = iconButton('', icon('eye'), () => {
    this.#isRevealed = !this.#isRevealed;
    this.#update();
  });
  #isSecret = false;
  #isMasked = false;
  /** True if the user has chosen to see the text. */
  #isRevealed = false;

  /** `name`: the name of the field. The button is inserted after `control`, which must be in the page. */
  constructor(control: Control, name: string) {
    this.#control = control;
    this.#name = name;
    this.#toggle.classList.add('reveal');
    this.#toggle.hidden = true;
    this.attach(control);
  }

  /** Moves the mask and the button to `control`, which has replaced the previous control. */
  attach(control: Control): void {
    this.#control = control;
    control.addEventListener('input', () => this.#updateMasked());
    control.after(this.#toggle);
    if (this.#isMasked) {
      this.#update();
    }
  }

  /** True while the field is masked, also if the user has chosen to see the text. */
  get isMasked(): boolean {
    return this.#isMasked;
  }

  /** `isSecret`: true if the field contains a secret, or asks for one. */
  set(isSecret: boolean): void {
    this.#isSecret = isSecret;
    this.#updateMasked();
  }

  #updateMasked(): void {
    const isMasked = this.#isSecret || (this.#isMasked && this.#control.value !== '');
    if (isMasked !== this.#isMasked) {
      this.#isMasked = isMasked;
      this.#isRevealed = false;
      this.#update();
    }
  }

  #update(): void {
    if (!this.#isMasked && document.activeElement === this.#toggle) {
      this.#control.focus();
    }
    this.#toggle.hidden = !this.#isMasked;
    this.#toggle.replaceChildren(icon(this.#isRevealed ? 'eyeClosed' : 'eye'));
    this.#toggle.title = this.#isRevealed ? t('Hide password: {0}', this.#name) : t('Show password: {0}', this.#name);
    this.#mask(this.#isMasked && !this.#isRevealed);
    if (this.#isMasked) {
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
