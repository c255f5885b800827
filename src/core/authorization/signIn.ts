import { randomBytes } from 'node:crypto';
import {
  auth,
  type DpopSession,
  type FetchLike,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { type Challenge, scopesOf, usable } from '#core/authorization/oauth/challenge.ts';
import { indicatorOf, pageOf, takesMetadataUrl } from '#core/authorization/oauth/discovery.ts';
import { signInDeclined } from '#core/authorization/oauth/failures.ts';
import { withoutDocuments } from '#core/authorization/oauth/guardedFetch.ts';
import { checkClientSecret, recipientsOf } from '#core/authorization/oauth/recipients.ts';
import { orSuggested, withRefreshing } from '#core/authorization/oauth/scopes.ts';
import type { HostError } from '#core/common/errors.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import type { Grant } from './grants.ts';
import type { AuthorizationPorts, Redirect, SignIn } from './ports.ts';
import { FlowProvider } from './provider.ts';
import { revocationIn } from './revocation.ts';

export interface FlowParts {
  /** The configured name. */
  readonly server: string;
  /** `serverId`. */
  readonly serverId: string;
  /** The URL of the MCP server. */
  readonly resource: string;
  readonly settings: OAuthSettings;
  readonly ports: Pick<AuthorizationPorts, 'browser' | 'redirects' | 'person'>;
  /** Called with every secret that comes up. */
  learn(secret: string): void;
}

export interface Wanted {
  readonly challenge: Challenge;
  /** The scopes to ask for; without any, what the server suggests. */
  readonly scopes: readonly string[];
  readonly grant: Grant | undefined;
}

/** The authorization server, and how to name it to the person. */
export interface FoundAuthorizationServer {
  readonly discovery: OAuthDiscoveryState;
  readonly issuer: string;
  readonly where: string;
  /**
   * Why the MCP server could not be asked for it. It is known from the last grant then, whose tokens may be refreshed:
   * nobody is sent there, and nothing that is stored is given up.
   */
  readonly failure?: HostError;
}

/** What has happened on the way to tokens, for whoever has to judge why there are none. */
export interface Attempt {
  personAsked: boolean;
  /** The person was sent out with the registration of an earlier sign-in. */
  reusedClient: boolean;
}

/**
 * Takes the person through one sign-in: consent, registration, browser, tokens. Before they agree nothing is sent.
 * @param proofs Binds the tokens to a key.
 * @throws HostError, or what the SDK throws; the signal's reason when aborted.
 * Source: MCP specification 2026-07-28, basic/authorization, "Authorization Flow Steps".
 */
export async function signIn(
  parts: FlowParts,
  { scopes, grant }: Wanted,
  { discovery, issuer }: FoundAuthorizationServer,
  proofs: DpopSession | undefined,
  attempt: Attempt,
  fetchFn: FetchLike,
  signal: AbortSignal,
): Promise<Grant> {
  const { server, serverId, settings, resource, learn, ports } = parts;
  const agreed = pageOf(discovery, resource, settings);
  checkClientSecret(agreed, discovery, settings);
  const { host } = agreed;
  const recipients = recipientsOf(agreed, discovery);
  const asked = withRefreshing(orSuggested(scopes, discovery), discovery);
  const signIn: SignIn = { server, serverId, resource, issuer, host, recipients, scopes: asked };
  attempt.personAsked = true;
  if (!(await rejectOnAbort(ports.person.mayAuthorize(signIn, signal), signal))) {
    throw signInDeclined(t('"{0}" needs you to sign in, and you did not want to.', server));
  }
  const state = randomBytes(32).toString('base64url');
  learn(state);
  const redirect = await ports.redirects.open({
    state,
    known: grant?.issuer === issuer && !grant.inDoubt ? grant.redirectUri : undefined,
    port: settings.callbackPort,
    plain: settings.clientId !== undefined || takesMetadataUrl(discovery.authorizationServerMetadata, settings),
  });
  try {
    const redirectUri = redirect.uri;
    const provider = new FlowProvider({
      settings,
      grant,
      discovery,
      redirectUri,
      state,
      learn,
      ...(proofs && { proofs }),
    });
    const knownClient = provider.client;
    await auth(provider, {
      serverUrl: resource,
      scope: asked.join(' ') || undefined,
      fetchFn: withoutDocuments(fetchFn),
      forceReauthorization: true,
    });
    const page = agreedPage(provider, signIn);
    attempt.reusedClient = provider.client === knownClient && settings.clientId === undefined;
    const params = await answerOf(parts, signIn, page, redirect, signal);
    learn(params.get('code') ?? '');

    await finish(provider, resource, params, withoutDocuments(fetchFn));
    const { client, newTokens: tokens } = provider;
    if (!client || !tokens) {
      throw new Error('No tokens came back.');
    }
    const revocation = revocationIn(discovery.authorizationServerMetadata);
    return {
      resource,
      issuer,
      tokens,
      client: { ...client, issuer },
      redirectUri,
      scopes: [...new Set([...asked, ...usable(scopesOf(tokens.scope))])],
      ...indicatorOf(discovery),
      ...(revocation && { revocation }),
    };
  } finally {
    redirect.dispose();
  }
}

/** Where the browser is sent must be what the person has agreed to. */
function agreedPage({ authorizationUrl }: FlowProvider, { host, scopes }: SignIn): URL {
  const asked = scopesOf(authorizationUrl?.searchParams.get('scope') ?? undefined);
  if (authorizationUrl?.host !== host || asked.join(' ') !== scopes.join(' ')) {
    throw new Error('What the server says of signing in has changed meanwhile.');
  }
  return authorizationUrl;
}

/** Sends the person to the page, and waits until they are back, or have given it up. */
async function answerOf(
  { ports, server }: FlowParts,
  signIn: SignIn,
  page: URL,
  redirect: Redirect,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const given = new AbortController();
  const waiting = ports.person.waiting(signIn, () =>
    given.abort(signInDeclined(t('"{0}" needs you to sign in, and that was cancelled.', server))),
  );
  const ending = AbortSignal.any([signal, given.signal]);
  try {
    await rejectOnAbort(ports.browser.open(page), ending);
    return await rejectOnAbort(redirect.answer, ending);
  } finally {
    waiting.dispose();
  }
}

/** The SDK checks who answered (RFC 9207) before it looks at anything else in the answer. */
async function finish(provider: FlowProvider, resource: string, params: URLSearchParams, fetchFn: FetchLike) {
  const transport = new StreamableHTTPClientTransport(new URL(resource), { authProvider: provider, fetch: fetchFn });
  await transport.finishAuth(params);
}
