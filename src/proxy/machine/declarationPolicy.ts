import { lendingErrorCode } from '#agentProtocol/agentMessages.ts';
import { type Envelope, idText, type JsonChange } from '#proxy/wire/envelope.ts';
import type { TrackedCall } from './callTable.ts';
import { type DeclaredElicitation, declarationChanges, ownElicitation } from './declaration.ts';
import { isJsonObject, metaKeys } from './jsonRpc.ts';
import type { ReportedClient } from './machineEvents.ts';
import type { Session } from './session.ts';

/** Decides what is declared to the server, and reads what both sides say about themselves. */
export class DeclarationPolicy {
  readonly #session: Session;
  readonly #canAsk: () => boolean;
  /** What the pending `initialize` declares; `undefined` if none is pending. */
  #initializing: DeclaredElicitation | undefined;

  /** @param canAsk true if a window of this folder is open, or will be back */
  constructor(session: Session, canAsk: () => boolean) {
    this.#session = session;
    this.#canAsk = canAsk;
  }

  /** The bytes of a request of the agent's as they go to the server. */
  serverRequest(call: TrackedCall, changes: readonly JsonChange[]): Buffer {
    const { request, serverToken } = call;
    const declared = this.#canAsk() ? 'modes' : 'own';
    if (call.method === 'initialize') {
      this.#session.peers.era = 'legacy';
      this.#session.peers.agentElicitation = ownElicitation(request);
      this.#initializing = declared;
    } else if (call.isModern) {
      this.#session.peers.era ??= 'modern';
    }
    const token = request.text(metaKeys.progressToken);
    const isTokenReplaced = token !== undefined && serverToken !== undefined && idText(token) !== serverToken;
    return request.with([
      ...declarationChanges(request, declared),
      ...(isTokenReplaced ? ([[metaKeys.progressToken, serverToken]] as const) : []),
      ...changes,
    ]);
  }

  /**
   * Sends `initialize` once more, under another id, if the server has refused it as it was changed: first with what older servers
   * read, then as it came from the agent. False if the response is final.
   * Source: MCP specification 2025-11-25, basic, "Requests": an id is used once.
   */
  retryInitialize(call: TrackedCall, response: Envelope): boolean {
    if (call.method !== 'initialize') return false;
    const next = { modes: 'plain', plain: 'own', own: undefined } as const;
    // An error of the window that lends the server says nothing about what the server accepts.
    const isRefused = response.has(['error']) && response.value(['error', 'code']) !== lendingErrorCode;
    const declared = isRefused && this.#initializing ? next[this.#initializing] : undefined;
    this.#initializing = declared;
    if (declared === undefined || call.server === undefined) return false;
    const { calls, effects } = this.#session;
    const id = calls.createOwnId();
    calls.moveServer(call, id);
    effects.toServer(call.request.with([...declarationChanges(call.request, declared), [['id'], id]]));
    return true;
  }

  /** What the agent calls itself in a request. */
  readClient(request: Envelope): void {
    const info = request.value(request.method === 'initialize' ? ['params', 'clientInfo'] : metaKeys.clientInfo);
    const version = request.value(
      request.method === 'initialize' ? ['params', 'protocolVersion'] : metaKeys.protocolVersion,
    );
    const { peers } = this.#session;
    if (isJsonObject(info)) peers.client = describeClient(info);
    if (typeof version === 'string') peers.protocolVersion = version.slice(0, maxTextLength);
  }

  /** What the server calls itself in its response to the first request. */
  readServer(call: TrackedCall, response: Envelope): void {
    if (call.method !== 'initialize' && call.method !== 'server/discover') return;
    const { peers } = this.#session;
    peers.createsTasks = response.has(['result', 'capabilities', 'tasks', 'requests', 'tools', 'call']);
    peers.cancelsTasks = response.has(['result', 'capabilities', 'tasks', 'cancel']);
    const info = response.value(['result', 'serverInfo']) ?? response.value(metaKeys.serverInfo);
    const version = response.value(['result', 'protocolVersion']);
    if (isJsonObject(info) && typeof info['name'] === 'string') {
      peers.server = { name: info['name'].slice(0, maxTextLength), version: shortText(info['version']) };
    }
    if (typeof version === 'string') peers.protocolVersion = version.slice(0, maxTextLength);
  }
}

const maxTextLength = 200;

function describeClient({ title, name, version }: Readonly<Record<string, unknown>>): ReportedClient {
  return { name: shortText(title) ?? shortText(name), version: shortText(version) };
}

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, maxTextLength) : undefined;
}
