import type {
  DpopSession,
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { Grant } from '#core/authorization/oauth/grant.ts';
import type { OAuthSettings } from '#core/model/definition.ts';

interface FlowProviderOptions {
  readonly settings: OAuthSettings;
  /** The grant before this flow. */
  readonly grant: Grant | undefined;
  /** The metadata, fetched for this flow. */
  readonly discovery: OAuthDiscoveryState;
  readonly redirectUri: string;
  /** Absent for a refresh, which does not open the browser or register a client. */
  readonly state?: string;
  /** The DPoP session whose key the tokens are bound to. */
  readonly proofs?: DpopSession;
  /** Called with every secret before it is used, so that logs mask it. */
  maskSecret(secret: string): void;
}

/**
 * The state of one flow for the SDK's `auth`, in memory only. After the flow its results are in `newTokens` and `client`.
 */
export class FlowProvider implements OAuthClientProvider {
  readonly #options: FlowProviderOptions;
  #verifier = '';
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #newTokens: StoredOAuthTokens | undefined;
  #authorizationUrl: URL | undefined;
  #discovery: OAuthDiscoveryState;
  #isClientRefused = false;

  /** Absent for a client that was registered beforehand, and for a refresh. */
  readonly saveClientInformation?: (client: StoredOAuthClientInformation) => void;

  constructor(options: FlowProviderOptions) {
    this.#options = options;
    const { settings, state, grant } = options;
    this.#client = this.#selectClient();
    this.#tokens = grant?.tokens;
    this.#discovery = options.discovery;
    if (settings.clientId === undefined && state !== undefined) {
      this.saveClientInformation = (client) => {
        this.#maskClientSecret(client);
        this.#client = client;
      };
    }
  }

  /** The URL for the browser, after `auth` has returned `REDIRECT`; otherwise `undefined`. */
  get authorizationUrl(): URL | undefined {
    return this.#authorizationUrl;
  }

  /** The tokens that this flow received. */
  get newTokens(): StoredOAuthTokens | undefined {
    return this.#newTokens;
  }

  get client(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }

  /** True after the authorization server has said that it does not know or does not allow the client. */
  get isClientRefused(): boolean {
    return this.#isClientRefused;
  }

  get redirectUrl(): string {
    return this.#options.redirectUri;
  }

  get clientMetadataUrl(): string | undefined {
    return this.#options.settings.clientMetadataUrl;
  }

  /**
   * The metadata for a dynamic registration of the client.
   * Source: MCP specification 2026-07-28, basic/authorization/client-registration, "Dynamic Client Registration".
   */
  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'MCP Elicitation Host',
      redirect_uris: [this.#options.redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: this.#authMethod(),
    };
  }

  dpop(): DpopSession | undefined {
    return this.#options.proofs;
  }

  state(): string {
    return this.#options.state ?? '';
  }

  clientInformation(_context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    return this.#client;
  }

  tokens(_context?: OAuthClientInformationContext): StoredOAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#options.maskSecret(tokens.access_token);
    if (tokens.refresh_token !== undefined) {
      this.#options.maskSecret(tokens.refresh_token);
    }
    this.#tokens = tokens;
    this.#newTokens = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.#authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#options.maskSecret(verifier);
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState {
    return this.#discovery;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'client') {
      this.#isClientRefused = true;
      this.#client = this.saveClientInformation ? undefined : this.#client;
    } else if (scope === 'tokens') {
      this.#tokens = undefined;
    }
  }

  /** Selects the client of the settings, otherwise that of the grant if it is still usable. The SDK checks the client's issuer. */
  #selectClient(): StoredOAuthClientInformation | undefined {
    const { settings, grant, redirectUri, state } = this.#options;
    const { clientId, clientSecret } = settings;
    if (clientId !== undefined) {
      return {
        client_id: clientId,
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
        ...(grant && { issuer: grant.issuer }),
      };
    }
    const isUsable = grant && !(state !== undefined && grant.inDoubt) && grant.redirectUri === redirectUri;
    if (!isUsable || hasExpired(grant.client)) {
      return undefined;
    }
    this.#maskClientSecret(grant.client);
    return grant.client;
  }

  #maskClientSecret({ client_secret }: StoredOAuthClientInformation): void {
    if (client_secret !== undefined) {
      this.#options.maskSecret(client_secret);
    }
  }

  /** A native application cannot keep a client secret, so it requests none unless the server requires one. */
  #authMethod(): string {
    const supported = this.#options.discovery.authorizationServerMetadata?.token_endpoint_auth_methods_supported;
    return !supported || supported.includes('none')
      ? 'none'
      : (['client_secret_basic', 'client_secret_post'].find((method) => supported.includes(method)) ?? 'none');
  }
}

/** True if the client's secret has expired. Source: RFC 7591 section 3.2.1: in seconds since the epoch, 0 for never. */
function hasExpired(client: StoredOAuthClientInformation): boolean {
  const until: unknown = Reflect.get(client, 'client_secret_expires_at');
  return typeof until === 'number' && until !== 0 && until * 1000 <= Date.now();
}
