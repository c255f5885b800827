import type { Disposable } from '#core/common/events.ts';
import { evictOldest, LruCache } from '#core/common/lruCache.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import { JsonSecrets } from '#core/drafts/jsonSecrets.ts';
import { secretsInUri } from '#core/drafts/secretArguments.ts';
import { flaggedProperties } from '#core/guard/sensitive/flaggedFields.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import { isRecord } from '#form/json.ts';
import { hiddenSecret, maskArguments } from './resultMask.ts';
import type { ResultSecrets } from './results.ts';

/** The number of calls whose secrets are kept until their results arrive. */
const maxCalls = 100;
/** The number of secrets of one server without a known call, and of servers with such secrets. */
const maxUnattributed = 100;
const maxServers = 100;
/** The number of secrets in one URI, in all encodings. With more secrets, the whole result is masked. */
const maxInUri = 200;

/** The secrets that must not be written with a call's result: those of the server, the arguments and the user's answers. */
export class CallSecrets implements Disposable {
  readonly #subscription: Disposable;
  readonly #secretsOf: (serverId: string) => SecretMask | undefined;
  /** The answers to sensitive fields, and answers that look like secrets, by call. */
  readonly #answersByCall = new Map<string, string[]>();
  /** Such answers to requests without a known call, by server, because the result of any call may repeat them. */
  readonly #unattributed = new LruCache<readonly string[]>(maxServers);

  constructor(inbox: Pick<Inbox, 'onDidSettle'>, secretsOf: (serverId: string) => SecretMask | undefined) {
    this.#secretsOf = secretsOf;
    this.#subscription = inbox.onDidSettle(({ request, settlement }) => {
      const accepted = settlement.kind === 'decided' && settlement.decision.action === 'accept';
      const content = accepted ? settlement.decision.content : undefined;
      if (request.mode === 'form' && content) {
        this.#add(request, textsUnder(flaggedProperties(request, content), content));
      }
    });
  }

  /** Removes and returns the secrets of an ended call. `schema`: the raw schema of its arguments, if known. */
  take(callId: string, serverId: string, request: CallRequest, schema: unknown = {}): ResultSecrets {
    const answered = [...(this.#answersByCall.get(callId) ?? []), ...(this.#unattributed.get(serverId) ?? [])];
    this.#answersByCall.delete(callId);
    const args = request.kind === 'resource' ? {} : request.arguments;
    const { text, secrets } = new JsonSecrets(schema).redact(JSON.stringify(args));
    const inUri = request.kind === 'resource' ? secretsInUri(request) : [];
    if (inUri.length > maxInUri) {
      return { mask: () => hiddenSecret, isSendable: false };
    }
    const known = new SecretMask([...answered, ...textsUnder(secrets, args), ...inUri]);
    const ofServer = this.#secretsOf(serverId);
    const mask = (value: string) => (ofServer ? ofServer.mask(value, known) : known.mask(value));
    return {
      mask,
      isSendable: text !== undefined && secrets.length === 0 && inUri.length === 0,
      shownArguments: text === undefined ? undefined : maskArguments(markSecrets(secrets, JSON.parse(text)), mask),
    };
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #add({ call, server }: Pick<FormRequest, 'call' | 'server'>, texts: readonly string[]): void {
    if (texts.length > 0 && !call) {
      const all = [...(this.#unattributed.get(server.id) ?? []), ...texts];
      this.#unattributed.set(server.id, all.slice(-maxUnattributed));
    } else if (texts.length > 0 && call) {
      this.#answersByCall.set(call.id, [...(this.#answersByCall.get(call.id) ?? []), ...texts]);
      evictOldest(this.#answersByCall, maxCalls);
    }
  }
}

/** Replaces the redacted values, which are empty, under these property names. */
function markSecrets(names: readonly string[], args: Record<string, unknown>): Record<string, unknown> {
  const marked = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) {
      return value.map((item) => marked(item, name));
    }
    return isRecord(value) ? markSecrets(names, value) : value === '' && names.includes(name) ? hiddenSecret : value;
  };
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, marked(value, name)]));
}

/** The texts and numbers under these property names, at any depth. */
function textsUnder(names: readonly string[], value: unknown, isUnder = false): string[] {
  if (typeof value === 'string' || typeof value === 'number') {
    return isUnder ? [String(value)] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((one) => textsUnder(names, one, isUnder));
  }
  return isRecord(value)
    ? Object.entries(value).flatMap(([name, one]) => textsUnder(names, one, isUnder || names.includes(name)))
    : [];
}
