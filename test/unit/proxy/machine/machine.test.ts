import assert from 'node:assert/strict';
import fc from 'fast-check';
import { form, MachineBed } from '#test/unit/proxy/machine/machineBed.ts';
import { type SimulatedLimits, Simulation } from '#test/unit/proxy/machine/simulation.ts';
import { stepsOf } from '#test/unit/proxy/machine/simulationSteps.ts';
import { keyText, lineEnd, members, valueText } from '#test/unit/proxy/wire/jsonTexts.ts';

const numRuns = 1000;
const limits: readonly SimulatedLimits[] = [{}, { limitMs: 60_000 }, { limitMs: 86_400_000, ownLimitMs: 60_000 }];

describe('whatever agent, server, user and window do in whatever order', () => {
  /** How often each thing happened. */
  const happened = new Map<string, number>();
  function check(property: (played: Simulation) => void): void {
    fc.assert(
      fc.property(stepsOf, fc.constantFrom<SimulatedLimits>(...limits), (steps, simulated) => {
        const played = new Simulation(simulated);
        for (const step of steps) played.play(step);
        played.drain();
        property(played);
        for (const name of played.happened()) happened.set(name, (happened.get(name) ?? 0) + 1);
      }),
      { numRuns },
    );
  }

  it('the server gets one call for each call of the agent, and one more for each answered round', () => {
    check(({ agentCalls, serverCalls, repeats }) => {
      const own = serverCalls.filter(({ id }) => String(id).startsWith('mcp-elicitation-'));
      assert.equal(own.length, repeats);
      const first = serverCalls.filter(({ id }) => !own.some((call) => call.id === id));
      assert(first.every(({ id, kind }) => agentCalls.some((call) => call.id === id && call.kind === kind)));
    });
  });

  it('every call of the agent that it did not cancel gets exactly one answer, and a cancelled one none', () => {
    check(({ agentCalls }) => {
      for (const { id, isCancelled, answers } of agentCalls) assert.equal(answers.length, isCancelled ? 0 : 1, `${id}`);
    });
  });

  it('a result is handed out at most once, to a call with the same arguments', () => {
    check(({ agentCalls, results }) => {
      for (const [text, kind] of results) {
        const receivers = agentCalls.filter(({ answers }) => answers.some((answer) => answer.includes(`"${text}"`)));
        assert(receivers.length <= 1, text);
        for (const receiver of receivers) assert.equal(receiver.kind, kind);
      }
    });
  });

  it('an answer reaches the request that it was given for, once, or the window learns that it was refused', () => {
    check(({ answers, bed }) => {
      for (const { text, ask, isAccepted } of answers) {
        if (ask.request.kind === 'requiredUrls') continue;
        const carriers = bed.serverMessages.filter((message) => JSON.stringify(message).includes(`"${text}"`));
        assert.equal(carriers.length, isAccepted ? 1 : 0, text);
        const { params } = ask.request.kind === 'pushed' ? ask.request : {};
        if (isAccepted && params) assert.equal(carriers[0]?.['id'], (params as { id: unknown }).id);
      }
    });
  });

  it('everything that can happen did', () => {
    const names = [
      'parked',
      'joined',
      'refused',
      'moved',
      'server',
      'callEnded',
      'interrupted',
      'parked by the clock',
      'early',
      'dated',
      'stopped',
    ];
    for (const name of [...names, 'no_user']) assert((happened.get(name) ?? 0) >= 10, `${name}: ${happened.get(name)}`);
  });
});

describe('a message that does not ask the user', () => {
  const method = fc.constantFrom(
    '"ping"',
    '"tools/call"',
    '"tools/list"',
    '"notifications/x"',
    '"sampling/createMessage"',
    '"x"',
  );
  const message = fc.oneof(
    members(fc.array(fc.tuple(keyText, valueText), { maxLength: 5 })),
    fc
      .tuple(method, valueText, valueText)
      .map(([name, id, params]) => `{"params":${params},"id":${id},"method":${name}}`),
    fc.tuple(valueText, valueText).map(([id, result]) => `{"id":${id},"x":1.0,"result":${result}}`),
    fc.tuple(valueText, valueText).map(([id, error]) => `{"error":${error},"id":${id}}`),
    valueText,
    fc.constantFrom('', '[]', 'Listening on port 3000', '{"id":1,"method":"x"', '[{"id":1,"method":"ping"}]'),
  );

  for (const window of [true, false]) {
    for (const direction of ['agent', 'server'] as const) {
      it(`passes from the ${direction} byte for byte, ${window ? 'with' : 'without'} a window`, () => {
        fc.assert(
          fc.property(message, lineEnd, (text, end) => {
            const bed = new MachineBed().start({ window });
            bed[direction](`${text}${end}`);
            assert.deepEqual([...bed.toAgent, ...bed.toServer], [`${text}${end}`]);
          }),
          { numRuns },
        );
      });
    }
  }

  it('and answers a call passes byte for byte, while a request is open, too', () => {
    fc.assert(
      fc.property(valueText, fc.constantFrom('1', '"a"', '1.0', '12345678901234567890'), lineEnd, (result, id, end) => {
        const bed = new MachineBed().start();
        bed.agent(`{"id":${id},"method":"tools/call","params":{"name":"a"}}\n`);
        bed.agent('{"id":99,"method":"tools/call","params":{"name":"b"}}\n');
        bed.ask('a', form);
        const text = `{"result":${result}, "id" : ${id}}${end}`;
        bed.server(text);
        assert.deepEqual(bed.toAgent, [text]);
      }),
      { numRuns },
    );
  });
});
