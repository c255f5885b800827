import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Ask } from '#agentProtocol/agentMessages.ts';
import { AgentHome, AgentWindow } from '#test/host/agentWindow.ts';
import { ProxyEnds } from '#test/host/proxyEnds.ts';
import {
  anyError,
  anyResult,
  askingCall,
  callMethods,
  declaring,
  generatedNotification,
  initializeLine,
  legacyMeta,
  modernMeta,
  nameText,
  repeating,
  requestLine,
  responseLine,
  toolResult,
} from '#test/unit/proxy/run/generatedMessages.ts';
import { fill, gap, maybe, member, objectText, uniqueId, writtenAgain } from '#test/unit/proxy/wire/gappedTexts.ts';
import { valueText } from '#test/unit/proxy/wire/jsonTexts.ts';

const numRuns = 200;
const modes = declaring('{"form":{},"url":{}}');
const plain = declaring('{}');
const accepted = { action: 'accept', content: { city: 'S\u00e3o "Paulo"' } } as const;
const acceptedText = JSON.stringify(accepted);
const passing = '{"method":"notifications/x"}\n';

describe('the proxy changes only', () => {
  let home: AgentHome;
  let window: AgentWindow;
  let ends: ProxyEnds;
  const asks: Ask[] = [];
  let onAsk: ((ask: Ask) => void) | undefined;

  before(async () => {
    home = await AgentHome.create();
    const receive = (ask: Ask) => {
      const waiting = onAsk;
      onAsk = undefined;
      if (waiting) waiting(ask);
      else asks.push(ask);
      return undefined;
    };
    window = await AgentWindow.open(home, { answer: receive });
    ends = await ProxyEnds.start(home);
  });
  after(async () => {
    await ends.end();
    await window.crash();
    await home.remove();
  });

  async function nextAsk(): Promise<Ask> {
    return asks.shift() ?? new Promise((resolve) => (onAsk = resolve));
  }

  async function toServer(sent: string, expected: string): Promise<void> {
    ends.agent.send(sent);
    assert.equal(await ends.server.next(), expected);
  }

  async function toAgent(sent: string, expected: string): Promise<void> {
    ends.server.send(sent);
    assert.equal(await ends.agent.next(), expected);
  }

  function check<T>(messages: fc.Arbitrary<T>, run: (value: T) => Promise<void>): Promise<void> {
    // What a failed run has sent is still open, so that no smaller example can be looked for.
    return fc.assert(fc.asyncProperty(messages, run), { numRuns, endOnFailure: true });
  }

  it('the declaration in `initialize`, at each of its attempts, and the id of the later ones', () => {
    const messages = uniqueId.chain((id) =>
      fc.record({
        sent: initializeLine(id),
        refusals: fc.array(responseLine(id, 'error', anyError), { maxLength: 2 }),
        last: responseLine(id, 'result', anyResult),
        id: fc.constant(id),
      }),
    );
    return check(messages, async ({ sent, refusals, last, id }) => {
      const declarations = [plain, {}];
      await toServer(fill(sent), fill(sent, modes));
      let serverId = id;
      for (const [index, refusal] of refusals.entries()) {
        ends.server.send(fill(refusal, { id: serverId }));
        const repeated = await ends.server.next();
        const earlierId = serverId;
        serverId = ownText(repeated, ['id']);
        assert.notEqual(serverId, earlierId);
        assert.equal(repeated, fill(sent, { ...declarations[index], id: serverId }));
      }
      const agentId = refusals.length > 0 ? writtenAgain(id) : id;
      await toAgent(fill(last, { id: serverId }), fill(last, { id: agentId }));
    });
  });

  it('the declaration in a request of 2026-07-28, and nothing in its response', () => {
    const messages = fc.tuple(uniqueId, uniqueId).chain(([id, token]) => {
      const params = objectText([
        maybe('name', nameText),
        maybe('arguments', valueText),
        member('_meta', modernMeta(token)),
      ]);
      return fc.record({
        sent: requestLine(id, [...callMethods, 'server/discover', 'tools/list', 'x/y'], params),
        last: fc.oneof(responseLine(id, 'result', anyResult), responseLine(id, 'error', anyError)),
      });
    });
    return check(messages, async ({ sent, last }) => {
      await toServer(fill(sent), fill(sent, modes));
      await toAgent(fill(last), fill(last));
    });
  });

  it('the id, the answers and the state of a call that is repeated, and the id of its result', () => {
    const messages = fc
      .tuple(uniqueId, uniqueId)
      .chain(([id, token]) => askingCall(id, token).map((call) => ({ ...call, id })));
    return check(messages, async ({ sent, asking, last, id }) => {
      await toServer(fill(sent), fill(sent, modes));
      let serverId = id;
      for (const response of asking) {
        ends.server.send(fill(response.line, { id: serverId }));
        const ask = await nextAsk();
        const { request } = ask;
        const keys = request.kind === 'round' ? Object.keys(request.inputRequests) : [];
        const responses = Object.fromEntries(keys.map((key) => [key, accepted]));
        window.answer(ask, response.round ? { kind: 'responses', responses } : { kind: 'repeat' });
        const repeated = await ends.server.next();
        serverId = ownText(repeated, ['id']);
        const changes = repeating(response, JSON.stringify(responses));
        assert.equal(repeated, fill(sent, { ...modes, ...changes, id: serverId }));
      }
      await toAgent(fill(last, { id: serverId }), fill(last, { id: writtenAgain(id) }));
    });
  });

  it('ids and tokens that a parked call still uses, and says later when that call was made', () => {
    const messages = fc.tuple(uniqueId, uniqueId, uniqueId, uniqueId).chain(([id, token, askId, laterId]) => {
      return fc.tuple(nameText, valueText).chain(([name, args]) => {
        // No two examples call the same.
        const unique = `[${id},${args}]`;
        const equal = [member('name', fc.constant(name)), member('arguments', fc.constant(unique))];
        const meta = fc.oneof(modernMeta(token), legacyMeta(token));
        const others = [...callMethods, 'tools/list', 'completion/complete'];
        return fc.record({
          ids: fc.constant({ id, token, askId, laterId }),
          call: requestLine(id, ['tools/call'], objectText([...equal, member('_meta', legacyMeta(token))])),
          other: requestLine(id, others, objectText([maybe('name', nameText), member('_meta', meta)])),
          progress: generatedNotification(
            'notifications/progress',
            objectText([
              member('progressToken', fc.constant(gap('token', token))),
              member('progress', fc.constant('1.0')),
            ]),
          ),
          otherLast: responseLine(id, 'result', anyResult),
          last: responseLine(id, 'result', toolResult),
          again: requestLine(laterId, ['tools/call'], objectText([...equal, maybe('_meta', modernMeta(token))])),
        });
      });
    });
    return check(messages, async ({ ids: { id, token, askId, laterId }, ...messages }) => {
      const { call, other, progress, otherLast, last, again } = messages;
      await toServer(fill(call), fill(call));
      ends.server.send(`{"method":"elicitation/create","id":${askId},"params":{"message":"Which city?"}}\n`);
      const ask = await nextAsk();
      ends.agent.send(`{"method":"notifications/cancelled","params":{"requestId":${id},"reason":"timed out"}}\n`);

      ends.agent.send(fill(other));
      const received = await ends.server.next();
      const ownId = ownText(received, ['id']);
      const hasToken = JSON.parse(received).params._meta.progressToken !== undefined;
      const own = { id: ownId, token: hasToken ? ownText(received, ['params', '_meta', 'progressToken']) : '' };
      assert.equal(received, fill(other, { ...modes, ...own }));
      if (hasToken) await toAgent(fill(progress, own), fill(progress, { token: writtenAgain(token) }));
      await toAgent(fill(otherLast, own), fill(otherLast, { id: writtenAgain(id) }));

      window.answer(ask, { kind: 'result', result: accepted });
      assert.equal(await ends.server.next(), `{"jsonrpc":"2.0","id":${askId},"result":${acceptedText}}\n`);
      ends.server.send(fill(last));
      await toAgent(passing, passing);
      await ends.passTime(61);
      ends.agent.send(fill(again));
      const result = await ends.agent.next();
      const block = /\{"type":"text","text":"Result of the call made at \d\d:\d\d\."\}/.exec(result)?.[0] ?? 'no block';
      assert.equal(result, fill(last, { id: writtenAgain(laterId), block: `${block},`, blockOnly: block }));
    });
  });

  it('nothing of the id and the task of a request that the server sends', () => {
    const messages = fc
      .record({ id: uniqueId, task: fc.option(valueText, { nil: undefined }) })
      .chain(({ id, task }) => {
        const related = member('io.modelcontextprotocol/related-task', fc.constant(task ?? '{}'));
        const meta = objectText([...(task === undefined ? [] : [related])]);
        const params = objectText([
          member('message', nameText),
          maybe('requestedSchema', valueText),
          member('_meta', meta),
        ]);
        return fc.record({
          sent: requestLine(id, ['elicitation/create'], params),
          id: fc.constant(id),
          task: fc.constant(task),
        });
      });
    return check(messages, async ({ sent, id, task }) => {
      ends.server.send(fill(sent));
      window.answer(await nextAsk(), { kind: 'result', result: accepted });
      const meta = task === undefined ? '' : `"_meta":{"io.modelcontextprotocol/related-task":${task}},`;
      const result = `{${meta}${acceptedText.slice(1)}`;
      assert.equal(await ends.server.next(), `{"jsonrpc":"2.0","id":${id},"result":${result}}\n`);
    });
  });
});

/** The id or token of the proxy's own that a request has. */
function ownText(line: string, path: readonly string[]): string {
  const value: unknown = path.reduce((object, key) => object[key], JSON.parse(line));
  assert.match(String(value), /^mcp-elicitation-\d+$/);
  return JSON.stringify(value);
}
