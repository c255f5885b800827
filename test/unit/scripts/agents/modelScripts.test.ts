import assert from 'node:assert/strict';
import type { NextTurn } from '#scripts/agents/model/turns.ts';
import { callOnce, callUntilDone } from '#scripts/agents/scenarios/scripts.ts';

const goesOn = 'The call is still running. Call this tool again with exactly the same arguments to get its result.';
const turnAfter = (nextTurn: NextTurn, ...results: string[]) => nextTurn({ tools: ['ask'], results });

describe('the scripts of the model', () => {
  it('call once', () => {
    const script = callOnce('ask', 'Rome', 3);
    assert.deepEqual(turnAfter(script), { kind: 'call', tool: 'ask', json: '{"place":"Rome","count":3}' });
    assert.deepEqual(turnAfter(script, goesOn), { kind: 'text', text: 'Done.' });
  });

  it('call again with the keys in the other order as long as the result says so, and at most four times', () => {
    const script = callUntilDone('ask', 'Rome');
    const again = (json: string) => ({ kind: 'call', tool: 'ask', json });
    const done = { kind: 'text', text: 'Done.' };
    assert.deepEqual(turnAfter(script), again('{"place":"Rome","count":2}'));
    assert.deepEqual(turnAfter(script, goesOn), again('{"count":2,"place":"Rome"}'));
    assert.deepEqual(turnAfter(script, goesOn, goesOn), again('{"place":"Rome","count":2}'));
    assert.deepEqual(turnAfter(script, goesOn, 'Lisbon'), done);
    assert.deepEqual(turnAfter(script, goesOn, goesOn, goesOn, goesOn), done);
  });
});
