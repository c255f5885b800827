import { type TranslatedMessages, writingDirection } from '#form/language.ts';

export interface WebviewContents {
  /** Allows the one script and the one style sheet. */
  readonly nonce: string;
  /** Their texts. */
  readonly script: string;
  readonly style: string;
  readonly title: string;
  /** Further directives of the content security policy. */
  readonly also?: readonly string[];
  /** The editor's language (BCP 47) and the page's messages in it. Absent: English. */
  readonly language?: string;
  readonly messages?: TranslatedMessages;
}

/**
 * A webview's document. It contains nothing from a server: all content arrives by message and is set as text.
 * Its script and its styles are inline, allowed by nonce; nothing else is allowed. Linked files would pass the editor's
 * service worker one after the other before the page can be drawn. Translated messages are in an attribute, which the browser
 * treats as plain text.
 * @throws Error if a text would end its element
 */
export function webviewDocument(parts: WebviewContents): string {
  const { nonce, script, style, title, also = [], language = 'en', messages } = parts;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    ...also,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escaped(language)}" dir="${writingDirection(language)}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escaped(title)}</title>
  <style nonce="${nonce}">${contained(style)}</style>
</head>
<body>
  <div id="root"${messages ? ` data-messages="${escaped(JSON.stringify(messages))}"` : ''}></div>
  <script nonce="${nonce}">${contained(script)}</script>
</body>
</html>`;
}

/** Escapes for an attribute in double quotes, and for text. Source: HTML, "Escapable raw text" and "Attributes". */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Text that stays within its script or style element. Source: HTML, "Restrictions on the contents of script elements": a
 * "<!--" does no harm where no "<script" follows it.
 */
function contained(text: string): string {
  if (/<\/?(script|style)/i.test(text)) {
    throw new Error('A script or style sheet would end its element.');
  }
  return text;
}
