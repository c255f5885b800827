import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { EraMemory } from '#core/connection/eraMemory.ts';
import { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { UrlGuard } from '#core/guard/url/urlGuard.ts';
import { VisitedSites } from '#core/guard/url/visitedSites.ts';
import type { Call } from '#core/model/call.ts';
import { listPages, readTools } from '#core/model/offerings.ts';
import { packEnvironment, unpackEnvironment } from '#core/transport/stdio/launcherProtocol.ts';
import { LineSplitter } from '#core/transport/stdio/lineSplitter.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { definitionOf, nameQuestion, tool } from '#test/host/samples.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

describe('lines', () => {
  it('are cut out of chunks that end anywhere, even inside a character', () => {
    const lines: string[] = [];
    const reader = new LineSplitter(100, (line) => lines.push(line));
    for (const byte of Buffer.from('ä\r\nb€\n\nrest')) {
      reader.push(Buffer.from([byte]));
    }
    reader.end();
    assert.deepEqual(lines, ['ä', 'b€', '', 'rest']);
  });

  it('never hold more than their limit', () => {
    const lines: [string, boolean][] = [];
    const reader = new LineSplitter(3, (line, cut) => lines.push([line, cut]));
    reader.push(Buffer.from('abcdef\nxyz\n'));
    assert.deepEqual(lines, [
      ['abc', true],
      ['xyz', false],
    ]);
  });
});

describe('listing pages', () => {
  it('ends at ten thousand items', async () => {
    let page = 0;
    const tools = Array.from({ length: 4000 }, (_, index) => index);
    const { items, cut } = await listPages(async () => ({ tools, nextCursor: `page ${page++}` }), 'tools');
    assert.deepEqual([items.length, page, cut], [10_000, 3, 'limit']);
    const all = await listPages(async () => ({ tools: Array.from({ length: 10_000 }, () => 1) }), 'tools');
    assert.deepEqual([all.items.length, all.cut], [10_000, undefined]);
  });

  it('holds no more text than one message may have', async () => {
    let pages = 0;
    const { items, cut } = await listPages(async () => {
      pages += 1;
      return { tools: [{ name: 'x'.repeat(1_000_000) }], nextCursor: String(pages) };
    }, 'tools');
    assert.deepEqual([items.length, cut], [16, 'limit']);
  });

  it('ends where the text of all pages together is too long', async () => {
    let page = 0;
    const answer = async () => ({ tools: ['x'.repeat(98)], nextCursor: `${page++ % 10}`.repeat(page) });
    const { items, cut } = await listPages(answer, 'tools', { mostText: 1000 });
    assert.ok(items.length < 10 && cut);
    const fits = await listPages(async () => ({ tools: ['x'.repeat(998)] }), 'tools', { mostText: 1000 });
    assert.deepEqual([fits.items.length, fits.cut], [1, undefined]);
    const over = await listPages(async () => ({ tools: ['x'.repeat(999)] }), 'tools', { mostText: 1000 });
    assert.deepEqual([over.items.length, over.cut], [0, 'limit']);
  });

  it('holds no more values than one message may have', async () => {
    let pages = 0;
    const { items, cut } = await listPages(async () => {
      pages += 1;
      return {
        tools: [{ name: 'x', inputSchema: Array.from({ length: 100_000 }, () => 0) }],
        nextCursor: String(pages),
      };
    }, 'tools');
    assert.deepEqual([items.length, pages, cut], [4, 5, 'limit']);
  });

  it('ends when two cursors take turns', async () => {
    let page = 0;
    await listPages(async () => ({ tools: [], nextCursor: page++ % 2 ? 'a' : 'b' }), 'tools');
    assert.equal(page, 3);
  });

  it('ends when page after page is empty', async () => {
    let page = 0;
    await listPages(async () => ({ tools: [], nextCursor: `page ${page++}` }), 'tools');
    assert.equal(page, 1000);
  });

  it('leaves out what is no tool, and keeps the first of a name', () => {
    const tools = readTools([null, {}, { name: 'a', inputSchema: 1 }, { name: 'a' }, { name: '__proto__' }]);
    assert.deepEqual(
      tools.map(({ name, inputSchema }) => [name, inputSchema]),
      [
        ['a', 1],
        ['__proto__', undefined],
      ],
    );
  });
});

describe('the memory of an era', () => {
  const day = 24 * 60 * 60 * 1000;
  let now = 0;
  const memory = new InMemoryStateStore();
  const era = (definition = definitionOf('mine')) => new EraMemory(memory, { now: () => now }, definition);

  it('lasts thirty days, for this entry and this version', () => {
    assert.equal(era().isLegacy(), false);
    era().remember('legacy', '1.0');
    assert.equal(era().isLegacy(), true);
    assert.equal(era(definitionOf('mine', { args: ['other'] })).isLegacy(), false);
    now = 30 * day;
    assert.equal(era().isLegacy(), false);
    era().remember('legacy', '1.0');
    era().remember('legacy', '1.1');
    assert.equal(era().isLegacy(), false);
    era().remember('legacy', '1.1');
    era().remember('modern', '1.1');
    assert.deepEqual([era().isLegacy(), era().isModern()], [false, true]);
    era().forget();
    assert.deepEqual([era().isLegacy(), era().isModern()], [false, false]);
  });
});

describe("the launcher's environment", () => {
  it("carries the server's exactly, and steers the launcher by nothing of it", () => {
    const server = { PATH: '/bin', NODE_OPTIONS: '--inspect', ELECTRON_RUN_AS_NODE: '0', EMPTY: '' };
    const own = { ELECTRON_RUN_AS_NODE: '1' };
    const launcher = packEnvironment(server, own);
    assert.equal(launcher['NODE_OPTIONS'], undefined);
    assert.equal(launcher['ELECTRON_RUN_AS_NODE'], '1');
    assert.deepEqual(unpackEnvironment(launcher), server);
    assert.deepEqual(unpackEnvironment(packEnvironment({}, own)), {});
  });
});

describe('questions', () => {
  afterEach(() => mock.timers.reset());

  const questionsOf = ({ services }: TestHost, keepAliveMs = 20_000, modes = { form: true, url: false }) =>
    new ElicitationHandler({
      ...services,
      urls: new UrlGuard('user:mine', new VisitedSites(services.memory), () => undefined),
      modes,
      attribution: () => ({ id: 'user:mine', name: 'mine' }),
      calls: () => [],
      callsAtServer: () => [],
      callOfTask: () => undefined,
      cancelCall: () => undefined,
      warn: () => undefined,
      keepAliveMs,
    });

  it('show signs of life to a server that wants to know, until they are answered', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const host = createTestHost();
    const { inbox } = host;
    const signs: unknown[] = [];
    const answered = questionsOf(host, 5).answer(nameQuestion, {
      signal: new AbortController().signal,
      meta: { progressToken: 'token' },
      notify: async ({ params }) => void signs.push(params),
    });
    await until(() => inbox.pending.length > 0);
    mock.timers.tick(10);
    assert.equal(signs.length, 2);
    inbox.decide(inbox.pending[0]?.id ?? '', { action: 'decline' });
    assert.deepEqual(await answered, { action: 'decline' });
    mock.timers.tick(1000);
    assert.equal(signs.length, 2);
    assert.deepEqual(signs[0], { progressToken: 'token', progress: 1, message: 'Waiting for the user to answer.' });
  });

  it('tell the server nothing of what broke here', async () => {
    const host = createTestHost();
    host.inbox.ask = () => Promise.reject(new Error('/home/ann/secret'));
    const context = { signal: new AbortController().signal, notify: async () => undefined };
    await assert.rejects(questionsOf(host).answer(nameQuestion, context), {
      code: -32603,
      message: 'The request could not be shown.',
    });
  });

  describe('in rounds', () => {
    const call: Call = {
      id: '1',
      serverId: 'user:mine',
      serverName: 'mine',
      request: tool('a'),
      origin: 'person',
      startedAt: 0,
    };
    const good = { method: 'elicitation/create', params: nameQuestion };
    const requestedSchema = { type: 'object', properties: { name: { type: 'string', not: {} } } };
    const unusable = { message: 'x', requestedSchema };
    const round = (inputRequests: unknown, form = true) => {
      const host = createTestHost();
      const asked: unknown[] = [];
      host.inbox.onDidArrive((request) => asked.push(request));
      const result = throughRounds(
        async () => ({ resultType: 'input_required', inputRequests }),
        {},
        { elicitations: questionsOf(host, 20_000, { form, url: false }), call, signal: new AbortController().signal },
      );
      return { asked, result };
    };

    for (const [name, requests, form] of [
      ['a bad schema', { a: good, b: { method: 'elicitation/create', params: { message: 'x' } } }, true],
      [
        'a schema that says what no form keeps',
        { a: good, b: { method: 'elicitation/create', params: unusable } },
        true,
      ],
      ['another method', { a: good, b: { method: 'sampling/createMessage', params: {} } }, true],
      ['elicitation switched off', { a: good }, false],
      ['nonsense', { a: good, b: null }, true],
    ] as const) {
      it(`with ${name} end the call before anybody is asked`, async () => {
        const { asked, result } = round(requests, form);
        await assert.rejects(result, { name: 'CallFailed', message: /could not be shown/ });
        assert.deepEqual(asked, []);
      });
    }

    it('without questions are repeated with their state', async () => {
      const sent: unknown[] = [];
      const answers = [{ resultType: 'input_required', requestState: 'x' }, { done: true }];
      const result = await throughRounds(
        async (params) => {
          sent.push(params);
          return answers[sent.length - 1];
        },
        { name: 'a' },
        { elicitations: questionsOf(createTestHost()), call, signal: new AbortController().signal },
      );
      assert.deepEqual(result, { done: true });
      assert.deepEqual(sent, [{ name: 'a' }, { name: 'a', requestState: 'x' }]);
    });
  });
});
