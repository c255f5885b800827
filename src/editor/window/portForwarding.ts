/** The URLs that the editor treats as pages of the computer on which it runs, and forwards to the browser of a remote window. */
const forwardedPattern = /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d+(?=[/?#]|$)/i;

/** The origin of a page that a remote window forwards, as it is written; `undefined` for other URLs. */
export function forwardedOrigin(url: string): string | undefined {
  return forwardedPattern.exec(url)?.[0];
}

/**
 * The URL at which a browser reaches a forwarded page. `external`: the editor's URL for the root of `origin`. Path, query and fragment
 * of `url` stay unchanged.
 */
export function forwardedUrl(url: string, origin: string, external: string): string {
  const rest = url.slice(origin.length);
  return external.replace(/\/$/, '') + (rest.startsWith('/') ? rest : `/${rest}`);
}
