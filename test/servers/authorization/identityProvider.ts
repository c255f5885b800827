/** A company's identity provider: exchanges an ID token for an assertion for an authorization server. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { claimsOf, ecKeys, jwtOf } from './jwt.ts';

export class IdentityProvider {
  readonly keys = ecKeys();
  /** The requests, in order. */
  readonly exchanges: URLSearchParams[] = [];
  /** The error response that is sent in place of an assertion. */
  refusal: Record<string, unknown> | undefined;
  url = '';
  readonly #server: Server = createServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request));
    const respond = (status: number, value: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    if (request.url === '/.well-known/openid-configuration') {
      respond(200, this.#metadata());
    } else if (request.url !== '/token') {
      respond(404, {});
    } else {
      this.exchanges.push(form);
      const claims = claimsOf(form.get('subject_token'), this.keys.publicKey);
      if (this.refusal || claims?.['aud'] !== form.get('client_id')) {
        respond(400, this.refusal ?? { error: 'invalid_grant' });
      } else {
        const statement = { iss: this.url, sub: claims.sub, aud: form.get('audience'), resource: form.get('resource') };
        respond(200, {
          access_token: jwtOf(statement, this.keys),
          issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
          token_type: 'N_A',
        });
      }
    }
  });

  static async start(): Promise<IdentityProvider> {
    const provider = new IdentityProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    provider.url = `http://localhost:${(provider.#server.address() as AddressInfo).port}`;
    return provider;
  }

  idToken(audience: string): string {
    return jwtOf({ iss: this.url, sub: 'somebody', aud: audience }, this.keys);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #metadata(): Record<string, unknown> {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    };
  }
}
