import { type TranslatedMessages, writingDirection } from '#form/language.ts';

export interface WebviewContents {
  /** The nonce of the only script and the only style sheet. */
  readonly nonce: string;
  /** The text of the script. */
  readonly script: string;
  /** The text of the style sheet. */
  readonly style: string;
  readonly title: string;
  /** Further directives of the content security policy. */
  readonly also?: readonly string[];
  /** The editor's language (BCP 47). English if absent. */
  readonly language?: string;
  /** The page's messages in this language. */
  readonly messages?: TranslatedMessages;
}

/**
 * The document of a webview. It contains no data of a server: all content arrives in messages and is set as text.
 * Its script and its styles are inline, with a nonce; other sources are not allowed. Linked files would pass through the editor's
 * service worker one after the other before the page can be drawn. Translated messages are in an attribute, which the browser treats
 * as plain text.
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
<html lang="${escapeHtml(language)}" dir="${writingDirection(language)}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(title)}</title>
  <style nonce="${nonce}">${assertContained(style)}</style>
</head>
<body>
  <div id="root"${messages ? ` data-messages="${escapeHtml(JSON.stringify(messages))}"` : ''}></div>
  <script nonce="${nonce}">${assertContained(script)}</script>
</body>
</html>`;
}

/** Escapes a text for an attribute in double quotes, or for the text of an element. Source: HTML, "Escapable raw text" and "Attributes". */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Returns the text, or throws if it would end its script or style element. Source: HTML, "Restrictions on the contents of script
 * elements": a "<!--" is harmless if no "<script" follows it.
 */
function assertContained(text: string): string {
  if (/<\/?(script|style)/i.test(text)) {
    throw new Error('A script or style sheet would end its element.');
  }
  return text;
}
