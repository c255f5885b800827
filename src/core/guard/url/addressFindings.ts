import { t } from '@vscode/l10n';
import { isUsualLoopback, type NetworkScope, networkScope } from './networkScope.ts';
import type { ReadUrl } from './readUrl.ts';
import type { UrlFinding } from './urlFinding.ts';

/** Findings in a URL's scheme, port, IP address and network scope. */
export function addressFindings(url: ReadUrl): UrlFinding[] {
  const scope = networkScope(url.hostname);
  const isOwnMachine = scope === 'machine';
  return [
    ...ipFindings(url),
    ...schemeFindings(url, isOwnMachine),
    ...portFindings(url, isOwnMachine),
    ...scopeFindings(url, scope),
  ];
}

function ipFindings({ isIp, hostname, writtenHost }: ReadUrl): UrlFinding[] {
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
  return isUsualLoopback(hostname)
    ? []
    : [
        {
          code: 'ipAddress',
          severity: 'warning',
          sentence: t('In place of a name there is a number, which says nothing about whose website it is.'),
        },
      ];
}

function schemeFindings({ scheme }: ReadUrl, isOwnMachine: boolean): UrlFinding[] {
  return scheme === 'https' || isOwnMachine
    ? []
    : [
        {
          code: 'notHttps',
          severity: 'warning',
          sentence: t('The connection is not secure: others on the way can read and change what you see and type.'),
        },
      ];
}

function portFindings({ port }: ReadUrl, isOwnMachine: boolean): UrlFinding[] {
  return port === '' || isOwnMachine
    ? []
    : [
        {
          code: 'unusualPort',
          severity: 'warning',
          sentence: t('Websites are seldom at port {0}, as this one is.', port),
        },
      ];
}

function scopeFindings({ hostname, isIp }: ReadUrl, scope: NetworkScope): UrlFinding[] {
  switch (scope) {
    case 'machine':
      return [{ code: 'ownComputer', severity: 'note', sentence: t('This page is on your own computer.') }];
    case 'network':
      return [
        {
          code: 'localName',
          severity: isIp ? 'warning' : 'note',
          sentence: t('{0} is no website that everybody can reach: it is a device in your own network.', hostname),
        },
      ];
    case 'world':
      return [];
  }
}
