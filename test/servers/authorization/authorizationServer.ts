/** An OAuth 2.1 authorization server for tests: every user is signed in, and consents at once. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { AuthorizationSwitches } from './authorizationSwitches.ts';
import { claimsOf, verifyProof } from './jwt.ts';

interface Code {
  readonly client: string;
  readonly challenge: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly resource: string | undefined;
}

interface Token {
  readonly client: string;
  readonly scope: string;
  readonly resource: string | undefined;
  /** The thumbprint of the key to which the token is bound. */
  readonly thumbprint?: string | undefined;
}

export class AuthorizationServer {
  readonly switches: AuthorizationSwitches = {
    registration: 'open',
    denies: false,
    rotates: true,
    refusesRefresh: false,
    fails: false,
    pkce: true,
    revokes: true,
    takesMetadataUrl: false,
    clients: new Map(),
    authMethods: ['none', 'client_secret_basic'],
    grants: (scope) => scope,
  };
  /** The requests in order: `register`, `authorize SCOPES`, `code`, `refresh`, `revoke HINT`, `GRANT SCOPES`. */
  readonly events: string[] = [];
  readonly accessTokens = new Map<string, Token>();
  readonly refreshTokens = new Map<string, Token>();
  /** All secrets that the server has issued. */
  readonly secrets: string[] = [];
  url = '';
  readonly #codes = new Map<string, Code>();
  readonly #server: Server = createServer((request, response) => void this.#respond(request, response));

  /** @param at the host name; `[::1]` is also this machine, but web editors do not replace it by a proxy */
  static async start(at: 'localhost' | '[::1]' = 'localhost'): Promise<AuthorizationServer> {
    const server = new AuthorizationServer();
    const address = at === 'localhost' ? '127.0.0.1' : '::1';
    await new Promise<void>((resolve) => server.#server.listen(0, address, resolve));
    server.url = `http://${at}:${(server.#server.address() as AddressInfo).port}`;
    return server;
  }

  count(event: string): number {
    return this.events.filter((each) => each.startsWith(event)).length;
  }

  /** Lets all access tokens expire. */
  expire(): void {
    this.accessTokens.clear();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> {
    const url = new URL(request.url ?? '/', this.url);
    const body = await textOf(request);
    const form = new URLSearchParams(body);
    const { documents } = this.switches;
    const replacement = url.pathname.startsWith('/.well-known/') && documents?.(url.pathname, this.#metadata());
    if (replacement) {
      return response.writeHead(replacement.status ?? 200).end(replacement.body);
    }
    switch (url.pathname) {
      case '/.well-known/oauth-authorization-server':
        return json(response, 200, this.#metadata());
      case '/register':
        return this.#register(response, JSON.parse(body));
      case '/authorize':
        return this.#authorize(response, url.searchParams);
      case '/token':
        return this.#token(response, request, form);
      case '/revoke':
        this.events.push(`revoke ${form.get('token_type_hint')}`);
        this.accessTokens.delete(form.get('token') ?? '');
        this.refreshTokens.delete(form.get('token') ?? '');
        return json(response, 200, {});
      default:
        return json(response, 404, {});
    }
  }

  #metadata(): Record<string, unknown> {
    const { url, switches } = this;
    return {
      issuer: switches.issuer ?? url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      response_types_supported: ['code'],
      scopes_supported: ['read', 'write', 'offline_access'],
      token_endpoint_auth_methods_supported: switches.authMethods,
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: switches.takesMetadataUrl,
      ...(switches.registration !== 'none' && { registration_endpoint: `${url}/register` }),
      ...(switches.pkce && { code_challenge_methods_supported: ['S256'] }),
      ...(switches.grantTypes && { grant_types_supported: switches.grantTypes }),
      ...(switches.proofs && { dpop_signing_alg_values_supported: ['ES256'] }),
      ...(switches.revokes && { revocation_endpoint: `${url}/revoke` }),
    };
  }

  #register(response: ServerResponse, metadata: { redirect_uris: string[] }): ServerResponse {
    if (this.switches.registration !== 'open') {
      return json(response, 403, { error: 'invalid_client_metadata' });
    }
    const id = this.#secret();
    this.events.push('register');
    this.switches.clients.set(id, { redirectUris: metadata.redirect_uris });
    return json(response, 201, { ...metadata, client_id: id });
  }

  #authorize(response: ServerResponse, params: URLSearchParams): ServerResponse {
    const client = params.get('client_id') ?? '';
    const redirectUri = params.get('redirect_uri') ?? '';
    const requestedScope = params.get('scope') ?? '';
    const scope = this.switches.grants(requestedScope);
    this.events.push(`authorize ${requestedScope}`);
    const known = this.switches.clients.get(client);
    const isLoopback = known?.redirectUris === 'loopback' && /^http:\/\/(127\.0\.0\.1|localhost):/.test(redirectUri);
    const isCimd = this.switches.takesMetadataUrl && client.startsWith('https://');
    if (!isLoopback && !isCimd && !known?.redirectUris.includes(redirectUri)) {
      return json(response, 400, { error: 'invalid_client' });
    }
    const back = new URL(redirectUri);
    back.searchParams.set('state', params.get('state') ?? '');
    if (this.switches.iss !== null) {
      back.searchParams.set('iss', this.switches.iss ?? this.url);
    }
    if (this.switches.denies) {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'You shall not pass.');
    } else {
      const code = this.#secret();
      const challenge = params.get('code_challenge') ?? '';
      this.#codes.set(code, { client, challenge, redirectUri, scope, resource: params.get('resource') ?? undefined });
      back.searchParams.set('code', code);
    }
    return response.writeHead(302, { Location: back.href }).end();
  }

