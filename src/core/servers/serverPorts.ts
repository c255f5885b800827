import type { ConnectionServices } from '#core/connection/connectionFactory.ts';
import type { ElicitationServices } from '#core/elicitation/elicitationContext.ts';
import type { EndedCall } from '#core/model/endedCall.ts';

/** What a server needs of what is around it. */
export interface ServerPorts extends ElicitationServices, ConnectionServices {
  /** A call has ended. Absent: nobody wants to know. */
  readonly callEnded?: (ended: EndedCall) => void;
}
