import assert from 'node:assert/strict';
import { openPage, type WebviewPage } from './webviewPage.ts';

/**
 * Opens one panel for the tests of a `describe` and reloads it before each test. A test fails if an error remains in the panel.
 * @returns the panel, for use within tests and hooks
 */
export function usePanel(): () => WebviewPage<'panel'> {
  let panel: WebviewPage<'panel'> | undefined;
  const opened = () => {
    if (!panel) throw new Error('There is no panel before the tests run.');
    return panel;
  };
  before(async () => {
    panel = await openPage('panel');
  });
  after(() => panel?.close());
  beforeEach(() => opened().load());
  afterEach(() => assert.deepEqual(opened().errors, []));
  return opened;
}
