import assert from 'node:assert/strict';
import { form, line, MachineBed } from '#test/unit/proxy/machine/machineBed.ts';

const progress = (progressToken: unknown, value: unknown) => ({
  method: 'notifications/progress',
  params: { progressToken, progress: value },
});

/** The token and the progress of what was sent. */
function beats(texts: readonly string[]): readonly unknown[] {
  return texts.flatMap((text) => {
    const { method, params } = JSON.parse(text) as ReturnType<typeof progress>;
    return method === 'notifications/progress' ? [[params.progressToken, params.progress]] : [];
  });
}

describe('heartbeats', () => {
  let bed: MachineBed;
  beforeEach(() => {
    bed = new MachineBed().start();
    bed.call(1, {}, { _meta: { progressToken: 'p' } });
  });

  it('go to both sides every 10 s while a request is open, each on its own token', () => {
    bed.wait(60);
    bed.ask('a', { ...form, _meta: { progressToken: 7 } });
    bed.wait(9.9);
    assert.deepEqual(bed.toAgent, []);
    bed.wait(20.1);
    assert.deepEqual(beats(bed.toAgent), [
      ['p', 0.001],
      ['p', 0.002],
      ['p', 0.003],
    ]);
    assert.deepEqual(beats(bed.toServer), [
      [7, 1],
      [7, 2],
      [7, 3],
    ]);
    assert.deepEqual(bed.agentMessages[0], {
      jsonrpc: '2.0',
      ...{
        method: 'notifications/progress',
        params: { progressToken: 'p', progress: 0.001, message: 'Waiting for you in VS Code' },
      },
    });
    bed.answer(bed.lastAsk);
    bed.clear();
    bed.wait(60);
    assert.deepEqual([bed.toAgent, bed.toServer], [[], []]);
  });

  it('name the task of the request', () => {
    const task = { 'io.modelcontextprotocol/related-task': { taskId: 't' } };
    bed.ask('a', { ...form, _meta: { ...task, progressToken: 7 } });
    bed.wait(10);
    assert.deepEqual(bed.serverMessages.at(-1)?.['params'], { _meta: task, progressToken: 7, progress: 1 });
  });

  it('rise above the progress of the server, which is kept rising', () => {
    bed.server(progress('p', 3));
    bed.ask('a');
    bed.wait(20);
    bed.server(progress('p', 3.001));
    bed.server(progress('p', 4));
    bed.wait(10);
    assert.deepEqual(beats(bed.toAgent), [
      ['p', 3],
      ['p', 3.001],
      ['p', 3.002],
      ['p', 3.003],
      ['p', 4],
      ['p', 4.001],
    ]);
  });

  it('rise for numbers that a thousandth does not change, and stop where no number is larger', () => {
    for (const [value, rises] of [
      ['1e17', true],
      ['-1e300', true],
      ['1e400', false],
    ] as const) {
      const own = new MachineBed().start();
      own.call(1, {}, { _meta: { progressToken: 'p' } });
      own.server(`{"method":"notifications/progress","params":{"progressToken":"p","progress":${value}}}\n`);
      own.ask('a');
      own.wait(10);
      const numbers = beats(own.toAgent).map((beat) => (beat as number[])[1] ?? 0);
      assert.equal(numbers.length, rises ? 2 : 1, value);
      if (rises) assert((numbers[1] ?? 0) > (numbers[0] ?? 0));
    }
  });

  it('do not change the progress of a server that nobody waits for, even if it does not rise', () => {
    const lines = [progress('p', 2), progress('p', 2), progress('p', 1), progress('unknown', 1)].map((message) =>
      String(line(message)),
    );
    for (const text of lines) bed.server(text);
    assert.deepEqual(bed.toAgent, lines);
  });

  it('follow the call that was joined, on its new token; nothing is said of a parked one', () => {
    bed.ask('a');
    bed.cancel(1, 'Request timed out');
    bed.server(progress('p', 1));
    bed.wait(10);
    assert.deepEqual(bed.toAgent, []);
    bed.call(2, {}, { _meta: { progressToken: 'q' } });
    bed.server(progress('p', 2));
    bed.wait(10);
    assert.deepEqual(beats(bed.toAgent), [
      ['q', 2],
      ['q', 2.001],
    ]);
  });
});
