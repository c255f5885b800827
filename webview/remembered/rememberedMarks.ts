import { t } from '@vscode/l10n';
import type { ScreenOf, ShownRememberedMark } from '#bridge/messages.ts';
import { describeAnswer } from '#form/describeAnswer.ts';
import { evaluate } from '#form/evaluate.ts';
import { comparisonKey, initialInput } from '#form/formInputs.ts';
import { formatNumber } from '#form/language.ts';
import type { Field } from '#form/model.ts';
import { sentValues } from '#form/sentValues.ts';
import type { FormView } from '#webview/fields/formView.ts';
import { el, preservingFocus } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { suggestedText } from '#webview/shell/shellTexts.ts';

type Marks = ScreenOf<'form'>['remembered'];

/**
 * The notes at fields that were filled in with remembered answers. Each note has a button to forget the answer, and then
 * to undo that.
 */
export class RememberedMarks {
  readonly #screen: ScreenOf<'form'>;
  readonly #form: FormView;
  readonly #post: PostToExtension;
  #marks: readonly ShownRememberedMark[] = [];
  /** The state that is shown at each field. */
  readonly #states = new Map<number, string>();

  constructor(screen: ScreenOf<'form'>, form: FormView, post: PostToExtension) {
    this.#screen = screen;
    this.#form = form;
    this.#post = post;
    this.show(screen.remembered);
  }

  show(marks: Marks): void {
    this.#marks = marks ?? this.#marks;
    this.update();
  }

  /** Updates the notes after a change of the form. */
  update(): void {
    for (const mark of this.#marks) {
      this.#draw(mark);
    }
  }

  #draw(mark: ShownRememberedMark): void {
    const field = this.#screen.form.fields[mark.field];
    const remark = this.#form.remark(mark.field);
    const state = mark.forgotten ? 'forgotten' : this.#isUnchanged(mark) ? 'remembered' : 'changed';
    if (!field || !remark || this.#states.get(mark.field) === state) {
      return;
    }
    this.#states.set(mark.field, state);
    remark.isRemembered = state === 'remembered';
    remark.onPress = () => this.#toggleForgotten(mark.field);
    if (mark.forgotten) {
      remark.show([t('Forgotten')], t('Undo'), t('Undo forgetting the answer to {0}', this.#form.label(mark.field)));
    } else {
      const text = state === 'remembered' ? rememberedText(field, mark) : [t('Differs from the remembered answer')];
      remark.show(text, t('Forget'), t('Forget the remembered answer to {0}', this.#form.label(mark.field)));
    }
  }

  /** Forgets the remembered answer of a field, or undoes that. An input that the user has changed stays. */
  #toggleForgotten(index: number): void {
    const mark = this.#marks.find(({ field }) => field === index);
    const field = this.#screen.form.fields[index];
    if (!mark || !field) {
      return;
    }
    const initial = initialInput(field);
    const [currentInput, otherInput] = mark.forgotten ? [initial, mark.input] : [mark.input, initial];
    const isUnchanged = comparisonKey(this.#form.inputs[index]) === comparisonKey(currentInput);
    const { id } = this.#screen;
    this.#post({ type: mark.forgotten ? 'recallRemembered' : 'forgetRemembered', screen: id, field: index });
    if (isUnchanged) {
      preservingFocus(() => {
        this.#form.fillField(index, otherInput);
        this.#form.flush();
      });
    }
  }

  #isUnchanged({ field, input }: ShownRememberedMark): boolean {
    return comparisonKey(this.#form.inputs[field]) === comparisonKey(input);
  }
}

/** "3 answers are remembered and filled in", for screen readers. */
export function rememberedCountText({ remembered = [] }: ScreenOf<'form'>): string | undefined {
  const { length } = remembered.filter(({ forgotten }) => !forgotten);
  if (length === 0) {
    return undefined;
  }
  return length === 1
    ? t('1 answer is remembered and filled in')
    : t('{0} answers are remembered and filled in', formatNumber(length));
}

function rememberedText(field: Field, { input }: ShownRememberedMark): (Node | string)[] {
  const form = { fields: [field] };
  const [sent] = sentValues(form, evaluate(form, [input]).content);
  const { origin, suggestedValues } = describeAnswer(field, sent?.value);
  if (origin !== 'changed') {
    return [t('Remembered')];
  }
  return interpolate<Node | string>(
    t('Remembered; the server suggests {0}'),
    el('bdi', {}, suggestedText(suggestedValues)),
  );
}
