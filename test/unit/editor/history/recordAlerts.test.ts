import assert from 'node:assert/strict';
import { UnreportedProblems } from '#editor/history/recordAlerts.ts';

const ok = { kind: 'ok' } as const;
const failing = (waiting: number) => ({ kind: 'failing', reason: 'The disk is full.', waiting, lost: 0 }) as const;

describe('the notifications about problems of the record', () => {
  const texts = (...looks: readonly Parameters<UnreportedProblems['takeNew']>[0][]) => {
    const notices = new UnreportedProblems();
    return looks.map((look) => notices.takeNew(look).map(({ text }) => text));
  };

  it('are none if there is no problem', () => {
    assert.deepEqual(texts({ findings: [], state: ok, failure: undefined }), [[]]);
  });

  it('is what a start has found, once', () => {
    const look = { findings: [{ file: 'a', what: 'changed' }], state: ok, failure: undefined } as const;
    assert.deepEqual(texts(look, look), [
      ['The record of what servers asked was changed from outside, or parts of it are gone.'],
      [],
    ]);
  });

  it('is that it could not be looked after, once', () => {
    const look = { findings: [], state: ok, failure: 'The keyring is locked.' };
    assert.deepEqual(texts(look, look), [['The record could not be looked after: The keyring is locked.'], []]);
  });

  it('report once that a head could not be stored, even if no entry waits', () => {
    const look = (waiting: number) => ({ findings: [], state: failing(waiting), failure: undefined });
    assert.deepEqual(texts(look(0), look(3)), [['Recording does not work at the moment. The disk is full.'], []]);
  });

  it('only warns of what is wrong', () => {
    const notices = new UnreportedProblems();
    const told = notices.takeNew({
      findings: [{ file: 'a', what: 'torn', bytes: 5 }],
      state: ok,
      failure: 'The keyring is locked.',
    });
    assert.deepEqual(
      told.map(({ isWarning }) => isWarning),
      [false, true],
    );
  });
});
