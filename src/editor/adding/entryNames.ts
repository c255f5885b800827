import { inOneLine } from '#form/text.ts';

/** In characters. Leaves room for a number below the limit for names. */
const maxProposalLength = 90;

/** Proposes a name for a server that a command starts: `npx -y @acme/server-weather@1.2` gives `weather`. */
export function nameFromCommand(command: string, args: readonly string[], usedNames: ReadonlySet<string>): string {
  const launchers =
    /^(npx|npm|node|bunx?|deno|pnpm|yarn|dlx|uvx?|uv|python3?|py|docker|podman|cmd|sh|bash|exec|run|tool)$/;
  const words = [command, ...args]
    .filter((word) => !word.startsWith('-') && !word.startsWith('/c'))
    .map(lastPart)
    .filter((word) => word !== '' && !launchers.test(word));
  return freeName(shorten(words[0] ?? lastPart(command)), usedNames);
}

/** Proposes a name for a server at a URL: `https://mcp.acme.com/mcp` gives `acme`. */
export function nameFromUrl(url: string, usedNames: ReadonlySet<string>): string {
  const hostname = URL.canParse(url) ? new URL(url).hostname : '';
  const isIpAddress = /^[\d.]+$|^\[/.test(hostname);
  const labels = hostname.split('.').filter((label) => !['www', 'mcp', 'api'].includes(label));
  return freeName(isIpAddress ? hostname : (labels[0] ?? hostname), usedNames);
}

/** `name` if it is free, otherwise `name` with the smallest free number appended. */
export function freeName(name: string, usedNames: ReadonlySet<string>): string {
  const base = name || 'server';
  let candidate = base;
  for (let number = 2; usedNames.has(candidate); number++) {
    candidate = `${base}-${number}`;
  }
  return candidate;
}

/** The last part of a path, without a version and an extension: `server-weather` for `@acme/server-weather@1.2` and for `/opt/tools/server-weather.js`. */
function lastPart(word: string): string {
  const part = word.split(/[\\/]/).at(-1) ?? '';
  return part.replace(/^(.[^@]*)@.*$/s, '$1').replace(/\.(js|mjs|cjs|ts|py|exe|cmd|sh)$/i, '');
}

function shorten(name: string): string {
  const short = name.replace(/^(mcp[-_])?server[-_]|^mcp[-_]|[-_]mcp([-_]server)?$|[-_]server$/gi, '');
  return inOneLine(short || name, maxProposalLength);
}
