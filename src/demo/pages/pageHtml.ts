import { createHash } from 'node:crypto';
import type { Permission } from '#demo/stories/story.ts';

/** The style sheet, which follows the light or dark colour scheme of the user's system. */
const styleSheet = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { max-width: 30rem; margin: 12vh auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 2rem 0; }
button { min-width: 8rem; min-height: 2.75rem; font: inherit; }
small { display: block; }
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
    `<p>${service}</p>
<h1>Allow Elicitation demo to ${requestedAccess}?</h1>
<form method="post">
<button name="answer" value="allow">Allow</button>
<button name="answer" value="deny">Deny</button>
</form>
<small>This page is part of the demo, and ${service} does not exist. All that is kept is which button you press, until the tool has been told.</small>`,
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
