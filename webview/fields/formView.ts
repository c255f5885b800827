import type { SecretFinding } from '#bridge/messages.ts';
import { distinctFieldLabels, namesOfDuplicateLabels } from '#form/fieldLabels.ts';
import { inputsMatchForm } from '#form/formInputs.ts';
import type { FieldInput, FieldProblem, FormInputs, FormModel } from '#form/model.ts';
import { el, preservingFocus } from '#webview/shell/dom.ts';
import { fillMethodFor } from '#webview/shell/fillText.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { pagePresses } from '#webview/shell/presses/pointerPresses.ts';
import { drawField } from './drawField.ts';
import { EditPoster } from './editPoster.ts';
import { type FieldView, focusView, goToProblem, type RememberedRemark } from './fieldChrome.ts';
import { FormAnswers } from './formAnswers.ts';
import { FormSecrets } from './formSecrets.ts';
import { ProblemSummary } from './problemSummary.ts';
import { ProblemTimers } from './problemTimers.ts';

/** A form that the user fills in: its fields, and the summary of their problems. Posts the user's edits. */
export class FormView {
  readonly fields: HTMLElement;
  readonly summary: ProblemSummary;
  readonly #form: FormModel;
  readonly #answers: FormAnswers;
  readonly #views: readonly FieldView[];
  readonly #labels: readonly string[];
  readonly #onChange: () => void;
  readonly #secrets: FormSecrets;
  readonly #problemTimers = new ProblemTimers();
  readonly #editPoster: EditPoster;
  /** True while all fields are being filled in. The callbacks of fields then do nothing; `fill` does their work once, at the end. */
  #isFilling = false;

