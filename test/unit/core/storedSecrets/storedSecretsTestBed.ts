import type { Grant } from '#core/authorization/oauth/grant.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import { updateTrustedTime } from '#core/record/trustedTime.ts';
import {
  type ScopeSnapshot,
  type StoredSecret,
  StoredSecrets,
  trustedTimeKey,
} from '#core/storedSecrets/storedSecrets.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { InMemorySecretStore } from '#test/host/signInDoubles.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The stored sign-in to the server of an entry. */
export const storedSignIn = (name: string, scope = 'user'): StoredSecret => ({
  key: `oauth:${name}`,
  kind: 'signIn',
  scope,
  name,
});

/** The stored value of an input. */
export const storedInput = (name: string): StoredSecret => ({
  key: `input:${name}`,
  kind: 'input',
  scope: 'user',
  name,
});

/** Settings of the user that were read completely, with these entries and definitions. */
export function snapshotOf(present: readonly StoredSecret[], more: Partial<ScopeSnapshot> = {}): ScopeSnapshot {
  return {
    scope: 'user',
    present,
    isFaulty: () => false,
    isComplete: async () => true,
    isInOtherFile: async () => false,
    ...more,
  };
}

/** A secret store, a clock, and the windows that share them. */
export class StoredSecretsTestBed {
  readonly secrets = new InMemorySecretStore();
  notes = new InMemoryStateStore();
  /** Milliseconds since the epoch. */
  now = 1_000_000;
  /** The names of deleted secrets, with `, not revoked` if an authorization server did not revoke the tokens. */
  readonly deleted: string[] = [];

  readonly #memories = new Set<StateStore>();

  /** Lets time pass while windows are open, which note the time at least every day. */
  pass(ms: number): void {
    const end = this.now + ms;
    while (this.now < end) {
      this.now = Math.min(end, this.now + dayMs);
      for (const memory of this.#memories) {
        updateTrustedTime(memory, this.now, undefined, trustedTimeKey);
      }
    }
  }

  /** A window. Windows with the same memory have the same settings. */
  window(memory = new InMemoryStateStore(), settingsId = 'here'): StoredSecrets {
    this.#memories.add(memory);
    return new StoredSecrets({
      secrets: this.secrets,
      memory,
      notes: this.notes,
      settingsId,
      clock: { now: () => this.now },
      onDeleted: ({ name }, revoked) => this.deleted.push(revoked ? name : `${name}, not revoked`),
    });
  }

  async store(...all: readonly StoredSecret[]): Promise<void> {
    for (const { key } of all) {
      await this.secrets.set(key, '[]');
    }
  }

  get storedKeys(): readonly string[] {
    return [...this.secrets.values.keys()].sort();
  }
}

/** A grant whose tokens can be revoked only at an authorization server that does not exist. */
export const unreachableGrant: Grant = {
  resource: 'http://127.0.0.1:9/mcp',
  issuer: 'http://127.0.0.1:9',
  tokens: { access_token: 'a', token_type: 'Bearer' },
  client: { client_id: 'c' },
  redirectUri: 'http://127.0.0.1/',
  scopes: [],
  revocation: { endpoint: 'http://127.0.0.1:9/revoke', methods: ['none'] },
};
