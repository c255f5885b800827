import type { AuthorizationPorts } from '../authorization/ports.ts';
import type { RateLimiter } from '../guard/rateLimiter.ts';
import type { Exchanges } from '../inbox/exchanges.ts';
import type { Holds } from '../inbox/holds.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { Clock, Memory, ServerLog } from '../ports.ts';
import type { LaunchSpec, ServerDefinition } from './definition.ts';
import type { SecretsRule } from './elicitationParams.ts';
import type { EndedCall } from './endedCall.ts';
import type { Limits } from './limits.ts';
import type { Roots } from './roots.ts';
import type { Launcher } from './stdioTransport.ts';

/** What a server needs of what is around it. */
export interface ServerPorts {
  readonly inbox: Inbox;
  readonly holds: Holds;
  readonly exchanges: Exchanges;
  /** One for all servers. */
  readonly rateLimiter: RateLimiter;
  /** What becomes of forms that ask for secrets; asked at every form. Absent: the person is warned. */
  readonly secrets?: (() => SecretsRule) | undefined;
  readonly roots: Roots;
  /**
   * The entry ready to be started. May take long and ask the person; throws HostError. When `signal` fires, nobody waits
   * for it any more.
   */
  resolve(definition: ServerDefinition, signal?: AbortSignal): Promise<LaunchSpec>;
  readonly log: ServerLog;
  readonly memory: Memory;
  readonly clock: Clock;
  readonly launcher: Launcher;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** A call has ended. Absent: nobody wants to know. */
  readonly callEnded?: (ended: EndedCall) => void;
  /** Where they differ from `defaultLimits`. */
  readonly limits?: Partial<Limits>;
  /** Absent: nobody can sign in, and a server that wants it cannot be reached. */
  readonly authorization?: AuthorizationPorts;
}
