import { t } from '@vscode/l10n';
import type { ScreenOf } from '#bridge/messages.ts';
import { evaluate } from '#form/evaluate.ts';
import { isRememberable } from '#form/formLimits.ts';
import { formatList, formatNumber } from '#form/language.ts';
import type { Field, FieldInput } from '#form/model.ts';
import type { FormView } from '#webview/fields/formView.ts';
import { quotedName, serverName } from '#webview/shell/attribution.ts';
import { el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { targetTitle } from '#webview/shell/messages.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';

const maxNamed = 5;

/** The checkbox that remembers the answers of a form, what it means, and which answers it leaves out. */
export class RememberBox {
  readonly element: HTMLElement;
  readonly #screen: ScreenOf<'form'>;
  readonly #form: FormView;
  readonly #tooLong = new WeakMap<FieldInput, boolean>();
  readonly #except = el('p', { class: 'hint', id: 'remember-except', 'aria-live': 'polite' });

  /** `ticked`: the initial state. */
  constructor(screen: ScreenOf<'form'>, ticked: boolean, form: FormView, post: PostToExtension) {
    this.#screen = screen;
    this.#form = form;
    const box = el('input', {
      type: 'checkbox',
      id: 'remember',
      'aria-describedby': 'remember-what remember-except',
    });
    box.checked = ticked;
    box.addEventListener('change', () => post({ type: 'remember', screen: screen.id, on: box.checked }));
    this.element = el(
      'div',
      { class: 'remember' },
      el('label', { class: 'remember-label' }, box, el('span', {}, t('Use these answers next time'))),
      el('p', { class: 'hint', id: 'remember-what' }, ...explanationText(screen)),
      this.#except,
    );
    this.update();
  }

  /** Call after a change of the form. */
  update(): void {
    const { form } = this.#screen;
    const secret = form.fields.flatMap((_, field) => (this.#form.isMasked(field) ? [this.#form.label(field)] : []));
    const { inputs } = this.#form;
    const long = form.fields.flatMap((field, index) => {
      const input = inputs[index];
      return input && !this.#form.isMasked(index) && this.#isTooLong(field, input) ? [this.#form.label(index)] : [];
    });
    const text = [secretText(secret), tooLongText(long)].filter(Boolean).join(' ');
    if (this.#except.textContent !== text) {
      this.#except.textContent = text;
    }
  }

  /** Cached by input: in a form of five hundred fields only the changed one is evaluated. */
  #isTooLong(field: Field, input: FieldInput): boolean {
    const known = this.#tooLong.get(input);
    if (known !== undefined) {
      return known;
    }
    const { content } = evaluate({ fields: [field] }, [input]);
    const isTooLong = !Object.values(content).every(isRememberable);
    this.#tooLong.set(input, isTooLong);
    return isTooLong;
  }
}

function explanationText({ server, call }: ScreenOf<'form'>): (Node | string)[] {
  const name = serverName(server);
  if (!call) {
    return interpolate<Node | string>(
      t('They are filled in when {0} asks for the same. Nothing is sent by itself.'),
      name,
    );
  }
  return interpolate<Node | string>(
    t('They are filled in when {0} asks for the same in {1}. Nothing is sent by itself.'),
    name,
    quotedName(targetTitle(call)),
  );
}

function secretText(labels: readonly string[]): string {
  const [first, ...others] = labels;
  if (first === undefined) {
    return '';
  }
  return others.length === 0
    ? t('“{0}” is a secret and is not remembered.', first)
    : t('Secrets are not remembered: {0}.', nameList(labels));
}

function tooLongText(labels: readonly string[]): string {
  const [first, ...others] = labels;
  if (first === undefined) {
    return '';
  }
  return others.length === 0
    ? t('“{0}” is too long to be remembered.', first)
    : t('Too long to be remembered: {0}.', nameList(labels));
}

function nameList(labels: readonly string[]): string {
  const more = labels.length - maxNamed;
  return formatList(more > 0 ? [...labels.slice(0, maxNamed), t('{0} more', formatNumber(more))] : labels).join('');
}
