import assert from 'node:assert/strict';
import type { HostError } from '#core/common/errors.ts';
import type { Call } from '#core/model/call.ts';
import type { EndedCall } from '#core/model/endedCall.ts';
import { callEntry } from '#core/record/entries/callEntry.ts';
import type { CallBody } from '#core/record/entries/entry.ts';
import { callAggregation, EntryAggregator } from '#core/record/entries/entryAggregator.ts';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import { exportCsv, exportJsonLines } from '#core/record/history/exportFormats.ts';
import type { entryMatcher } from '#core/record/history/recordFilter.ts';
import { readRecordPage } from '#core/record/history/recordPage.ts';
import { JoinedFiles, JoinedHeads } from '#core/record/store/joinedStores.ts';
import { SecretStorageHeads } from '#core/record/store/secretStorageHeads.ts';
import { verifyRecord } from '#core/record/verify.ts';
import { Server } from '#core/servers/server.ts';
import { definitionOf, tool } from '#test/host/samples.ts';
import { ScriptedServer } from '#test/host/scriptedServer.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { RecordTestBed } from '#test/unit/core/record/recordTestBed.ts';

const call: Call = {
  id: 'call-1',
  serverId: 'user:travel',
  serverName: 'travel',
  request: { kind: 'tool', name: 'book', arguments: { card: '4111' } },
  origin: 'program',
  startedAt: 0,
};
const endedCall: EndedCall = { call, outcome: 'completed', ms: 12.4 };

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
  }
  return text;
}

describe('the entry of a tool call', () => {
  it('has the server, tool, caller, outcome and duration, and no arguments', () => {
    const body = callEntry(endedCall, { scope: 'user', protocol: '2025-11-25' });
    assert.deepEqual(body, {
      kind: 'call',
      server: { id: 'user:travel', name: 'travel', scope: 'user' },
      call: { id: 'call-1', kind: 'tool', target: 'book' },
      protocol: '2025-11-25',
      by: 'program',
      outcome: 'completed',
      ms: 12,
    });
  });

  it('has the user as `person`, as in files of version 0.1.0', () => {
    const body = callEntry({ ...endedCall, call: { ...call, origin: 'user' } }, {});
    assert.equal(body?.by, 'person');
  });

  it('has the agent that made the call, and says if the server is not the connected one', () => {
    const entryOf = (isConnected: boolean) => {
      const agent = { name: 'Codex', isConnected, state: 'waiting', changedAt: 0 } as const;
      return callEntry({ ...endedCall, call: { ...call, origin: 'agent', agent } }, {});
    };
    const { by, agent, unverified } = entryOf(true) ?? {};
    assert.deepEqual([by, agent, unverified], ['agent', 'Codex', undefined]);
    assert.equal(entryOf(false)?.unverified, true);
  });

  it('says that the server asked during the call, and is merged only with calls of which this is the same', () => {
    const asked = callEntry({ ...endedCall, asked: true }, {}) ?? assert.fail();
    const silent = callEntry(endedCall, {}) ?? assert.fail();
    assert.deepEqual([asked.asked, silent.asked], [true, undefined]);
    const bodies: CallBody[] = [];
    const aggregator = new EntryAggregator<CallBody>({ ...callAggregation, maxIndividual: 0 }, (body) =>
      bodies.push(body),
    );
    for (const body of [asked, silent, silent]) {
      aggregator.add(body);
    }
    aggregator.flush();
    assert.deepEqual(
      bodies.map(({ asked: hasAsked, times }) => [hasAsked, times]),
      [
        [true, undefined],
        [undefined, 2],
      ],
    );
  });

  it('is not made for prompts and resources', () => {
    const resource: Call = { ...call, request: { kind: 'resource', uri: 'a://b' } };
    assert.equal(callEntry({ ...endedCall, call: resource }, {}), undefined);
  });

  it('has the tool name that a program passed, bounded and masked', () => {
    const callOfTool = (name: string): Call => ({ ...call, request: { kind: 'tool', name, arguments: {} } });
    const target = (name: string) =>
      callEntry({ ...endedCall, call: callOfTool(name) }, {}, (text) => text.replaceAll('s3cret', '[x]'))?.call?.target;
    assert.equal(target('a s3cret'), 'a [x]');
    assert.equal(target('x'.repeat(100_000))?.length, 500);
  });

  it('is written for each of sixty calls of a server in a minute; further ones are merged by outcome', () => {
    const bodies: CallBody[] = [];
    const aggregator = new EntryAggregator<CallBody>(callAggregation, (body) => bodies.push(body));
    const add = (count: number, changes: Partial<EndedCall> = {}, name = 'book') => {
      for (let index = 0; index < count; index += 1) {
        const request = { kind: 'tool', name, arguments: {} } as const;
        const body = callEntry({ ...endedCall, ms: index, ...changes, call: { ...call, id: `${index}`, request } }, {});
        assert.ok(body);
        aggregator.add(body);
      }
    };
    add(70);
    add(5, { outcome: 'failed', failure: 'CallFailed' });
    add(1, { outcome: 'failed', failure: 'CallFailed' }, 'cancel');
    assert.equal(bodies.length, 60);
    aggregator.flush();
    assert.deepEqual(
      bodies.slice(60).map(({ call: mergedCall, outcome, times, ms }) => [mergedCall, outcome, times, ms]),
      [
        [{ kind: 'tool', target: 'book' }, 'completed', 10, 69],
        [undefined, 'failed', 6, 4],
      ],
    );
    add(1);
    assert.equal(bodies.length, 63);
    aggregator.flush();
  });

  it('is read, filtered, exported and verified together with the entries of elicitations', async () => {
    const elicitations = new RecordTestBed();
    await elicitations.recordInNewWindow(['q1']);
    const calls = new RecordTestBed();
    const writer = calls.writer('calls');
    const body = callEntry(endedCall, {});
    assert.ok(body);
    writer.append(body);
    await writer.flush();
    const files = new JoinedFiles(elicitations.files, calls.files);
    const heads = new JoinedHeads(elicitations.heads, calls.heads);
    const kinds = async (filter: Parameters<typeof entryMatcher>[0]) =>
      (await readRecordPage(files, { filter })).entries.map(({ entry }) => entry.kind).sort();
    assert.deepEqual(await kinds({}), ['call', 'elicitation']);
    assert.deepEqual(await kinds({ only: 'requests' }), ['elicitation']);
    assert.deepEqual(await kinds({ only: 'calls', server: 'user:travel', text: 'BOOK' }), ['call']);
    assert.deepEqual(await kinds({ decision: 'accept' }), ['elicitation']);
    const verdict = await verifyRecord(files, heads);
    assert.deepEqual([verdict.ok, verdict.entries, verdict.files.length], [true, 2, 2]);
    const exporter = { user: '=ann', host: 'desk' };
    const lines = (await textOf(exportJsonLines(files, { exporter }))).trimEnd().split('\n');
    assert.equal(lines[0], '{"exportedBy":{"user":"=ann","host":"desk"}}');
    assert.deepEqual(
      lines
        .slice(1)
        .map((line) => parseEntry(line)?.kind)
        .sort(),
      ['call', 'elicitation'],
    );
    const csv = (await textOf(exportCsv(files, { exporter, filter: { only: 'calls' } }))).split('\r\n');
    assert.match(csv[0] ?? '', /"called by","outcome","failure","ms",.*"exported by","exported on"$/);
    assert.match(csv[1] ?? '', /"program","completed","","12",.*"'=ann","desk"$/);
    assert.doesNotMatch(await textOf(exportCsv(files)), /exported by/);
  });

  it('has heads that are stored apart from those of elicitations', async () => {
    const stored = new Map<string, string>();
    const secrets = {
      get: async (key: string) => stored.get(key),
      store: async (key: string, value: string) => void stored.set(key, value),
      delete: async (key: string) => void stored.delete(key),
    };
    const file = '2026-03.one.1.jsonl';
    await new SecretStorageHeads(secrets, 'calls').set(file, { hash: '0'.repeat(64), count: 1, bytes: 10 });
    assert.deepEqual(await new SecretStorageHeads(secrets).names(), []);
    assert.equal(await new SecretStorageHeads(secrets).get(file), undefined);
    assert.deepEqual(await new SecretStorageHeads(secrets, 'calls').names(), [file]);
  });
});

