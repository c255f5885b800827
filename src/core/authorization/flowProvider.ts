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
  /** What was granted before. */
  readonly grant: Grant | undefined;
  /** Found just now: what was found earlier may have moved. */
  readonly discovery: OAuthDiscoveryState;
  readonly redirectUri: string;
  /** Absent when nobody is to be sent anywhere: tokens are refreshed, or else nothing happens. */
  readonly state?: string;
  /** Binds the tokens to a key. */
  readonly proofs?: DpopSession;
  /** Called with every secret that comes up, before anything else is done with it. */
  maskSecret(secret: string): void;
}

/**
 * The memory of one flow, for the SDK's `auth`. It keeps what belongs to the flow and stores nothing: what the flow
 * came to is in `tokens` and `client` afterwards.
 */
export class FlowProvider implements OAuthClientProvider {
  readonly #options: FlowProviderOptions;
  #verifier = '';
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #newTokens: StoredOAuthTokens | undefined;
  #authorizationUrl: URL | undefined;
  #discovery: OAuthDiscoveryState;

  /** Absent for a client that was registered beforehand, and where nobody is to be sent anywhere. */
  readonly saveClientInformation?: (client: StoredOAuthClientInformation) => void;

  constructor(options: FlowProviderOptions) {
    this.#options = options;
    const { settings, state, grant } = options;
    this.#client = this.#knownClient();
    this.#tokens = grant?.tokens;
    this.#discovery = options.discovery;
    if (settings.clientId === undefined && state !== undefined) {
      this.saveClientInformation = (client) => {
        this.#maskClientSecret(client);
        this.#client = client;
      };
    }
  }

  /** Where the person is to be sent, once `auth` has returned `REDIRECT`. */
  get authorizationUrl(): URL | undefined {
    return this.#authorizationUrl;
  }

  /** What this flow has brought. */
  get newTokens(): StoredOAuthTokens | undefined {
    return this.#newTokens;
  }

  get client(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }

  get redirectUrl(): string {
    return this.#options.redirectUri;
  }

  get clientMetadataUrl(): string | undefined {
    return this.#options.settings.clientMetadataUrl;
  }

  /** Source: MCP specification 2026-07-28, basic/authorization/client-registration, "Dynamic Client Registration". */
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
    if (scope === 'client' && this.saveClientInformation) {
      this.#client = undefined;
    } else if (scope === 'tokens') {
      this.#tokens = undefined;
    }
  }

  /** One that was registered beforehand, else one that may be used again: the SDK sees to it that the issuer fits. */
  #knownClient(): StoredOAuthClientInformation | undefined {
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

  /** A program on somebody's machine can keep no secret, so it asks for none unless the server insists. */
  #authMethod(): string {
    const supported = this.#options.discovery.authorizationServerMetadata?.token_endpoint_auth_methods_supported;
    return !supported || supported.includes('none')
      ? 'none'
      : (['client_secret_basic', 'client_secret_post'].find((method) => supported.includes(method)) ?? 'none');
  }
}

/** Source: RFC 7591 section 3.2.1; in seconds since the epoch, 0 for never. */
function hasExpired(client: StoredOAuthClientInformation): boolean {
  const until: unknown = Reflect.get(client, 'client_secret_expires_at');
  return typeof until === 'number' && until !== 0 && until * 1000 <= Date.now();
}
