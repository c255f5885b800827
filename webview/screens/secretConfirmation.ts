import { t } from '@vscode/l10n';
import type { SecretFinding } from '#bridge/messages.ts';
import { formatList, formatNumber } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { ConfirmationBox } from '#webview/shell/confirmationBox.ts';
import { el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';

const MOST = 5;

/** What is to be sent of a form's secrets. */
interface FormSecrets {
  /** The secrets that have a value. */
  secrets(): readonly SecretFinding[];
  label(field: number): string;
}

/** The second step before secrets leave: what they are, who gets them, and a box to tick. */
export class SecretConfirmation {
  readonly #step: ConfirmationBox;
  readonly #sending: FormSecrets;
  readonly #server: string;
  /** What the box is about. */
  #asked: readonly SecretFinding[] = [];

  /** `server`: who gets them. `ticked`: the box was changed. */
  constructor(sending: FormSecrets, server: string, ticked: () => void) {
    this.#sending = sending;
    this.#server = server;
    this.#step = new ConfirmationBox([], t('Tick the box, then choose the button once more.'), ticked);
  }

  get element(): HTMLElement {
    return this.#step.element;
  }

  /** The fields whose secrets may be sent; `undefined` where the person has not agreed to all of them. */
  get confirmed(): number[] | undefined {
    const secrets = this.#sending.secrets();
    const agreed = secrets.length === 0 || (this.#step.isChecked && sameSecrets(secrets, this.#asked));
    return agreed ? secrets.map(({ field }) => field) : undefined;
  }

  /** Asks for the step, and leads the keyboard to it. True when it was not there before. */
  show(): boolean {
    this.#ask(this.#sending.secrets());
    return this.#step.show();
  }

  /** Something else stands in the form: what was agreed to counts only for what it was about. */
  update(): void {
    const secrets = this.#sending.secrets();
    if (secrets.length === 0) {
      this.reset();
    } else if (this.#asked.length > 0) {
      this.#ask(secrets);
    }
  }

  /** The step is put off: it is to be taken anew when it is asked for again. */
  reset(): void {
    this.#asked = [];
    this.#step.hide();
  }

  #ask(secrets: readonly SecretFinding[]): void {
    if (sameSecrets(secrets, this.#asked)) {
      return;
    }
    this.#asked = secrets;
    const more = secrets.length - MOST;
    const named = secrets
      .slice(0, MOST)
      .map(({ field, what }) =>
        el('span', {}, ...interpolate<Node | string>(t('{0} ({1})'), what, el('bdi', {}, this.#sending.label(field)))),
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
    some.every(({ field, what }, index) => others[index]?.field === field && others[index].what === what)
  );
}
