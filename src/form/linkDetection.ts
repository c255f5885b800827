import type { FormModel } from './model.ts';

/** Invisible characters, which would split a URL. */
const invisiblePattern = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
/** In UTF-16 code units of one text. A user is not expected to find a URL further on. */
const maxCheckedLength = 20_000;

const schemePattern = /\b(?:https?|ftp|wss?):\/{1,2}\S/i;
const wwwPattern = /\bwww\d?\.[^\s.]+\.\p{L}/iu;
/** A host name with dots, and a path: `bit.ly/x`. */
const hostAndPathPattern = /(?:^|[\s("'<[])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+\p{L}{2,24}(?::\d{1,5})?\/\S/iu;
/** A host name alone, with an ending that few other words have. */
const bareHostPattern =
  /(?:^|[\s("'<[])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+(?:com|org|net|info|biz|xyz|online|site|link|click|shop)(?=$|[\s)"'>\],.;:!?])/iu;

/**
 * True if a form has a URL in its message, or in a label, a description or an option of a field. Such a URL is shown as plain
 * text, with a warning: a server can open a page in URL mode.
 * Source: MCP specification, client/elicitation, "URL Mode Elicitation Requests", "Safe URL Handling": no clickable URLs
 * in a form.
 */
export function containsLink({ fields }: FormModel, message: string): boolean {
  return (
    containsUrl(message) ||
    fields.some(
      (field) =>
        containsUrl(field.label) ||
        containsUrl(field.description ?? '') ||
        ('options' in field &&
          field.options.some(({ label, description }) => containsUrl(label) || containsUrl(description ?? ''))),
    )
  );
}

/** True if the beginning of a text has a URL, or a host name that readers and programs take for one. */
export function containsUrl(text: string): boolean {
  const start = text.slice(0, maxCheckedLength);
  if (!/[./:]/.test(start)) {
    return false;
  }
  const visible = start.replace(/[\n\r\t]/g, ' ').replace(invisiblePattern, '');
  return [schemePattern, wwwPattern, hostAndPathPattern, bareHostPattern].some((pattern) => pattern.test(visible));
}
