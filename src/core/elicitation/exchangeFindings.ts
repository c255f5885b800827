import type { UrlFinding } from '#core/guard/url/urlFinding.ts';
import type { UrlGuard } from '#core/guard/url/urlGuard.ts';
import type { Exchange } from '#core/inbox/exchanges.ts';
import type { RequestCodes } from '#core/model/requestCodes.ts';
import { constraintText } from '#form/constraintTexts.ts';
import { isRecord } from '#form/json.ts';
import { containsLink } from '#form/linkDetection.ts';
import type { Field } from '#form/model.ts';
import { keywordTreatment, knownKeywords, type SchemaLevel } from '#form/schema/keywordTreatment.ts';
import { inOneLine } from '#form/text.ts';
import { type Elicitation, type FormElicitation, type UrlElicitation, urlIn } from './elicitationParams.ts';
import { refusalCodesOf } from './refusedElicitation.ts';

const maxFindings = 200;
const maxNames = 20;

const knownParams = {
  form: ['mode', 'message', 'requestedSchema', '_meta', 'task'],
  url: ['mode', 'message', 'url', 'elicitationId', '_meta', 'task'],
};
/** Keywords without effect that are not reported. */
const annotations = ['$schema', '$id', '$comment', 'title', 'description', 'examples', '$defs', 'definitions'];
const knownIn = (level: SchemaLevel) =>
  [...knownKeywords].filter((keyword) => keywordTreatment(keyword, level) === 'read').concat(annotations);
const knownFormats = ['email', 'uri', 'date', 'date-time'];

const kinds: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  number: 'number',
  boolean: 'yes or no',
  choice: 'one of several',
  multiChoice: 'any of several',
};

/** What is found in an elicitation, in sentences for Show Wire and in codes for the record. `params`: as received. */
export function exchangeFindings(
  elicitation: Elicitation,
  params: unknown,
  urls: UrlGuard,
): Pick<Exchange, 'findings' | 'codes'> {
  if (elicitation.mode === 'form') {
    return { findings: describeElicitation(elicitation, params), codes: {} };
  }
  const ofUrl = urls.findings(elicitation.parsedUrl);
  return {
    findings: describeElicitation(elicitation, params, ofUrl),
    codes: { findings: ofUrl.map(({ code }) => code) },
  };
}

/** The codes of a request that was refused with `error`, and the findings about its URL if that can be read. */
export function refusalCodes(error: unknown, params: unknown, urls: UrlGuard): RequestCodes {
  const codes = refusalCodesOf(error) ?? {};
  const url = codes.unread ? undefined : urlIn(params);
  const ofUrl = url ? urls.findings(url).map(({ code }) => code) : [];
  return url ? { ...codes, findings: [...(codes.findings ?? []), ...ofUrl] } : codes;
}

/**
 * Describes an elicitation to the author of the server: one sentence for each field, and one for each place that has unknown
 * properties. `params`: as received. `aboutUrl`: the findings that the user sees.
 */
export function describeElicitation(
  elicitation: Elicitation,
  params: unknown,
  aboutUrl: readonly UrlFinding[] = [],
): readonly string[] {
  const raw = isRecord(params) ? params : {};
  const found = elicitation.mode === 'url' ? urlFindings(elicitation, aboutUrl) : formFindings(elicitation);
  const findings = [...found, ...unknownIn('The request', raw, knownParams[elicitation.mode])];
  const more = findings.length - maxFindings;
  return more > 0 ? [...findings.slice(0, maxFindings), `And ${count(more, 'more finding')}.`] : findings;
}

function urlFindings({ parsedUrl, elicitationId }: UrlElicitation, aboutUrl: readonly UrlFinding[]): string[] {
  return [
    `URL mode: a page on ${inOneLine(parsedUrl.hostname)}, by ${parsedUrl.scheme}.`,
    ...(elicitationId === undefined ? [] : [`Its completion is reported for "${inOneLine(elicitationId)}".`]),
    ...aboutUrl.map(({ code, severity, sentence }) => `The person is told (${severity}, ${code}): ${sentence}`),
  ];
}

function formFindings({ form, message, schema, sensitive }: FormElicitation): string[] {
  const root = isRecord(schema) ? schema : {};
  const properties = isRecord(root['properties']) ? root['properties'] : {};
  return [
    `Form mode: ${count(form.fields.length, 'field')}.`,
    ...(containsLink(form, message)
      ? ['There is a web address in it, which nobody can click: URL mode is for pages that are to be opened.']
      : []),
    ...form.fields.map(fieldFinding),
    ...sensitive.map(
      ({ field, kind, reason }) =>
        `The person is told of "${inOneLine(form.fields[field]?.name ?? '')}" (${kind}): ${reason} Use URL mode for secrets.`,
    ),
    ...unknownIn('The schema', root, knownIn('root')),
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
    ...unknownIn(place, property, knownIn('property')),
  ];
}

function fieldFinding(field: Field): string {
  const parts = [
    kinds[field.kind],
    field.required ? 'required' : 'optional',
    'options' in field ? count(field.options.length, 'option') : undefined,
    // Without its description, a field is described by its pattern.
    constraintText({ ...field, description: undefined }),
    field.default === undefined ? undefined : `default ${inOneLine(JSON.stringify(defaultOf(field)))}`,
  ];
  return `"${inOneLine(field.name)}": ${parts.filter((part) => part !== undefined).join('; ')}.`;
}

/** The default of the schema; the field has the index of its option. */
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

function unknownIn(place: string, object: object, known: readonly string[]): string[] {
  const names = Object.keys(object).filter((name) => !known.includes(name));
  if (names.length === 0) {
    return [];
  }
  const listed = names.slice(0, maxNames).map((name) => `"${inOneLine(name, 60)}"`);
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return [`${place} has what means nothing to this host: ${listed.join(', ')}${more}.`];
}

/** `1 field`, `2 fields`: in English, as all that Show Wire and a log say. */
function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
