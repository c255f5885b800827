import assert from 'node:assert/strict';
import { problemsText } from '#webview/fields/problemSummary.ts';

describe('the heading of the problem summary', () => {
  it('counts the answers that need a change', () => {
    assert.equal(problemsText(1), '1 answer needs a change');
    assert.equal(problemsText(2), '2 answers need a change');
  });
});