describe('an ended call', () => {
  let host: TestHost;
  let ends: EndedCall[];
  beforeEach(() => {
    host = createTestHost();
    ends = [];
  });
  afterEach(() => host.end());

  it('is reported with its outcome, also without an elicitation', async () => {
    const text = (text: string, isError = false) => ({ content: [{ type: 'text', text }], isError });
    const scripted = new ScriptedServer(({ method, params }) => {
      const { name } = (params ?? {}) as { name?: string };
      if (method !== 'tools/call') {
        return method === 'tools/list'
          ? { tools: ['fine', 'bad', 'no'].map((one) => ({ name: one, inputSchema: {} })) }
          : undefined;
      }
      if (name === 'no') {
        throw { code: -32000, message: 'No' };
      }
      return text('done', name === 'bad');
    });
    const spec = await scripted.listen();
    const callEnded = (one: EndedCall) => ends.push(one);
    const server = new Server(definitionOf('mine'), {
      ...host.services,
      callEnded,
      log: host.log,
      resolve: async () => spec,
    });
    await server.call(tool('fine'), { origin: 'user' });
    await server.call(tool('bad'), { origin: 'program' });
    await assert.rejects(server.call(tool('no'), { origin: 'program' }));
    await assert.rejects(
      server.call(tool('unknown'), { origin: 'program' }),
      (error: HostError) => error.name === 'ToolNotFound',
    );
    assert.deepEqual(
      ends.map(({ call: { request, origin }, outcome, failure }) => [
        request.kind === 'tool' && request.name,
        origin,
        outcome,
        failure,
      ]),
      [
        ['fine', 'user', 'completed', undefined],
        ['bad', 'program', 'toolError', undefined],
        ['no', 'program', 'failed', 'CallFailed'],
        ['unknown', 'program', 'failed', 'ToolNotFound'],
      ],
    );
    assert.ok(ends.every(({ ms }) => ms >= 0));
    await server.stop();
    scripted.close();
  });

  it('is reported as cancelled if the user cancels it', async () => {
    const spec = nodeSpec(handmade);
    const callEnded = (one: EndedCall) => ends.push(one);
    const server = new Server(definitionOf('mine'), {
      ...host.services,
      callEnded,
      log: host.log,
      resolve: async () => spec,
    });
    const pendingCall = server.call(
      tool('ask', { params: { message: 'A?', requestedSchema: { type: 'object', properties: {} } } }),
      { origin: 'user' },
    );
    await host.oldestRequest();
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(pendingCall, { name: 'CallCancelled' });
    assert.deepEqual(
      ends.map(({ outcome }) => outcome),
      ['cancelled'],
    );
    await server.stop();
  });
});
