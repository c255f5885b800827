import { guardedFetch } from '#core/authorization/oauth/guardedFetch.ts';
import type { OAuthSettings, ServerDefinition } from '#core/model/definition.ts';
import { type Grant, GrantStore, grantsUnder } from './grants.ts';
import type { AuthorizationPorts, SecretStore } from './ports.ts';
import { revoke } from './revocation.ts';

/** Whether the person is signed in to a server, as far as this machine knows. */
export async function isSignedIn(definition: ServerDefinition, ports: AuthorizationPorts): Promise<boolean> {
  return (await new GrantStore(ports.secrets, definition).all()).some(({ tokens }) => tokens !== undefined);
}

/**
 * Forgets all tokens and registrations, and gives the tokens back where authorization servers take them. False when one
 * did not: they then end by themselves. Rejects when the store does.
 */
export async function signOut(definition: ServerDefinition, ports: AuthorizationPorts): Promise<boolean> {
  const store = new GrantStore(ports.secrets, definition);
  const grants = await store.all();
  await store.delete();
  const settings = (definition.entry.type !== 'stdio' && definition.entry.oauth) || {};
  return giveBack(grants, settings);
}

/** The same for a server whose entry is gone. @param key See `grantKey`. */
export async function signOutStored(key: string, secrets: SecretStore): Promise<boolean> {
  const grants = await grantsUnder(key, secrets);
  await secrets.delete(key);
  return giveBack(grants, {});
}

async function giveBack(grants: readonly Grant[], settings: OAuthSettings): Promise<boolean> {
  const { signal } = new AbortController();
  const taken = await Promise.all(grants.map((grant) => revoke(grant, guardedFetch(grant.resource, settings, signal))));
  return !taken.includes(false);
}
