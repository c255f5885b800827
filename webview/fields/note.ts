import { t } from '@vscode/l10n';
import { formatProblem } from '#form/formats.ts';
import type { NumberField, TextField, TextInput } from '#form/model.ts';
import { sentText } from '#form/sentText.ts';
import { el } from '#webview/shell/dom.ts';
import { pagePresses } from '#webview/shell/pointerPresses.ts';
import { sentAs } from './sentAs.ts';

/** After so many ms without a key, screen readers hear what becomes of what was typed. */
const PAUSE = 500;

/** A line beneath a text field that says what becomes of what stands in it. Only date-times and web addresses have one. */
export class FieldNote {
  readonly id: string | undefined;
  readonly element: HTMLElement | string = '';
  readonly #field: TextField | undefined;
  readonly #said: HTMLElement | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(field: TextField | NumberField, id: string) {
    if (field.kind === 'text' && !field.list && (field.format === 'date-time' || field.format === 'uri')) {
      this.#field = field;
      this.id = `${id}-note`;
      this.#said = el('p', { id: this.id, class: 'note', dir: 'auto', 'aria-live': 'polite' });
      this.element = this.#said;
    }
  }

  show(input: TextInput): void {
    if (!this.#field || !this.#said) {
      return;
    }
    const said = this.#said;
    const text = (this.#field.format === 'uri' ? siteOf(this.#field, input) : sentAs(this.#field, input)) ?? '';
    clearTimeout(this.#pause);
    if (text === '' || !said.isConnected) {
      said.textContent = text;
    } else if (said.textContent !== text) {
      this.#pause = setTimeout(
        () =>
          pagePresses().whenReleased(() => {
            said.textContent = text;
          }),
        PAUSE,
      );
    }
  }
}

/** "Leads to example.com.": whose website an address belongs to, whatever else is written in it. */
function siteOf(field: TextField, input: TextInput): string | undefined {
  const address = sentText(field, input);
  if (!/^https?:/i.test(address) || formatProblem('uri', address) || !URL.canParse(address)) {
    return undefined;
  }
  return t('Leads to {0}.', new URL(address).host);
}
