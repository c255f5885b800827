import { randomUUID } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { isRecord } from '../../form/json.ts';
import { readRequestedSchema } from '../../form/schema.ts';
import { inOneLine } from '../../form/text.ts';
import { Emitter, type Event } from '../events.ts';
import type { Inbox, Settlement } from '../inbox/inbox.ts';
import type { Judge } from '../inbox/judge.ts';
import type { Attribution, ElicitationRequest, Withdrawal } from '../inbox/request.ts';
import type { Call } from './call.ts';

/** What the server gets. Source: MCP specification, client/elicitation, "Response Actions". */
export type ElicitResult =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' };

/** An elicitation that can be shown to a person. */
export type FormElicitation = Pick<ElicitationRequest, 'mode' | 'message' | 'form' | 'schema'>;

export interface PushContext {
  /** Fires when the server takes the request back. */
  readonly signal: AbortSignal;
  /** `_meta` of the request. */
  readonly meta?: unknown;
  notify(notification: { method: string; params: Record<string, unknown> }): Promise<void>;
}

/** Says why a schema is none, before anybody is asked. */
export type SchemaJudge = Pick<Judge, 'schemaProblem'>;

export interface QuestionsPorts {
  readonly inbox: Inbox;
  readonly judge: SchemaJudge;
  readonly attribution: () => Attribution;
  /** The calls in flight on this connection. */
  readonly calls: () => readonly Call[];
  readonly warn: (line: string) => void;
  /** Between two signs of life to a server that waits for an answer. */
  readonly keepAliveMs?: number;
}

const defaultKeepAliveMs = 20_000;

/**
 * The parameters of `elicitation/create` in form mode, ready to be shown. A form that can be drawn is not enough: no
 * answer leaves unchecked, so a schema that cannot check one is refused before anybody types.
 * @throws ProtocolError -32602 that names the property and the rule.
 * Source: MCP specification, client/elicitation, "Requested Schema" and "Error Handling".
 */
export function readElicitation(params: unknown, judge: SchemaJudge): FormElicitation {
  const raw = isRecord(params) ? params : {};
  const mode = raw['mode'] ?? 'form';
  if (mode !== 'form') {
    throw invalid('mode', mode === 'url' ? 'URL mode was not declared by this client' : 'must be "form"');
  }
  const message = raw['message'];
  if (typeof message !== 'string') {
    throw invalid('message', 'must be a string');
  }
  const schema = raw['requestedSchema'];
  const reading = readRequestedSchema(schema);
  if (!reading.ok) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, reading.message);
  }
  const problem = judge.schemaProblem(schema);
  if (problem !== undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, problem);
  }
  return { mode: 'form', message, form: reading.form, schema };
}

/** The questions that one connection's server has asked. */
export class Questions {
  readonly #ports: QuestionsPorts;
  /** Ids in the inbox. */
  readonly #open = new Set<string>();
  readonly #changed = new Emitter<void>();

  /** A question was asked, or settled. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(ports: QuestionsPorts) {
    this.#ports = ports;
  }

  /** True while a person is asked. */
  get anyOpen(): boolean {
    return this.#open.size > 0;
  }

  /** @throws ProtocolError -32602: see `readElicitation`. */
  read(params: unknown): FormElicitation {
    return readElicitation(params, this.#ports.judge);
  }

  /**
   * Answers a pushed `elicitation/create` (revisions up to 2025-11-25). It is attributed to a call when exactly one is
   * in flight: the wire does not say which call a question belongs to, and a guess would be worse than nothing.
   * @throws ProtocolError, the only error whose words reach the server.
   */
  async answerPushed(params: unknown, context: PushContext): Promise<ElicitResult> {
    try {
      const calls = this.#ports.calls();
      const elicitation = this.read(params);
      return resultOf(await this.#askPushed(elicitation, calls.length === 1 ? calls[0] : undefined, context));
    } catch (error) {
      if (error instanceof ProtocolError) {
        this.#ports.warn(`An elicitation was refused: ${inOneLine(error.message, 300)}`);
        throw error;
      }
      this.#ports.warn(`An elicitation could not be shown: ${error instanceof Error ? error.stack : String(error)}`);
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'The request could not be shown.');
    }
  }

  /** Asks on behalf of `call`. */
  async ask(elicitation: FormElicitation, call: Call | undefined): Promise<Settlement> {
    return this.#askAs(randomUUID(), elicitation, call);
  }

  /** Takes back the open questions that match. */
  withdraw(withdrawal: Withdrawal, matches: (request: ElicitationRequest) => boolean = () => true): void {
    this.#ports.inbox.withdrawWhere((request) => this.#open.has(request.id) && matches(request), withdrawal);
  }

  async #askPushed(elicitation: FormElicitation, call: Call | undefined, context: PushContext): Promise<Settlement> {
    const id = randomUUID();
    const takeBack = () => {
      const { reason } = context.signal;
      const words = typeof reason === 'string' ? inOneLine(reason, 200) : '';
      this.#ports.inbox.withdraw(id, {
        by: 'server',
        reason: words ? `The server took the question back: ${words}` : 'The server took the question back.',
      });
    };
    if (context.signal.aborted) {
      return { kind: 'withdrawn', withdrawal: { by: 'server', reason: 'The server took the question back.' } };
    }
    context.signal.addEventListener('abort', takeBack, { once: true });
    const stopSigns = this.#showLife(context);
    try {
      return await this.#askAs(id, elicitation, call);
    } finally {
      stopSigns();
      context.signal.removeEventListener('abort', takeBack);
    }
  }

  async #askAs(id: string, elicitation: FormElicitation, call: Call | undefined): Promise<Settlement> {
    this.#open.add(id);
    this.#changed.fire();
    try {
      return await this.#ports.inbox.ask({
        id,
        server: this.#ports.attribution(),
        call: call && { id: call.id, request: call.request },
        askedFor: call?.origin === 'person',
        ...elicitation,
      });
    } finally {
      this.#open.delete(id);
      this.#changed.fire();
    }
  }

  /**
   * Servers give up on a silent client, many after a minute; those that sent a progress token can be told to wait.
   * Source: MCP specification, basic/utilities/progress.
   */
  #showLife(context: PushContext): () => void {
    const token = isRecord(context.meta) ? context.meta['progressToken'] : undefined;
    if (typeof token !== 'string' && typeof token !== 'number') {
      return () => undefined;
    }
    let progress = 0;
    const timer = setInterval(() => {
      progress += 1;
      const params = { progressToken: token, progress, message: 'Waiting for the person to answer.' };
      context.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    }, this.#ports.keepAliveMs ?? defaultKeepAliveMs);
    return () => clearInterval(timer);
  }
}

/** A withdrawn question is answered `cancel`; whether that still leaves is up to the wire. */
export function resultOf(settlement: Settlement): ElicitResult {
  return settlement.kind === 'decided' ? settlement.decision : { action: 'cancel' };
}

function invalid(property: string, rule: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${property}: ${rule}.`);
}
