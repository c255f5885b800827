import { type ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { sha256 } from '#core/common/digest.ts';
import { maxIdLength } from '#core/common/ids.ts';
import { LruCache } from '#core/common/lruCache.ts';
import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import { englishSecretNouns } from '#core/guard/sensitive/sensitiveKinds.ts';
import { type ParsedUrl, readUrl } from '#core/guard/url/readUrl.ts';
import type { ElicitationModes } from '#core/model/definition.ts';
import type { FormRequest, UrlRequest } from '#core/model/elicitationRequest.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';
import { exceededBound, type SchemaBounds } from '#core/validation/schemaWalk.ts';
import { isRecord } from '#form/json.ts';
import { readRequestedSchema } from '#form/schema/readSchema.ts';
import { groupDigits } from '#form/schema/schemaLimits.ts';
import type { SchemaReading } from '#form/schema/schemaRoot.ts';
import { inOneLine } from '#form/text.ts';
import { refusedElicitation } from './refusedElicitation.ts';

/** An elicitation that can be shown to the user. */
export type Elicitation = FormElicitation | UrlElicitation;
export type FormElicitation = Pick<FormRequest, 'mode' | 'message' | 'form' | 'schema' | 'sensitive'>;
export type UrlElicitation = Pick<UrlRequest, 'mode' | 'message' | 'url' | 'parsedUrl' | 'elicitationId'>;

/** How a form that asks for a secret is treated: the user is warned, or the request is refused. */
export type SecretsRule = 'warn' | 'refuse';

interface ReadingOptions {
  /** The modes that the host has declared to the server. */
  readonly modes: ElicitationModes;
  /** In the `legacy` era each URL has an `elicitationId`, in the `modern` era none. */
  readonly era: 'legacy' | 'modern';
  /** Absent: `warn`. */
  readonly secrets?: SecretsRule | undefined;
}

/** Source: MCP specification, client/elicitation, "User Interaction Model": URL mode is for sensitive interactions. */
const secretsRefusal = 'This client refuses forms that ask for secrets; use URL mode for that.';

/** The longest URL, in UTF-16 code units. Browsers and operating systems do not accept longer ones either. */
const maxUrlLength = 20_000;
/** The longest message, in UTF-16 code units. The panel shows the first 100,000 of them, and the rest on demand. */
export const maxElicitationMessageLength = 1_000_000;
/** The longest JSON of a schema, in UTF-16 code units: ten thousand options with a title and a description each. */
const maxSchemaLength = 4_000_000;

/** The bounds of a requested schema: enough for the largest form, with a title and a description for each field and option. */
const schemaBounds: SchemaBounds = { text: maxSchemaLength, depth: 100, values: 100_000, expanded: 400_000 };
const boundProblems = {
  depth: `must not be nested deeper than ${schemaBounds.depth} levels`,
  values: `must not have more than ${groupDigits(schemaBounds.values)} values in it`,
  expanded: 'must not refer to its definitions so often',
};

/**
 * Reads the parameters of `elicitation/create`. Answers to each form that this function accepts can be checked, because the
 * schema for checking them is generated from the form.
 * @throws ProtocolError -32602 that names the property and the rule.
 * Source: MCP specification, client/elicitation, "Form Mode Elicitation Requests", "URL Mode Elicitation Requests" and
 * "Error Handling".
 */
export function readElicitation(params: unknown, options: ReadingOptions): Elicitation {
  const { modes, era } = options;
  const raw = isRecord(params) ? params : {};
  const mode = raw['mode'] ?? 'form';
  if (mode !== 'form' && mode !== 'url') {
    throw invalid('mode', 'must be "form" or "url"');
  }
  if (!modes[mode]) {
    throw invalid('mode', `${mode === 'url' ? 'URL' : 'form'} mode was not declared by this client`);
  }
  return mode === 'url' ? readUrlElicitation(raw, era) : readForm(raw, options);
}

/**
 * Reads the parameters of a URL elicitation. The URL is kept as received, so URLs that parsers read differently are refused.
 * @throws ProtocolError -32602 that names the property and the rule.
 */
export function readUrlElicitation(raw: Readonly<Record<string, unknown>>, era: 'legacy' | 'modern'): UrlElicitation {
  const message = readMessage(raw);
  const { url, elicitationId } = raw;
  if (typeof url !== 'string') {
    throw invalid('url', 'must be a string');
  }
  const parsedUrl = readStrictly(url);
  if (era === 'modern') {
    return { mode: 'url', message, url, parsedUrl };
  }
  if (typeof elicitationId !== 'string' || elicitationId === '') {
    throw invalid('elicitationId', 'must be a string that is not empty');
  }
  if (elicitationId.length > maxIdLength) {
    throw invalid('elicitationId', `must not be longer than ${maxIdLength} characters`, 'elicitationIdLength');
  }
  return { mode: 'url', message, url, parsedUrl, elicitationId };
}

function readForm(raw: Readonly<Record<string, unknown>>, { secrets }: ReadingOptions): FormElicitation {
  const message = readMessage(raw);
  const schema = raw['requestedSchema'];
  const exceeded = exceededBound(schema, schemaBounds);
  if (exceeded !== undefined && exceeded !== 'text') {
    throw invalid('requestedSchema', boundProblems[exceeded], 'schemaLength');
  }
  const json = JSON.stringify(schema) ?? '';
  if (json.length > maxSchemaLength) {
    const problem = `must not be longer than ${groupDigits(maxSchemaLength)} characters of JSON`;
    throw invalid('requestedSchema', problem, 'schemaLength');
  }
  const reading = formCache.read(schema, json);
  if (!reading.ok) {
    const { limit, message, keyword } = reading;
    throw refusedParams(message, `requestedSchema.${keyword}`, limit);
  }
  const { form } = reading;
  const sensitive = sensitiveFields(form, message);
  const [first] = sensitive;
  if (first && secrets === 'refuse') {
    const name = inOneLine(form.fields[first.field]?.name ?? '');
    throw refusedParams(
      `Property "${name}": it asks for ${englishSecretNouns[first.kind]}. ${secretsRefusal}`,
      'secret',
    );
  }
  return { mode: 'form', message, form, schema, sensitive };
}

function readMessage({ message }: Readonly<Record<string, unknown>>): string {
  if (typeof message !== 'string') {
    throw invalid('message', 'must be a string');
  }
  if (message.length > maxElicitationMessageLength) {
    throw invalid(
      'message',
      `must not be longer than ${groupDigits(maxElicitationMessageLength)} characters`,
      'messageLength',
    );
  }
  return message;
}

/** Reads the URL of parameters that may be invalid in other respects; `undefined` if the URL must not be offered for opening. */
export function readUrlIn(params: unknown): ParsedUrl | undefined {
  const url = isRecord(params) ? params['url'] : undefined;
  const reading = typeof url === 'string' && urlProblem(url) === undefined ? readUrl(url) : undefined;
  return reading?.ok ? reading.url : undefined;
}

/** @throws ProtocolError -32602 for a URL that must not be offered for opening */
function readStrictly(url: string): ParsedUrl {
  const problem = urlProblem(url);
  if (problem !== undefined) {
    throw invalid('url', problem, url.length > maxUrlLength ? 'urlLength' : undefined);
  }
  const reading = readUrl(url);
  if (!reading.ok) {
    throw invalid('url', reading.rule);
  }
  return reading.url;
}

/**
 * Matches the scheme as a browser does: ignores control characters and spaces before it, and tabs and line ends in it.
 * Source: WHATWG URL.
 */
const writtenScheme = /^[\0- ]*([a-z][a-z0-9+.\-\t\n\r]*):/i;

/**
 * The problem of a URL; `undefined` if the URL may be offered for opening. `new URL` alone is too lenient: it drops
 * tabs and line ends, adds missing slashes and replaces backslashes, so the user would see another URL than the browser opens.
 */
function urlProblem(url: string): string | undefined {
  if (url.length > maxUrlLength) {
    return `must not be longer than ${maxUrlLength} characters`;
  }
  const scheme = writtenScheme.exec(url)?.[1]?.replace(/[\t\n\r]/g, '');
  if (scheme !== undefined && !/^https?$/i.test(scheme)) {
    return 'must begin with https:// or http://';
  }
  if (/[\s\p{Cc}\p{Cs}\\]/u.test(url) || !URL.canParse(url)) {
    return 'must be a valid URL';
  }
  return /^https?:\/\/[^/]/i.test(url) ? undefined : 'must begin with https:// or http://';
}

function invalid(property: string, problem: string, limit?: LimitCode): ProtocolError {
  return refusedParams(`${property}: ${problem}.`, property, limit);
}

/** `finding`: the code of the violated rule, without `refused.`. */
function refusedParams(message: string, finding: string, limit?: LimitCode): ProtocolError {
  const codes = { findings: [`refused.${finding}`], limits: limit ? [limit] : [] };
  return refusedElicitation(ProtocolErrorCode.InvalidParams, message, codes);
}

const maxCachedForms = 50;
/** The longest JSON of a cached schema, in UTF-16 code units. */
const maxCachedSchemaLength = 10_000;

/** A cache of the forms of the newest schemas, because servers often repeat a schema. */
export class FormCache {
  /** The forms, by a digest of the schema, so that the text of the schema need not be kept in memory. */
  readonly #forms = new LruCache<SchemaReading>(maxCachedForms);

  /** Returns the result of `readRequestedSchema(schema)`. `json` is the JSON of `schema`. */
  read(schema: unknown, json: string): SchemaReading {
    // Forms with patterns are not cached: the cost of patterns is accounted for each form separately.
    if (json.length > maxCachedSchemaLength || json.includes('"pattern"')) {
      return readRequestedSchema(schema);
    }
    const key = sha256(json);
    const cached = this.#forms.get(key);
    if (cached) {
      return cached;
    }
    const reading = readRequestedSchema(schema);
    this.#forms.set(key, reading);
    return reading;
  }
}

const formCache = new FormCache();
