import { t } from '@vscode/l10n';
import type { Challenge } from '#core/authorization/oauth/challenge.ts';
import type { Grant } from '#core/authorization/oauth/grant.ts';
import { extensionsForGrant, grantTypeFor } from '#core/authorization/oauth/programGrant.ts';
import { HostError } from '#core/common/errors.ts';
import { type Disposable, Emitter, type Event } from '#core/common/events.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { OAuthSettings, ServerDefinition } from '#core/model/definition.ts';
import type { UserInteractions } from '#core/model/pausableTimeout.ts';
import { AttemptHistory } from './attemptHistory.ts';
import type { AuthorizationServices } from './authorizationServices.ts';
import { type Credential, GrantCache } from './grantCache.ts';
import { findAuthorizationServer, obtainGrant, refreshGrant } from './grantFlow.ts';
import { GrantStore } from './grantStore.ts';
import { SharedAttempt } from './sharedAttempt.ts';
import type { FlowContext, FoundAuthorizationServer, SignInProgress } from './signIn.ts';
import type { SignInAttemptLimit } from './signInAttemptLimit.ts';
import { UnencryptedConsent } from './unencryptedConsent.ts';

interface RunAuthorizationOptions {
  readonly definition: ServerDefinition;
  /** The URL of the MCP server, variables replaced. */
  readonly resource: string;
  /** Variables replaced. */
  readonly settings: OAuthSettings;
  readonly services: AuthorizationServices;
  readonly attemptLimit: SignInAttemptLimit;
  /** Called with every secret, so that logs mask it. */
  maskSecret(secret: string): void;
}

/** A request that the server refused for want of authorization. */
interface RefusedRequest {
  readonly challenge: Challenge;
  /** The access token it was sent with. */
  readonly token: string | undefined;
  /** False: the user must not be asked because of this request. */
  readonly interactive: boolean;
}

/**
 * The authorization of one run of a server: supplies credentials and gets new ones when a request is refused. At most one
 * attempt is under way; requests that are refused meanwhile wait for its outcome.
 */
export class RunAuthorization implements UserInteractions, Disposable {
  readonly #options: RunAuthorizationOptions;
  readonly #grants: GrantCache;
  readonly #unencrypted: UnencryptedConsent;
  readonly #changed = new Emitter<void>();
  readonly #ended = new AbortController();
  readonly #attempt = new SharedAttempt(this.#ended.signal);
  /** A token that the server has not accepted yet, and where it came from: a refresh, or a challenge of this kind. */
  #unproven: { readonly token: string; readonly from: 'refresh' | Challenge['demands'] } | undefined;
  readonly #history: AttemptHistory;
  #asking = false;

  /** Fires when `anyOpen` or `signedIn` changes. */
  readonly onDidChange: Event<void> = this.#changed.event;

  readonly #grantChanged = new Emitter<void>();
  /**
   * Fires when the user signed in, perhaps with another account, or more was permitted: the server may list other things
   * then. Does not fire for refreshed tokens, which permit the same.
   */
  readonly onDidChangeGrant: Event<void> = this.#grantChanged.event;

  constructor(options: RunAuthorizationOptions) {
    this.#options = options;
    const { services, definition, resource, settings, attemptLimit, maskSecret } = options;
    this.#history = new AttemptHistory({ server: definition.name, settings, attemptLimit });
    this.#grants = new GrantCache(new GrantStore(services.secrets, definition), resource, maskSecret);
    this.#unencrypted = new UnencryptedConsent(definition, resource, services);
  }

  /** True while the user signs in: time limits of calls stop meanwhile. */
  get anyOpen(): boolean {
    return this.#asking;
  }

  /** True if tokens of the user are known. */
  get signedIn(): boolean {
    return this.#grants.signedIn;
  }

