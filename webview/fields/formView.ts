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

/** After so many ms without a key, what was typed is judged aloud. */
const PAUSE = 500;

/** A form being filled in: its fields, the summary above them, and what the extension is told meanwhile. */
export class FormView {
  readonly fields: HTMLElement;
  readonly summary: ProblemSummary;
  readonly #form: FormModel;
  readonly #answers: FormAnswers;
  readonly #views: readonly FieldView[];
  readonly #labels: readonly string[];
  readonly #changed: () => void;
  #secrets: readonly SecretFinding[] = [];
  /** Fields with a secret, or with one since which they were not emptied: half a secret is one too. */
  readonly #hidden = new Set<number>();
  readonly #pauses = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #edits: EditPoster;
  /** All fields are being filled: what follows from that is done once, at the end. */
  #filling = false;

  /** `changed`: something else stands in the form, or is taken for a secret. */
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
    this.#edits = new EditPoster(screen, this.#answers, post);
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
            this.#show(index);
          }
        },
        onLeave: () => {
          if (!this.#filling) {
            this.#leave(index);
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

  /** Counts the changes. */
  get revision(): number {
    return this.#answers.revision;
  }

  /** True where nothing known is wrong, said or not. */
  get isValid(): boolean {
    return this.#answers.problems().length === 0;
  }

  /** What a field is called where it is not in sight. */
  label(field: number): string {
    return this.#labels[field] ?? '';
  }

  /** The secrets that have a value. */
  secrets(): readonly SecretFinding[] {
    return this.#secrets.filter(({ field }) => this.#answers.isFilled(field));
  }

  /** The fields whose values are secrets, as the extension says. */
  showSecrets(secrets: readonly SecretFinding[]): void {
    this.#secrets = secrets;
    for (const { field } of secrets) {
      this.#hidden.add(field);
    }
    for (const [index, view] of this.#views.entries()) {
      view.showSecret(secrets.find(({ field }) => field === index));
    }
    this.#changed();
  }

  /** True for a field that is not to be read over the person's shoulder. */
  isHidden(field: number): boolean {
    return this.#hidden.has(field);
  }

  /** A field's own element, to stand in another place until it is taken back. */
  fieldElement(field: number): HTMLElement | undefined {
    return this.#views[field]?.element;
  }

  /** Puts a field back into its place. */
  restoreField(field: number): void {
    const element = this.fieldElement(field);
    const after = this.#views.slice(field + 1).find((view) => view.element.parentElement === this.fields);
    if (element && element.parentElement !== this.fields) {
      this.fields.insertBefore(element, after?.element ?? null);
    }
  }

  /** Where a field says what it was filled in with. */
  remark(field: number): RememberedRemark | undefined {
    return this.#views[field]?.remark;
  }

  /** True when a field shows this already. */
  hasInput(field: number, input: FieldInput): boolean {
    return this.#answers.hasInput(field, input);
  }

  focus(field: number): void {
    this.#views[field]?.focus();
  }

  /** Shows another input in a field. */
  fillField(field: number, input: FieldInput): void {
    this.#views[field]?.fill(input);
  }

  /** Says what is wrong with a field. True when nothing known is. */
  validateField(field: number): boolean {
    this.#answers.revealProblem(field);
    this.#show(field);
    return this.#answers.shownProblem(field) === undefined;
  }

  /** More of them, or something else about those that are known. */
  addSecrets(secrets: readonly SecretFinding[]): void {
    const others = this.#secrets.filter(({ field }) => secrets.every((one) => one.field !== field));
    this.showSecrets([...others, ...secrets].sort((a, b) => a.field - b.field));
  }

  /** Moves the keyboard to the first field. False when there is none. */
  focusFirst(): boolean {
    this.#views[0]?.focus();
    return this.#views.length > 0;
  }

  /** True when nothing known is wrong. Otherwise says everything that is, and moves the keyboard to the summary. */
  validate(): boolean {
    const problems = this.#answers.problems();
    if (problems.length === 0) {
      this.summary.hide();
      return true;
    }
    this.#answers.revealAllProblems();
    this.#showAll();
    this.summary.show(problemsText(problems.length), problems);
    return false;
  }

  /**
   * Puts something else into all fields, for the person, who can undo it. The keyboard is where it was. Inputs of another form
   * are ignored.
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
    for (const pause of this.#pauses.values()) {
      clearTimeout(pause);
    }
    for (const index of inputs.keys()) {
      this.#uncover(index);
    }
    this.#changed();
    this.summary.hide();
    this.#showAll();
    this.#edits.postAll();
  }

  checked(revision: number, problems: readonly FieldProblem[], secrets: readonly SecretFinding[]): void {
    if (this.#answers.applyChecked(revision, problems)) {
      this.showSecrets(secrets);
      this.#showAll();
    }
  }

  rejected(summary: string, problems: readonly FieldProblem[]): void {
    this.showProblems(problems);
    this.summary.show(summary, this.#answers.problems());
  }

  /** What the core has found wrong, said at the fields. */
  showProblems(problems: readonly FieldProblem[]): void {
    this.#answers.applyRejected(problems);
    this.#showAll();
  }

  /** Posts what is not posted yet. */
  flush(): void {
    this.#edits.flush();
  }

  dispose(): void {
    this.flush();
    for (const pause of this.#pauses.values()) {
      clearTimeout(pause);
    }
  }

  #afterChange(index: number): void {
    this.#uncover(index);
    this.#changed();
    this.#edits.add(index);
    // What is put right is taken back at once; what is wrong is said when typing pauses.
    if (this.#answers.shownProblem(index) === undefined) {
      this.#show(index);
    }
    clearTimeout(this.#pauses.get(index));
    this.#pauses.set(
      index,
      setTimeout(() => this.#say(index), PAUSE),
    );
  }

  /** A field that was emptied is hidden no longer, unless it is asked for as a secret. */
  #uncover(index: number): void {
    if (!this.#answers.isFilled(index) && this.#secrets.every(({ field }) => field !== index)) {
      this.#hidden.delete(index);
    }
  }

  #leave(index: number): void {
    this.flush();
    this.#say(index);
  }

  #say(index: number): void {
    this.#answers.revealChangedProblem(index);
    this.#show(index);
  }

  #showAll(): void {
    pagePresses().whenReleased(() => this.#drawAll());
  }

  #drawAll(): void {
    for (const [index, view] of this.#views.entries()) {
      view.showProblem(this.#answers.shownProblem(index));
    }
    this.#summarize();
  }

  /** What the keyboard leaves is judged while the pointer is pressed elsewhere, and a message must not move that away. */
  #show(index: number): void {
    pagePresses().whenReleased(() => {
      this.#views[index]?.showProblem(this.#answers.shownProblem(index));
      this.#summarize();
    });
  }

  #summarize(): void {
    const problems = this.#answers.problems();
    this.summary.refresh(problems, problemsText(problems.length));
  }
}
