import { type ErrorObject, MissingRefError, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { sha256 } from '#core/common/digest.ts';
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
  validatorFor,
  withoutRootIdentifier,
} from './ajvSchema.ts';
import type { PatternTask, SchemaError, Unchecked, ValidationResult } from './checker.ts';
import { namesIn, withEnums } from './optionLists.ts';

type Compiled = { readonly validate: ValidateFunction; readonly account: Account } | Unchecked;

/** The owner that the cost of patterns is charged to: see `runPattern`. */
interface Account {
  owner: object;
}

/** Compiled schemas that are kept. */
const maxCompiled = 20;
/** UTF-16 code units of JSON of a schema that is kept compiled. The compiled form takes some twenty times as much. */
const longestKept = 20_000;
/**
 * Names in one schema: checked keywords and properties. A validator for more of them exceeds the memory limit of the thread;
 * definitions in `$defs` are compiled separately. The schemas of real tools have less than 200.
 */
const maxNames = { beforeDefinitions: 4000, inAll: 7000 };
/** Errors that are returned for one value. */
const maxErrors = 100;
/** UTF-16 code units of a keyword's value, and of a message, in an error. */
const longestSaid = 200;

/** A pattern of the schema was stopped before it had a result. */
class PatternStopped extends Error {}

/**
 * Checks values with ajv and runs patterns, synchronously and without a time limit: the caller must be able to end the thread.
 * Loads no remote schemas. Never throws.
 */
export class Engine {
  /** By the digest of the schema. */
  readonly #compiled = new LruCache<Compiled>(maxCompiled);
  readonly #owners = new LruCache<object>(1000);

  testPatterns(owner: string, tests: readonly PatternTask[]): PatternVerdict[] {
    const account = this.#accountOf(owner);
    return tests.map(({ pattern, text }) => runPattern(pattern, text, account));
  }

  /** `formats`: see `Checker`. */
  check(owner: string, schema: unknown, value: unknown, formats?: 'asserted'): ValidationResult {
    try {
      const compiled = this.#compile(schema, formats);
      if ('kind' in compiled) {
        return compiled;
      }
      const { validate, account } = compiled;
      account.owner = this.#accountOf(owner);
      // Only `true` means valid; a promise does not.
      if (validate(isObject(value) ? renameProtoInContent(value) : value) === true) {
        return { kind: 'valid' };
      }
      return { kind: 'invalid', errors: (validate.errors ?? []).slice(0, maxErrors).flatMap(errorOf) };
    } catch (error) {
      return {
        kind: 'unchecked',
        why: error instanceof PatternStopped ? 'tooCostly' : 'unusable',
        detail: said(error),
      };
    }
  }

  #accountOf(owner: string): object {
    const account = this.#owners.get(owner) ?? {};
    this.#owners.set(owner, account);
    return account;
  }

  #compile(schema: unknown, formats: 'asserted' | undefined): Compiled {
    const json = JSON.stringify(schema) ?? '';
    const key = sha256(`${formats ?? ''}\n${json}`);
    const known = this.#compiled.get(key);
    if (known) {
      return known;
    }
    const compiled = compileNew(schema, formats);
    if (json.length <= longestKept) {
      this.#compiled.set(key, compiled);
    }
    return compiled;
  }
}

function compileNew(schema: unknown, formats: 'asserted' | undefined): Compiled {
  try {
    const validator = validatorFor(schema);
    if (!validator) {
      return { kind: 'unchecked', why: 'dialect' };
    }
    const read = withEnums(withoutRootIdentifier(schema));
    if (hasTooManyNames(read)) {
      return { kind: 'unchecked', why: 'tooCostly', detail: 'the schema has too many keywords' };
    }
    const account: Account = { owner: {} };
    const compile = (one: unknown) => configuredValidator(validator, account, formats).compile(renameProto(one));
    try {
      return { validate: compile(read), account };
    } catch (error) {
      if (!(error instanceof MissingRefError)) {
        throw error;
      }
      // A reference may be relative to the identifier of the root.
      return { validate: compile(withEnums(schema)), account };
    }
  } catch (error) {
    return { kind: 'unchecked', why: 'unusable', detail: said(error) };
  }
}

function configuredValidator(
  validator: (options: Options) => Validator,
  account: Account,
  formats: 'asserted' | undefined,
): Validator {
  const ajv = validator({ ...optionsWith(account), validateFormats: formats === 'asserted' });
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
  const inAll = namesIn(schema);
  const definitions = isObject(schema) && Object.hasOwn(schema, '$defs') ? namesIn(schema['$defs']) : 0;
  return inAll > maxNames.inAll || inAll - definitions > maxNames.beforeDefinitions;
}

function optionsWith(account: Account): Options {
  const regExp = (pattern: string) => ({
    test: (text: string) => {
      const verdict = runPattern(pattern, text, account.owner);
      if (typeof verdict !== 'boolean') {
        throw new PatternStopped(`the pattern ${inOneLine(pattern, 60)} could not be run to its end`);
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
    // Inherited properties such as `constructor` do not count.
    ownProperties: true,
    // Keywords are checked while compiling; a malformed annotation must not prevent checking.
    meta: false,
    validateSchema: false,
    // References are compiled to functions: inlined, a small schema could expand without end.
    inlineRefs: false,
    // The optimization takes as long as generating the code, and a third more memory.
    code: { optimize: false, regExp: Object.assign(regExp, { code: '' }) },
  };
}

/** Drops the errors of the single options of `oneOf` and `anyOf`: one error for the list is enough. */
function errorOf({ keyword, instancePath, schemaPath, params, message }: ErrorObject): SchemaError[] {
  if (keyword === 'const' && /\/(?:oneOf|anyOf)\/\d+\/const$/.test(schemaPath)) {
    return [];
  }
  const { missingProperty, additionalProperty, unevaluatedProperty, pattern, format, allowedValue } = params;
  const name = [missingProperty, additionalProperty, unevaluatedProperty].find((one) => typeof one === 'string');
  const tells = keyword === 'const' ? JSON.stringify(allowedValue) : keyword === 'pattern' ? pattern : format;
  return [
    {
      keyword,
      path: instancePath.split('/').map(originalName).join('/'),
      message: (message ?? keyword).slice(0, longestSaid),
      ...(name === undefined ? {} : { name: originalName(name) }),
      ...(typeof tells === 'string' ? { textOfError: tells.slice(0, longestSaid) } : {}),
    },
  ];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function said(error: unknown): string {
  return error instanceof Error ? inOneLine(error.message, longestSaid) : 'unknown error';
}
