import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { inOneLine } from '../../form/text.ts';
import type { Failure } from '../errors.ts';
import { modernVersion, type VersionRefusal } from '../servers/discovery.ts';

/** Of what a server says: versions that are shown, and characters of each and of its words. */
const mostVersions = 5;
const longestVersion = 40;
const longestWords = 300;

/** Why a server that was reached does not begin to speak with us. */
export function explainRefusal(serverName: string, failure: Failure['name'], refusal: VersionRefusal): Failure {
  const { requested, supported, words } = refusal;
  const ours = [modernVersion, ...SUPPORTED_PROTOCOL_VERSIONS].join(', ');
  const theirs = supported
    .slice(0, mostVersions)
    .map((version) => inOneLine(version, longestVersion))
    .join(', ');
  const said = words === undefined ? '' : inOneLine(words, longestWords);
  return supported.length > 0
    ? {
        name: failure,
        summary: said
          ? t(
              '"{0}" speaks other protocol versions ({1}) than this extension ({2}). The server says: {3}',
              serverName,
              theirs,
              ours,
              said,
            )
          : t('"{0}" speaks other protocol versions ({1}) than this extension ({2}).', serverName, theirs, ours),
        remedy: t('Update the server or this extension, so that both speak the same version.'),
      }
    : {
        name: failure,
        summary: said
          ? t('"{0}" refused to begin with protocol version {1}. The server says: {2}', serverName, requested, said)
          : t('"{0}" refused to begin with protocol version {1}.', serverName, requested),
        remedy: t("Look at the server's documentation, and at its log."),
      };
}
