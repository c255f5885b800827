import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/events.ts';
import { HttpStreams } from '../../../../src/core/servers/httpStreams.ts';
import { until } from './harness.ts';

const url = 'http://server.example/mcp';
const accept = { accept: 'text/event-stream' };

describe('the streams of a Streamable HTTP server', () => {
  let asked: string[];
  let streams: HttpStreams;

  /** A server whose streams end after one event with an id, and which says 400 to a GET that resumes one. */
  const fetching = (by: string, resumes: boolean) => async (_url: string | URL, init?: RequestInit) => {
    const lastEventId = new Headers(init?.headers).get('last-event-id');
    asked.push(`${by} ${init?.method ?? 'GET'}${lastEventId === null ? '' : ` after ${lastEventId}`}`);
    return lastEventId === null || resumes
      ? new Response('id: 1\ndata: {}\n\n', { headers: { 'content-type': 'text/event-stream' } })
      : new Response('', { status: 400 });
  };

  const connect = (resumes: boolean) => {
    asked = [];
    streams = new HttpStreams({
      fetch: fetching('for a call', resumes),
      fetchStandalone: fetching('for news', resumes),
      pauses: { firstMs: 1, longestMs: 1, idleMs: 1 },
      questions: { anyOpen: false, onDidChange: new Emitter<void>().event },
      reopened: () => undefined,
      suspect: () => undefined,
    });
  };

  it('are resumed for a call as the call was sent, and for news as what nobody waits for', async () => {
    connect(true);
    const end = new AbortController();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
    const { signal } = end;
    const call = await streams.fetch(url, { method: 'POST', headers: accept, body, signal });
    const reading = call.text().catch(() => undefined);
    await until(() => asked.includes('for a call GET after 1'));
    const news = await streams.fetch(url, { method: 'GET', headers: accept, signal });
    const hearing = news.text().catch(() => undefined);
    await until(() => asked.includes('for news GET after 1'));
    end.abort();
    await Promise.all([reading, hearing]);
    assert.deepEqual(
      new Set(asked),
      new Set(['for a call POST', 'for a call GET after 1', 'for news GET', 'for news GET after 1']),
    );
  });

  it('bring news again from now on where the server does not know the last event', async () => {
    connect(false);
    const end = new AbortController();
    const news = await streams.fetch(url, { method: 'GET', headers: accept, signal: end.signal });
    const hearing = news.text().catch(() => undefined);
    await until(() => asked.length >= 3);
    end.abort();
    await hearing;
    assert.deepEqual(asked.slice(0, 3), ['for news GET', 'for news GET after 1', 'for news GET']);
  });
});
