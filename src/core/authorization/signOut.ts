import type { ServerDefinition } from '../servers/definition.ts';
import { GrantStore } from './grants.ts';
import { guardedFetch } from './guardedFetch.ts';
import type { AuthorizationPorts } from './ports.ts';
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
  const { signal } = new AbortController();
  const taken = await Promise.all(grants.map((grant) => revoke(grant, guardedFetch(grant.resource, settings, signal))));
  return !taken.includes(false);
}
