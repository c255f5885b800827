import assert from 'node:assert/strict';
import { problemsText, progressText, scopeText, targetTitle, waitingText } from '../../../webview/words.ts';

describe('words around a screen', () => {
  it('counts the questions that wait', () => {
    assert.equal(waitingText(0, true), undefined);
    assert.equal(waitingText(1, true), '1 more question waits');
    assert.equal(waitingText(3, true), '3 more questions wait');
    assert.equal(waitingText(1, false), '1 question waits');
  });

  it('says progress with and without a total', () => {
    assert.equal(progressText(undefined), 'Running');
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
