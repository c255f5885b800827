import assert from 'node:assert/strict';
import { findOrInstallBrowser } from '#scripts/lib/chromium.ts';

describe('the browser of the tests', () => {
  const { CHROME_PATH: path } = process.env;

  afterEach(() => {
    if (path === undefined) {
      delete process.env['CHROME_PATH'];
    } else {
      process.env['CHROME_PATH'] = path;
    }
  });

  it('is not searched for if CHROME_PATH names a file that does not exist', async () => {
    process.env['CHROME_PATH'] = '/nonexistent/chrome';
    await assert.rejects(findOrInstallBrowser(), {
      message: 'CHROME_PATH names /nonexistent/chrome, which does not exist.',
    });
  });
});
