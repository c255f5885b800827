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
import { readRequestedSchema, type SchemaReading } from '#form/schema/readSchema.ts';
import { groupDigits } from '#form/schema/schemaLimits.ts';
import { inOneLine } from '#form/text.ts';
import { refusedElicitation } from './refusedElicitation.ts';

/** An elicitation that can be shown to the user. */
export type Elicitation = FormElicitation | UrlElicitation;
export type FormElicitation = Pick<FormRequest, 'mode' | 'message' | 'form' | 'schema' | 'sensitive'>;
export type UrlElicitation = Pick<UrlRequest, 'mode' | 'message' | 'url' | 'parsedUrl' | 'elicitationId'>;

/** How a form that asks for a secret is treated: the user is warned, or the request is refused. */
export type SecretsRule = 'warn' | 'refuse';

interface ReadingRules {
  /** What was declared to the server. */
  readonly modes: ElicitationModes;
  /** Up to revision 2025-11-25 each URL has an `elicitationId`; since then none has. */
  readonly era: 'legacy' | 'modern';
  /** Absent: `warn`. */
  readonly secrets?: SecretsRule | undefined;
}

/** Source: MCP specification, client/elicitation, "User Interaction Model": URL mode is for sensitive interactions. */
const refusesSecrets = 'This client refuses forms that ask for secrets; use URL mode for that.';

/** UTF-16 code units. Browsers and operating systems do not accept longer URLs either. */
const longestUrl = 20_000;
/** UTF-16 code units. The panel shows the first 100,000 of them, and the rest on request. */
export const longestMessage = 1_000_000;
/** UTF-16 code units of JSON: ten thousand options with a title and a description each. */
const longestSchema = 4_000_000;

/** Bounds of a requested schema: enough for the largest form, with a title and a description for each field and option. */
const schemaBounds: SchemaBounds = { text: longestSchema, depth: 100, values: 100_000, expanded: 400_000 };
const boundRules = {
  depth: `must not be nested deeper than ${schemaBounds.depth} levels`,
  values: `must not have more than ${groupDigits(schemaBounds.values)} values in it`,
  expanded: 'must not refer to its definitions so often',
};

/**
 * Reads the parameters of `elicitation/create`. Any form that this returns can also be checked: the schema for checking
 * answers is generated from the form.
 * @throws ProtocolError -32602 that names the property and the rule.
 * Source: MCP specification, client/elicitation, "Form Mode Elicitation Requests", "URL Mode Elicitation Requests" and
 * "Error Handling".
 */
export function readElicitation(params: unknown, rules: ReadingRules): Elicitation {
  const { modes, era } = rules;
  const raw = isRecord(params) ? params : {};
  const mode = raw['mode'] ?? 'form';
  if (mode !== 'form' && mode !== 'url') {
    throw invalid('mode', 'must be "form" or "url"');
  }
  if (!modes[mode]) {
    throw invalid('mode', `${mode === 'url' ? 'URL' : 'form'} mode was not declared by this client`);
  }
  return mode === 'url' ? readUrlElicitation(raw, era) : readForm(raw, rules);
}

