import type { SecretFinding } from '#bridge/messages.ts';
import type { FormAnswers } from './formAnswers.ts';

/** The secrets of a form, as found by the extension, and the fields that are masked because of them. */
export class FormSecrets {
  readonly #answers: Pick<FormAnswers, 'isFilled'>;
  #found: readonly SecretFinding[] = [];
  /** Fields that contain a secret, or contained one since they were last empty: a part of a secret is also secret. */
  readonly #masked = new Set<number>();

  constructor(answers: Pick<FormAnswers, 'isFilled'>) {
    this.#answers = answers;
  }

  /** The secrets whose fields have a value. */
  get filled(): readonly SecretFinding[] {
    return this.#found.filter(({ field }) => this.#answers.isFilled(field));
  }

  of(field: number): SecretFinding | undefined {
    return this.#found.find((secret) => secret.field === field);
  }

  isMasked(field: number): boolean {
    return this.#masked.has(field);
  }

  /** Masks a field until it is emptied. */
  mask(field: number): void {
    this.#masked.add(field);
  }

  set(secrets: readonly SecretFinding[]): void {
    this.#found = secrets;
    for (const { field } of secrets) {
      this.#masked.add(field);
    }
    for (const field of this.#masked) {
      this.unmaskEmptied(field);
    }
  }

  /** Adds secrets, or replaces those of the same fields. */
  add(secrets: readonly SecretFinding[]): void {
    const others = this.#found.filter((old) => secrets.every(({ field }) => field !== old.field));
    this.set([...others, ...secrets].sort((a, b) => a.field - b.field));
  }

  /** Removes the mask of a field that is empty, unless the field asks for a secret. */
  unmaskEmptied(field: number): void {
    if (!this.#answers.isFilled(field) && !this.of(field)) {
      this.#masked.delete(field);
    }
  }
}
