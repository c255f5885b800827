import type { Disposable } from '#core/common/events.ts';
import { evictOldest, LruCache } from '#core/common/lruCache.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import { differences, secretsInUri, withoutSecretArguments } from '#core/drafts/secretArguments.ts';
import { flaggedProperties } from '#core/guard/sensitive/flaggedFields.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import { textsIn } from '#form/json.ts';
import type { ResultSecrets } from './heldResult.ts';
import { hiddenPaths } from './hiddenArguments.ts';
import { maskedArguments } from './maskedArguments.ts';
import { hiddenSecret } from './resultMask.ts';

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

  /** Removes and returns the secrets of an ended call. `known`: what was known about its arguments when it was sent. */
  take(callId: string, serverId: string, request: CallRequest, known: ArgumentSecrets): ResultSecrets {
    const answered = [...(this.#answersByCall.get(callId) ?? []), ...(this.#unattributed.get(serverId) ?? [])];
    this.#answersByCall.delete(callId);
    const args = request.kind === 'resource' ? {} : request.arguments;
    const hasArguments = Object.keys(args).length > 0;
    const redacted = hasArguments ? withoutSecretArguments(args, known) : {};
    const secrets = differences(args, redacted);
    const inUri = request.kind === 'resource' ? [...secretsInUri(request), ...(known.inUri ?? [])] : [];
    if (inUri.length > maxInUri) {
      return { mask: () => hiddenSecret, isSendable: false };
    }
    const ofCall = new SecretMask([...answered, ...textsIn(secrets), ...inUri]);
    const ofServer = this.#secretsOf(serverId);
    const mask = (value: string) => (ofServer ? ofServer.mask(value, ofCall) : ofCall.mask(value));
    const shownArguments = redacted && maskedArguments(args, redacted, mask);
    return {
      mask,
      isSendable: secrets.length === 0 && inUri.length === 0,
      ...(shownArguments && { shownArguments, hiddenPaths: hiddenPaths(args, shownArguments) }),
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

/** The texts and numbers of these properties, at any depth. */
function textsUnder(names: readonly string[], content: Readonly<Record<string, unknown>>): string[] {
  return textsIn(Object.entries(content).flatMap(([name, value]) => (names.includes(name) ? [value] : [])));
}
