import assert from 'node:assert/strict';
import type { CallBody } from '#core/record/entries/entry.ts';
import { DayCounter, type DayCounts } from '#core/record/history/dayCounts.ts';
import type { RecordFilter } from '#core/record/history/recordFilter.ts';
import { march, RecordTestBed, testOutcome } from '#test/unit/core/record/recordTestBed.ts';

const hour = 60 * 60 * 1000;
const agentCall: CallBody = {
  kind: 'call',
  server: { id: 'agent:codex:tickets', name: 'Codex · tickets' },
  call: { id: 'c', kind: 'tool', target: 'create_ticket' },
  by: 'agent',
  agent: 'Codex',
  outcome: 'completed',
  ms: 5,
};

describe('the counts of a day', () => {
  let testBed: RecordTestBed;
  beforeEach(() => {
    testBed = new RecordTestBed();
  });

  /** Writes calls and requests in two windows. Noon of March 10 in UTC is the beginning. */
  const write = async () => {
    const [one, two] = [testBed.writer('one'), testBed.writer('two')];
    one.append(agentCall);
    two.append({ ...agentCall, asked: true });
    two.append({ ...agentCall, call: { kind: 'tool', target: 'create_ticket' }, times: 39 });
    one.append({ ...agentCall, by: 'person', agent: undefined });
    one.append({ ...agentCall, by: 'program', agent: undefined, outcome: 'failed' });
    one.recordElicitation(testOutcome());
    const asker = { kind: 'agent', name: 'Codex', server: 'tickets', isConnected: true } as const;
    two.recordElicitation(testOutcome({ asker, decision: 'decline' }));
    two.recordElicitation(testOutcome({ call: { kind: 'tool', target: 'a', byProgram: true } }));
    await Promise.all([one.flush(), two.flush()]);
    testBed.clock.time += 13 * hour;
    two.recordElicitation(testOutcome({ asker }));
    one.append({ kind: 'gap', since: 'then', reason: 'none', late: 0, lost: 0 });
    await Promise.all([one.flush(), two.flush()]);
  };

  const count = async (filter: RecordFilter = {}, timeZone = 'UTC') => {
    const days: DayCounts[] = [];
    await new DayCounter(testBed.files, filter, timeZone).countBack({ onDay: (day) => days.push(day) });
    return days.map(({ day, callers, silentCalls }) => ({ day, callers: Object.fromEntries(callers), silentCalls }));
  };
  const firstDay = {
    day: '2026-03-10',
    callers: {
      editor: { calls: 1, questions: 1, declined: 0 },
      extension: { calls: 1, questions: 1, declined: 0 },
      'agent:Codex': { calls: 41, questions: 1, declined: 1 },
    },
    silentCalls: 42,
  };
  const secondDay = {
    day: '2026-03-11',
    callers: { 'agent:Codex': { calls: 0, questions: 1, declined: 0 } },
    silentCalls: 0,
  };

  it('are those of each caller in all files, with merged entries counted as often as what they merge', async () => {
    await write();
    assert.deepEqual(await count(), [secondDay, firstDay]);
  });

  it('are those of the day in the time zone of the user', async () => {
    await write();
    assert.deepEqual(
      (await count({}, 'America/New_York')).map(({ day, silentCalls }) => [day, silentCalls]),
      [['2026-03-10', 42]],
    );
    assert.deepEqual(await count({}, 'No/Where'), [secondDay, firstDay]);
  });

  it('are those of what the filter lets through', async () => {
    await write();
    const codex = await count({ caller: 'agent:Codex' });
    assert.deepEqual(
      codex.map(({ callers }) => callers),
      [secondDay.callers, { 'agent:Codex': firstDay.callers['agent:Codex'] }],
    );
    const [declined, ...others] = await count({ decision: 'decline' });
    assert.deepEqual(declined?.callers, { 'agent:Codex': { calls: 0, questions: 1, declined: 1 } });
    assert.deepEqual(others, []);
    assert.deepEqual(await count({ text: 'nowhere' }), []);
    assert.deepEqual(
      (await count({ from: march + hour })).map(({ day }) => day),
      ['2026-03-11'],
    );
  });

  it('can be continued, so that each entry is read once', async () => {
    await write();
    const counter = new DayCounter(testBed.files, {}, 'UTC');
    const days: string[] = [];
    let read = 0;
    const options = {
      onDay: ({ day }: DayCounts) => days.push(day),
      onProgress: (entries: number) => {
        read = entries;
      },
    };
    await counter.countBack({ ...options, from: Date.parse('2026-03-11') });
    assert.deepEqual([days, read], [['2026-03-11'], 2]);
    await counter.countBack({ ...options, from: Date.parse('2026-03-11') });
    assert.deepEqual(days, ['2026-03-11']);
    await counter.countBack(options);
    assert.deepEqual([days, read], [['2026-03-11', '2026-03-10'], 8]);
  });

  it('have at most 50 callers apart, and the others together', async () => {
    const writer = testBed.writer();
    for (let index = 0; index < 60; index += 1) {
      writer.append({ ...agentCall, agent: `agent ${index}` });
    }
    await writer.flush();
    const [day] = await count();
    assert.equal(Object.keys(day?.callers ?? {}).length, 51);
    assert.equal(day?.callers['others']?.calls, 10);
  });

  it('leave out lines that cannot be read, and end if they are aborted', async () => {
    const file = await testBed.recordInNewWindow(['a']);
    testBed.disk.write(file, Buffer.concat([testBed.disk.read(file), Buffer.from('{"v":1,"kind":"call"\nhello\n')]));
    assert.deepEqual(
      (await count()).map(({ callers }) => callers),
      [{ editor: { calls: 0, questions: 1, declined: 0 } }],
    );
    const counter = new DayCounter(testBed.files, {}, 'UTC');
    const aborted = { signal: AbortSignal.abort(), onDay: () => assert.fail('nothing is counted') };
    await assert.rejects(counter.countBack(aborted), { name: 'AbortError' });
  });

  it('are the same whether the lines are parsed or not, with any names', async () => {
    const writer = testBed.writer('one', { values: () => 'full' });
    for (const agent of ['"by":"person"', '\\', '\\"', '"asked":true', '\u202e', '"times":7']) {
      writer.append({ ...agentCall, agent, server: { id: agent, name: agent } });
      writer.recordElicitation(
        testOutcome({ message: `"decision":"decline" ${agent}`, server: { id: 'a', name: agent } }),
      );
    }
    await writer.flush();
    // Every line has this text, so that all are parsed.
    assert.deepEqual(await count(), await count({ from: 0 }));
    assert.equal((await count())[0]?.silentCalls, 6);
  });
});
