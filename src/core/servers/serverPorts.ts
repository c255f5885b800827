import type { Inbox } from '../inbox/inbox.ts';
import type { Clock, Memory, ServerLog } from '../ports.ts';
import type { LaunchSpec, ServerDefinition } from './definition.ts';
import type { SchemaJudge } from './elicitation.ts';
import type { Limits } from './limits.ts';
import type { Launcher } from './stdioTransport.ts';

/** What a server needs of what is around it. */
export interface ServerPorts {
  readonly inbox: Inbox;
  readonly judge: SchemaJudge;
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
  /** Where they differ from `defaultLimits`. */
  readonly limits?: Partial<Limits>;
}
