import type { OAuthSettings } from '#core/model/definition.ts';

const grants = {
  client_credentials: 'io.modelcontextprotocol/oauth-client-credentials',
  'jwt-bearer': 'io.modelcontextprotocol/enterprise-managed-authorization',
} as const;

/**
 * The extension that a program's grant belongs to, as client capabilities declare it; `undefined` where a person signs in.
 * Source: MCP extensions oauth-client-credentials and enterprise-managed-authorization, "Declare support"; SEP-2133.
 */
export function extensionsForGrant({ grant }: OAuthSettings): Readonly<Record<string, Record<string, never>>> | undefined {
  return grant && { [grants[grant]]: {} };
}
