import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import type { AuthorizationChallenge } from '#core/authorization/oauth/challenge.ts';
import type { Grant } from '#core/authorization/oauth/grant.ts';
import { extensionsForGrant, grantTypeFor } from '#core/authorization/oauth/nonInteractiveGrant.ts';
import { HostError } from '#core/common/errors.ts';
import { type Disposable, Emitter, type Event } from '#core/common/events.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { OAuthSettings, ServerDefinition } from '#core/model/definition.ts';
import type { UserInteractions } from '#core/model/pausableTimeout.ts';
import { AttemptHistory } from './attemptHistory.ts';
import type { AuthorizationServices } from './authorizationServices.ts';
import { findAuthorizationServer, obtainGrant } from './grantFlow.ts';
import { GrantStore } from './grantStore.ts';
import { type Credential, RunGrants } from './runGrants.ts';
import { SharedAttempt } from './sharedAttempt.ts';
import { refreshSharedGrant } from './sharedRefresh.ts';
import type { AuthorizationServerInfo, FlowContext, SignInProgress } from './signIn.ts';
import type { SignInAttemptLimit } from './signInAttemptLimit.ts';
import { watchSignOut } from './signOut.ts';
import { UnencryptedConsent } from './unencryptedConsent.ts';

interface RunAuthorizationOptions {
  readonly definition: ServerDefinition;
  /** The URL of the MCP server, with variables replaced. */
  readonly resource: string;
  /** The `oauth` settings of the entry, with variables replaced. */
  readonly settings: OAuthSettings;
  readonly services: AuthorizationServices;
  readonly attemptLimit: SignInAttemptLimit;
  /** Called with every secret, so that logs mask it. */
  maskSecret(secret: string): void;
  /** Called with a line for the log. */
  warn?(line: string): void;
}

/** A request that the server refused because authorization was missing or insufficient. */
interface RefusedRequest {
  readonly challenge: AuthorizationChallenge;
  /** The access token of the request. */
  readonly token: string | undefined;
  /** True if the user may be asked because of this request. */
  readonly isInteractive: boolean;
}

/**
 * The authorization of one run of a server: supplies credentials, and gets other credentials if a request is refused. At
 * most one attempt to get them runs at a time; requests that are refused during an attempt wait for its end.
 */
export class RunAuthorization implements UserInteractions, Disposable {
  readonly #options: RunAuthorizationOptions;
  readonly #grants: RunGrants;
  readonly #unencrypted: UnencryptedConsent;
  readonly #changed = new Emitter<void>();
  readonly #ended = new AbortController();
  readonly #attempt = new SharedAttempt(this.#ended.signal);
  /** A token that the server has not accepted yet, and its source: a refresh, or a challenge of this kind. */
  #unprovenToken:
    | { readonly token: string; readonly source: 'refresh' | AuthorizationChallenge['demands'] }
    | undefined;
  readonly #history: AttemptHistory;
  #isAsking = false;

  /** Fires when `anyOpen` or `isSignedIn` changes. */
  readonly onDidChange: Event<void> = this.#changed.event;

  readonly #grantChanged = new Emitter<void>();
  /**
   * Fires when the user has signed in, perhaps with another account, or when there are more permissions: the server's lists
   * may differ. Does not fire for refreshed tokens, which have the same permissions.
   */
  readonly onDidChangeGrant: Event<void> = this.#grantChanged.event;

