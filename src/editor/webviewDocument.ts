export interface WebviewParts {
  /** Allows the one script, and the one style element with which the toolkit asks the browser about :focus-visible. */
  readonly nonce: string;
  /** Where the extension's own files come from, as the editor names it in a policy. */
  readonly source: string;
  /** Addresses. */
  readonly script: string;
  readonly styles: readonly string[];
  readonly title: string;
  /** What the policy allows beside the script and the styles. */
  readonly also?: readonly string[];
}

/**
 * A webview's document. Nothing in it comes from a server: everything shown arrives by message and is set as text.
 * The policy allows one script by nonce and the extension's own style sheets.
 */
export function webviewDocument({ nonce, source, script, styles, title, also = [] }: WebviewParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source} 'nonce-${nonce}'`,
    ...also,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta property="csp-nonce" content="${nonce}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  ${styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('\n  ')}
  <title>${title}</title>
</head>
<body>
  <div id="root"></div>
  <script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
