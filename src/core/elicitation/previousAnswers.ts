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

/** Subjects, or forms of a call; the oldest are forgotten. */
const maxRemembered = 200;

/** What the user has accepted and declined on one connection, to recognize a request that comes again. */
export class PreviousAnswers {
  /** By the id of the call, while it is in flight. */
  readonly #accepted = new Map<string, AcceptedInCall>();
  /** The id of the call of the last decline, by the subject and the tool, prompt or resource that was called. */
  readonly #declined = new Map<string, string | undefined>();
  /** The subjects that are declined for the rest of a call, by the id of the call. */
  readonly #declinedForCall = new Map<string, Set<string>>();

  /** What the user has accepted in this call. */
  acceptedIn(call: Call): AcceptedInCall {
    const accepted = this.#accepted.get(call.id) ?? new AcceptedInCall();
    this.#accepted.set(call.id, accepted);
    return accepted;
  }

  /** The content with which the same form was accepted before in this call, without the secrets in it. */
  contentOf(form: FormElicitation, call: Call | undefined): Content | undefined {
    return call && this.#accepted.get(call.id)?.contentOf(form);
  }

  /**
   * True if the user has declined the same before, in this call or in another one of the same tool. Not in another call
   * that the user has begun: then the server does not ask again by itself.
   */
  isDeclinedBefore(elicitation: Elicitation, call: Call | undefined): boolean {
    if (this.#declined.size === 0) {
      return false;
    }
    const key = keyOf(elicitation, call);
    return this.#declined.has(key) && (call?.origin !== 'person' || this.#declined.get(key) === call.id);
  }

  /** True if the user has declined the same for the rest of this call. */
  isDeclinedForCall(elicitation: Elicitation, call: Call | undefined): boolean {
    const declined = call && this.#declinedForCall.get(call.id);
    return declined?.has(elicitationKey(elicitation)) === true;
  }

  decided(decision: Decision, elicitation: Elicitation, call: Call | undefined): void {
    if (decision.action === 'accept') {
      if (this.#declined.size > 0) {
        this.#declined.delete(keyOf(elicitation, call));
      }
    } else if (decision.action === 'decline') {
      setNewest(this.#declined, keyOf(elicitation, call), call?.id);
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
    const subjects = this.#declinedForCall.get(call.id) ?? new Set();
    const subject = elicitationKey(elicitation);
    this.#declinedForCall.set(call.id, subjects);
    subjects.delete(subject);
    subjects.add(subject);
    evictOldest(subjects, maxRemembered);
  }
}

/** What the user has accepted in one call. */
export class AcceptedInCall {
  /** Content without secrets, by `formKey`, the newest last. */
  readonly #forms = new Map<string, Content>();
  /** The newest form. Its subject, which takes time to compute, is computed when there is another form. */
  #newest: { readonly form: FormElicitation; readonly content: Content } | undefined;
  /** By `pageKey`. */
  readonly #pages = new Set<string>();
  readonly #urls = new Set<string>();

  /**
   * True if the user has opened this page, under this message, in this call. Compares the message only where a page was
   * opened at the same URL: the request may not have been read yet.
   */
  hasPage(page: Page): boolean {
    return this.#urls.has(page.url) && this.#pages.has(pageKey(page));
  }

  addPage(page: Page): void {
    this.#urls.add(page.url);
    this.#pages.add(pageKey(page));
  }

  /** The content with which a form with the same subject was accepted, without the secrets in it. */
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

function keyOf(elicitation: Elicitation, call: Call | undefined): string {
  const cause = call && [call.request.kind, targetOf(call.request)];
  return JSON.stringify([cause ?? null, elicitationKey(elicitation)]);
}

function setNewest<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  evictOldest(map, maxRemembered);
}
