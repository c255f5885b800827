import type { FormModel } from './model.ts';

/** Characters that draw nothing and would break an address in two. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
/** Beyond this nobody reads, and nobody follows an address. In UTF-16 code units of one text. */
const READ_AT_MOST = 20_000;

const SCHEME = /\b(?:https?|ftp|wss?):\/{1,2}\S/i;
const WWW = /\bwww\d?\.[^\s.]+\.\p{L}/iu;
/** A name with dots and a path behind it: `bit.ly/x`. */
const HOST_AND_PATH = /(?:^|[\s("'<[])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+\p{L}{2,24}(?::\d{1,5})?\/\S/iu;
/** A bare name with an ending that few words of other kinds have. */
const BARE_HOST =
  /(?:^|[\s("'<[])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+(?:com|org|net|info|biz|xyz|online|site|link|click|shop)(?=$|[\s)"'>\],.;:!?])/iu;

/**
 * True when a form's texts have a web address in them: its message, or a title, a description or an option of a field.
 * Such an address is shown as plain text, and pointed out: a server that wants a page opened has URL mode for it.
 * Source: MCP specification, client/elicitation, "URL Mode Elicitation Requests", "Safe URL Handling": no clickable URLs
 * in a form.
 */
export function hasWebAddress({ fields }: FormModel, message: string): boolean {
  return (
    containsWebAddress(message) ||
    fields.some(
      (field) =>
        containsWebAddress(field.label) ||
        containsWebAddress(field.description ?? '') ||
        ('options' in field &&
          field.options.some(
            ({ label, description }) => containsWebAddress(label) || containsWebAddress(description ?? ''),
          )),
    )
  );
}

function containsWebAddress(text: string): boolean {
  const read = text.slice(0, READ_AT_MOST);
  if (!/[./:]/.test(read)) {
    return false;
  }
  const visible = read.replace(/[\n\r\t]/g, ' ').replace(INVISIBLE, '');
  return [SCHEME, WWW, HOST_AND_PATH, BARE_HOST].some((pattern) => pattern.test(visible));
}
