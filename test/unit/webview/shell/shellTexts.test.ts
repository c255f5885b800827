import assert from 'node:assert/strict';
import { serverScopeText, stepText, targetTitle } from '#webview/shell/shellTexts.ts';

describe('the scope of a server', () => {
  it('is named for workspace and folder settings, and not for user settings', () => {
    assert.equal(serverScopeText({ name: 'a' }), undefined);
    assert.equal(serverScopeText({ name: 'a', scope: 'workspace' }), 'workspace server');
    assert.equal(serverScopeText({ name: 'a', scope: 'app' }), 'server of folder app');
  });
});

describe('the title of a target', () => {
  it('is its title, or its name if the title is blank', () => {
    assert.equal(targetTitle({ kind: 'tool', name: 'get-sum', title: 'Get Sum' }), 'Get Sum');
    assert.equal(targetTitle({ kind: 'tool', name: 'get-sum', title: ' \n' }), 'get-sum');
  });
});

describe('the step of a call', () => {
  it('is announced with its number, and the number of all steps if it is known', () => {
    assert.equal(stepText({ current: 1, total: 3 }), 'Step 2 of 3');
    assert.equal(stepText({ current: 1 }), 'Step 2');
  });
});
