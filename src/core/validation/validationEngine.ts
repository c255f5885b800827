import { type ErrorObject, MissingRefError, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { LruCache } from '#core/common/lruCache.ts';
import { runPattern } from '#core/guard/runPattern.ts';
import type { PatternVerdict } from '#form/evaluate.ts';
import { formatProblem } from '#form/formats.ts';
import { inOneLine } from '#form/text.ts';
import { isMultipleOf } from '#form/typedNumber.ts';
import {
  originalName,
  renameProto,
  renameProtoInContent,
  type Validator,
  validatorFactoryFor,
  withoutRootIdentifier,
} from './ajvSchema.ts';
import type { PatternTask, SchemaError, Unchecked, ValidationResult } from './checker.ts';
import { countNames, withEnums } from './optionLists.ts';

type Compiled = { readonly validate: ValidateFunction; readonly currentOwner: CurrentOwner } | Unchecked;

/** The owner to whose allowance the time of patterns is charged during a check: see `runPattern`. */
interface CurrentOwner {
  owner: object;
}

/** The number of compiled schemas that are cached. */
const maxCompiled = 20;
/** The longest JSON of a cached schema, in UTF-16 code units. The compiled schema takes some twenty times as much memory. */
const maxCachedLength = 20_000;
/**
 * The number of names in one schema: checked keywords and properties. A validator for more names exceeds the memory limit of
 * the thread. Definitions in `$defs` are compiled separately. The schemas of real tools have less than 200 names.
 */
const maxNames = { outsideDefinitions: 4000, total: 7000 };
/** The number of errors that are returned for one value. */
const maxErrors = 100;
/** The longest value of a keyword, and the longest message, in an error, in UTF-16 code units. */
const maxErrorTextLength = 200;

/** The error for a pattern of a schema that was stopped before it had a result. */
class PatternStoppedError extends Error {}

/**
 * Checks values with ajv and runs patterns. Synchronous and without a time limit, so it must run in a thread that can be ended.
 * Loads no remote schemas. Never throws.
 */
export class ValidationEngine {
  /** The compiled schemas, by their JSON and whether formats are asserted. */
  readonly #compiled = new LruCache<Compiled>(maxCompiled);
  readonly #owners = new LruCache<object>(1000);

  testPatterns(owner: string, tests: readonly PatternTask[]): PatternVerdict[] {
    const ownerObject = this.#ownerObject(owner);
    return tests.map(({ pattern, text }) => runPattern(pattern, text, ownerObject));
  }

  /** Checks a value: see `Checker.check`. `schema`: the JSON of the schema. */
  check(owner: string, schema: string, value: unknown, formats?: 'asserted'): ValidationResult {
    try {
      const compiled = this.#compile(schema, formats);
      if ('kind' in compiled) {
        return compiled;
      }
      const { validate, currentOwner } = compiled;
      currentOwner.owner = this.#ownerObject(owner);
      // Only `true` means valid; a promise does not.
      if (validate(isObject(value) ? renameProtoInContent(value) : value) === true) {
        return { kind: 'valid' };
      }
      return { kind: 'invalid', errors: (validate.errors ?? []).slice(0, maxErrors).flatMap(toSchemaErrors) };
    } catch (error) {
      return {
        kind: 'unchecked',
        why: error instanceof PatternStoppedError ? 'tooCostly' : 'unusable',
        detail: errorMessage(error),
      };
    }
  }

  /** Returns the object that identifies an owner for `runPattern`. */
  #ownerObject(owner: string): object {
    const ownerObject = this.#owners.get(owner) ?? {};
    this.#owners.set(owner, ownerObject);
    return ownerObject;
  }

  #compile(schema: string, formats: 'asserted' | undefined): Compiled {
    const key = `${formats ?? ''}\n${schema}`;
    const cached = this.#compiled.get(key);
    if (cached) {
      return cached;
    }
    const compiled = compileSchema(JSON.parse(schema), formats);
    if (schema.length <= maxCachedLength) {
      this.#compiled.set(key, compiled);
    }
    return compiled;
  }
}

