import type { AuthorizationServices } from '#core/authorization/authorizationServices.ts';
import type { RunAuthorization } from '#core/authorization/runAuthorization.ts';
import { ServerAuthorization } from '#core/authorization/serverAuthorization.ts';
import { watchSignOut } from '#core/authorization/signOut.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';

type HttpSpec = Extract<LaunchSpec, { type: 'http' | 'sse' }>;

interface SignOutListener {
  /** Called when the user has signed out of the server, in this window or in another one. */
  onSignedOut(): void;
}

interface UsedAuthorization {
  readonly authorization: RunAuthorization | undefined;
  /** Masks the secrets of the entry, and the tokens. */
  readonly secrets: SecretMask;
  readonly end: AbortController;
  /** One for each connection that uses it. */
  readonly uses: Set<SignOutListener>;
}

/** The authorization of a server for one of its connections. */
export interface LentAuthorization extends Pick<UsedAuthorization, 'authorization' | 'secrets'> {
  /** Asks before credentials of the entry are sent unencrypted; fails if the user must not be asked. @throws HostError */
  checkEncryption(signal: AbortSignal, mayAsk: boolean): Promise<void>;
  /** Called when the connection has ended. Further calls have no effect. */
  release(): void;
}

/**
 * The sign-ins for the servers that are lent: two agents that use a server at the same time make the user sign in once. Nothing else of
 * them is shared.
 */
export class LentAuthorizations {
  readonly #services: AuthorizationServices | undefined;
  /** By the id of the server. They limit how often agents can make the user sign in, until the window closes. */
  readonly #servers = new Map<string, ServerAuthorization>();
  readonly #used = new Map<string, UsedAuthorization>();

  constructor(services: AuthorizationServices | undefined) {
    this.#services = services;
  }

  /** `onSignedOut`: see `SignOutListener`. Not called after `release`. */
  use(definition: ServerDefinition, spec: HttpSpec, onSignedOut: () => void): LentAuthorization {
    const server = this.#serverOf(definition);
    const key = fingerprintOf([definition.id, spec]);
    const used = this.#used.get(key) ?? this.#begin(key, server, definition, spec);
    const use: SignOutListener = { onSignedOut };
    used.uses.add(use);
    return {
      authorization: used.authorization,
      secrets: used.secrets,
      checkEncryption: (signal, mayAsk) => server.checkEncryption({ definition, spec, signal }, mayAsk),
      release: () => {
        if (used.uses.delete(use) && used.uses.size === 0) {
          this.#forget(key, used);
          used.end.abort();
        }
      },
    };
  }

  #serverOf({ id }: ServerDefinition): ServerAuthorization {
    const server = this.#servers.get(id) ?? new ServerAuthorization(this.#services, () => undefined);
    this.#servers.set(id, server);
    return server;
  }

  #begin(key: string, server: ServerAuthorization, definition: ServerDefinition, spec: HttpSpec): UsedAuthorization {
    const end = new AbortController();
    const secrets = new SecretMask(spec.secrets);
    const authorization = server.startRun({
      definition,
      spec,
      signal: end.signal,
      maskSecret: (secret) => secrets.add(secret),
      onGrantChange: () => undefined,
    });
    const used: UsedAuthorization = { authorization, secrets, end, uses: new Set() };
    this.#used.set(key, used);
    const onSignedOut = () => {
      // The next connection begins anew. The old ones are in use until their server has ended their sessions, which may take a while.
      this.#forget(key, used);
      // Each may be removed by its own call.
      for (const use of [...used.uses]) {
        use.onSignedOut();
      }
      end.abort();
    };
    if (this.#services) {
      watchSignOut(definition, this.#services.secrets, end.signal, onSignedOut);
    }
    return used;
  }

  #forget(key: string, used: UsedAuthorization): void {
    if (this.#used.get(key) === used) {
      this.#used.delete(key);
    }
  }
}
