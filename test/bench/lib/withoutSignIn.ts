import type { AuthorizationServices } from '#core/authorization/authorizationServices.ts';
import {
  InMemoryRedirects,
  InMemorySecretStore,
  InMemoryTurns,
  ScriptedSignInPrompts,
} from '#test/host/signInDoubles.ts';

/** The authorization services for servers that require no sign-in. */
export function withoutSignIn(): AuthorizationServices {
  return {
    secrets: new InMemorySecretStore(),
    browser: { open: () => Promise.reject(new Error('Nobody is to sign in.')) },
    redirects: new InMemoryRedirects(),
    turns: new InMemoryTurns(),
    prompts: new ScriptedSignInPrompts(),
  };
}
