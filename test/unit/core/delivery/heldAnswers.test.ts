import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JSONRPCResponse, Transport } from '@modelcontextprotocol/client';
import { AuthorizedFetch } from '#core/authorization/authorizedFetch.ts';
import type { RunAuthorization } from '#core/authorization/runAuthorization.ts';
import { Emitter } from '#core/common/events.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import { ObservedTransport } from '#core/connection/sdk/observedTransport.ts';
import type { Deliveries } from '#core/delivery/deliveries.ts';
import { ReplyDelivery } from '#core/delivery/replyDelivery.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import { fetchWithoutTimeout } from '#core/transport/fetchWithoutTimeout.ts';
import { HttpSseTransport } from '#core/transport/httpSse.ts';
import { StreamableHttpTransport } from '#core/transport/streamableHttp.ts';
import { formRequest } from '#test/host/requestSamples.ts';
import { createTestHost } from '#test/host/testHost.ts';

const reply: JSONRPCResponse = { jsonrpc: '2.0', id: 7, result: { action: 'accept', content: { name: 'Ann' } } };
const laterMessage = { jsonrpc: '2.0', method: 'notifications/roots/list_changed' } as const;
const log = { traceEnabled: false, trace: () => {}, info: () => {}, warn: () => {}, error: () => {} };

type Fetches = Pick<AuthorizedFetch, 'fetch' | 'fetchWithoutPrompt'>;

const transports: Readonly<Record<'http' | 'sse', (url: URL, fetches: Fetches) => Transport>> = {
  http: (url, { fetch, fetchWithoutPrompt }) =>
    new StreamableHttpTransport({
      url,
      headers: {},
      fetch,
      fetchStandalone: fetchWithoutPrompt,
      pauses: { firstMs: 1, maxMs: 1, maxStandaloneMs: 1 },
      interactions: { anyOpen: false, onDidChange: new Emitter<void>().event },
      onInvalid: () => undefined,
      onReopened: () => undefined,
      checkHealth: () => undefined,
    }),
  sse: (url, { fetch }) => new HttpSseTransport({ url, headers: {}, fetch, onInvalid: () => undefined }),
};

describe('an answer that waits for the user to sign in', () => {
  for (const type of ['http', 'sse'] as const) {
    for (const [event, endRequest] of [
      ['the call was stopped', (deliveries) => deliveries.end('a', 'stopped')],
      ['the server cancelled the request', (deliveries) => deliveries.withdraw('a')],
      ['the user dismissed it', (deliveries) => deliveries.dismiss('a')],
    ] satisfies [string, (deliveries: Deliveries) => void][]) {
      it(`is not sent after ${event} (${type})`, async () => {
        /** The bodies that were sent with a token. */
        const sentBodies: string[] = [];
        const server = createServer((request, response) => {
          if (request.method === 'GET') {
            response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\ndata: /mcp\n\n');
            return;
          }
          response.writeHead(request.headers.authorization ? 202 : 401, { 'www-authenticate': 'Bearer' }).end();
        });
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
        let onSignInRequested = (): void => undefined;
        const signInRequested = new Promise<void>((resolve) => {
          onSignInRequested = resolve;
        });
        let signIn = (_done: boolean): void => undefined;
        let token: string | undefined;
        const authorization = {
          credential: async () => (token === undefined ? undefined : { token }),
          markAccepted: () => undefined,
          authorize: (_refusal: unknown, signal: AbortSignal) =>
            new Promise<boolean>((resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason));
              signIn = resolve;
              onSignInRequested();
            }),
        } as unknown as RunAuthorization;
        const replies = new ReplyDelivery(type);
        const recordingFetch: typeof fetchWithoutTimeout = (url, init) => {
          if (init?.method === 'POST' && new Headers(init.headers).has('authorization')) {
            sentBodies.push(String(init.body));
          }
          return fetchWithoutTimeout(url, init);
        };
        const transport = transports[type](url, new AuthorizedFetch(recordingFetch, authorization));
        const observedTransport = new ObservedTransport(
          transport,
          new ConnectionLog(log, new SecretMask([]), new AnswerMask()),
          replies,
        );
        const { inbox } = createTestHost();
        void inbox.ask(formRequest('a', 'Who?'), true);
        inbox.decide('a', { action: 'accept', content: { name: 'Ann' } });
        try {
          await observedTransport.start();
          replies.trackReply(7, 'a', inbox.deliveries);
          const sending = observedTransport.send(reply).catch(() => undefined);
          await signInRequested;
          endRequest(inbox.deliveries);
          await sending;
          token = 'token';
          signIn(true);
          // If the answer is still sent, it is sent before the server has responded to a later message.
          await observedTransport.send(laterMessage);
          assert.deepEqual(sentBodies, [JSON.stringify(laterMessage)]);
        } finally {
          await observedTransport.close();
          server.closeAllConnections();
          server.close();
        }
      });
    }
  }
});
