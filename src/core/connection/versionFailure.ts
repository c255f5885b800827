import { ProtocolErrorCode, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import type { Failure } from '#core/common/errors.ts';
import {
  type JsonRpcError,
  modernVersion,
  type VersionRefusal,
  versionsIn,
} from '#core/connection/sdk/eraDiscovery.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';

/** What is shown of a refusal: versions and capabilities, characters of each, and characters of its message. */
const maxVersions = 5;
const maxVersionLength = 40;
const maxCapabilities = 10;
const maxCapabilityLength = 80;
const maxMessageLength = 300;

/** Why a server that was reached refuses to begin a session. */
export function explainVersionRefusal(serverName: string, failure: Failure['name'], refusal: VersionRefusal): Failure {
  const { requested, supported, error } = refusal;
  const ours = [modernVersion, ...SUPPORTED_PROTOCOL_VERSIONS].join(', ');
  const theirs = firstOf(supported, maxVersions, maxVersionLength);
  const said = error === undefined ? '' : inOneLine(error.message, maxMessageLength);
  return theirs !== undefined
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
        ...(error && { detail: clientRequirementsOf(error) }),
      };
}

/**
 * What a server requires of its client, in one line, when it refuses a request for that. `undefined` for other errors.
 * Source: MCP specification 2026-07-28, schema, `MissingRequiredClientCapabilityError` and `UnsupportedProtocolVersionError`.
 */
export function clientRequirementsOf({ code, data }: JsonRpcError): string | undefined {
  if (!isRecord(data)) {
    return undefined;
  }
  if (code === ProtocolErrorCode.MissingRequiredClientCapability) {
    const names = firstOf(capabilitiesIn(data['requiredCapabilities']), maxCapabilities, maxCapabilityLength);
    return names && t('The server requires of its client: {0}', names);
  }
  if (code === ProtocolErrorCode.UnsupportedProtocolVersion) {
    const versions = firstOf(versionsIn(data), maxVersions, maxVersionLength);
    return versions && t('The server supports the protocol versions: {0}', versions);
  }
  return undefined;
}

/** The names of the capabilities with their parts: `elicitation.form`. */
function capabilitiesIn(required: unknown): readonly string[] {
  return Object.entries(isRecord(required) ? required : {}).flatMap(([name, of]) => {
    const parts = isRecord(of) ? Object.keys(of) : [];
    return parts.length > 0 ? parts.map((part) => `${name}.${part}`) : [name];
  });
}

/** The first `most` of a server's texts, each cut to `longest` characters; `undefined` if there are none. */
function firstOf(texts: readonly string[], most: number, longest: number): string | undefined {
  const shown = texts.slice(0, most).map((text) => inOneLine(text, longest));
  return shown.length > 0 ? [...shown, ...(texts.length > most ? ['…'] : [])].join(', ') : undefined;
}