  constructor(options: RunAuthorizationOptions) {
    this.#options = options;
    const { services, definition, resource } = options;
    this.#history = new AttemptHistory({ ...options, server: definition.name });
    this.#grants = new RunGrants(new GrantStore(services.secrets, definition), options);
    this.#unencrypted = new UnencryptedConsent(definition, resource, services);
    watchSignOut(definition, services.secrets, this.#ended.signal, () => {
      this.#grants.forget();
      this.#changed.fire();
    });
  }

  /** True while the user is asked for consent or signs in, which pauses the time limits of calls. */
  get anyOpen(): boolean {
    return this.#isAsking;
  }

  /** True if the grant in use has tokens of the user. */
  get isSignedIn(): boolean {
    return this.#grants.hasUserTokens;
  }

  /** See `RunGrants.authorizationId`. */
  get authorizationId(): string | undefined {
    return this.#grants.authorizationId;
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
   * The credential to send, if there is one. Asks for the user's consent before the first credential is sent unencrypted.
   * @param isInteractive False if the user must not be asked.
   * @throws HostError `AuthorizationDeclined` if the user does not consent; `ConsentRequired` if the user would have to be asked.
   */
  async credential(isInteractive: boolean): Promise<Credential | undefined> {
    const credential = await this.#grants.credential();
    if (credential) {
      await this.#checkUnencrypted(isInteractive, this.#ended.signal);
    }
    return credential;
  }

  async #checkUnencrypted(isInteractive: boolean, signal: AbortSignal): Promise<void> {
    if (await this.#unencrypted.isSettled()) {
      return;
    }
    this.#setAsking(isInteractive);
    try {
      await this.#unencrypted.check(signal, isInteractive);
    } finally {
      this.#setAsking(false);
    }
  }

  /** Notes that the server has accepted a request with this token. */
  markAccepted(token: string): void {
    if (this.#unprovenToken?.token === token) {
      if (this.#unprovenToken.source === 'signIn') {
        this.#options.attemptLimit.reset();
      }
      this.#unprovenToken = undefined;
    }
  }

  /**
   * Gets another token than the refused one: a token that another window has stored, or one by a refresh, by a grant without a
   * user or by a sign-in. Returns false if only a sign-in can help and the request is not interactive.
   * @throws HostError `AuthorizationDeclined`, `AuthorizationFailed` or `EntryInvalid`; the signal's reason if aborted.
   */
  async authorize(refusal: RefusedRequest, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const attempt = await this.#attempt.join((attemptSignal) => this.#obtain(refusal, attemptSignal), signal);
      if (attempt.hasSucceeded || !attempt.wasRunning || !refusal.isInteractive) {
        return attempt.hasSucceeded;
      }
      // Tries again, because the attempt may have been for a request that must not ask the user. This request may ask.
    }
  }

  /** Aborts a running attempt. */
  dispose(): void {
    this.#ended.abort(new HostError({ name: 'ServerStopped', summary: t('The server was stopped.') }));
    this.#setAsking(false);
  }

  async #obtain(refusal: RefusedRequest, signal: AbortSignal): Promise<boolean> {
    const { challenge, token, isInteractive } = refusal;
    const last = await this.#grants.loadLatest();
    const current = last?.tokens?.access_token;
    if (current !== undefined && current !== token) {
      return true;
    }
    const unprovenToken = this.#unprovenToken?.token === token ? this.#unprovenToken : undefined;
    if (challenge.demands === 'signIn' && unprovenToken && unprovenToken.source !== 'refresh') {
      throw this.#history.failureFor(
        t('It does not accept the token that its authorization server has just issued.'),
        t('Contact the operator of the server.'),
      );
    }
    if (current === undefined && this.#options.settings.grant === undefined && !last?.program) {
      if (!isInteractive) {
        return false;
      }
      this.#history.checkMayAsk();
      this.#setAsking(true);
    }
    await this.#checkUnencrypted(isInteractive, signal);
    try {
      const server = await findAuthorizationServer(this.#flowContext(), challenge, last, signal);
      return await this.#obtainFrom(server, refusal, unprovenToken !== undefined, last, signal);
    } finally {
      this.#setAsking(false);
    }
  }

  /** See `authorize`. @param last The grant in use, perhaps of an earlier authorization server. */
  async #obtainFrom(
    server: AuthorizationServerInfo,
    { challenge, token, isInteractive }: RefusedRequest,
    isRefreshed: boolean,
    last: Grant | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const stored = await this.#grants.read(server.issuer);
    let grant = stored ?? last;
    if (challenge.demands === 'signIn' && stored?.tokens) {
      if (stored.tokens.access_token === token && !isRefreshed) {
        grant = await this.#refresh(stored, server, signal);
      }
      if (grant?.tokens && grant.tokens.access_token !== token) {
        await this.#grants.use(grant);
        this.#changed.fire();
        return true;
      }
    }
    if (server.failure) {
      throw server.failure;
    }
    const asksUser = grantTypeFor(this.#options.settings, server.discovery) === 'authorization_code';
    if (asksUser && !isInteractive) {
      return false;
    }
    await this.#obtainNew(challenge, server, grant, asksUser, signal);
    return true;
  }

  async #refresh(previous: Grant, server: AuthorizationServerInfo, signal: AbortSignal): Promise<Grant | undefined> {
    const refresh = { grants: this.#grants, context: this.#flowContext(), previous, server };
    const { grant, isNew } = await refreshSharedGrant(refresh, signal);
    if (isNew) {
      this.#unprovenToken = grant?.tokens && { token: grant.tokens.access_token, source: 'refresh' };
      this.#changed.fire();
    }
    return grant;
  }

  async #obtainNew(
    challenge: AuthorizationChallenge,
    server: AuthorizationServerInfo,
    grant: Grant | undefined,
    asksUser: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const scopes = this.#history.scopesToRequest(challenge, grant?.scopes ?? [], asksUser);
    if (asksUser) {
      this.#history.checkMayAsk();
      this.#setAsking(true);
    } else if (this.#history.failure) {
      throw this.#history.failure;
    }
    const progress: SignInProgress = { wasUserAsked: false, isClientReused: false };
    try {
      const obtained = await obtainGrant(this.#flowContext(), { challenge, scopes, grant }, server, progress, signal);
      const newGrant = obtained.program ? obtained : { ...obtained, signInId: randomUUID() };
      this.#history.addRequestedScopes(newGrant.scopes, scopes);
      await this.#save(newGrant);
      this.#unprovenToken = newGrant.tokens && { token: newGrant.tokens.access_token, source: challenge.demands };
      if (asksUser || challenge.demands === 'scopes') {
        this.#grantChanged.fire();
      }
    } catch (error) {
      this.#history.setFailure(error instanceof HostError && !signal.aborted ? error : undefined);
      if (progress.isClientReused && grant) {
        await this.#grants.markClientInDoubt(grant);
      }
      throw error;
    } finally {
      if (progress.wasUserAsked) {
        this.#options.attemptLimit.add(this.#history.failure);
      }
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

  #setAsking(isAsking: boolean): void {
    if (this.#isAsking !== isAsking) {
      this.#isAsking = isAsking;
      this.#changed.fire();
    }
  }
}
