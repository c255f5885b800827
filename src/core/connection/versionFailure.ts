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
import { inOneLine, withoutQuotationMarks } from '#form/text.ts';

/** The bounds of a shown refusal: the number of versions and capabilities, the length of each, and that of the message. */
const maxVersions = 5;
const maxVersionLength = 40;
const maxCapabilities = 10;
const maxCapabilityLength = 80;
const maxMessageLength = 300;

/** Why a reachable server refuses to begin a session. */
export function explainVersionRefusal(serverName: string, name: Failure['name'], refusal: VersionRefusal): Failure {
  const { requested, supported, error } = refusal;
  const hostVersions = [modernVersion, ...SUPPORTED_PROTOCOL_VERSIONS].join(', ');
  const serverVersions = joinFirst(supported, maxVersions, maxVersionLength);
  const serverMessage = error === undefined ? '' : withoutQuotationMarks(inOneLine(error.message, maxMessageLength));
  return serverVersions !== undefined
    ? {
        name,
        summary: serverMessage
          ? t(
              '"{0}" speaks other protocol versions ({1}) than this extension ({2}). The server says: “{3}”',
              serverName,
              serverVersions,
              hostVersions,
              serverMessage,
            )
          : t(
              '"{0}" speaks other protocol versions ({1}) than this extension ({2}).',
              serverName,
              serverVersions,
              hostVersions,
            ),
        remedy: t('Update the server or this extension, so that both speak the same version.'),
      }
    : {
        name,
        summary: serverMessage
          ? t('"{0}" refused protocol version {1}. The server says: “{2}”', serverName, requested, serverMessage)
          : t('"{0}" refused protocol version {1}.', serverName, requested),
        remedy: t("Look at the server's documentation, and at its log."),
        ...(error && { detail: clientRequirementsOf(error) }),
      };
}

/**
 * The capabilities or versions that a server requires of its client, in one line, if it refuses a request because of them.
 * `undefined` for other errors.
 * Source: MCP specification 2026-07-28, schema, `MissingRequiredClientCapabilityError` and `UnsupportedProtocolVersionError`.
 */
export function clientRequirementsOf({ code, data }: JsonRpcError): string | undefined {
  if (!isRecord(data)) {
    return undefined;
  }
  if (code === ProtocolErrorCode.MissingRequiredClientCapability) {
    const names = joinFirst(capabilitiesIn(data['requiredCapabilities']), maxCapabilities, maxCapabilityLength);
    return names && t('The server requires of its client: {0}', names);
  }
  if (code === ProtocolErrorCode.UnsupportedProtocolVersion) {
    const versions = joinFirst(versionsIn(data), maxVersions, maxVersionLength);
    return versions && t('The server supports the protocol versions: {0}', versions);
  }
  return undefined;
}

/** The names of the capabilities with their parts, such as `elicitation.form`. */
function capabilitiesIn(required: unknown): readonly string[] {
  return Object.entries(isRecord(required) ? required : {}).flatMap(([name, capability]) => {
    const parts = isRecord(capability) ? Object.keys(capability) : [];
    return parts.length > 0 ? parts.map((part) => `${name}.${part}`) : [name];
  });
}

/** Joins the first `maxCount` texts of a server, each cut to `maxLength` characters; `undefined` if there are none. */
function joinFirst(texts: readonly string[], maxCount: number, maxLength: number): string | undefined {
  const shownTexts = texts.slice(0, maxCount).map((text) => inOneLine(text, maxLength));
  return shownTexts.length > 0 ? [...shownTexts, ...(texts.length > maxCount ? ['…'] : [])].join(', ') : undefined;
}
