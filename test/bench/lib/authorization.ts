import { InMemoryPerson, InMemoryRedirects, InMemorySecretStore } from '#core/authorization/inMemory.ts';
import type { AuthorizationPorts } from '#core/authorization/ports.ts';

/** What signing in needs, where no server asks for it. */
export function nobodySignsIn(): AuthorizationPorts {
  return {
    secrets: new InMemorySecretStore(),
    browser: { open: () => Promise.reject(new Error('Nobody is to sign in.')) },
    redirects: new InMemoryRedirects(),
    person: new InMemoryPerson(),
  };
}
