import assert from 'node:assert/strict';
import type { ShownSuspendedCall } from '#bridge/messages.ts';
import {
  attemptsText,
  elapsedText,
  problemsText,
  progressText,
  rateLimitText,
  scopeText,
  stepStatesText,
  stepText,
  stopConsequenceText,
  suspendedText,
  targetTitle,
  waitingText,
} from '#webview/shell/words.ts';

const heldBy = (hold: ShownSuspendedCall) => suspendedText(hold, 'cloud').join('');

describe('words around a screen', () => {
  it('counts the questions that wait', () => {
    assert.equal(waitingText(0, true), undefined);
    assert.equal(waitingText(1, true), '1 more question waits');
    assert.equal(waitingText(3, true), '3 more questions wait');
    assert.equal(waitingText(1, false), '1 question waits');
  });

  it('tells what is left of a call from what else waits', () => {
    assert.equal(waitingText(0, true, 2), '2 more questions of this call.');
    assert.equal(waitingText(1, true, 2), '2 more questions of this call. 1 other question waits.');
    assert.equal(waitingText(3, true, 1), '1 more question of this call. 3 other questions wait.');
  });

  it('says for how long a call has been running, by the minute', () => {
    const minute = 60_000;
    assert.deepEqual([-5, minute - 1, minute, 2.9 * minute, 60 * minute, 125 * minute].map(elapsedText), [
      'Running for less than a minute',
      'Running for less than a minute',
      'Running for 1 min',
      'Running for 2 min',
      'Running for 1 h 0 min',
      'Running for 2 h 5 min',
    ]);
  });

  it('says what goes with a call, where that is more than the question that is shown', () => {
    assert.deepEqual([0, 1, 2].map(stopConsequenceText), [
      undefined,
      undefined,
      'Stops the call and its 2 waiting questions',
    ]);
  });

  it('says where one is among the steps of a call', () => {
    assert.equal(stepText({ current: 1, total: 3 }), 'Step 2 of 3');
    assert.equal(stepText({ current: 1 }), 'Step 2');
    assert.equal(
      stepStatesText(['accept', 'decline', 'accept', 'cancel', 'waiting']),
      '2 answered, 1 declined, 1 cancelled, and 1 waiting',
    );
  });

  it('says what a held call waits for, and how often it was sent again', () => {
    const address = { pieces: [], site: 'example.com', hostname: 'example.com', unicodeHostname: 'example.com' };
    const visit = { address, message: '', done: false };
    const hold = (more: Partial<ShownSuspendedCall>): ShownSuspendedCall => {
      return {
        id: 'h',
        server: { name: 'a' },
        waiting: 0,
        openedPages: [visit],
        retriesCall: true,
        attempts: 0,
        retrying: false,
        ...more,
      };
    };
    const waits = 'cloud waits until you are done with the page that you opened.';
    assert.equal(heldBy(hold({})), waits);
    assert.equal(heldBy(hold({ retriesCall: false, call: { kind: 'tool', name: 'pay' } })), waits);
    assert.equal(
      heldBy(hold({ openedPages: [visit, visit], retriesCall: false })),
      'cloud has sent you to the pages that you opened.',
    );
    assert.equal(
      heldBy(hold({ openedPages: [], attempts: 10 })),
      'cloud has asked to be called again 10 times without asking you anything.',
    );
    assert.equal(
      heldBy(hold({ openedPages: [] })),
      'cloud has asked to be called again and again without asking you anything.',
    );
    const withheld = { openedPages: [], withheld: { requests: 3, muted: false } };
    assert.equal(heldBy(hold(withheld)), 'cloud wants to ask you 3 things, but has asked too often.');
    const muted = { openedPages: [], withheld: { requests: 1, muted: true } };
    assert.equal(heldBy(hold(muted)), 'cloud wants to ask you something, but you have muted it.');
    assert.equal(attemptsText(hold({})), undefined);
    assert.equal(attemptsText(hold({ attempts: 1 })), 'Asked once; not done yet');
    assert.equal(attemptsText(hold({ attempts: 3 })), 'Asked 3 times; not done yet');
    assert.equal(attemptsText(hold({ openedPages: [], attempts: 3 })), undefined);
  });

  it('says how much a server asked, and how much of that was withheld', () => {
    const eager = { id: 's', server: { name: 'a' }, asked: 14, withheld: 4, muted: false };
    assert.equal(rateLimitText(eager, 'cloud').join(''), 'cloud asked 14 times in a minute. Withheld: 4.');
    const text = 'cloud is muted. It asked once in a minute. Withheld: 1.';
    assert.equal(rateLimitText({ ...eager, asked: 1, withheld: 1, muted: true }, 'cloud').join(''), text);
  });

  it('says progress with and without a total', () => {
    assert.equal(progressText({ progress: 3 }), '3 so far');
    assert.equal(progressText({ progress: 0.1 + 0.2, total: 1, message: 'Copying\nfiles' }), '0.3 of 1. Copying files');
  });

  it('says where a server comes from, except for the own one', () => {
    assert.equal(scopeText({ name: 'a' }), undefined);
    assert.equal(scopeText({ name: 'a', scope: 'workspace' }), 'workspace server');
    assert.equal(scopeText({ name: 'a', scope: 'app' }), 'server of folder app');
  });

  it('calls a target by its title, and by its name when the title is blank', () => {
    assert.equal(targetTitle({ kind: 'tool', name: 'get-sum', title: 'Get Sum' }), 'Get Sum');
    assert.equal(targetTitle({ kind: 'tool', name: 'get-sum', title: ' \n' }), 'get-sum');
  });

  it('counts what needs a change', () => {
    assert.equal(problemsText(1), '1 answer needs a change');
    assert.equal(problemsText(2), '2 answers need a change');
  });
});
