import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { UrlGuard } from '#core/guard/url/urlGuard.ts';
import { VisitedSites } from '#core/guard/url/visitedSites.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { definitionOf, readingOf, required, tool } from '#test/host/samples.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { TestConnection } from '#test/host/testConnection.ts';
import { createTestHost } from '#test/host/testHost.ts';

const accept = { action: 'accept' } as const;
const urlsRequired = (...elicitations: unknown[]) => new ProtocolError(-32042, 'Needed', { elicitations });

/** Functions that request a page, by the arrival of the request. */
const pageRequests: Readonly<Record<string, (host: TestConnection, params: object) => Promise<unknown>>> = {
  pushed: (host, params) => host.push(params),
  'in a round': (host, params) => {
    const inputRequests = { a: { method: 'elicitation/create', params } };
    const send = async ({ inputResponses }: Readonly<Record<string, unknown>>) =>
      inputResponses ? 'done' : { resultType: 'input_required', inputRequests };
    return throughRounds(send, {}, host.context);
  },
  'required by an error': (host, params) =>
    throughRequiredUrls(() => Promise.reject(urlsRequired({ ...params, mode: 'url' })), host.context),
};

for (const [arrival, requestPage] of Object.entries(pageRequests)) {
  describe(`a page that is ${arrival}`, () => {
    let host: TestConnection;
    beforeEach(() => {
      host = new TestConnection();
    });

    const begin = (url: string) => {
      const answer = requestPage(host, { ...required('a'), url });
      answer.catch(() => undefined);
      return answer;
    };

    it('has its findings, also in the exchange', async () => {
      const url = 'https://user@evil.example/?next=%2F';
      const answer = begin(url);
      const [request] = await host.pendingRequests();
      assert.ok(request?.mode === 'url');
      assert.equal(request.parsedUrl.pieces.map(({ text }) => text).join(''), url);
      assert.deepEqual(
        request.findings.map(({ code, severity }) => [code, severity]),
        [
          ['userInfo', 'severe'],
          ['firstTime', 'note'],
        ],
      );
      assert.match(host.lastExchange.findings.join('\n'), /The user sees \(severe, userInfo\): The part before the @/);
      await host.decide({ action: 'decline' });
      await answer.catch(() => undefined);
    });

    for (const action of ['decline', 'cancel'] as const) {
      it(`adds nothing to the visited sites after ${action}`, async () => {
        const answer = begin('https://login.example.com/secret?token=1');
        await host.decide({ action });
        await answer.catch(() => undefined);
        assert.deepEqual(host.sites.all(), []);
      });
    }

    it('adds only its site to the visited sites when the user consents', async () => {
      const answer = begin('https://login.example.com/secret?token=1');
      await host.decide(accept);
      await new Promise((resolve) => setImmediate(resolve));
      host.callEnd.abort();
      await answer.catch(() => undefined);
      assert.deepEqual(host.sites.ofServer('user:mine'), ['example.com']);
    });

    it('is refused if its host name is invalid, with the reason in the log', async () => {
      await assert.rejects(begin('https://exa\u202Emple.com/'));
      assert.deepEqual(host.inbox.pending, []);
      assert.match(host.warnings.join('\n'), /An elicitation was refused: .*url: must be a valid URL/);
    });
  });
}

describe('the URLs of a server', () => {
  it('are compared with the site of the server and with the visited sites of all servers', () => {
    const sites = new VisitedSites(new InMemoryStateStore());
    const guard = new UrlGuard('mine', sites, () => 'https://mcp.example.com/mcp');
    const other = new UrlGuard('other', sites, () => undefined);
    const codes = (urlGuard: UrlGuard, url: string) => urlGuard.findings(readingOf(url)).map(({ code }) => code);
    assert.deepEqual(codes(guard, 'https://example.com/'), ['firstTime']);
    assert.deepEqual(codes(guard, 'https://my-company.org/'), ['otherDomain', 'firstTime']);
    guard.addOpened(readingOf('https://login.my-company.org/in?token=1'));
    assert.deepEqual(codes(guard, 'https://my-company.org/'), ['otherDomain']);
    assert.deepEqual(codes(other, 'https://my-company.org/'), ['firstTime']);
    assert.deepEqual(codes(other, 'https://rny-company.org/'), ['lookAlike', 'firstTime']);
  });

  it('of one round or error are evaluated in order: only the first URL of a site is a first visit', async () => {
    const host = new TestConnection();
    const answer = throughRequiredUrls(() => Promise.reject(urlsRequired(required('a'), required('b'))), host.context);
    answer.catch(() => undefined);
    const first = await host.decide(accept);
    const second = await host.decide(accept);
    assert.deepEqual(
      [first, second].map((request) => request.mode === 'url' && request.findings.map(({ code }) => code)),
      [['firstTime'], []],
    );
    host.callEnd.abort();
    await answer.catch(() => undefined);
  });
});

describe('the visited sites of a server of a workspace', () => {
  it('do not apply to a server of the same name in another workspace', async () => {
    const host = createTestHost();
    const findings: string[][] = [];
    for (const uri of ['file:///one', 'file:///one', 'file:///other']) {
      const { entry } = definitionOf('shop', { elicitation: { form: true, url: true } });
      const definition = { id: 'workspace:shop', name: 'shop', scope: { kind: 'workspace', uri } as const, entry };
      const server = host.server(nodeSpec(handmade), definition);
      const call = server.call(tool('ask', { params: required('a') }), { origin: 'user' });
      const request = await host.oldestRequest();
      findings.push(request.mode === 'url' ? request.findings.map(({ code }) => code) : []);
      await host.decide(accept);
      await call;
      await server.stop();
    }
    await host.end();
    assert.deepEqual(findings, [['firstTime'], [], ['firstTime']]);
  });
});
