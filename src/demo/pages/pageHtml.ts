import { createHash } from 'node:crypto';
import type { Permission } from '#demo/stories/story.ts';

/** The style sheet, which follows the light or dark colour scheme of the user's system. */
const styleSheet = `
:root {
  color-scheme: light dark;
  --page: #eef1f6;
  --sheet: #ffffff;
  --line: #d5dae3;
  --text: #1b1f27;
  --faint: #596273;
  --brand: #1a56c4;
  --on-brand: #ffffff;
  font: 100%/1.5 system-ui, sans-serif;
  background: var(--page);
  color: var(--text);
}
@media (prefers-color-scheme: dark) {
  :root { --page: #14161a; --sheet: #1f2228; --line: #3a3f49; --text: #eceef2; --faint: #a4adbb; --brand: #8fb5ff; --on-brand: #0d1a33; }
}
body { box-sizing: border-box; min-height: 100vh; margin: 0; padding: 1.25rem; display: grid; place-items: center; }
main {
  box-sizing: border-box;
  width: min(26rem, 100%);
  padding: 2rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--sheet);
}
.service { display: flex; align-items: center; gap: 0.625rem; margin: 0 0 1.5rem; color: var(--text); font-weight: 600; }
.service::before { content: ""; width: 1.75rem; height: 1.75rem; border-radius: 50%; background: var(--brand); }
h1 { margin: 0; font-size: 1.375rem; line-height: 1.3; text-wrap: balance; }
p { margin: 0.75rem 0 0; color: var(--faint); }
form { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; margin: 1.75rem 0 0; }
button {
  min-height: 2.75rem;
  padding: 0 1rem;
  border: 1px solid var(--brand);
  border-radius: 0.5rem;
  background: var(--sheet);
  color: var(--brand);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button[value=allow] { background: var(--brand); color: var(--on-brand); }
button:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
small { display: block; margin-top: 1.75rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--faint); }
`;

const styleHash = createHash('sha256').update(styleSheet).digest('base64');

/** Headers with which a page can load no files, run no script and send its form only to its own origin. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The page on which the user allows or denies access. Its form has no `action`, because an editor's proxy may show the page at another path. */
export function permissionPageHtml({ service, requestedAccess }: Permission): string {
  return pageHtml(
    `${service}: allow Elicitation demo to ${requestedAccess}?`,
    `<p class="service">${service}</p>
<h1>Allow Elicitation demo to ${requestedAccess}?</h1>
<form method="post">
<button name="answer" value="allow">Allow</button>
<button name="answer" value="deny">Deny</button>
</form>
<small>This page is part of the demo, and ${service} does not exist. The demo keeps only which button you press, until the tool has your answer.</small>`,
  );
}

/** A page with a heading and a text. */
export function messagePageHtml(heading: string, text: string): string {
  return pageHtml(heading, `<h1>${heading}</h1>\n<p>${text}</p>`);
}

/** The HTML of a page. Its texts are constants of the demo, so they need no escaping. */
function pageHtml(title: string, main: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${styleSheet}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}
