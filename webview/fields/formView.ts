import type { SecretFinding } from '#bridge/messages.ts';
import { distinctFieldLabels, namesOfDuplicateLabels } from '#form/fieldLabels.ts';
import { inputsMatchForm } from '#form/formInputs.ts';
import type { FieldInput, FieldProblem, FormInputs, FormModel } from '#form/model.ts';
import { el, preservingFocus } from '#webview/shell/dom.ts';
import { fillMethodFor } from '#webview/shell/fillText.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { pagePresses } from '#webview/shell/pointerPresses.ts';
import { drawField } from './drawField.ts';
import { EditPoster } from './editPoster.ts';
import type { FieldView, RememberedRemark } from './fieldChrome.ts';
import { FormAnswers } from './formAnswers.ts';
import { ProblemSummary, problemsText } from './problemSummary.ts';

/** A problem is shown this long after the last key. In milliseconds. */
const problemDelayMs = 500;

/** A form that the user fills in: its fields, the problem summary above them, and the edits that are posted. */
export class FormView {
  readonly fields: HTMLElement;
  readonly summary: ProblemSummary;
  readonly #form: FormModel;
  readonly #answers: FormAnswers;
  readonly #views: readonly FieldView[];
  readonly #labels: readonly string[];
  readonly #changed: () => void;
  #secrets: readonly SecretFinding[] = [];
  /**
   * Fields that contain a secret, or have contained one since they were last empty: a part of a secret is secret too.
   */
  readonly #masked = new Set<number>();
  readonly #problemTimers = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #editPoster: EditPoster;
  /** All fields are being filled in: callbacks of fields are ignored, and their work is done once at the end. */
  #filling = false;

  /** `changed` runs after a change of an input or of a secret. */
  constructor(
    screen: string,
    form: FormModel,
    inputs: FormInputs,
    post: PostToExtension,
    changed: () => void = () => undefined,
  ) {
    this.#form = form;
    this.#changed = changed;
    this.#labels = distinctFieldLabels(form.fields);
    const names = namesOfDuplicateLabels(form.fields);
    this.#answers = new FormAnswers(form, inputs);
    this.#editPoster = new EditPoster(screen, this.#answers, post);
    this.#views = form.fields.map((field, index) =>
      drawField({ ...field, label: this.label(index) }, inputs[index], {
        id: `field-${index}`,
        title: { text: field.label, name: names[index] },
        onChange: (input) => {
          if (!this.#filling) {
            this.#answers.change(index, input);
            this.#afterChange(index);
          }
        },
        onUnusable: (problem) => {
          if (!this.#filling) {
            this.#answers.setUnusable(index, problem);
            this.#showProblem(index);
          }
        },
        onLeave: () => {
          if (!this.#filling) {
            this.#fieldLeft(index);
          }
        },
      }),
    );
    this.summary = new ProblemSummary(
      (index) => this.label(index),
      (index) => this.#views[index]?.focus(),
    );
    this.fields = el('div', { class: 'fields' }, ...this.#views.map((view) => view.element));
  }

