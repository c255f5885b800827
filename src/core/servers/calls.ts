import { randomUUID } from 'node:crypto';
import { inOneLine } from '../../form/text.ts';
import type { Call, CallOrigin, CallRequest, Progress } from './call.ts';
import type { ServerDefinition } from './definition.ts';

interface InFlight {
  call: Call;
  readonly end: AbortController;
}

/** The calls in flight on one server. Each can be ended from our side, with the reason that its caller then gets. */
export class Calls {
  readonly #inFlight = new Map<string, InFlight>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get all(): readonly Call[] {
    return [...this.#inFlight.values()].map(({ call }) => call);
  }

  begin(definition: ServerDefinition, request: CallRequest, origin: CallOrigin): { call: Call; signal: AbortSignal } {
    const call = { id: randomUUID(), serverId: definition.id, serverName: definition.name, request, origin };
    const end = new AbortController();
    this.#inFlight.set(call.id, { call, end });
    this.#changed();
    return { call, signal: end.signal };
  }

  /** Ends a call with `reason`, which its caller gets thrown. */
  end(callId: string, reason: Error): void {
    this.#inFlight.get(callId)?.end.abort(reason);
  }

  endAll(reason: Error): void {
    for (const { end } of this.#inFlight.values()) {
      end.abort(reason);
    }
  }

  progress(callId: string, { progress, total, message }: Progress): void {
    const inFlight = this.#inFlight.get(callId);
    if (inFlight) {
      const words = typeof message === 'string' ? inOneLine(message, 300) : undefined;
      inFlight.call = { ...inFlight.call, progress: { progress, total, message: words } };
      this.#changed();
    }
  }

  done(callId: string): void {
    if (this.#inFlight.delete(callId)) {
      this.#changed();
    }
  }
}
