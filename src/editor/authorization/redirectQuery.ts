/**
 * Parses the query of a redirect from a desktop editor. The editor has decoded the percent-encoding, so `+` is a plus sign.
 * A value that contains an ampersand cannot be distinguished from two parameters.
 */
export function parseDecodedQuery(query: string): URLSearchParams {
  return new URLSearchParams(
    query
      .split('&')
      .filter((part) => part !== '')
      .map((part): [string, string] => {
        const end = part.indexOf('=');
        return end === -1 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)];
      }),
  );
}
