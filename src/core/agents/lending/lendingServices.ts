import type { AuthorizationServices } from '#core/authorization/authorizationServices.ts';
import { lastAuthorizationId } from '#core/authorization/grantStore.ts';
import type { ServerLog } from '#core/common/serverLog.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import type { Watchdog } from '#core/transport/stdio/watchdog.ts';
import type { Grants } from './grants.ts';

/** What connections to the servers of this host need that agents use. The servers themselves use the same. */
export interface LendingServices {
  readonly grants: Pick<Grants, 'find' | 'findIfRead'>;
  /** The servers of this window. */
  readonly definitions: () => readonly ServerDefinition[];
  /**
   * Resolves an entry to what is started. Closes its prompts if the signal is aborted.
   * @param mayAsk False if the user must not be asked.
   * @throws UserRequired if the user would have to be asked, and must not be; another HostError
   */
  resolve(definition: ServerDefinition, mayAsk: boolean, signal: AbortSignal): Promise<LaunchSpec>;
  readonly logFor: (definition: ServerDefinition) => ServerLog;
  readonly watchdog: Watchdog;
  /** Absent: the user cannot sign in. */
  readonly authorization?: AuthorizationServices | undefined;
  readonly memory: StateStore;
}

/** See `lastAuthorizationId`. */
export async function lastAuthorizationOf(
  definition: ServerDefinition,
  { authorization }: Pick<LendingServices, 'authorization'>,
): Promise<string | undefined> {
  return authorization && lastAuthorizationId(definition, authorization.secrets).catch(() => undefined);
}
