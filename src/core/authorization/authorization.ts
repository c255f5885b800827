import { t } from '@vscode/l10n';
import type { Challenge } from '#core/authorization/oauth/challenge.ts';
import { extensionsFor } from '#core/authorization/oauth/extensions.ts';
import { grantTypeFor } from '#core/authorization/oauth/programGrant.ts';
import { HostError } from '#core/common/errors.ts';
import { type Disposable, Emitter, type Event } from '#core/common/events.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { OAuthSettings, ServerDefinition } from '#core/model/definition.ts';
import type { UserInteractions } from '#core/model/pausableTimeout.ts';
import { AskedBefore } from './askedBefore.ts';
import { type Credential, GrantCache } from './grantCache.ts';
import { type Grant, GrantStore } from './grants.ts';
import { find, obtain } from './obtain.ts';
import type { AuthorizationPorts } from './ports.ts';
import { refresh } from './refresh.ts';
import { SharedAttempt } from './sharedAttempt.ts';
import type { Attempt, FlowParts, FoundAuthorizationServer } from './signIn.ts';
import type { SignInAttemptLimit } from './signInAttemptLimit.ts';
import { UnencryptedConsent } from './unencrypted.ts';

interface AuthorizationParts {
  readonly definition: ServerDefinition;
  /** The URL of the MCP server, variables replaced. */
  readonly resource: string;
  /** Variables replaced. */
  readonly settings: OAuthSettings;
  readonly ports: AuthorizationPorts;
  readonly patience: SignInAttemptLimit;
  /** Called with every secret that comes up. */
  learn(secret: string): void;
}

/** What a request was refused for. */
interface RefusedRequest {
  readonly challenge: Challenge;
  /** The access token it was sent with. */
  readonly token: string | undefined;
  /** False: the person is not to be bothered about this. */
  readonly mayAsk: boolean;
}

/**
 * The authorization of one server. Whoever needs a token asks here; one flow is under way at a time, and all who need
 * one meanwhile wait for its outcome.
 */
export class Authorization implements UserInteractions, Disposable {
  readonly #parts: AuthorizationParts;
  readonly #wallet: GrantCache;
  readonly #unencrypted: UnencryptedConsent;
  readonly #changed = new Emitter<void>();
  readonly #ended = new AbortController();
  readonly #attempt = new SharedAttempt(this.#ended.signal);
  /** A token that no request was taken with so far, and how it came: for a first one, or for more permissions. */
  #unproven: { readonly token: string; readonly from: 'refresh' | Challenge['demands'] } | undefined;
  readonly #before: AskedBefore;
  #asking = false;

  /** `anyOpen` or `signedIn` has changed. */
  readonly onDidChange: Event<void> = this.#changed.event;

  readonly #authorizedAnew = new Emitter<void>();
  /** The user signed in, perhaps with another account, or more was permitted. Refreshed tokens say the same as before. */
  readonly onDidAuthorizeAnew: Event<void> = this.#authorizedAnew.event;

  constructor(parts: AuthorizationParts) {
    this.#parts = parts;
    const { ports, definition, resource, settings, patience, learn } = parts;
    this.#before = new AskedBefore({ server: definition.name, settings, patience });
    this.#wallet = new GrantCache(new GrantStore(ports.secrets, definition), resource, learn);
    this.#unencrypted = new UnencryptedConsent(definition, resource, ports);
  }

  /** True while the person is signing in: no time limit runs meanwhile. */
  get anyOpen(): boolean {
    return this.#asking;
  }

  /** True when there are tokens, as far as is known. */
  get signedIn(): boolean {
    return this.#wallet.signedIn;
  }

  /** What client capabilities say of it. */
  get extensions(): ReturnType<typeof extensionsFor> {
    return extensionsFor(this.#parts.settings);
  }

  /** A call begins, or the person starts the server: what has failed may be tried again. See `Patience` as well. */
  renew(origin: CallOrigin): void {
    this.#before.renew(origin);
  }

  /**
   * What to send, if there is anything. The first time it may take the user's consent.
   * @throws HostError `AuthorizationDeclined` when it would go unencrypted, and the user does not want that.
   */
  async credential(): Promise<Credential | undefined> {
    const credential = await this.#wallet.credential();
    if (credential) {
      await this.#checkUnencrypted(this.#ended.signal);
    }
    return credential;
  }

  async #checkUnencrypted(signal: AbortSignal): Promise<void> {
    if (await this.#unencrypted.isGiven()) {
      return;
    }
    this.#setAsking(true);
    try {
      await this.#unencrypted.check(signal);
    } finally {
      this.#setAsking(false);
    }
  }

  /** A request was let in with this token. */
  accepted(token: string): void {
    if (this.#unproven?.token === token) {
      if (this.#unproven.from === 'signIn') {
        this.#parts.patience.renew();
      }
      this.#unproven = undefined;
    }
  }

