import { t } from '@vscode/l10n';

/** Source: RFC 3986, appendix A (grammar) and appendix B (splitting). */
const PARTS = /^([^:/?#]+):(\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const SCHEME = /^[a-z][a-z0-9+.-]*$/i;
const AUTHORITY = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:@[\]]*)(?::\d*)?$/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;

/** What is wrong with a URI, in words for the person who typed it; `undefined` when nothing is. */
export function uriProblem(text: string): string | undefined {
  if (/\s/.test(text)) {
    return t('Enter a URI without spaces; write %20 for a space inside it.');
  }
  const [, scheme = '', authority, path = '', query = '', fragment = ''] = PARTS.exec(text) ?? [];
  if (!SCHEME.test(scheme)) {
    return t('Enter a full URI that begins with its scheme, such as {0}.', 'https://example.com/page');
  }
  const fits =
    (authority === undefined ? path !== '' && !path.startsWith('//') : isAuthority(authority.slice(2))) &&
    hasOnly(path, ':@/') &&
    hasOnly(query, ':@/?') &&
    hasOnly(fragment, ':@/?');
  return fits
    ? undefined
    : t('Enter a valid URI, such as {0}; write other characters as %XX.', 'https://example.com/page');
}

function isAuthority(text: string): boolean {
  const [whole, userInfo = '', host = ''] = AUTHORITY.exec(text) ?? [];
  if (whole === undefined || !hasOnly(userInfo, ':')) {
    return false;
  }
  return host.startsWith('[') ? isIpv6(host.slice(1, -1)) : hasOnly(host, '');
}

/** Whether the text holds only unreserved characters, sub-delimiters, percent-encodings and those of `more`. */
function hasOnly(text: string, more: string): boolean {
  const rest = text.replace(/[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2}/gi, '');
  return [...rest].every((character) => more.includes(character));
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) {
    return false;
  }
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const endsInIpv4 = IPV4.test(last) && text.endsWith(last);
  const plain = endsInIpv4 ? groups.slice(0, -1) : groups;
  const size = plain.length + (endsInIpv4 ? 2 : 0);
  return plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) && (halves.length === 2 ? size <= 7 : size === 8);
}
