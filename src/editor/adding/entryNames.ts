import { inOneLine } from '#form/text.ts';

/** In characters: below the limit of a name, with room for a number. */
const maxProposalLength = 90;

/** Proposes a name for a server that a command starts: `npx -y @acme/server-weather@1.2` gives `weather`. */
export function nameFromCommand(command: string, args: readonly string[], taken: ReadonlySet<string>): string {
  const launchers =
    /^(npx|npm|node|bunx?|deno|pnpm|yarn|dlx|uvx?|uv|python3?|py|docker|podman|cmd|sh|bash|exec|run|tool)$/;
  const words = [command, ...args]
    .filter((word) => !word.startsWith('-') && !word.startsWith('/c'))
    .map(lastPart)
    .filter((word) => word !== '' && !launchers.test(word));
  return freeName(shorten(words[0] ?? lastPart(command)), taken);
}

/** Proposes a name for a server at a URL: `https://mcp.acme.com/mcp` gives `acme`. */
export function nameFromUrl(url: string, taken: ReadonlySet<string>): string {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const isAddress = /^[\d.]+$|^\[/.test(host);
  const labels = host.split('.').filter((label) => !['www', 'mcp', 'api'].includes(label));
  return freeName(isAddress ? host : (labels[0] ?? host), taken);
}

/** `name` if it is free, otherwise `name` with the smallest free number appended. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const base = name || 'server';
  let candidate = base;
  for (let number = 2; taken.has(candidate); number++) {
    candidate = `${base}-${number}`;
  }
  return candidate;
}

/** `@acme/server-weather@1.2` and `/opt/tools/server-weather.js` both give `server-weather`. */
function lastPart(word: string): string {
  const part = word.split(/[\\/]/).at(-1) ?? '';
  return part.replace(/^(.[^@]*)@.*$/s, '$1').replace(/\.(js|mjs|cjs|ts|py|exe|cmd|sh)$/i, '');
}

function shorten(name: string): string {
  const short = name.replace(/^(mcp[-_])?server[-_]|^mcp[-_]|[-_]mcp([-_]server)?$|[-_]server$/gi, '');
  return inOneLine(short || name, maxProposalLength);
}
