import { t } from '@vscode/l10n';
import type { ScreenOf } from '#bridge/messages.ts';
import { evaluate } from '#form/evaluate.ts';
import { moreFieldsText } from '#form/fieldLabels.ts';
import { isRememberable } from '#form/formLimits.ts';
import { formatList, paragraph } from '#form/language.ts';
import type { Field, FieldInput } from '#form/model.ts';
import type { FormView } from '#webview/fields/formView.ts';
import { quotedName, serverName } from '#webview/shell/attributionView.ts';
import { el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { targetTitle } from '#webview/shell/shellTexts.ts';

const maxNamedFields = 5;

/** The checkbox that remembers the answers of a form, an explanation, and the answers that are not remembered. */
export class RememberBox {
  readonly element: HTMLElement;
  readonly #screen: ScreenOf<'form'>;
  readonly #form: FormView;
  readonly #tooLongByInput = new WeakMap<FieldInput, boolean>();
  readonly #exceptions = el('p', { class: 'hint', id: 'remember-except', 'aria-live': 'polite' });

  /** `ticked`: the initial state of the checkbox. */
  constructor(screen: ScreenOf<'form'>, ticked: boolean, form: FormView, post: PostToExtension) {
    this.#screen = screen;
    this.#form = form;
    const checkbox = el('input', {
      type: 'checkbox',
      id: 'remember',
      'aria-describedby': 'remember-what remember-except',
    });
    checkbox.checked = ticked;
    checkbox.addEventListener('change', () => post({ type: 'remember', screen: screen.id, on: checkbox.checked }));
    this.element = el(
      'div',
      { class: 'remember' },
      el('label', { class: 'remember-label' }, checkbox, el('span', {}, t('Use these answers next time'))),
      el('p', { class: 'hint', id: 'remember-what' }, ...explanationText(screen)),
      this.#exceptions,
    );
    this.update();
  }

  /** Updates the exceptions after a change of the form. */
  update(): void {
    const { form } = this.#screen;
    const secretLabels = form.fields.flatMap((_, field) =>
      this.#form.isMasked(field) ? [this.#form.label(field)] : [],
    );
    const { inputs } = this.#form;
    const tooLongLabels = form.fields.flatMap((field, index) => {
      const input = inputs[index];
      return input && !this.#form.isMasked(index) && this.#isTooLong(field, input) ? [this.#form.label(index)] : [];
    });
    const text = paragraph([secretText(secretLabels), tooLongText(tooLongLabels)]);
    if (this.#exceptions.textContent !== text) {
      this.#exceptions.textContent = text;
    }
  }

  /** Cached by input, so that in a form of five hundred fields only the changed field is evaluated. */
  #isTooLong(field: Field, input: FieldInput): boolean {
    const cached = this.#tooLongByInput.get(input);
    if (cached !== undefined) {
      return cached;
    }
    const { content } = evaluate({ fields: [field] }, [input]);
    const isTooLong = !Object.values(content).every(isRememberable);
    this.#tooLongByInput.set(input, isTooLong);
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
  const more = labels.length - maxNamedFields;
  return formatList(more > 0 ? [...labels.slice(0, maxNamedFields), moreFieldsText(more)] : labels).join('');
}
