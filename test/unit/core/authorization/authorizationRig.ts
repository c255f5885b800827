import { setImmediate as turn } from 'node:timers/promises';
import type { AuthorizationServices, SignInRequest } from '#core/authorization/authorizationServices.ts';
import type { HttpEntry, OAuthSettings } from '#core/model/definition.ts';
import type { TimeLimits } from '#core/model/timeLimits.ts';
import { Server } from '#core/servers/server.ts';
import { definitionOf } from '#test/host/samples.ts';
import {
  InMemoryRedirects,
  InMemorySecretStore,
  InMemoryTurns,
  RedirectFollowingBrowser,
  ScriptedSignInPrompts,
} from '#test/host/signInDoubles.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { AuthorizationServer } from '#test/servers/authorization/authorizationServer.ts';
import { ResourceServer } from '#test/servers/authorization/resourceServer.ts';

/** A test host, an MCP test server that requires a sign-in, and the authorization server that it names. */
export class AuthorizationRig {
  readonly host = createTestHost();
  readonly secrets = new InMemorySecretStore();
  readonly redirects = new InMemoryRedirects();
  readonly turns = new InMemoryTurns();
  readonly browser = new RedirectFollowingBrowser(this.redirects);
  prompts = new ScriptedSignInPrompts();
  readonly issuer: AuthorizationServer;
  readonly resource: ResourceServer;
  readonly #servers: Server[] = [];

  private constructor(issuer: AuthorizationServer, resource: ResourceServer) {
    this.issuer = issuer;
    this.resource = resource;
  }

  static async start(kind: 'legacy' | 'modern' | 'sse' = 'legacy'): Promise<AuthorizationRig> {
    const issuer = await AuthorizationServer.start();
    return new AuthorizationRig(issuer, await ResourceServer.start(issuer, kind));
  }

  get services(): AuthorizationServices {
    const { secrets, browser, redirects, prompts, turns } = this;
    return { secrets, browser, redirects, prompts, turns };
  }

  /** The host's `Server` for the MCP test server. A second one with the same settings stands for another window. */
  server(
    oauth?: OAuthSettings | false,
    more: { limits?: Partial<TimeLimits>; services?: Partial<AuthorizationServices>; entry?: Partial<HttpEntry> } = {},
  ): Server {
    const type = this.resource.kind === 'sse' ? 'sse' : 'http';
    const settings = {
      type,
      url: this.resource.url,
      headers: {},
      ...(oauth !== undefined && { oauth }),
      ...more.entry,
    };
    const server = new Server(definitionOf('mine', settings as Partial<HttpEntry>), {
      ...this.host.services,
      limits: more.limits,
      log: this.host.log,
      authorization: { ...this.services, ...more.services },
      resolve: async ({ entry }) => ({ ...(entry as HttpEntry), secrets: [] }),
    });
    this.#servers.push(server);
    return server;
  }

  /** The sign-ins that the host offered to the user. */
  get signInRequests(): readonly SignInRequest[] {
    return this.prompts.requests;
  }

  async end(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
    await turn();
    await Promise.all([this.issuer.stop(), this.resource.stop(), this.host.end()]);
  }
}

/** An answer of the user: `promise` resolves when `agree` is called. */
export function deferredAnswer(): { promise: Promise<boolean>; agree(answer: boolean): void } {
  let agree: (answer: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((resolve) => {
    agree = resolve;
  });
  return { promise, agree };
}