  /** The extensions to declare in the client capabilities. */
  get extensions(): ReturnType<typeof extensionsForGrant> {
    return extensionsForGrant(this.#options.settings);
  }

  /** See `AttemptHistory.reset`. */
  resetAttempts(origin: CallOrigin): void {
    this.#history.reset(origin);
  }

  /**
   * The credential to send, if there is one. Asks for the user's consent before the first one goes unencrypted.
   * @throws HostError `AuthorizationDeclined` if the user does not consent.
   */
  async credential(): Promise<Credential | undefined> {
    const credential = await this.#grants.credential();
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

  /** To be called when the server accepted a request with this token. */
  accepted(token: string): void {
    if (this.#unproven?.token === token) {
      if (this.#unproven.from === 'signIn') {
        this.#options.attemptLimit.reset();
      }
      this.#unproven = undefined;
    }
  }

  /**
   * Gets another token than the refused one: one that another window stored meanwhile, by a refresh, by a grant of a
   * program, or by a sign-in. False if only a sign-in is left and the request is not interactive.
   * @throws HostError `AuthorizationDeclined`, `AuthorizationFailed` or `EntryInvalid`; the signal's reason if aborted.
   */
  async authorize(refusal: RefusedRequest, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const { succeeded, joined } = await this.#attempt.join((ended) => this.#obtain(refusal, ended), signal);
      if (succeeded || !joined || !refusal.interactive) {
        return succeeded;
      }
      // The attempt that was joined must not ask the user; this request may.
    }
  }

  /** Aborts the attempt that is under way. */
  dispose(): void {
    this.#ended.abort(new HostError({ name: 'ServerStopped', summary: t('The server was stopped.') }));
    this.#setAsking(false);
  }

  async #obtain(refusal: RefusedRequest, signal: AbortSignal): Promise<boolean> {
    const { challenge, token, interactive } = refusal;
    const last = await this.#grants.loadLatest();
    const current = last?.tokens?.access_token;
    if (current !== undefined && current !== token) {
      return true;
    }
    const unproven = this.#unproven?.token === token ? this.#unproven : undefined;
    if (challenge.demands === 'signIn' && unproven && unproven.from !== 'refresh') {
      throw this.#history.failureFor(
        t('It does not take what its authorization server has just given.'),
        t('Whoever runs the server has to look into it.'),
      );
    }
    if (current === undefined && this.#options.settings.grant === undefined && !last?.program) {
      if (!interactive) {
        return false;
      }
      this.#history.checkMayAsk();
      this.#setAsking(true);
    }
    await this.#checkUnencrypted(signal);
    try {
      const found = await findAuthorizationServer(this.#flowContext(), challenge, last, signal);
      return await this.#obtainFrom(found, refusal, unproven !== undefined, last, signal);
    } finally {
      this.#setAsking(false);
    }
  }

  /** @param last The grant in use, perhaps of an authorization server that the server named before. */
  async #obtainFrom(
    found: FoundAuthorizationServer,
    { challenge, token, interactive }: RefusedRequest,
    isRefreshed: boolean,
    last: Grant | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    let own = await this.#grants.read(found.issuer);
    if (challenge.demands === 'signIn' && own?.tokens) {
      if (own.tokens.access_token === token && !isRefreshed) {
        own = await this.#refresh(own, found, signal);
      }
      if (own.tokens && own.tokens.access_token !== token) {
        await this.#save(own);
        return true;
      }
    }
    if (found.failure) {
      throw found.failure;
    }
    const asks = grantTypeFor(this.#options.settings, found.discovery) === 'authorization_code';
    if (asks && !interactive) {
      return false;
    }
    await this.#obtainNew(challenge, found, own ?? last, asks, signal);
    return true;
  }

  async #refresh(before: Grant, found: FoundAuthorizationServer, signal: AbortSignal): Promise<Grant> {
    const grant = await refreshGrant(this.#flowContext(), before, found, signal);
    if (!grant.tokens) {
      const now = await this.#grants.read(found.issuer);
      if (now?.tokens && now.tokens.access_token !== before.tokens?.access_token) {
        // Another window refreshed first, and used up the refresh token that was refused here.
        return now;
      }
    }
    if (grant.tokens !== before.tokens && (grant.tokens || !found.failure)) {
      await this.#save(grant);
      this.#unproven = grant.tokens && { token: grant.tokens.access_token, from: 'refresh' };
    }
    return grant;
  }

  async #obtainNew(
    challenge: Challenge,
    found: FoundAuthorizationServer,
    grant: Grant | undefined,
    asks: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { attemptLimit } = this.#options;
    const scopes = this.#history.scopesToRequest(challenge, grant?.scopes ?? [], asks);
    if (asks) {
      this.#history.checkMayAsk();
      this.#setAsking(true);
    } else if (this.#history.failure) {
      throw this.#history.failure;
    }
    const attempt: SignInProgress = { userAsked: false, clientReused: false };
    try {
      const granted = await obtainGrant(this.#flowContext(), { challenge, scopes, grant }, found, attempt, signal);
      this.#history.addRequestedScopes(granted.scopes, scopes);
      await this.#save(granted);
      this.#unproven = granted.tokens && { token: granted.tokens.access_token, from: challenge.demands };
      if (asks || challenge.demands === 'scopes') {
        this.#grantChanged.fire();
      }
    } catch (error) {
      this.#history.setFailure(error instanceof HostError && !signal.aborted ? error : undefined);
      if (attempt.clientReused && grant) {
        await this.#markClientInDoubt(grant);
      }
      throw error;
    } finally {
      if (attempt.userAsked) {
        attemptLimit.add(this.#history.failure);
      }
    }
  }

  /**
   * Notes that the authorization server may not know the client any more. Does not restore a grant that was deleted
   * meanwhile because the user signed out.
   */
  async #markClientInDoubt({ issuer, client }: Grant): Promise<void> {
    const now = await this.#grants.read(issuer);
    if (now?.client.client_id === client.client_id) {
      await this.#save({ ...now, inDoubt: true });
    }
  }

  #flowContext(): FlowContext {
    const { definition, resource, settings, services, maskSecret } = this.#options;
    return { server: definition.name, serverId: definition.id, resource, settings, services, maskSecret };
  }

  async #save(grant: Grant): Promise<void> {
    await this.#grants.save(grant);
    this.#changed.fire();
  }

  #setAsking(asking: boolean): void {
    if (this.#asking !== asking) {
      this.#asking = asking;
      this.#changed.fire();
    }
  }
}
