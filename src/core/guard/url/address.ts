import { t } from '@vscode/l10n';
import type { UrlFinding } from './findings.ts';
import type { ReadUrl } from './readUrl.ts';

/** What a URL's host, scheme and port say, whatever its name. */
export function addressFindings(url: ReadUrl): UrlFinding[] {
  const own = isOwnComputer(url.hostname);
  return [...ipFindings(url, own), ...schemeFindings(url, own), ...portFindings(url, own), ...placeFindings(url, own)];
}

/** Source: RFC 6761, section 6.3 (`localhost`); RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3. */
function isOwnComputer(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(name) ||
    ['0.0.0.0', '[::]', '[::1]'].includes(name) ||
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(name)
  );
}

/** Source: RFC 1918; RFC 3927; RFC 4193; RFC 4291, section 2.5.6; RFC 6762, section 3; RFC 8375; ICANN's `internal`. */
function isNearby(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)\d+(?:\.\d+){1,2}$/.test(name) ||
    /^\[f(?:[cd][0-9a-f]{2}|e[89ab][0-9a-f]):/.test(name) ||
    /\.(?:local|internal|lan|home\.arpa)$/.test(name)
  );
}

function ipFindings({ isIp, hostname, writtenHost }: ReadUrl, own: boolean): UrlFinding[] {
  if (!isIp) {
    return [];
  }
  if (writtenHost.toLowerCase() !== hostname) {
    return [
      {
        code: 'ipAddress',
        severity: 'severe',
        sentence: t('In place of a name there is a number, written in an unusual way: it stands for {0}.', hostname),
      },
    ];
  }
  return own
    ? []
    : [
        {
          code: 'ipAddress',
          severity: 'warning',
          sentence: t('In place of a name there is a number, which says nothing about whose website it is.'),
        },
      ];
}

function schemeFindings({ scheme }: ReadUrl, own: boolean): UrlFinding[] {
  return scheme === 'https' || own
    ? []
    : [
        {
          code: 'notHttps',
          severity: 'warning',
          sentence: t('The connection is not secure: others on the way can read and change what you see and type.'),
        },
      ];
}

function portFindings({ port }: ReadUrl, own: boolean): UrlFinding[] {
  return port === '' || own
    ? []
    : [
        {
          code: 'unusualPort',
          severity: 'warning',
          sentence: t('Websites are seldom at port {0}, as this one is.', port),
        },
      ];
}

function placeFindings({ hostname, isIp }: ReadUrl, own: boolean): UrlFinding[] {
  if (own) {
    return [{ code: 'ownComputer', severity: 'note', sentence: t('This page is on your own computer.') }];
  }
  return isNearby(hostname) || (!isIp && !hostname.replace(/\.$/, '').includes('.'))
    ? [
        {
          code: 'localName',
          severity: isIp ? 'warning' : 'note',
          sentence: t('{0} is no website that everybody can reach: it is a device in your own network.', hostname),
        },
      ]
    : [];
}
