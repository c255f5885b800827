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
import { resourceIndicatorOf } from '#core/authorization/oauth/authorizationServerDiscovery.ts';
import {
  acceptsClientMetadataUrl,
  checkClientSecret,
  otherRecipients,
  requireSafeSignInPage,
} from '#core/authorization/oauth/authorizationServerRequirements.ts';
import { type Challenge, parseScopes, usableScopes } from '#core/authorization/oauth/challenge.ts';
import type { Grant } from '#core/authorization/oauth/grant.ts';
import { postOnly } from '#core/authorization/oauth/guardedFetch.ts';
import { revocationEndpointOf } from '#core/authorization/oauth/revocation.ts';
import { orSuggestedScopes, withOfflineAccess } from '#core/authorization/oauth/scopes.ts';
import type { HostError } from '#core/common/errors.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import type { AuthorizationServices, Redirect, SignInRequest } from './authorizationServices.ts';
import { FlowProvider } from './flowProvider.ts';

export interface FlowContext {
  /** The configured name. */
  readonly server: string;
  /** `serverId`. */
  readonly serverId: string;
  /** The URL of the MCP server. */
  readonly resource: string;
  readonly settings: OAuthSettings;
  readonly services: Pick<AuthorizationServices, 'browser' | 'redirects' | 'prompts'>;
  /** Called with every secret, so that logs mask it. */
  maskSecret(secret: string): void;
}

export interface GrantRequest {
  readonly challenge: Challenge;
  /** The scopes to request; if empty, those that the server suggests. */
  readonly scopes: readonly string[];
  readonly grant: Grant | undefined;
}

/** The authorization server, with its name for messages to the user. */
export interface FoundAuthorizationServer {
  readonly discovery: OAuthDiscoveryState;
  readonly issuer: string;
  readonly displayName: string;
  /**
   * Why the MCP server could not be asked for it. The authorization server is then known from the last grant only: its
   * tokens may be refreshed, but no user is sent there, and no stored grant is deleted.
   */
  readonly failure?: HostError;
}

/** How far an attempt came, for explaining its failure. */
export interface SignInProgress {
  userAsked: boolean;
  /** The browser was opened with the client registration of an earlier sign-in. */
  clientReused: boolean;
}

/**
 * Runs one sign-in: consent, registration, browser, tokens. Sends nothing before the user consents.
 * @param proofs The DPoP session whose key the tokens are bound to.
 * @throws HostError, or what the SDK throws; the signal's reason if aborted.
 * Source: MCP specification 2026-07-28, basic/authorization, "Authorization Flow Steps".
 */
export async function signIn(
  context: FlowContext,
  { scopes, grant }: GrantRequest,
  { discovery, issuer }: FoundAuthorizationServer,
  proofs: DpopSession | undefined,
  attempt: SignInProgress,
  fetchFn: FetchLike,
  signal: AbortSignal,
): Promise<Grant> {
  const { server, serverId, settings, resource, maskSecret, services } = context;
  const agreed = requireSafeSignInPage(discovery, resource, settings);
  checkClientSecret(agreed, discovery, settings);
  const { host } = agreed;
  const recipients = otherRecipients(agreed, discovery);
  const asked = withOfflineAccess(orSuggestedScopes(scopes, discovery), discovery);
  const signIn: SignInRequest = { server, serverId, resource, issuer, host, recipients, scopes: asked };
  attempt.userAsked = true;
  if (!(await rejectOnAbort(services.prompts.confirmSignIn(signIn, signal), signal))) {
    throw signInDeclinedError(t('"{0}" needs you to sign in, and you did not want to.', server));
  }
  const state = randomBytes(32).toString('base64url');
  maskSecret(state);
  const redirect = await services.redirects.open({
    state,
    registeredUri: grant?.issuer === issuer && !grant.inDoubt ? grant.redirectUri : undefined,
    port: settings.callbackPort,
    fixedPath:
      settings.clientId !== undefined || acceptsClientMetadataUrl(discovery.authorizationServerMetadata, settings),
  });
  try {
    const redirectUri = redirect.uri;
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
      scope: asked.join(' ') || undefined,
      fetchFn: postOnly(fetchFn),
      forceReauthorization: true,
    });
    const page = checkedPage(provider, signIn);
    attempt.clientReused = provider.client === knownClient && settings.clientId === undefined;
    const params = await waitForAnswer(context, signIn, page, redirect, signal);
    maskSecret(params.get('code') ?? '');

    await exchangeCode(provider, resource, params, postOnly(fetchFn));
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
      scopes: [...new Set([...asked, ...usableScopes(parseScopes(tokens.scope))])],
      ...resourceIndicatorOf(discovery),
      ...(revocation && { revocation }),
    };
  } finally {
    redirect.dispose();
  }
}

/** The URL to open. Throws where its host or scopes differ from those that the user agreed to. */
function checkedPage({ authorizationUrl }: FlowProvider, { host, scopes }: SignInRequest): URL {
  const asked = parseScopes(authorizationUrl?.searchParams.get('scope') ?? undefined);
  if (authorizationUrl?.host !== host || asked.join(' ') !== scopes.join(' ')) {
    throw new Error('What the server says of signing in has changed meanwhile.');
  }
  return authorizationUrl;
}

/** Opens the page, and waits until the browser comes back or the user cancels. */
async function waitForAnswer(
  { services, server }: FlowContext,
  signIn: SignInRequest,
  page: URL,
  redirect: Redirect,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const cancelled = new AbortController();
  const waiting = services.prompts.showWaiting(signIn, () =>
    cancelled.abort(signInDeclinedError(t('"{0}" needs you to sign in, and that was cancelled.', server))),
  );
  const ending = AbortSignal.any([signal, cancelled.signal]);
  try {
    await rejectOnAbort(services.browser.open(page), ending);
    return await rejectOnAbort(redirect.answer, ending);
  } finally {
    waiting.dispose();
  }
}

/** Exchanges the code for tokens. The SDK checks the issuer of the answer (RFC 9207) before anything else in it. */
async function exchangeCode(provider: FlowProvider, resource: string, params: URLSearchParams, fetchFn: FetchLike) {
  const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: provider, fetch: fetchFn });
  await transport.finishAuth(params);
}
