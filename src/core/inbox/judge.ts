import { type Evaluation, evaluate, type PatternTest } from '../../form/evaluate.ts';
import type { FormInputs } from '../../form/model.ts';
import { type Answer, answer } from './answering.ts';
import { ContentCheck } from './content.ts';
import type { FormRequest } from './request.ts';

type Asked = Pick<FormRequest, 'form' | 'schema'>;

/**
 * Judges schemas when they arrive, and later what a person entered for them. One for all servers: a schema is compiled
 * once for both. Nothing here throws.
 */
export class Judge {
  readonly #test: PatternTest;
  readonly #check: ContentCheck;

  /** `test` runs the patterns of servers. */
  constructor(test: PatternTest) {
    this.#test = test;
    this.#check = new ContentCheck(test);
  }

  /** Why no answer could ever be checked against a schema, in one sentence; `undefined` when one can. */
  schemaProblem(schema: unknown): string | undefined {
    return this.#check.schemaProblem(schema);
  }

  /** While typing: the fields as they stand. */
  look({ form }: Asked, inputs: FormInputs): Evaluation {
    return evaluate(form, inputs, this.#test);
  }

  /** On submit: the content that may leave, or why none may. */
  answer(asked: Asked, inputs: FormInputs): Answer {
    return answer(asked, inputs, this.#test, this.#check);
  }

  /** Content that was written as JSON; the problems in words, none when it is right. */
  checkJson(schema: unknown, content: Readonly<Record<string, unknown>>): readonly string[] {
    return this.#check
      .check(schema, content)
      .map(({ property, message }) => (property ? `${property}: ${message}` : message));
  }
}
