import assert from 'node:assert/strict';
import type { ShownSuspendedCall } from '#bridge/messages.ts';
import {
  attemptsText,
  elapsedText,
  progressText,
  rateLimitText,
  stopConsequenceText,
  suspendedText,
  waitingText,
} from '#webview/cards/cardTexts.ts';

describe('the messages of cards', () => {
  it('count the waiting requests', () => {
    assert.equal(waitingText(0, true), undefined);
    assert.equal(waitingText(1, true), '1 more waiting');
    assert.equal(waitingText(3, true), '3 more waiting');
    assert.equal(waitingText(1, false), '1 waiting');
  });

  it('count the waiting requests of the same call separately', () => {
    assert.equal(waitingText(0, true, 2), '2 more questions of this call.');
    assert.equal(waitingText(1, true, 2), '2 more questions of this call. 1 other waits.');
    assert.equal(waitingText(3, true, 1), '1 more question of this call. 3 others wait.');
  });

  it('contain the elapsed time of a call in whole minutes', () => {
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

  it('count the requests that are cancelled with a call, if there are at least two', () => {
    assert.deepEqual([0, 1, 2].map(stopConsequenceText), [
      undefined,
      undefined,
      'Stops the call and its 2 waiting questions',
    ]);
  });

  describe('for a suspended call', () => {
    const url = { pieces: [], site: 'example.com', hostname: 'example.com', unicodeHostname: 'example.com' };
    const opened = { url, message: '', done: false };
    const suspended = (more: Partial<ShownSuspendedCall>): ShownSuspendedCall => ({
      id: 'h',
      server: { name: 'a' },
      waiting: 0,
      openedPages: [opened],
      retriesCall: true,
      attempts: 0,
      retrying: false,
      ...more,
    });
    const textOf = (more: Partial<ShownSuspendedCall>) => suspendedText(suspended(more), 'cloud').join('');

    it('name the opened pages for which it waits', () => {
      const waits = 'cloud waits until you are done with the page that you opened.';
      assert.equal(textOf({}), waits);
      assert.equal(textOf({ retriesCall: false, call: { kind: 'tool', name: 'pay' } }), waits);
      assert.equal(
        textOf({ openedPages: [opened, opened], retriesCall: false }),
        'cloud asked you to open these pages.',
      );
    });

    it('count the results that required another call without a request', () => {
      assert.equal(
        textOf({ openedPages: [], attempts: 10 }),
        'cloud has asked to be called again 10 times without asking you anything.',
      );
      assert.equal(textOf({ openedPages: [] }), 'cloud keeps asking to be called again without asking you anything.');
    });

    it('count the requests that a limit or a mute withholds', () => {
      const limited = { openedPages: [], withheld: { requests: 3, muted: false } };
      assert.equal(textOf(limited), 'cloud has 3 questions for you, but it asked too often.');
      const muted = { openedPages: [], withheld: { requests: 1, muted: true } };
      assert.equal(textOf(muted), 'cloud has a question for you, but you muted it.');
    });

    it('count the attempts after opened pages', () => {
      assert.equal(attemptsText(suspended({})), undefined);
      assert.equal(attemptsText(suspended({ attempts: 1 })), 'Asked once; not done yet');
      assert.equal(attemptsText(suspended({ attempts: 3 })), 'Asked 3 times; not done yet');
      assert.equal(attemptsText(suspended({ openedPages: [], attempts: 3 })), undefined);
    });
  });

  it('count the requests of a rate-limited or muted server, and the withheld ones', () => {
    const limited = { id: 's', server: { name: 'a' }, asked: 14, withheld: 4, muted: false };
    assert.equal(rateLimitText(limited, 'cloud').join(''), 'cloud asked 14 times in a minute; 4 were held back.');
    const text = 'cloud is muted. It asked once in a minute; it was held back.';
    assert.equal(rateLimitText({ ...limited, asked: 1, withheld: 1, muted: true }, 'cloud').join(''), text);
    const one = 'cloud asked 14 times in a minute; 1 was held back.';
    assert.equal(rateLimitText({ ...limited, withheld: 1 }, 'cloud').join(''), one);
  });

  it('contain the progress with and without a total', () => {
    assert.equal(progressText({ progress: 3 }), '3 so far');
    assert.equal(
      progressText({ progress: 0.1 + 0.2, total: 1, message: 'Copying\nfiles' }),
      '0.3 of 1. “Copying files”',
    );
  });
});
