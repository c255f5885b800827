import assert from 'node:assert/strict';
import { IssuerMismatchError } from '@modelcontextprotocol/client';
import { fetchAuthorizationServerMetadata } from '#core/authorization/oauth/authorizationServerMetadata.ts';

describe('the metadata of an authorization server', () => {
  function fetched(server: string, issuer: string) {
    const metadata = {
      issuer,
      authorization_endpoint: 'https://as.example/authorize',
      token_endpoint: 'https://as.example/token',
      response_types_supported: ['code'],
    };
    return fetchAuthorizationServerMetadata(server, async () => Response.json(metadata));
  }

  it('has the URL of the server as its issuer; the root has one with and one without a slash', async () => {
    for (const [server, issuer] of [
      ['https://as.example', 'https://as.example'],
      ['https://as.example/', 'https://as.example'],
      ['https://as.example', 'https://as.example/'],
      ['https://as.example/', 'https://as.example/'],
      ['https://as.example/tenant', 'https://as.example/tenant'],
      ['https://as.example/tenant/', 'https://as.example/tenant/'],
    ] as const) {
      assert.equal((await fetched(server, issuer))?.issuer, issuer);
    }
  });

  it('is not used with another issuer', async () => {
    for (const [server, issuer] of [
      ['https://as.example/tenant/', 'https://as.example/tenant'],
      ['https://as.example/tenant', 'https://as.example/tenant/'],
      ['https://as.example/tenant', 'https://as.example'],
      ['https://as.example', 'https://as.example/tenant'],
      ['https://as.example', 'https://as.example//'],
      ['https://as.example?tenant=a', 'https://as.example?tenant=a/'],
      ['https://as.example/', 'https://honest.example'],
      ['https://as.example', 'https://honest.example/'],
    ] as const) {
      await assert.rejects(fetched(server, issuer), IssuerMismatchError);
    }
  });
});
