import type { Grant } from '#core/authorization/oauth/grant.ts';
import { guardedFetch } from '#core/authorization/oauth/guardedFetch.ts';
import { revokeTokens } from '#core/authorization/oauth/revocation.ts';
import type { OAuthSettings, ServerDefinition } from '#core/model/definition.ts';
import type { AuthorizationServices, SecretStore, SharedSecretStore } from './authorizationServices.ts';
import { GrantStore, grantKey, storedGrants } from './grantStore.ts';

/** True if this machine has tokens for a server. */
export async function isSignedIn(definition: ServerDefinition, services: AuthorizationServices): Promise<boolean> {
  return (await new GrantStore(services.secrets, definition).all()).some(({ tokens }) => tokens !== undefined);
}

/**
 * Deletes all tokens and client registrations of a server, and revokes the tokens if the authorization servers support it.
 * Returns false if a revocation failed: the tokens then stay valid until they expire. Rejects if the store does.
 */
export async function signOutByDefinition(
  definition: ServerDefinition,
  services: AuthorizationServices,
): Promise<boolean> {
  const store = new GrantStore(services.secrets, definition);
  const grants = await store.all();
  await store.delete();
  const settings = (definition.entry.type !== 'stdio' && definition.entry.oauth) || {};
  return revokeGrants(grants, settings);
}

/** Signs out of a server whose entry does not exist any more: see `signOutByDefinition`. @param key See `grantKey`. */
export async function signOutByKey(key: string, secrets: SecretStore): Promise<boolean> {
  const grants = await storedGrants(key, secrets);
  await secrets.delete(key);
  return revokeGrants(grants, {});
}

/**
 * Calls `onSignedOut` when the user has signed out of a server, in this window or in another one, until `signal` fires.
 * Without this, a connection would go on with the access token that it holds, until the token expires.
 */
export function watchSignOut(
  definition: ServerDefinition,
  secrets: SharedSecretStore,
  signal: AbortSignal,
  onSignedOut: () => void,
): void {
  const key = grantKey(definition);
  const check = async () => {
    if ((await secrets.get(key).catch(() => '')) === undefined && !signal.aborted) {
      onSignedOut();
    }
  };
  const subscription = secrets.onDidChange((changed) => {
    if (changed === key) {
      void check();
    }
  });
  signal.addEventListener('abort', () => subscription.dispose(), { once: true });
}

/** Revokes the tokens of grants. Returns false if a revocation failed. Never rejects. */
export async function revokeGrants(grants: readonly Grant[], settings: OAuthSettings): Promise<boolean> {
  const { signal } = new AbortController();
  const areRevoked = await Promise.all(
    grants.map((grant) => revokeTokens(grant, guardedFetch(grant.resource, settings, signal))),
  );
  return !areRevoked.includes(false);
}
