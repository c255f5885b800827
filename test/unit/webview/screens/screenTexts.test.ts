import assert from 'node:assert/strict';
import { stepStatesText } from '#webview/screens/screenTexts.ts';

describe('the messages of screens', () => {
  it('count the steps of a call by their states', () => {
    assert.equal(
      stepStatesText(['accept', 'decline', 'accept', 'cancel', 'waiting']),
      '2 answered, 1 declined, 1 cancelled, and 1 waiting',
    );
  });
});
