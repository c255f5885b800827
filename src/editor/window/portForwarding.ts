/** The URLs that the editor treats as pages of its own computer, and forwards to the browser of a remote window. */
const forwarded = /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d+(?=[/?#]|$)/i;

/** The origin of a page that a remote window forwards, as it is written; `undefined` for every other address. */
export function forwardedOrigin(url: string): string | undefined {
  return forwarded.exec(url)?.[0];
}

/**
 * The URL at which a browser reaches a forwarded page. `external`: the editor's URL for the root of `origin`. Path, query and
 * fragment are those of `url`, byte for byte.
 */
export function forwardedAddress(url: string, origin: string, external: string): string {
  const rest = url.slice(origin.length);
  return external.replace(/\/$/, '') + (rest.startsWith('/') ? rest : `/${rest}`);
}
