import { randomBytes } from 'node:crypto';
import {
  auth,
  type DpopSession,
  type FetchLike,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { signInDeclinedError } from '#core/authorization/oauth/authorizationFailure.ts';
import { resourceIndicatorPart } from '#core/authorization/oauth/authorizationServerDiscovery.ts';
import {
  acceptsClientMetadataUrl,
  checkClientSecret,
  otherRecipients,
  requireSafeSignInPage,
} from '#core/authorization/oauth/authorizationServerRequirements.ts';
import { type AuthorizationChallenge, parseScopes, usableScopes } from '#core/authorization/oauth/challenge.ts';
import type { Grant } from '#core/authorization/oauth/grant.ts';
import { postOnly } from '#core/authorization/oauth/guardedFetch.ts';
import { revocationEndpointOf } from '#core/authorization/oauth/revocation.ts';
import { scopesOrSuggested, withOfflineAccess } from '#core/authorization/oauth/scopes.ts';
import type { HostError } from '#core/common/errors.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import type { AuthorizationServices, Redirect, SignInRequest } from './authorizationServices.ts';
import { FlowProvider } from './flowProvider.ts';

export interface FlowContext {
  /** The configured name. */
  readonly server: string;
  /** The server's id: see `serverId`. */
  readonly serverId: string;
  /** The URL of the MCP server. */
  readonly resource: string;
  readonly settings: OAuthSettings;
  readonly services: AuthorizationServices;
  /** Called with every secret, so that logs mask it. */
  maskSecret(secret: string): void;
}

export interface GrantRequest {
  readonly challenge: AuthorizationChallenge;
  /** The scopes to request; if empty, those that the server suggests. */
  readonly scopes: readonly string[];
  readonly grant: Grant | undefined;
}

/** The authorization server of an MCP server. `displayName`: its host name, for texts that the user sees. */
export interface AuthorizationServerInfo {
  readonly discovery: OAuthDiscoveryState;
  readonly issuer: string;
  readonly displayName: string;
  /**
   * Why the MCP server's metadata could not be fetched. The authorization server is then known only from the last grant: its
   * tokens may be refreshed, but the user is not sent there, and no stored grant is deleted.
   */
  readonly failure?: HostError;
}

/** The progress of an attempt, which `signIn` updates, so that the caller also has it if the sign-in fails. */
export interface SignInProgress {
  wasUserAsked: boolean;
  /** True after the sign-in URL was made with the client registration of an earlier sign-in. */
  isClientReused: boolean;
}

interface SignInOptions {
  /** The DPoP session whose key the tokens are bound to. */
  readonly proofs: DpopSession | undefined;
  readonly progress: SignInProgress;
  /** Sends the requests to the authorization server. */
  readonly fetchFn: FetchLike;
  readonly signal: AbortSignal;
}

/**
 * Runs one sign-in: consent, registration, browser, tokens. Sends nothing before the user consents.
 * @throws HostError `AuthorizationDeclined` or `AuthorizationFailed`; an error of the SDK, of the browser or of the redirect; Error if the
 * metadata changed meanwhile or no tokens came back; the signal's reason if aborted.
 * Source: MCP specification 2026-07-28, basic/authorization, "Authorization Flow Steps".
 */
export async function signIn(
  context: FlowContext,
  { scopes, grant }: GrantRequest,
  { discovery, issuer }: AuthorizationServerInfo,
  { proofs, progress, fetchFn, signal }: SignInOptions,
): Promise<Grant> {
  const { server, serverId, settings, resource, maskSecret, services } = context;
  const signInPage = requireSafeSignInPage(discovery, resource, settings);
  checkClientSecret(signInPage, discovery, settings);
  const { host } = signInPage;
  const recipients = otherRecipients(signInPage, discovery);
  const requestedScopes = withOfflineAccess(scopesOrSuggested(scopes, discovery), discovery);
  const signInRequest: SignInRequest = {
    server,
    serverId,
    resource,
    issuer,
    host,
    recipients,
    scopes: requestedScopes,
  };
  progress.wasUserAsked = true;
  if (!(await rejectOnAbort(services.prompts.confirmSignIn(signInRequest, signal), signal))) {
    throw signInDeclinedError(t('"{0}" requires signing in, and you declined.', server));
  }
  const state = randomBytes(32).toString('base64url');
  maskSecret(state);
  const redirect = await services.redirects.open({
    state,
    registeredUri: grant?.issuer === issuer && !grant.inDoubt ? grant.redirectUri : undefined,
    port: settings.callbackPort,
    hasFixedPath:
      settings.clientId !== undefined || acceptsClientMetadataUrl(discovery.authorizationServerMetadata, settings),
  });
  try {
    const redirectUri = redirect.uri;
    const post = postOnly(fetchFn);
    const provider = new FlowProvider({
      settings,
      grant,
      discovery,
      redirectUri,
      state,
      maskSecret,
      ...(proofs && { proofs }),
    });
    const knownClient = provider.client;
    await auth(provider, {
      serverUrl: resource,
      scope: requestedScopes.join(' ') || undefined,
      fetchFn: post,
      forceReauthorization: true,
    });
    const page = requireConfirmedUrl(provider, signInRequest);
    progress.isClientReused = provider.client === knownClient && settings.clientId === undefined;
    const params = await waitForRedirect(context, signInRequest, page, redirect, signal);
    const code = params.get('code');
    if (code) {
      maskSecret(code);
    }
    await exchangeCode(provider, resource, params, post);
    const { client, newTokens: tokens } = provider;
    if (!client || !tokens) {
      throw new Error('No tokens came back.');
    }
    const revocation = revocationEndpointOf(discovery.authorizationServerMetadata);
    return {
      resource,
      issuer,
      tokens,
      client: { ...client, issuer },
      redirectUri,
      scopes: [...new Set([...requestedScopes, ...usableScopes(parseScopes(tokens.scope))])],
      ...resourceIndicatorPart(discovery),
      ...(revocation && { revocation }),
    };
  } finally {
    redirect.dispose();
  }
}

/** Returns the URL to open. Throws if its host or scopes differ from those that the user confirmed. */
function requireConfirmedUrl({ authorizationUrl }: FlowProvider, { host, scopes }: SignInRequest): URL {
  const urlScopes = parseScopes(authorizationUrl?.searchParams.get('scope') ?? undefined);
  if (authorizationUrl?.host !== host || urlScopes.join(' ') !== scopes.join(' ')) {
    throw new Error("The server's metadata changed during the sign-in.");
  }
  return authorizationUrl;
}

/** Opens the page, and waits until the browser is redirected back or the user cancels. */
async function waitForRedirect(
  { services, server }: FlowContext,
  signInRequest: SignInRequest,
  page: URL,
  redirect: Redirect,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const cancelled = new AbortController();
  const waitingMessage = services.prompts.showWaiting(signInRequest, () =>
    cancelled.abort(signInDeclinedError(t('"{0}" requires signing in, and that was cancelled.', server))),
  );
  const endSignal = AbortSignal.any([signal, cancelled.signal]);
  try {
    await rejectOnAbort(services.browser.open(page), endSignal);
    return await rejectOnAbort(redirect.params, endSignal);
  } finally {
    waitingMessage.dispose();
  }
}

/** Exchanges the code for tokens. The SDK first checks the issuer in the parameters (RFC 9207). */
async function exchangeCode(provider: FlowProvider, resource: string, params: URLSearchParams, fetchFn: FetchLike) {
  const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: provider, fetch: fetchFn });
  await transport.finishAuth(params);
}
