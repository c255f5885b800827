import { t } from '@vscode/l10n';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isMultipleOf } from '../../form/decimals.ts';
import type { PatternTest } from '../../form/evaluate.ts';
import { inOneLine } from '../../form/text.ts';
import { sha256 } from '../digest.ts';
import { Recent } from '../recent.ts';
import { problemOf } from './contentProblems.ts';
import { withEnums } from './optionLists.ts';
import { nameable, nameableContent } from './protoProperty.ts';

/** Why content does not keep a schema. Without `property` it is about the content as a whole. */
export interface ContentProblem {
  readonly property?: string;
  /** One sentence for the person. */
  readonly message: string;
}

type Compiled = { readonly validate: ValidateFunction } | { readonly failure: string };

/** Compiled schemas that are kept. */
const KEPT = 50;

/**
 * Checks content against a schema as it was received, with ajv and apart from any form: nothing leaves that this has not
 * let through. The schema is JSON Schema 2020-12, or draft-07 where the two agree; nothing is loaded from elsewhere.
 */
export class ContentCheck {
  readonly #test: PatternTest;
  /** By the digest of the schema. */
  readonly #compiled = new Recent<Compiled>(KEPT);
  /** Digests, by the very object that was received. Nobody changes it, and it may live longer than what is compiled. */
  readonly #keys = new WeakMap<object, string>();

  /** `test` runs the schema's patterns: ajv would run them unbounded. */
  constructor(test: PatternTest) {
    this.#test = test;
  }

  /** What is wrong with the content; empty when nothing is. Never throws: a schema that is no schema is a problem. */
  check(schema: unknown, content: Readonly<Record<string, unknown>>): ContentProblem[] {
    const compiled = this.#compile(schema);
    if ('failure' in compiled) {
      return [{ message: compiled.failure }];
    }
    try {
      const { validate } = compiled;
      // Exactly `true`: anything else, a promise too, is no yes.
      if (validate(nameableContent(content)) === true) {
        return [];
      }
      return distinct((validate.errors ?? []).flatMap(problemOf));
    } catch (error) {
      return [{ message: t("This cannot be checked against the server's schema: {0}.", messageOf(error)) }];
    }
  }

  /** Why a schema can check nothing, in one sentence; `undefined` when it can. Asked before a person is. */
  schemaProblem(schema: unknown): string | undefined {
    const compiled = this.#compile(schema);
    return 'failure' in compiled ? compiled.failure : undefined;
  }

  #compile(schema: unknown): Compiled {
    const received = typeof schema === 'object' && schema !== null ? schema : undefined;
    const key = received && this.#keys.get(received);
    try {
      return (key !== undefined && this.#compiled.get(key)) || this.#compileOnce(schema, received);
    } catch (error) {
      return failureOf(error);
    }
  }

  #compileOnce(schema: unknown, received: object | undefined): Compiled {
    const json = JSON.stringify(schema) ?? '';
    const key = sha256(json);
    if (received) {
      this.#keys.set(received, key);
    }
    const known = this.#compiled.get(key);
    if (known) {
      return known;
    }
    const compiled = this.#compileNew(withEnums(JSON.parse(json)));
    this.#compiled.set(key, compiled);
    return compiled;
  }

  #compileNew(schema: unknown): Compiled {
    try {
      return { validate: this.#engine().compile(nameable(schema)) };
    } catch (error) {
      return failureOf(error);
    }
  }

  /** An engine for one schema: what one server calls its schema by (`$id`) must mean nothing in another's. */
  #engine(): Ajv2020 {
    const schema = {};
    const regExp = (pattern: string) => ({
      test: (text: string) => this.#test(pattern, text, schema) === true,
      // Ajv tells patterns apart by this.
      toString: () => pattern,
    });
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      allErrors: true,
      // A property called `constructor` is there when it is there, not because every object has one.
      ownProperties: true,
      // Each keyword is checked while compiling; a malformed annotation is no reason to check nothing.
      meta: false,
      validateSchema: false,
      code: { regExp: Object.assign(regExp, { code: '' }) },
    });
    addFormats.default(ajv, { mode: 'full', keywords: false });
    // Ajv divides binary fractions, by which 0.3 is no multiple of 0.1.
    ajv.removeKeyword('multipleOf');
    ajv.addKeyword({
      keyword: 'multipleOf',
      type: 'number',
      schemaType: 'number',
      validate: (divisor: number, value: number) => divisor > 0 && isMultipleOf(value, divisor),
      error: { message: ({ schema }) => `must be multiple of ${schema}` },
    });
    return ajv;
  }
}

/** In English: it goes to the server. */
function failureOf(error: unknown): Compiled {
  return { failure: `The server's schema cannot be used: ${messageOf(error)}.` };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? inOneLine(error.message, 200) : 'unknown error';
}

function distinct(problems: readonly ContentProblem[]): ContentProblem[] {
  const known = new Map(problems.map((problem) => [JSON.stringify([problem.property, problem.message]), problem]));
  return [...known.values()];
}
