import type { InputDefinition } from '#core/configuration/inputDefinitions.ts';
import { readServers } from '#core/configuration/serverEntries.ts';
import type { ServerEntry } from '#core/model/definition.ts';
import type { ConfiguredServers } from './configuredServers.ts';
import type { ServerSettings } from './serverSettings.ts';

/** What is added to the user settings. */
export interface AddedServers {
  readonly entries: Readonly<Record<string, unknown>>;
  readonly inputs: readonly InputDefinition[];
  /** The values for SecretStorage. */
  readonly secrets: readonly { readonly inputId: string; readonly value: string }[];
}

/** Identifies the value of an input of the user settings that is a password. */
interface UserPassword {
  readonly scope: { readonly kind: 'user' };
  readonly id: string;
  readonly password: true;
}

interface UserServersContext {
  readonly settings: Pick<ServerSettings, 'entries' | 'add' | 'remove'>;
  readonly configured: Pick<ConfiguredServers, 'settings' | 'refresh'>;
  readonly inputValues: {
    has(valueId: Pick<UserPassword, 'scope' | 'id'>): Promise<boolean>;
    get(valueId: UserPassword): Promise<string | undefined>;
    set(valueId: UserPassword, value: string): Promise<void>;
    forget(valueId: UserPassword): Promise<void>;
  };
}

const user = { kind: 'user' } as const;

/** The servers of the user settings, to which others are added. */
export class UserServers {
  readonly #context: UserServersContext;

  constructor(context: UserServersContext) {
    this.#context = context;
  }

  /** The entries as written, by name. */
  get entries(): ReadonlyMap<string, unknown> {
    return this.#context.settings.entries('user');
  }

  get inputIds(): readonly string[] {
    return [...this.#context.configured.settings.inputsOf(user).keys()];
  }

  /** True if a value is stored under the id of an input, also if only the settings of another profile or machine define it. */
  hasValue(id: string): Promise<boolean> {
    return this.#context.inputValues.has({ scope: user, id });
  }

  /** The entry of a name as it is read; `undefined` if there is none, or if it is not valid. */
  entry(name: string): ServerEntry | undefined {
    return readServers({ [name]: this.entries.get(name) }, user).definitions[0]?.entry;
  }

  /** Writes what is planned. @throws Error if that is not possible; nothing was added then */
  async add({ secrets, entries, inputs }: AddedServers): Promise<void> {
    const { settings, configured, inputValues } = this.#context;
    const earlierValues = new Map<string, string | undefined>();
    try {
      // Secrets first: the start of an entry in the settings needs them.
      for (const { inputId, value } of secrets) {
        earlierValues.set(inputId, await inputValues.get(passwordOf(inputId)));
        await inputValues.set(passwordOf(inputId), value);
      }
      await settings.add('user', entries, inputs);
    } catch (error) {
      await Promise.allSettled(
        [...earlierValues].map(([id, value]) =>
          value === undefined ? inputValues.forget(passwordOf(id)) : inputValues.set(passwordOf(id), value),
        ),
      );
      throw error;
    }
    configured.refresh();
  }

  /** Removes an entry, and those of the inputs that no other entry uses, with their values. */
  async remove(name: string, inputIds: readonly string[]): Promise<void> {
    const { settings, configured, inputValues } = this.#context;
    const others = JSON.stringify([...this.entries].filter(([other]) => other !== name));
    const unused = inputIds.filter((id) => !others.includes(JSON.stringify(`\${input:${id}}`).slice(1, -1)));
    await settings.remove(name, unused);
    await Promise.allSettled(unused.map((id) => inputValues.forget(passwordOf(id))));
    configured.refresh();
  }
}

function passwordOf(id: string): UserPassword {
  return { scope: user, id, password: true };
}
