import { t } from '@vscode/l10n';
import type { SecretFinding } from '#bridge/messages.ts';
import { moreFieldsText } from '#form/fieldLabels.ts';
import { formatList } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { quotedName } from '#webview/shell/attributionView.ts';
import { ConfirmationBox } from '#webview/shell/confirmationBox.ts';
import { el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';

const maxNamedSecrets = 5;

/** The secrets of a form. */
interface FormSecrets {
  /** The secrets whose fields are not empty. */
  secrets(): readonly SecretFinding[];
  label(field: number): string;
}

/** The confirmation before secrets are sent. Its text names the secrets and the server that receives them. */
export class SecretConfirmation {
  readonly #confirmationBox: ConfirmationBox;
  readonly #form: FormSecrets;
  readonly #server: string;
  /** The secrets that the checkbox names. */
  #namedSecrets: readonly SecretFinding[] = [];

  /** `server`: the name of the server that receives the secrets. `onChange` runs when the checkbox is changed. */
  constructor(form: FormSecrets, server: string, onChange: () => void) {
    this.#form = form;
    this.#server = server;
    this.#confirmationBox = new ConfirmationBox(
      [],
      t('Tick the box, then choose the same button once more.'),
      onChange,
    );
  }

  get element(): HTMLElement {
    return this.#confirmationBox.element;
  }

  /** The fields with confirmed secrets; `undefined` unless the user has confirmed all of them. */
  get confirmed(): number[] | undefined {
    const secrets = this.#form.secrets();
    const isConfirmed =
      secrets.length === 0 || (this.#confirmationBox.isChecked && sameSecrets(secrets, this.#namedSecrets));
    return isConfirmed ? secrets.map(({ field }) => field) : undefined;
  }

  /** Shows and focuses the checkbox. Returns true if it was hidden. */
  show(): boolean {
    this.#nameSecrets(this.#form.secrets());
    return this.#confirmationBox.show();
  }

  /** Updates the confirmation after a change of the form: it is valid only for the secrets that it names. */
  update(): void {
    const secrets = this.#form.secrets();
    if (secrets.length === 0) {
      this.reset();
    } else if (this.#namedSecrets.length > 0) {
      this.#nameSecrets(secrets);
    }
  }

  /** Hides the checkbox and drops the confirmation. */
  reset(): void {
    this.#namedSecrets = [];
    this.#confirmationBox.hide();
  }

  #nameSecrets(secrets: readonly SecretFinding[]): void {
    if (sameSecrets(secrets, this.#namedSecrets)) {
      return;
    }
    this.#namedSecrets = secrets;
    const unnamedCount = secrets.length - maxNamedSecrets;
    const named = secrets.slice(0, maxNamedSecrets).map((secret) => this.#secretName(secret));
    const list = el(
      'span',
      {},
      ...formatList<Node | string>(unnamedCount > 0 ? [...named, moreFieldsText(unnamedCount)] : named),
    );
    const server = el('bdi', {}, inOneLine(this.#server, 80));
    this.#confirmationBox.setLabel(...interpolate(t('Send my {0} to {1} anyway'), list, server));
  }

  /** The label of a secret's field in quotation marks, with the kind of the secret unless the label asks for it. */
  #secretName({ field, secretKind, isInLabel }: SecretFinding): HTMLElement {
    const label = quotedName(this.#form.label(field));
    return isInLabel ? label : el('span', {}, ...interpolate<Node | string>(t('{0} ({1})'), label, secretKind));
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
