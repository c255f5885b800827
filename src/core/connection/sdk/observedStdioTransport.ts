import { ObservedTransport } from './observedTransport.ts';

/**
 * An ObservedTransport that the SDK takes for stdio. During version negotiation the SDK reads silence on stdio as a server
 * of the legacy era, and on any other transport as a failure. It recognises stdio by these two members.
 */
export class ObservedStdioTransport extends ObservedTransport {
  readonly pid = null;
  readonly stderr = null;
}