  /**
   * Gets another token than the refused one: one that somebody else got meanwhile, by refreshing, from the person, or
   * without one where the settings have all it takes. False when it would take the person, who is not to be bothered.
   * @throws HostError `AuthorizationDeclined`, `AuthorizationFailed` or `EntryInvalid`; the signal's reason when aborted.
   */
  async authorize(refusal: RefusedRequest, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const { succeeded, joined } = await this.#attempt.join((ended) => this.#obtain(refusal, ended), signal);
      if (succeeded || !joined || !refusal.mayAsk) {
        return succeeded;
      }
      // What was under way was for somebody who may not ask.
    }
  }

  /** Gives up what is under way. */
  dispose(): void {
    this.#ended.abort(new HostError({ name: 'ServerStopped', summary: t('The server was stopped.') }));
    this.#setAsking(false);
  }

  async #obtain(refusal: RefusedRequest, signal: AbortSignal): Promise<boolean> {
    const { challenge, token, mayAsk } = refusal;
    const last = await this.#wallet.look();
    const current = last?.tokens?.access_token;
    if (current !== undefined && current !== token) {
      return true;
    }
    const unproven = this.#unproven?.token === token ? this.#unproven : undefined;
    if (challenge.demands === 'signIn' && unproven && unproven.from !== 'refresh') {
      throw this.#before.failed(
        t('It does not take what its authorization server has just given.'),
        t('Whoever runs the server has to look into it.'),
      );
    }
    if (current === undefined && this.#parts.settings.grant === undefined && !last?.program) {
      if (!mayAsk) {
        return false;
      }
      this.#before.checkPatience();
      this.#setAsking(true);
    }
    await this.#checkUnencrypted(signal);
    try {
      const found = await find(this.#flowParts(), challenge, last, signal);
      return await this.#obtainFrom(found, refusal, unproven !== undefined, last, signal);
    } finally {
      this.#setAsking(false);
    }
  }

  /** @param last The grant in use: perhaps of an authorization server that this one has taken the place of. */
  async #obtainFrom(
    found: FoundAuthorizationServer,
    { challenge, token, mayAsk }: RefusedRequest,
    isRefreshed: boolean,
    last: Grant | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    let own = await this.#wallet.from(found.issuer);
    if (challenge.demands === 'signIn' && own?.tokens) {
      if (own.tokens.access_token === token && !isRefreshed) {
        own = await this.#refresh(own, found, signal);
      }
      if (own.tokens && own.tokens.access_token !== token) {
        await this.#keep(own);
        return true;
      }
    }
    if (found.failure) {
      throw found.failure;
    }
    const asks = grantTypeFor(this.#parts.settings, found.discovery) === 'authorization_code';
    if (asks && !mayAsk) {
      return false;
    }
    await this.#getAnew(challenge, found, own ?? last, asks, signal);
    return true;
  }

  async #refresh(before: Grant, found: FoundAuthorizationServer, signal: AbortSignal): Promise<Grant> {
    const grant = await refresh(this.#flowParts(), before, found, signal);
    if (!grant.tokens) {
      const now = await this.#wallet.from(found.issuer);
      if (now?.tokens && now.tokens.access_token !== before.tokens?.access_token) {
        // Another window was faster, and the refresh token that was refused here is the one it has used up.
        return now;
      }
    }
    if (grant.tokens !== before.tokens && (grant.tokens || !found.failure)) {
      await this.#keep(grant);
      this.#unproven = grant.tokens && { token: grant.tokens.access_token, from: 'refresh' };
    }
    return grant;
  }

  async #getAnew(
    challenge: Challenge,
    found: FoundAuthorizationServer,
    grant: Grant | undefined,
    asks: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { patience } = this.#parts;
    const scopes = this.#before.scopesFor(challenge, grant?.scopes ?? [], asks);
    if (asks) {
      this.#before.checkPatience();
      this.#setAsking(true);
    } else if (this.#before.failure) {
      throw this.#before.failure;
    }
    const attempt: Attempt = { personAsked: false, reusedClient: false };
    try {
      const granted = await obtain(this.#flowParts(), { challenge, scopes, grant }, found, attempt, signal);
      this.#before.succeeded(granted.scopes, scopes);
      await this.#keep(granted);
      this.#unproven = granted.tokens && { token: granted.tokens.access_token, from: challenge.demands };
      if (asks || challenge.demands === 'scopes') {
        this.#authorizedAnew.fire();
      }
    } catch (error) {
      this.#before.cameToNothing(error instanceof HostError && !signal.aborted ? error : undefined);
      if (attempt.reusedClient && grant) {
        await this.#doubt(grant);
      }
      throw error;
    } finally {
      if (attempt.personAsked) {
        patience.used(this.#before.failure);
      }
    }
  }

  /** Its client may be unknown by now. A grant that is gone, as the user has signed out meanwhile, does not come back. */
  async #doubt({ issuer, client }: Grant): Promise<void> {
    const now = await this.#wallet.from(issuer);
    if (now?.client.client_id === client.client_id) {
      await this.#keep({ ...now, inDoubt: true });
    }
  }

  #flowParts(): FlowParts {
    const { definition, resource, settings, ports, learn } = this.#parts;
    return { server: definition.name, serverId: definition.id, resource, settings, ports, learn };
  }

  async #keep(grant: Grant): Promise<void> {
    await this.#wallet.keep(grant);
    this.#changed.fire();
  }

  #setAsking(asking: boolean): void {
    if (this.#asking !== asking) {
      this.#asking = asking;
      this.#changed.fire();
    }
  }
}
