import { lazy } from '#core/common/lazy.ts';
import type { UrlFinding } from '#core/guard/url/urlFinding.ts';
import type { UrlGuard } from '#core/guard/url/urlGuard.ts';
import type { Exchange } from '#core/inbox/exchanges.ts';
import type { RequestCodes } from '#core/model/requestCodes.ts';
import { constraintText } from '#form/constraintTexts.ts';
import { isRecord } from '#form/json.ts';
import { containsLink } from '#form/linkDetection.ts';
import type { Field } from '#form/model.ts';
import { keywordTreatment, knownKeywords, type SchemaLevel } from '#form/schema/supportedKeywords.ts';
import { inOneLine } from '#form/text.ts';
import { type Elicitation, type FormElicitation, readUrlIn, type UrlElicitation } from './elicitationParams.ts';
import { refusalCodesOf } from './refusedElicitation.ts';

const maxFindings = 200;
const maxNames = 20;

const knownParams = {
  form: ['mode', 'message', 'requestedSchema', '_meta', 'task'],
  url: ['mode', 'message', 'url', 'elicitationId', '_meta', 'task'],
};
/** Keywords without effect that are not reported. */
const ignoredKeywords = ['$schema', '$id', '$comment', 'title', 'description', 'examples', '$defs', 'definitions'];
const knownKeywordsAt = (level: SchemaLevel) =>
  [...knownKeywords].filter((keyword) => keywordTreatment(keyword, level) === 'read').concat(ignoredKeywords);
/** The keywords that are not reported, by the level of the schema. */
const unreportedKeywords = lazy(() => ({ root: knownKeywordsAt('root'), property: knownKeywordsAt('property') }));
const knownFormats = ['email', 'uri', 'date', 'date-time'];

const kindNames: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  number: 'number',
  boolean: 'yes or no',
  choice: 'one of several',
  multiChoice: 'any of several',
  list: 'a list',
  record: 'names and values',
  json: 'JSON',
};

/** The findings about an elicitation, as sentences for the document "Show Wire" and as codes for the record. `params`: as received. */
export function exchangeFindings(
  elicitation: Elicitation,
  params: unknown,
  urls: UrlGuard,
): Pick<Exchange, 'findings' | 'codes'> {
  if (elicitation.mode === 'form') {
    return { findings: describeElicitation(elicitation, params), codes: {} };
  }
  const aboutUrl = urls.findings(elicitation.parsedUrl);
  return {
    findings: describeElicitation(elicitation, params, aboutUrl),
    codes: { findings: aboutUrl.map(({ code }) => code) },
  };
}

/** The codes of a request that was refused with `error`, with those of the findings about its URL if the URL can be read. */
export function refusalCodes(error: unknown, params: unknown, urls: UrlGuard): RequestCodes {
  const codes = refusalCodesOf(error) ?? {};
  const url = codes.unread ? undefined : readUrlIn(params);
  const aboutUrl = url ? urls.findings(url).map(({ code }) => code) : [];
  return url ? { ...codes, findings: [...(codes.findings ?? []), ...aboutUrl] } : codes;
}

/**
 * Describes an elicitation for the author of the server: one sentence for each field, and one for each object with unknown
 * properties. `params`: as received. `aboutUrl`: the findings that the user sees.
 */
export function describeElicitation(
  elicitation: Elicitation,
  params: unknown,
  aboutUrl: readonly UrlFinding[] = [],
): readonly string[] {
  const raw = isRecord(params) ? params : {};
  const modeFindings = elicitation.mode === 'url' ? urlFindings(elicitation, aboutUrl) : formFindings(elicitation);
  const findings = [...modeFindings, ...unknownNamesFinding('The request', raw, knownParams[elicitation.mode])];
  const more = findings.length - maxFindings;
  return more > 0 ? [...findings.slice(0, maxFindings), `And ${count(more, 'more finding')}.`] : findings;
}

function urlFindings({ parsedUrl, elicitationId }: UrlElicitation, aboutUrl: readonly UrlFinding[]): string[] {
  return [
    `URL mode: a page on ${inOneLine(parsedUrl.hostname)}, by ${parsedUrl.scheme}.`,
    ...(elicitationId === undefined ? [] : [`Its completion is reported for "${inOneLine(elicitationId)}".`]),
    ...aboutUrl.map(({ code, severity, sentence }) => `The user sees (${severity}, ${code}): ${sentence}`),
  ];
}

function formFindings({ form, message, schema, sensitive }: FormElicitation): string[] {
  const root = isRecord(schema) ? schema : {};
  const properties = isRecord(root['properties']) ? root['properties'] : {};
  return [
    `Form mode: ${count(form.fields.length, 'field')}.`,
    ...(containsLink(form, message)
      ? ['There is a web address in it, which the user cannot click: URL mode is for pages to open.']
      : []),
    ...form.fields.map(fieldFinding),
    ...sensitive.map(
      ({ field, kind, reason }) =>
        `The user sees a warning about "${inOneLine(form.fields[field]?.name ?? '')}" (${kind}): ${reason} Use URL mode for secrets.`,
    ),
    ...unknownNamesFinding('The schema', root, unreportedKeywords().root),
    ...form.fields.flatMap(({ name }) => {
      const property = properties[name];
      return isRecord(property) ? propertyFindings(`Property "${inOneLine(name)}"`, property) : [];
    }),
  ];
}

function propertyFindings(place: string, property: Readonly<Record<string, unknown>>): string[] {
  const { format } = property;
  const isUnknown = typeof format === 'string' && !knownFormats.includes(format);
  return [
    ...(isUnknown
      ? [`${place} has the format "${inOneLine(format, 60)}", which is not checked: it is a plain text.`]
      : []),
    ...unknownNamesFinding(place, property, unreportedKeywords().property),
  ];
}

function fieldFinding(field: Field): string {
  const parts = [
    kindNames[field.kind],
    field.required ? 'required' : 'optional',
    'options' in field ? count(field.options.length, 'option') : undefined,
    field.default === undefined ? undefined : `default ${inOneLine(JSON.stringify(defaultOf(field)))}`,
  ];
  // Sentences of their own. The constraint text of a field with a description leaves out its pattern.
  const constraints = constraintText({ ...field, description: undefined });
  return `"${inOneLine(field.name)}": ${parts.filter((part) => part !== undefined).join('; ')}.${constraints ? ` ${constraints}.` : ''}`;
}

/** The default value in the schema. In a choice field, `default` is the index of an option in place of its value. */
function defaultOf(field: Field): unknown {
  switch (field.kind) {
    case 'choice':
      return field.options[field.default ?? -1]?.value;
    case 'multiChoice':
      return field.default?.map((index) => field.options[index]?.value);
    default:
      return field.default;
  }
}

function unknownNamesFinding(place: string, object: object, known: readonly string[]): string[] {
  const names = Object.keys(object).filter((name) => !known.includes(name));
  if (names.length === 0) {
    return [];
  }
  const quotedNames = names.slice(0, maxNames).map((name) => `"${inOneLine(name, 60)}"`);
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return [`${place} has what means nothing to this host: ${quotedNames.join(', ')}${more}.`];
}

/** Returns for instance `1 field` or `2 fields`. In English, as all texts of "Show Wire" and of logs. */
function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
