import type { EndedCall } from './endedCall.ts';
import type { OpenerPorts } from './opener.ts';
import type { ElicitationServices } from './questionsPorts.ts';

/** What a server needs of what is around it. */
export interface ServerPorts extends ElicitationServices, OpenerPorts {
  /** A call has ended. Absent: nobody wants to know. */
  readonly callEnded?: (ended: EndedCall) => void;
}
