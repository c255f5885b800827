import assert from 'node:assert/strict';
import { stepStatesText, stepText } from '#webview/screens/screenTexts.ts';

describe('the messages of screens', () => {
  it('contain the number of a step, and the number of all steps if it is known', () => {
    assert.equal(stepText({ current: 1, total: 3 }), 'Step 2 of 3');
    assert.equal(stepText({ current: 1 }), 'Step 2');
  });

  it('count the steps of a call by their states', () => {
    assert.equal(
      stepStatesText(['accept', 'decline', 'accept', 'cancel', 'waiting']),
      '2 answered, 1 declined, 1 cancelled, and 1 waiting',
    );
  });
});
