import type { FetchLike } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import { checkNetworkScope, isPrivateConnection } from './networkScopeCheck.ts';

/** The time-out of one request to an authorization server. */
const timeoutMs = 30_000;
/** In bytes. Metadata and tokens are small. */
const maxBodyBytes = 1024 * 1024;
const maxRedirects = 3;

/**
 * `fetch` for the metadata and endpoints of authorization servers, whose URLs come from an untrusted server. Limits the time
 * and the size of responses. Follows at most three redirects, each of which is checked, and none of a POST. Refuses
 * unencrypted connections, except to this machine and for a document at the origin of the MCP server. Refuses targets on this
 * machine and in its network: see `checkNetworkScope`.
 * Source: MCP specification 2026-07-28, basic/authorization/security-considerations, "Communication Security".
 *
 * @param resource The URL of the MCP server.
 */
export function guardedFetch(resource: string, settings: OAuthSettings, signal: AbortSignal): FetchLike {
  return async (url, init) => {
    const isPost = init?.method?.toUpperCase() === 'POST';
    const endSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    let target = new URL(url);
    for (let hop = 0; ; hop += 1) {
      checkEncryption(target, resource, isPost);
      checkNetworkScope(target, resource, settings);
      const response = await fetch(target, { ...init, signal: endSignal, redirect: isPost ? 'error' : 'manual' });
      const location = response.status >= 300 && response.status < 400 && response.headers.get('location');
      if (!location || hop === maxRedirects) {
        return readBounded(response);
      }
      await response.body?.cancel();
      target = new URL(location, target);
    }
  };
}

/**
 * `fetch` that sends only a POST, and returns status 404 for any other method. The SDK would search again for metadata that
 * was not found; the metadata that the host has checked and the user has confirmed must not change.
 */
export function postOnly(fetchFn: FetchLike): FetchLike {
  return async (url, init) =>
    init?.method?.toUpperCase() === 'POST' ? fetchFn(url, init) : new Response(null, { status: 404 });
}

function checkEncryption(target: URL, resource: string, isPost: boolean): void {
  const isServerDocument = !isPost && target.origin === new URL(resource).origin;
  if (!isPrivateConnection(target) && !isServerDocument) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary: t('Signing in would go to {0} without encryption.', target.origin),
      remedy: t('The server has to name an authorization server with https://.'),
    });
  }
}

async function readBounded(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBodyBytes) {
      throw new HostError({
        name: 'AuthorizationFailed',
        summary: t('A response during the sign-in is too large.'),
      });
    }
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, statusText, headers });
}
