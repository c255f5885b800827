import { randomUUID } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { systemClock } from '#core/common/clock.ts';
import { LruCache } from '#core/common/lruCache.ts';
import { checkMessageSize, isNestedTooDeep } from '#core/common/messageLimits.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { ElicitationServices } from '#core/elicitation/elicitationContext.ts';
import { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import type { ElicitResult } from '#core/elicitation/elicitResult.ts';
import { RequestEnd } from '#core/elicitation/pushedRequest.ts';
import { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import { UrlGuard } from '#core/guard/url/urlGuard.ts';
import { VisitedSites } from '#core/guard/url/visitedSites.ts';
import type { Call } from '#core/model/call.ts';
import { runInCall, runOutsideCalls } from '#core/model/callContext.ts';
import type { Attribution } from '#core/model/elicitationRequest.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import { extensionAttribution } from './askerAttribution.ts';
import type { AskerControl } from './clientAccounts.ts';
import { stoppedByUser } from './withdrawalTexts.ts';

interface Services extends ElicitationServices {
  readonly memory: StateStore;
  readonly warn: (line: string) => void;
}

const maxRequestLength = 4 * 1024 * 1024;
const maxNameLength = 200;
/** The number of servers whose earlier answers are remembered. */
const maxServers = 50;
/**
 * All servers that extensions ask for share the limits of one: their names are claims. An extension can hold any number of them.
 */
const extensionsId = 'extension';

/** The elicitations of other extensions, which ask in the name of servers of their own. They need no endpoint. */
export class ProgramRequests {
  /** The id under which the requests of all extensions are limited. */
  readonly accountId = extensionsId;
  /** The limit of all extensions, and the user's actions on it. */
  readonly rateControl: ServerRateControl;
  readonly #services: Services;
  readonly #onChange: () => void;
  readonly #servers = new LruCache<ProgramServer>(maxServers);
  #hasAsked = false;

  /** `onChange` is called at the first request, when extensions were muted or unmuted, and when the time of a mute is over. */
  constructor(services: Services, onChange: () => void = () => undefined) {
    this.#services = services;
    this.#onChange = onChange;
    this.rateControl = new ServerRateControl(services, () => extensionsId, onChange);
  }

  /** True if an extension has asked since the window was opened. */
  get hasAsked(): boolean {
    return this.#hasAsked;
  }

  /** What the user can do with the requests of all extensions. */
  get control(): AskerControl {
    const { rateControl } = this;
    const { mutedUntil } = rateControl.report;
    return {
      mutedUntil,
      hasMuted: mutedUntil !== undefined,
      mute: (ms) => {
        rateControl.mute(ms);
        this.#onChange();
      },
      unmute: () => {
        rateControl.unmute();
        this.#onChange();
      },
      stop: (by) => rateControl.cancelAll(by),
    };
  }

  /**
   * Asks the user, and resolves with the result for the server.
   * @param request `server`, the optional `tool`, and the parameters of `elicitation/create`, without a required `elicitationId`
   * @param signal withdraws the request; the result is then `cancel`
   * @throws ProtocolError with the code, the message and the data that a server would receive
   */
  async elicit(request: unknown, signal: AbortSignal): Promise<ElicitResult> {
    const { server, tool, params } = readRequest(request);
    if (!this.#hasAsked) {
      this.#hasAsked = true;
      this.#onChange();
    }
    const known = this.#servers.get(server) ?? new ProgramServer(server, this.#services);
    this.#servers.set(server, known);
    return known.elicit(tool, params, signal);
  }
}

/** One server that extensions ask for. */
class ProgramServer {
  readonly #attribution: Attribution;
  readonly #elicitations: ElicitationHandler;
  readonly #calls = new Map<string, Call>();

  constructor(name: string, { memory, ...services }: Services) {
    this.#attribution = extensionAttribution(extensionsId, name);
    this.#elicitations = new ElicitationHandler({
      ...services,
      urls: new UrlGuard(extensionsId, new VisitedSites(memory), () => undefined),
      modes: { form: true, url: true },
      attribution: () => this.#attribution,
      calls: () => [...this.#calls.values()],
      callsAtServer: () => [],
      callOfTask: () => undefined,
      cancelCall: (callId) => this.#elicitations.withdraw(stoppedByUser(), callId),
    });
  }

  async elicit(tool: string | undefined, params: unknown, signal: AbortSignal): Promise<ElicitResult> {
    const end = new AbortController();
    const withdraw = () =>
      end.abort(new RequestEnd({ by: 'server', reason: t('The extension withdrew the question.') }));
    signal.addEventListener('abort', withdraw, { once: true });
    if (signal.aborted) {
      withdraw();
    }
    const ask = () => this.#elicitations.handle(params, { signal: end.signal, notify: async () => undefined });
    const call = tool === undefined ? undefined : this.#begin(tool);
    try {
      return await (call ? runInCall(call.id, ask) : runOutsideCalls(ask));
    } finally {
      signal.removeEventListener('abort', withdraw);
      if (call) {
        this.#calls.delete(call.id);
        this.#elicitations.callEnded(call.id, 'answered');
      }
    }
  }

  #begin(tool: string): Call {
    const { id: serverId, name: serverName } = this.#attribution;
    const call: Call = {
      id: randomUUID(),
      serverId,
      serverName,
      request: { kind: 'tool', name: tool, arguments: {} },
      secrets: { schema: {}, masked: [] },
      origin: 'program',
      startedAt: systemClock.steady(),
    };
    this.#calls.set(call.id, call);
    return call;
  }
}

/** Reads the argument of an extension, through JSON: it may be any value, and change while the user is asked. */
function readRequest(request: unknown): { server: string; tool: string | undefined; params: unknown } {
  const copy = copyOf(request);
  if (!isRecord(copy)) {
    throw invalid('The request must be an object of JSON.');
  }
  const { server, tool, ...params } = copy;
  if (typeof server !== 'string' || server === '' || server.length > maxNameLength) {
    throw invalid(`server: must be a text of 1 to ${maxNameLength} characters.`);
  }
  if (tool !== undefined && (typeof tool !== 'string' || tool.length > maxNameLength)) {
    throw invalid(`tool: must be a text of at most ${maxNameLength} characters.`);
  }
  const elicitationId = params['elicitationId'] ?? randomUUID();
  return { server, tool, params: params['mode'] === 'url' ? { ...params, elicitationId } : params };
}

function copyOf(request: unknown): unknown {
  const text = toJson(request);
  const copy = tryParseJson(text);
  return isNestedTooDeep(copy) ? undefined : copy;
}

/** The JSON of a value; `undefined` if it has none, or a too long one. */
function toJson(value: unknown): string | undefined {
  try {
    const text: string | undefined = JSON.stringify(value);
    checkMessageSize(text ?? '', maxRequestLength);
    return text;
  } catch {
    return undefined;
  }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