/**
 * Reads the parameters of a URL elicitation. The URL is kept as received, so it must be one that all parsers read alike.
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

function readForm(raw: Readonly<Record<string, unknown>>, { secrets }: ReadingRules): FormElicitation {
  const message = readMessage(raw);
  const schema = raw['requestedSchema'];
  const exceeded = exceededBound(schema, schemaBounds);
  if (exceeded !== undefined && exceeded !== 'text') {
    throw invalid('requestedSchema', boundRules[exceeded], 'schemaLength');
  }
  const json = JSON.stringify(schema) ?? '';
  if (json.length > longestSchema) {
    const rule = `must not be longer than ${groupDigits(longestSchema)} characters of JSON`;
    throw invalid('requestedSchema', rule, 'schemaLength');
  }
  const reading = formCache.read(schema, json);
  if (!reading.ok) {
    const { limit, message, rule } = reading;
    throw refused(message, `requestedSchema.${rule}`, limit);
  }
  const { form } = reading;
  const sensitive = sensitiveFields(form, message);
  const [first] = sensitive;
  if (first && secrets === 'refuse') {
    const name = inOneLine(form.fields[first.field]?.name ?? '');
    throw refused(`Property "${name}": it asks for ${englishSecretNouns[first.kind]}. ${refusesSecrets}`, 'secret');
  }
  return { mode: 'form', message, form, schema, sensitive };
}

function readMessage({ message }: Readonly<Record<string, unknown>>): string {
  if (typeof message !== 'string') {
    throw invalid('message', 'must be a string');
  }
  if (message.length > longestMessage) {
    throw invalid('message', `must not be longer than ${groupDigits(longestMessage)} characters`, 'messageLength');
  }
  return message;
}

/** The URL in parameters that may be invalid otherwise; `undefined` if the URL cannot be offered for opening. */
export function urlIn(params: unknown): ParsedUrl | undefined {
  const url = isRecord(params) ? params['url'] : undefined;
  const reading = typeof url === 'string' && urlProblem(url) === undefined ? readUrl(url) : undefined;
  return reading?.ok ? reading.url : undefined;
}

/** @throws ProtocolError -32602 for a URL that cannot be offered for opening. */
function readStrictly(url: string): ParsedUrl {
  const problem = urlProblem(url);
  if (problem !== undefined) {
    throw invalid('url', problem, url.length > longestUrl ? 'urlLength' : undefined);
  }
  const reading = readUrl(url);
  if (!reading.ok) {
    throw invalid('url', reading.rule);
  }
  return reading.url;
}

/**
 * The scheme as a browser finds it: without leading control characters and spaces, and without tabs and line ends in it.
 * Source: WHATWG URL.
 */
const writtenScheme = /^[\0- ]*([a-z][a-z0-9+.\-\t\n\r]*):/i;

/**
 * Why a URL cannot be offered for opening; `undefined` if it can. `new URL` alone is too lenient: it drops tabs and line ends,
 * adds missing slashes and replaces backslashes, so that the URL shown would differ from the URL opened.
 */
function urlProblem(url: string): string | undefined {
  if (url.length > longestUrl) {
    return `must not be longer than ${longestUrl} characters`;
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

function invalid(property: string, rule: string, limit?: LimitCode): ProtocolError {
  return refused(`${property}: ${rule}.`, property, limit);
}

/** `finding`: the code of the rule that is broken. */
function refused(message: string, finding: string, limit?: LimitCode): ProtocolError {
  const codes = { findings: [`refused.${finding}`], limits: limit ? [limit] : [] };
  return refusedElicitation(ProtocolErrorCode.InvalidParams, message, codes);
}

/** Form models that are cached. */
const maxCachedForms = 50;
/** UTF-16 code units of a schema's JSON; longer schemas are read each time. */
const longestCachedSchema = 10_000;

/** A cache of the forms of the newest schemas, because servers ask with the same schema again and again. */
export class FormCache {
  /** By the digest of the schema, so that the text of the schema need not stay in memory. */
  readonly #forms = new LruCache<SchemaReading>(maxCachedForms);

  /** Returns what `readRequestedSchema` returns. `json` is the JSON of `schema`. */
  read(schema: unknown, json: string): SchemaReading {
    // Forms with patterns are not cached: the cost of patterns is accounted for each form separately.
    if (json.length > longestCachedSchema || json.includes('"pattern"')) {
      return readRequestedSchema(schema);
    }
    const key = sha256(json);
    const known = this.#forms.get(key);
    if (known) {
      return known;
    }
    const reading = readRequestedSchema(schema);
    this.#forms.set(key, reading);
    return reading;
  }
}

const formCache = new FormCache();
