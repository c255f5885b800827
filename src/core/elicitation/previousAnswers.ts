import { evictOldest } from '#core/common/lruCache.ts';
import { withoutSecrets } from '#core/guard/sensitive/flaggedFields.ts';
import { type Call, targetOf } from '#core/model/call.ts';
import type { Decision } from '#core/model/elicitationRequest.ts';
import { elicitationKey, formKey, pageKey } from './elicitationKey.ts';
import type { Elicitation, FormElicitation, UrlElicitation } from './elicitationParams.ts';
import type { ElicitResult } from './elicitResult.ts';

type Page = Pick<UrlElicitation, 'url' | 'message'>;
type Content = Readonly<Record<string, unknown>>;

/** The result for a request that the user has declined for the rest of the call. */
export const declineResult: ElicitResult = { action: 'decline' };
export const declinedNote = 'The person has declined this for the rest of the call; they were not asked again.';

/** The number of declined requests, and of forms of a call, that are kept. */
const maxKept = 200;

/** The requests of one connection that the user has accepted or declined, by which repeated requests are recognized. */
export class PreviousAnswers {
  /** The accepted requests of each call in flight, by the id of the call. */
  readonly #accepted = new Map<string, AcceptedInCall>();
  /** The id of the call in which a request was last declined, by the request's key and the tool, prompt or resource. */
  readonly #declined = new Map<string, string | undefined>();
  /** The keys of the requests that are declined for the rest of a call, by the id of the call. */
  readonly #declinedForCall = new Map<string, Set<string>>();

  /** Returns the accepted requests of a call. The call must be in flight. */
  acceptedIn(call: Call): AcceptedInCall {
    const accepted = this.#accepted.get(call.id) ?? new AcceptedInCall();
    this.#accepted.set(call.id, accepted);
    return accepted;
  }

  /** The content with which the user accepted the same form before in this call, without its secrets. */
  contentOf(form: FormElicitation, call: Call | undefined): Content | undefined {
    return call && this.#accepted.get(call.id)?.contentOf(form);
  }

  /**
   * True if the user has declined the same request before: in this call, or in another call of the same tool unless the user
   * has started this call, because then the user has caused the request to come again.
   */
  isDeclinedBefore(elicitation: Elicitation, call: Call | undefined): boolean {
    if (this.#declined.size === 0) {
      return false;
    }
    const key = keyWithTarget(elicitation, call);
    return this.#declined.has(key) && (call?.origin !== 'user' || this.#declined.get(key) === call.id);
  }

  /** True if the user has declined the same request for the rest of this call. */
  isDeclinedForCall(elicitation: Elicitation, call: Call | undefined): boolean {
    const declined = call && this.#declinedForCall.get(call.id);
    return declined?.has(elicitationKey(elicitation)) === true;
  }

  addDecision(decision: Decision, elicitation: Elicitation, call: Call | undefined): void {
    if (decision.action === 'accept') {
      if (this.#declined.size > 0) {
        this.#declined.delete(keyWithTarget(elicitation, call));
      }
    } else if (decision.action === 'decline') {
      setNewest(this.#declined, keyWithTarget(elicitation, call), call?.id);
      if (call && decision.restOfCall === true) {
        this.#declineForCall(elicitation, call);
      }
    }
  }

  callEnded(callId: string): void {
    this.#accepted.delete(callId);
    this.#declinedForCall.delete(callId);
  }

  #declineForCall(elicitation: Elicitation, call: Call): void {
    const keys = this.#declinedForCall.get(call.id) ?? new Set();
    const key = elicitationKey(elicitation);
    this.#declinedForCall.set(call.id, keys);
    keys.delete(key);
    keys.add(key);
    evictOldest(keys, maxKept);
  }
}

/** The requests that the user has accepted in one call. */
export class AcceptedInCall {
  /** The content of accepted forms without secrets, by `formKey`, the newest last. */
  readonly #forms = new Map<string, Content>();
  /** The newest form. Its key is computed only when it is needed, because this takes time. */
  #newest: { readonly form: FormElicitation; readonly content: Content } | undefined;
  /** The `pageKey` of each accepted page. */
  readonly #pages = new Set<string>();
  readonly #urls = new Set<string>();

  /**
   * True if the user has opened this page, under the same message, in this call. The key is computed only for a URL that was
   * opened, because the request may not have been checked yet.
   */
  hasPage(page: Page): boolean {
    return this.#urls.has(page.url) && this.#pages.has(pageKey(page));
  }

  addPage(page: Page): void {
    this.#urls.add(page.url);
    this.#pages.add(pageKey(page));
  }

  /** The content with which the same form was accepted, without its secrets. */
  contentOf(form: FormElicitation): Content | undefined {
    this.#addNewest();
    return this.#forms.size === 0 ? undefined : this.#forms.get(formKey(form));
  }

  addForm(form: FormElicitation, content: Content): void {
    this.#addNewest();
    this.#newest = { form, content: withoutSecrets(form, content) };
  }

  #addNewest(): void {
    if (this.#newest) {
      const { form, content } = this.#newest;
      this.#newest = undefined;
      setNewest(this.#forms, formKey(form), content);
    }
  }
}

function keyWithTarget(elicitation: Elicitation, call: Call | undefined): string {
  const target = call && [call.request.kind, targetOf(call.request)];
  return JSON.stringify([target ?? null, elicitationKey(elicitation)]);
}

function setNewest<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  evictOldest(map, maxKept);
}
