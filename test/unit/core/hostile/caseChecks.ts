import assert from 'node:assert/strict';
import { isObject } from './hostileChecks.ts';
import { type HostileCase, shared } from './hostileHost.ts';

/** Checks that nothing remains of a case: no request, no card, and no exchange without a reply. */
export function checkNothingLeft(hostileCase: HostileCase): void {
  const { inbox, suspendedCalls, exchanges } = shared;
  assert.deepEqual(hostileCase.faults, []);
  assert.deepEqual(inbox.pending, []);
  assert.equal(inbox.countOf('user:hostile'), 0);
  assert.deepEqual(suspendedCalls.all, []);
  assert.equal(hostileCase.elicitations.anyOpen, false);
  assert.deepEqual(
    exchanges.all.filter(({ reply }) => !reply),
    [],
  );
}

/** Checks that an accept or a decline is a decision of the user. */
export function checkIsDecision(hostileCase: HostileCase, result: unknown): void {
  assert.ok(isObject(result));
  const { action, content } = result;
  if (action !== 'cancel') {
    const isDecision = hostileCase.decisions.some(
      ({ decision }) =>
        decision.action === action &&
        (content === undefined ||
          ('content' in decision && JSON.stringify(decision.content) === JSON.stringify(content))),
    );
    assert.ok(isDecision, `the user did not decide ${action}`);
  }
}
