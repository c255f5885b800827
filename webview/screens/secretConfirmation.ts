import { t } from '@vscode/l10n';
import type { SecretFinding } from '#bridge/messages.ts';
import { formatList, formatNumber } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { ConfirmationBox } from '#webview/shell/confirmationBox.ts';
import { el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';

const maxNamed = 5;

/** The secrets of a form. */
interface FormSecrets {
  /** The secrets whose fields are not empty. */
  secrets(): readonly SecretFinding[];
  label(field: number): string;
}

/** The confirmation before secrets are sent: what they are, and the server that receives them. */
export class SecretConfirmation {
  readonly #step: ConfirmationBox;
  readonly #form: FormSecrets;
  readonly #server: string;
  /** The secrets that the checkbox names. */
  #named: readonly SecretFinding[] = [];

  /** `server`: the name of the receiver. `onChange` runs when the checkbox is changed. */
  constructor(form: FormSecrets, server: string, onChange: () => void) {
    this.#form = form;
    this.#server = server;
    this.#step = new ConfirmationBox([], t('Tick the box, then choose the button once more.'), onChange);
  }

  get element(): HTMLElement {
    return this.#step.element;
  }

  /** The fields with confirmed secrets; `undefined` unless the user has confirmed all of them. */
  get confirmed(): number[] | undefined {
    const secrets = this.#form.secrets();
    const agreed = secrets.length === 0 || (this.#step.isChecked && sameSecrets(secrets, this.#named));
    return agreed ? secrets.map(({ field }) => field) : undefined;
  }

  /** Shows and focuses the checkbox. Returns true if it was hidden. */
  show(): boolean {
    this.#name(this.#form.secrets());
    return this.#step.show();
  }

  /** Call after a change of the form. A confirmation is valid only for the secrets that it named. */
  update(): void {
    const secrets = this.#form.secrets();
    if (secrets.length === 0) {
      this.reset();
    } else if (this.#named.length > 0) {
      this.#name(secrets);
    }
  }

  /** Hides the checkbox and drops the confirmation. */
  reset(): void {
    this.#named = [];
    this.#step.hide();
  }

  #name(secrets: readonly SecretFinding[]): void {
    if (sameSecrets(secrets, this.#named)) {
      return;
    }
    this.#named = secrets;
    const more = secrets.length - maxNamed;
    const named = secrets
      .slice(0, maxNamed)
      .map(({ field, secretKind }) =>
        el(
          'span',
          {},
          ...interpolate<Node | string>(t('{0} ({1})'), secretKind, el('bdi', {}, this.#form.label(field))),
        ),
      );
    const list = el(
      'span',
      {},
      ...formatList<Node | string>(more > 0 ? [...named, t('{0} more', formatNumber(more))] : named),
    );
    const server = el('bdi', {}, inOneLine(this.#server, 80));
    this.#step.setLabel(
      ...interpolate(
        secrets.length === 1
          ? t('You are about to send {0} {1}. Send it anyway')
          : t('You are about to send {0} {1}. Send them anyway'),
        server,
        list,
      ),
    );
  }
}

function sameSecrets(some: readonly SecretFinding[], others: readonly SecretFinding[]): boolean {
  return (
    some.length === others.length &&
    some.every(
      ({ field, secretKind }, index) => others[index]?.field === field && others[index].secretKind === secretKind,
    )
  );
}