  get inputs(): FieldInput[] {
    return [...this.#answers.inputs];
  }

  get revision(): number {
    return this.#answers.revision;
  }

  /** True without a known problem, shown or not. */
  get isValid(): boolean {
    return this.#answers.problems().length === 0;
  }

  /** The unique name of a field. */
  label(field: number): string {
    return this.#labels[field] ?? '';
  }

  /** The secrets whose fields have a value. */
  secrets(): readonly SecretFinding[] {
    return this.#secrets.filter(({ field }) => this.#answers.isFilled(field));
  }

  /** Sets the secrets that the extension found. */
  showSecrets(secrets: readonly SecretFinding[]): void {
    this.#secrets = secrets;
    for (const { field } of secrets) {
      this.#masked.add(field);
    }
    for (const [index, view] of this.#views.entries()) {
      view.showSecret(secrets.find(({ field }) => field === index));
    }
    this.#changed();
  }

  /** True for a field whose value is masked. */
  isMasked(field: number): boolean {
    return this.#masked.has(field);
  }

  /** The element of a field. The review moves it into its row, until `restoreField`. */
  fieldElement(field: number): HTMLElement | undefined {
    return this.#views[field]?.element;
  }

  /** Moves a field back to its place in the form. */
  restoreField(field: number): void {
    const element = this.fieldElement(field);
    const after = this.#views.slice(field + 1).find((view) => view.element.parentElement === this.fields);
    if (element && element.parentElement !== this.fields) {
      this.fields.insertBefore(element, after?.element ?? null);
    }
  }

  /** The note about a remembered answer. */
  remark(field: number): RememberedRemark | undefined {
    return this.#views[field]?.remark;
  }

  /** True if the field shows this input. */
  hasInput(field: number, input: FieldInput): boolean {
    return this.#answers.hasInput(field, input);
  }

  focus(field: number): void {
    this.#views[field]?.focus();
  }

  /** Replaces the input of one field. */
  fillField(field: number, input: FieldInput): void {
    this.#views[field]?.fill(input);
  }

  /** Shows the problem of a field. Returns true if it has none. */
  validateField(field: number): boolean {
    this.#answers.revealProblem(field);
    this.#showProblem(field);
    return this.#answers.shownProblem(field) === undefined;
  }

  /** Adds secrets, or replaces those of the same fields. */
  addSecrets(secrets: readonly SecretFinding[]): void {
    const others = this.#secrets.filter(({ field }) => secrets.every((one) => one.field !== field));
    this.showSecrets([...others, ...secrets].sort((a, b) => a.field - b.field));
  }

  /** Focuses the first field. Returns false if there is none. */
  focusFirst(): boolean {
    this.#views[0]?.focus();
    return this.#views.length > 0;
  }

  /** Returns true without a known problem. Otherwise shows all problems and focuses the summary. */
  validate(): boolean {
    const problems = this.#answers.problems();
    if (problems.length === 0) {
      this.summary.hide();
      return true;
    }
    this.#answers.revealAllProblems();
    this.#showAllProblems();
    this.summary.show(problemsText(problems.length), problems);
    return false;
  }

  /**
   * Replaces all inputs, as the user asked; the user can undo it. The focus is restored. Ignores inputs of another
   * form.
   */
  fill(inputs: FormInputs): void {
    if (!inputsMatchForm(this.#form, inputs)) {
      return;
    }
    const others = inputs.filter((input, index) => input.kind === 'text' && !this.#answers.hasInput(index, input));
    const filling = fillMethodFor(others.length);
    this.#filling = true;
    preservingFocus(() => {
      for (const [index, input] of inputs.entries()) {
        this.#views[index]?.fill(input, filling);
      }
    });
    this.#filling = false;
    this.#answers.fill(inputs);
    this.#clearProblemTimers();
    for (const index of inputs.keys()) {
      this.#unmaskEmptied(index);
    }
    this.#changed();
    this.summary.hide();
    this.#showAllProblems();
    this.#editPoster.postAll();
  }

  checked(revision: number, problems: readonly FieldProblem[], secrets: readonly SecretFinding[]): void {
    if (this.#answers.applyChecked(revision, problems)) {
      this.showSecrets(secrets);
      this.#showAllProblems();
    }
  }

  rejected(summary: string, problems: readonly FieldProblem[]): void {
    this.showProblems(problems);
    this.summary.show(summary, this.#answers.problems());
  }

  /** Shows problems that the core found at their fields. */
  showProblems(problems: readonly FieldProblem[]): void {
    this.#answers.applyRejected(problems);
    this.#showAllProblems();
  }

  flush(): void {
    this.#editPoster.flush();
  }

  dispose(): void {
    this.flush();
    this.#clearProblemTimers();
  }

  #afterChange(index: number): void {
    this.#unmaskEmptied(index);
    this.#changed();
    this.#editPoster.add(index);
    // A problem disappears at once; a new one appears when typing pauses.
    if (this.#answers.shownProblem(index) === undefined) {
      this.#showProblem(index);
    }
    clearTimeout(this.#problemTimers.get(index));
    this.#problemTimers.set(
      index,
      setTimeout(() => this.#revealChanged(index), problemDelayMs),
    );
  }

  /** An emptied field is no longer masked, unless it asks for a secret. */
  #unmaskEmptied(index: number): void {
    if (!this.#answers.isFilled(index) && this.#secrets.every(({ field }) => field !== index)) {
      this.#masked.delete(index);
    }
  }

  #fieldLeft(index: number): void {
    this.flush();
    this.#revealChanged(index);
  }

  #revealChanged(index: number): void {
    this.#answers.revealChangedProblem(index);
    this.#showProblem(index);
  }

  #clearProblemTimers(): void {
    for (const timer of this.#problemTimers.values()) {
      clearTimeout(timer);
    }
  }

  #showAllProblems(): void {
    pagePresses().whenReleased(() => {
      for (const [index, view] of this.#views.entries()) {
        view.showProblem(this.#answers.shownProblem(index));
      }
      this.#refreshSummary();
    });
  }

  /** The focus leaves a field while the pointer is pressed elsewhere; a new message must not move that element. */
  #showProblem(index: number): void {
    pagePresses().whenReleased(() => {
      this.#views[index]?.showProblem(this.#answers.shownProblem(index));
      this.#refreshSummary();
    });
  }

  #refreshSummary(): void {
    const problems = this.#answers.problems();
    this.summary.refresh(problems, problemsText(problems.length));
  }
}