  async #token(response: ServerResponse, request: IncomingMessage, form: URLSearchParams): Promise<ServerResponse> {
    if (this.switches.fails) {
      return json(response, 503, {});
    }
    if (this.switches.tokenError) {
      const { status, error } = this.switches.tokenError;
      return json(response, status, { error });
    }
    const client = this.#clientOf(request, form);
    if (client === undefined) {
      this.events.push('invalid_client');
      return json(response, 401, { error: 'invalid_client' });
    }
    const proof = this.#proofIn(request);
    if (proof?.needsNonce) {
      this.events.push('use_dpop_nonce');
      response.setHeader('DPoP-Nonce', this.switches.proofs === 'endless' ? this.#secret() : 'nonce-of-issuer');
      return json(response, 400, { error: 'use_dpop_nonce' });
    }
    const thumbprint = proof?.thumbprint;
    const scope = form.get('scope') ?? '';
    const resource = form.get('resource') ?? undefined;
    if (form.get('grant_type') === 'client_credentials') {
      this.events.push(`client_credentials ${scope}`);
      return this.#grant(response, { client, scope: this.switches.grants(scope), resource, thumbprint }, false);
    }
    if (form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      this.events.push(`jwt-bearer ${scope}`);
      const { trusts } = this.switches;
      const claims = trusts && claimsOf(form.get('assertion'), trusts);
      return claims?.['aud'] === this.url
        ? this.#grant(response, { client, scope, resource, thumbprint }, false)
        : json(response, 400, { error: 'invalid_grant' });
    }
    if (form.get('grant_type') === 'refresh_token') {
      const before = this.refreshTokens.get(form.get('refresh_token') ?? '');
      this.events.push('refresh');
      if (!before || before.client !== client || before.thumbprint !== thumbprint || this.switches.refusesRefresh) {
        return json(response, 400, { error: 'invalid_grant' });
      }
      if (this.switches.rotates) {
        this.refreshTokens.delete(form.get('refresh_token') ?? '');
      }
      return this.#grant(response, before, this.switches.rotates);
    }
    const code = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    this.events.push('code');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const fits =
      code?.client === client &&
      code.challenge === challenge &&
      code.redirectUri === form.get('redirect_uri') &&
      code.resource === (form.get('resource') ?? undefined);
    return fits
      ? this.#grant(response, { ...code, thumbprint }, true)
      : json(response, 400, { error: 'invalid_grant' });
  }

  async #grant(response: ServerResponse, { client, scope, resource, thumbprint }: Token, withRefresh: boolean) {
    const access = this.#secret();
    const refresh = this.#secret();
    this.accessTokens.set(access, { client, scope, resource, thumbprint });
    if (withRefresh) {
      this.refreshTokens.set(refresh, { client, scope, resource, thumbprint });
    }
    await this.switches.tokensSent;
    return json(response, 200, {
      access_token: access,
      token_type: thumbprint === undefined ? 'Bearer' : 'DPoP',
      expires_in: 3600,
      scope,
      ...(withRefresh && { refresh_token: refresh }),
    });
  }

  #clientOf(request: IncomingMessage, form: URLSearchParams): string | undefined {
    const [, basic = ''] = /^Basic (.*)$/.exec(request.headers.authorization ?? '') ?? [];
    const [id = form.get('client_id') ?? '', secret = form.get('client_secret') ?? undefined] =
      basic === '' ? [] : Buffer.from(basic, 'base64').toString().split(':');
    if (form.has('client_assertion')) {
      return this.#assertedClient(form);
    }
    if (id === '' && this.switches.trusts) {
      return id;
    }
    const known = this.switches.clients.get(id);
    const isCimd = this.switches.takesMetadataUrl && id.startsWith('https://');
    return isCimd || (known && known.secret === secret) ? id : undefined;
  }

  #assertedClient(form: URLSearchParams): string | undefined {
    return [...this.switches.clients].find(([id, { key }]) => {
      const claims = key && claimsOf(form.get('client_assertion'), key);
      return claims?.['iss'] === id && claims['sub'] === id && claims['aud'] === this.url;
    })?.[0];
  }

  #proofIn(request: IncomingMessage) {
    const { proofs } = this.switches;
    const nonce = { plain: undefined, nonce: 'nonce-of-issuer', endless: 'never' }[proofs ?? 'plain'];
    const proof = request.headers['dpop'];
    return proofs && typeof proof === 'string'
      ? verifyProof(proof, { method: 'POST', url: `${this.url}/token`, nonce })
      : undefined;
  }

  #secret(): string {
    const secret = randomBytes(16).toString('hex');
    this.secrets.push(secret);
    return secret;
  }
}

function json(response: ServerResponse, status: number, value: unknown): ServerResponse {
  return response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
