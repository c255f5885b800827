/**
 * The parameters of a query as a desktop editor hands it over: its escapes are replaced already, so that a plus sign is one.
 * A parameter whose value has an ampersand in it cannot be told from two.
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
