import assert from 'node:assert/strict';
import { UnreportedProblems } from '#editor/history/recordAlerts.ts';

const ok = { kind: 'ok' } as const;
const failing = (waiting: number) => ({ kind: 'failing', reason: 'The disk is full.', waiting, lost: 0 }) as const;

describe('the notifications about problems of the record', () => {
  const texts = (...states: readonly Parameters<UnreportedProblems['takeNew']>[0][]) => {
    const notices = new UnreportedProblems();
    return states.map((state) => notices.takeNew(state).map(({ text }) => text));
  };

  it('are none if there is no problem', () => {
    assert.deepEqual(texts({ findings: [], state: ok, failure: undefined }), [[]]);
  });

  it('report the findings of a start once', () => {
    const state = { findings: [{ file: 'a', what: 'changed' }], state: ok, failure: undefined } as const;
    assert.deepEqual(texts(state, state), [
      ['The record was changed by another program, or parts of it are missing.'],
      [],
    ]);
  });

  it('report a failed maintenance once', () => {
    const state = { findings: [], state: ok, failure: 'The keyring is locked.' };
    assert.deepEqual(texts(state, state), [['The record could not be maintained: The keyring is locked.'], []]);
  });

  it('report once that a head could not be stored, even if no entry waits', () => {
    const state = (waiting: number) => ({ findings: [], state: failing(waiting), failure: undefined });
    assert.deepEqual(texts(state(0), state(3)), [['Recording does not work at the moment. The disk is full.'], []]);
  });

  it('are warnings only for real problems', () => {
    const notices = new UnreportedProblems();
    const problems = notices.takeNew({
      findings: [{ file: 'a', what: 'torn', bytes: 5 }],
      state: ok,
      failure: 'The keyring is locked.',
    });
    assert.deepEqual(
      problems.map(({ isWarning }) => isWarning),
      [false, true],
    );
  });
});
