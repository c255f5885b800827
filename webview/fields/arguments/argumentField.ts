import { t } from '@vscode/l10n';
import { initialInput } from '#form/formInputs.ts';
import type { Field, FieldInput } from '#form/model.ts';
import type { ArgumentCompletions } from '#webview/fields/argumentCompletions.ts';
import { drawField } from '#webview/fields/drawField.ts';
import type { FieldContext, FieldView } from '#webview/fields/fieldChrome.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { drawEmptyField } from './emptyField.ts';
import { drawJson } from './jsonField.ts';
import type { JsonSuggestionRequests } from './jsonSuggestionRequests.ts';
import { drawList } from './listField.ts';
import { drawRecord } from './recordField.ts';

/**
 * Returns the function that draws a field of the arguments of a call: as its kind, as JSON for a value that the field cannot
 * represent, or as the empty value that is sent on purpose. `completions`: absent if the server suggests no values.
 */
export function argumentDrawer(
  suggestions: JsonSuggestionRequests,
  completions: ArgumentCompletions | undefined,
): typeof drawField {
  return (field, input, context) =>
    new ArgumentField(field, input ?? initialInput(field), context, suggestions, completions);
}

class ArgumentField implements FieldView {
  readonly element = el('div', { class: 'field-place' });
  readonly #field: Field;
  readonly #context: FieldContext;
  readonly #suggestions: JsonSuggestionRequests;
  readonly #completions: ArgumentCompletions | undefined;
  #view: FieldView;
  /** The kind of the drawn input. */
  #kind: FieldInput['kind'];
  #problem: string | undefined;
  #secret: Parameters<FieldView['showSecret']>[0];

  constructor(
    field: Field,
    input: FieldInput,
    context: FieldContext,
    suggestions: JsonSuggestionRequests,
    completions: ArgumentCompletions | undefined,
  ) {
    this.#field = field;
    this.#context = context;
    this.#suggestions = suggestions;
    this.#completions = completions;
    this.#kind = input.kind;
    this.#view = this.#draw(input);
    this.element.append(this.#view.element);
  }

  get remark(): FieldView['remark'] {
    return this.#view.remark;
  }

  focus(): void {
    this.#view.focus();
  }

  fill(input: FieldInput, method?: Parameters<FieldView['fill']>[1]): void {
    if (input.kind === this.#kind && input.kind !== 'empty') {
      this.#view.fill(input, method);
    } else {
      this.#show(input);
      this.#context.onChange(input);
    }
  }

  showProblem(message: string | undefined): void {
    this.#problem = message;
    this.#view.showProblem(message);
  }

  showSecret(secret: Parameters<FieldView['showSecret']>[0]): void {
    this.#secret = secret;
    this.#view.showSecret(secret);
  }

  foldHelp(): boolean {
    return this.#view.foldHelp();
  }

  #show(input: FieldInput): void {
    this.#kind = input.kind;
    this.#view = this.#draw(input);
    this.element.replaceChildren(this.#view.element);
    this.#view.showSecret(this.#secret);
    this.#view.showProblem(this.#problem);
  }

  /** Replaces the input by another kind, for an action of the user. */
  #replace(input: FieldInput): void {
    this.#problem = undefined;
    this.#show(input);
    this.#context.onChange(input);
    this.#view.focus();
  }

  #draw(input: FieldInput): FieldView {
    const [field, context] = [this.#field, this.#context];
    if (input.kind === 'empty') {
      return drawEmptyField(field, input, context, () => this.#replace(initialInput(field)));
    }
    if (input.kind === 'json') {
      return drawJson(field, input, context, this.#suggestions, field.kind === 'json' ? undefined : this.#jsonNote());
    }
    const view = this.#drawKind(input);
    this.#completions?.add(context.index, view.element);
    const actions = this.#emptyActions();
    if (actions) {
      // Beside the control; of rows, which have buttons of their own at their end, at the end of the help line.
      const place = view.element.querySelector(':scope > .field-body > :is(.control-row, .options)');
      actions.className = place ? 'empty-actions' : 'help-action';
      (place ?? view.element.querySelector(':scope > .help'))?.append(actions);
    }
    return view;
  }

  #drawKind(input: FieldInput): FieldView {
    const [field, context] = [this.#field, this.#context];
    if (field.kind === 'list' && input.kind === 'list') {
      return drawList(field, input, context);
    }
    return field.kind === 'record' && input.kind === 'record'
      ? drawRecord(field, input, context)
      : drawField(field, input, context);
  }

  /** The buttons of a required field that send nothing on purpose. An optional field is left out if nothing is entered. */
  #emptyActions(): HTMLElement | undefined {
    const { required, label, nullable } = this.#field;
    if (!required) {
      return undefined;
    }
    const buttons: HTMLButtonElement[] = [];
    if (this.#field.kind === 'text' && this.#field.mayBeEmpty) {
      const send = button(t('Send Empty Text'), 'link', () => this.#replace({ kind: 'empty', as: 'text' }));
      send.ariaLabel = t('Send Empty Text in {0}', label);
      buttons.push(send);
    }
    if (nullable) {
      const send = button(t('Send Null'), 'link', () => this.#replace({ kind: 'empty', as: 'null' }));
      send.ariaLabel = t('Send Null in {0}', label);
      buttons.push(send);
    }
    return buttons.length > 0 ? el('span', {}, ...buttons) : undefined;
  }

  /** Says why the value is JSON, with a button that removes it. */
  #jsonNote(): HTMLElement {
    const leave = button(t('Start Over'), 'link', () => this.#replace(initialInput(this.#field)));
    leave.ariaLabel = t('Start Over in {0}', this.#field.label);
    return el(
      'p',
      { class: 'hint' },
      t('The given value does not fit this field, so it is shown as JSON.'),
      ' ',
      leave,
    );
  }
}
