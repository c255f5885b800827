/**
 * Parses the query of a redirect as a desktop editor passes it on: percent-decoded already, so that `+` is a plus sign.
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