  /** `onChange` runs after a change of an input or of the secrets. `draw` draws a field. */
  constructor(
    screen: string,
    form: FormModel,
    inputs: FormInputs,
    post: PostToExtension,
    onChange: () => void = () => undefined,
    draw: typeof drawField = drawField,
  ) {
    this.#form = form;
    this.#onChange = onChange;
    this.#labels = distinctFieldLabels(form.fields);
    const names = namesOfDuplicateLabels(form.fields);
    this.#answers = new FormAnswers(form, inputs, (field) => this.#secrets.isMasked(field));
    this.#secrets = new FormSecrets(this.#answers);
    this.#editPoster = new EditPoster(screen, this.#answers, post);
    this.#views = form.fields.map((field, index) =>
      draw({ ...field, label: this.label(index) }, inputs[index], {
        index,
        id: `field-${index}`,
        title: { text: field.label, name: names[index] },
        isMasked: () => this.#secrets.isMasked(index),
        mask: () => this.#secrets.mask(index),
        onChange: (input) => {
          if (!this.#isFilling) {
            this.#answers.change(index, input);
            this.#afterChange(index);
          }
        },
        onLeave: () => {
          if (!this.#isFilling) {
            this.flush();
            this.#revealChanged(index);
          }
        },
      }),
    );
    this.summary = new ProblemSummary(
      (index) => this.label(index),
      (index) => goToProblem(this.#views[index]),
    );
    this.fields = el('div', { class: 'fields' }, ...this.#views.map((view) => view.element));
  }

  get inputs(): FieldInput[] {
    return [...this.#answers.inputs];
  }

  get revision(): number {
    return this.#answers.revision;
  }

  /** The known problems, whether shown or not. */
  problems(): readonly FieldProblem[] {
    return this.#answers.problems();
  }

  get isValid(): boolean {
    return this.problems().length === 0;
  }

  /** The unique name of a field. */
  label(field: number): string {
    return this.#labels[field] ?? '';
  }

  /** The secrets whose fields have a value. */
  secrets(): readonly SecretFinding[] {
    return this.#secrets.filled;
  }

  /** Sets the secrets of the form, as found by the extension. */
  showSecrets(secrets: readonly SecretFinding[]): void {
    this.#secrets.set(secrets);
    this.#drawSecrets();
  }

  /** True for a field whose value is masked. */
  isMasked(field: number): boolean {
    return this.#secrets.isMasked(field);
  }

  /** The element of a field. While the field is edited in the review, the element is in a row of the review. */
  fieldElement(field: number): HTMLElement | undefined {
    return this.#views[field]?.element;
  }

  /** Moves a field back to its place in the form. */
  restoreField(field: number): void {
    const element = this.fieldElement(field);
    const nextInForm = this.#views.slice(field + 1).find((view) => view.element.parentElement === this.fields);
    if (element && element.parentElement !== this.fields) {
      this.fields.insertBefore(element, nextInForm?.element ?? null);
    }
  }

  /** The note about a remembered answer. */
  remark(field: number): RememberedRemark | undefined {
    return this.#views[field]?.remark;
  }

  /** True if the field has this input, regardless of `touched`. */
  hasInput(field: number, input: FieldInput): boolean {
    return this.#answers.hasInput(field, input);
  }

  focus(field: number): void {
    this.summary.announcer.clear();
    this.#views[field]?.focus();
  }

  /** Replaces the input of one field. */
  fillField(field: number, input: FieldInput): void {
    this.#views[field]?.fill(input);
  }

  /** Shows the problem of a field. Returns true if the field has none. */
  validateField(field: number): boolean {
    this.#answers.revealProblem(field);
    this.#showProblem(field);
    return this.#answers.shownProblem(field) === undefined;
  }

  /** Adds secrets, or replaces those of the same fields. */
  addSecrets(secrets: readonly SecretFinding[]): void {
    this.#secrets.add(secrets);
    this.#drawSecrets();
  }

  /** Focuses the first field. What is typed then replaces a default of one line. Returns false if there is no field. */
  focusFirst(): boolean {
    const [input] = this.#answers.inputs;
    focusView(this.#views[0], input?.kind === 'text' && !input.touched);
    return this.#views.length > 0;
  }

  /** Returns true if no problem is known. Otherwise shows all problems and focuses the first field with one. */
  validate(): boolean {
    const problems = this.problems();
    if (problems.length === 0) {
      this.summary.hide();
      return true;
    }
    this.#answers.revealAllProblems();
    this.#showAllProblems();
    this.summary.show(problems);
    return false;
  }

  /** Replaces all inputs and secrets; undo works in each text field, unless there are many. Keeps the focus. Ignores inputs of another form. */
  fill(inputs: FormInputs, secrets: readonly SecretFinding[]): void {
    if (!inputsMatchForm(this.#form, inputs)) {
      return;
    }
    const changedTexts = inputs.filter(
      (input, index) => input.kind === 'text' && !this.#answers.hasInput(index, input),
    );
    const fillMethod = fillMethodFor(changedTexts.length);
    // Before the fields are drawn, so that nothing is drawn in clear.
    this.#secrets.set(secrets);
    this.#isFilling = true;
    preservingFocus(() => {
      for (const [index, input] of inputs.entries()) {
        this.#views[index]?.fill(input, fillMethod);
      }
    });
    this.#isFilling = false;
    this.#answers.replaceInputs(inputs);
    this.#problemTimers.clear();
    this.showSecrets(secrets);
    this.summary.hide();
    this.#showAllProblems();
    this.#editPoster.postAll();
  }

  onChecked(revision: number, problems: readonly FieldProblem[], secrets: readonly SecretFinding[]): void {
    if (this.#answers.setCoreProblems(revision, problems)) {
      this.showSecrets(secrets);
      this.#announceAround(() => this.#showAllProblems());
    }
  }

  onRejected(summary: string, problems: readonly FieldProblem[]): void {
    this.showProblems(problems);
    this.summary.show(this.problems(), summary);
  }

  /** Shows, at their fields, the problems because of which the core rejected the inputs. */
  showProblems(problems: readonly FieldProblem[]): void {
    this.#answers.rejectWith(problems);
    this.#onChange();
    this.#showAllProblems();
  }

  /** Cuts help texts that cover what follows. Returns false if there are none. */
  foldHelp(): boolean {
    return this.#views.filter((view) => view.foldHelp()).length > 0;
  }

  flush(): void {
    this.#editPoster.flush();
  }

  dispose(): void {
    this.flush();
    this.#problemTimers.clear();
  }

  #afterChange(index: number): void {
    this.#secrets.unmaskEmptied(index);
    this.#onChange();
    this.#editPoster.add(index, this.isMasked(index));
    // A problem disappears at once; a new one appears when typing pauses.
    if (this.#answers.shownProblem(index) === undefined) {
      this.#showProblem(index);
    }
    this.#problemTimers.start(index, () => this.#revealChanged(index));
  }

  #drawSecrets(): void {
    for (const [index, view] of this.#views.entries()) {
      view.showSecret(this.#secrets.of(index));
    }
    this.#onChange();
  }

  #revealChanged(index: number): void {
    this.#announceAround(() => {
      this.#answers.revealChangedProblem(index);
      this.#showProblem(index);
    });
  }

  /** Announces the new problems of fields without the focus: a field with the focus announces its own. */
  #announceAround(change: () => void): void {
    const before = this.#answers.shownProblems();
    change();
    const found = this.#answers.shownProblems().filter(({ field, message }) => {
      const isNew = before.every((old) => old.field !== field || old.message !== message);
      return isNew && !this.#views[field]?.element.contains(document.activeElement);
    });
    this.summary.announce(found);
  }

  #showAllProblems(): void {
    pagePresses().runNowOrAfterPress(() => {
      for (const [index, view] of this.#views.entries()) {
        view.showProblem(this.#answers.shownProblem(index));
      }
      this.summary.refresh(this.problems());
    });
  }

  /** Shows or removes a problem after the current press, because the text would move the pressed element. */
  #showProblem(index: number): void {
    pagePresses().runNowOrAfterPress(() => {
      this.#views[index]?.showProblem(this.#answers.shownProblem(index));
      this.summary.refresh(this.problems());
    });
  }
}
