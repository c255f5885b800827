import type { Secret } from '../../src/bridge/messages.ts';
import type { FieldInput, FieldProblem, FormInputs, FormModel } from '../../src/form/model.ts';
import { el } from '../dom.ts';
import type { Post } from '../host.ts';
import { problemsText } from '../words.ts';
import { Answers } from './answers.ts';
import { drawField } from './draw.ts';
import type { FieldView } from './field.ts';
import { ProblemSummary } from './summary.ts';

/** After so many ms without a key, what was typed is judged aloud. */
const PAUSE = 500;
/** Edits are gathered for so many ms before they are posted. */
const GATHER = 150;

/** A form being filled in: its fields, the summary above them, and what the extension is told meanwhile. */
export class FormView {
  readonly fields: HTMLElement;
  readonly summary: ProblemSummary;
  readonly #screen: string;
  readonly #post: Post;
  readonly #answers: Answers;
  readonly #views: readonly FieldView[];
  readonly #labels: readonly string[];
  readonly #changed: () => void;
  #secrets: readonly Secret[] = [];
  readonly #pauses = new Map<number, ReturnType<typeof setTimeout>>();
  #gathering: ReturnType<typeof setTimeout> | undefined;

  /** `changed`: something else stands in the form, or is taken for a secret. */
  constructor(screen: string, form: FormModel, inputs: FormInputs, post: Post, changed: () => void = () => undefined) {
    this.#screen = screen;
    this.#post = post;
    this.#changed = changed;
    this.#labels = form.fields.map(({ label }) => label);
    this.#answers = new Answers(form, inputs);
    this.#views = form.fields.map((field, index) =>
      drawField(field, inputs[index], {
        id: `field-${index}`,
        change: (input) => {
          this.#answers.change(index, input);
          this.#afterChange(index);
        },
        leave: () => this.#leave(index),
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

  label(field: number): string {
    return this.#labels[field] ?? '';
  }

  /** The secrets that have a value. */
  secrets(): readonly Secret[] {
    return this.#secrets.filter(({ field }) => this.#answers.isFilled(field));
  }

  /** The fields whose values are secrets, as the extension says. */
  showSecrets(secrets: readonly Secret[]): void {
    this.#secrets = secrets;
    for (const [index, view] of this.#views.entries()) {
      view.showSecret(secrets.find(({ field }) => field === index));
    }
    this.#changed();
  }

  /** More of them, or something else about those that are known. */
  addSecrets(secrets: readonly Secret[]): void {
    const others = this.#secrets.filter(({ field }) => secrets.every((one) => one.field !== field));
    this.showSecrets([...others, ...secrets].sort((a, b) => a.field - b.field));
  }

  /** Moves the keyboard to the first field. False when there is none. */
  focusFirst(): boolean {
    this.#views[0]?.focus();
    return this.#views.length > 0;
  }

  /** True when nothing known is wrong. Otherwise says everything that is, and moves the keyboard to the summary. */
  ready(): boolean {
    const problems = this.#answers.problems();
    if (problems.length === 0) {
      this.summary.hide();
      return true;
    }
    this.#answers.sayAll();
    this.#showAll();
    this.summary.show(problemsText(problems.length), problems);
    return false;
  }

  checked(revision: number, problems: readonly FieldProblem[], secrets: readonly Secret[]): void {
    if (this.#answers.accept(revision, problems)) {
      this.showSecrets(secrets);
      this.#showAll();
    }
  }

  rejected(summary: string, problems: readonly FieldProblem[]): void {
    this.#answers.reject(problems);
    this.#showAll();
    this.summary.show(summary, this.#answers.problems());
  }

  /** Posts what is not posted yet. */
  flush(): void {
    if (this.#gathering !== undefined) {
      clearTimeout(this.#gathering);
      this.#gathering = undefined;
      this.#post({ type: 'edit', screen: this.#screen, revision: this.#answers.revision, inputs: this.inputs });
    }
  }

  dispose(): void {
    this.flush();
    for (const pause of this.#pauses.values()) {
      clearTimeout(pause);
    }
  }

  #afterChange(index: number): void {
    this.#changed();
    clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => this.flush(), GATHER);
    // What is put right is taken back at once; what is wrong is said when typing pauses.
    if (this.#answers.shown(index) === undefined) {
      this.#show(index);
    }
    clearTimeout(this.#pauses.get(index));
    this.#pauses.set(
      index,
      setTimeout(() => this.#say(index), PAUSE),
    );
  }

  #leave(index: number): void {
    this.flush();
    this.#say(index);
  }

  #say(index: number): void {
    this.#answers.say(index);
    this.#show(index);
  }

  #showAll(): void {
    for (const index of this.#views.keys()) {
      this.#show(index);
    }
  }

  #show(index: number): void {
    this.#views[index]?.showProblem(this.#answers.shown(index));
    const problems = this.#answers.problems();
    this.summary.refresh(problems, problemsText(problems.length));
  }
}