function compileSchema(schema: unknown, formats: 'asserted' | undefined): Compiled {
  try {
    const createValidator = validatorFactoryFor(schema);
    if (!createValidator) {
      return { kind: 'unchecked', why: 'dialect' };
    }
    const prepared = withEnums(withoutRootIdentifier(schema));
    if (hasTooManyNames(prepared)) {
      return { kind: 'unchecked', why: 'tooCostly', detail: 'the schema has too many keywords' };
    }
    const currentOwner: CurrentOwner = { owner: {} };
    const compile = (prepared: unknown) =>
      configuredValidator(createValidator, currentOwner, formats).compile(renameProto(prepared));
    try {
      return { validate: compile(prepared), currentOwner };
    } catch (error) {
      if (!(error instanceof MissingRefError)) {
        throw error;
      }
      // A reference may be relative to the root identifier, so the schema is compiled again with it.
      return { validate: compile(withEnums(schema)), currentOwner };
    }
  } catch (error) {
    return { kind: 'unchecked', why: 'unusable', detail: errorMessage(error) };
  }
}

function configuredValidator(
  createValidator: (options: Options) => Validator,
  currentOwner: CurrentOwner,
  formats: 'asserted' | undefined,
): Validator {
  const ajv = createValidator({ ...ajvOptions(currentOwner), validateFormats: formats === 'asserted' });
  if (formats === 'asserted') {
    addFormats.default(ajv, { mode: 'full', keywords: false });
    // The regular expression of ajv-formats requires a dot in the host name.
    ajv.addFormat('email', (text: string) => formatProblem('email', text) === undefined);
  }
  // Ajv divides binary floating-point numbers, so that 0.3 would not be a multiple of 0.1.
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

function hasTooManyNames(schema: unknown): boolean {
  const total = countNames(schema);
  const definitions = isObject(schema) && Object.hasOwn(schema, '$defs') ? countNames(schema['$defs']) : 0;
  return total > maxNames.total || total - definitions > maxNames.outsideDefinitions;
}

function ajvOptions(currentOwner: CurrentOwner): Options {
  const regExp = (pattern: string) => ({
    test: (text: string) => {
      const verdict = runPattern(pattern, text, currentOwner.owner);
      if (typeof verdict !== 'boolean') {
        throw new PatternStoppedError(`the pattern ${inOneLine(pattern, 60)} could not be run to its end`);
      }
      return verdict;
    },
    // Ajv identifies patterns by this string.
    toString: () => pattern,
  });
  return {
    strict: false,
    logger: false,
    allErrors: true,
    // Inherited properties such as `constructor` are not properties of the value.
    ownProperties: true,
    // Compiling checks the keywords. Checking the whole schema would also refuse a malformed annotation.
    meta: false,
    validateSchema: false,
    // References are compiled to functions, because a small schema with inlined references could expand without end.
    inlineRefs: false,
    // The optimization would double the time of compiling and take a third more memory.
    code: { optimize: false, regExp: Object.assign(regExp, { code: '' }) },
  };
}

/** Converts an error of ajv. Drops the errors of single options of `oneOf` and `anyOf`, because there is also one for the array. */
function toSchemaErrors({ keyword, instancePath, schemaPath, params, message }: ErrorObject): SchemaError[] {
  if (keyword === 'const' && /\/(?:oneOf|anyOf)\/\d+\/const$/.test(schemaPath)) {
    return [];
  }
  const { missingProperty, additionalProperty, unevaluatedProperty, pattern, format, allowedValue } = params;
  const name = [missingProperty, additionalProperty, unevaluatedProperty].find((value) => typeof value === 'string');
  const keywordValue = keyword === 'const' ? JSON.stringify(allowedValue) : keyword === 'pattern' ? pattern : format;
  return [
    {
      keyword,
      path: instancePath.split('/').map(originalName).join('/'),
      message: (message ?? keyword).slice(0, maxErrorTextLength),
      ...(name === undefined ? {} : { name: originalName(name) }),
      ...(typeof keywordValue === 'string' ? { keywordValue: keywordValue.slice(0, maxErrorTextLength) } : {}),
    },
  ];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? inOneLine(error.message, maxErrorTextLength) : 'unknown error';
}
