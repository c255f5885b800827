import assert from 'node:assert/strict';
import { explainStdioStart } from '#core/connection/connectionFailure.ts';
import { isUnsafeForCmd } from '#core/transport/stdio/cmdArguments.ts';

describe('an argument of a command on Windows', () => {
  for (const argument of ['"&calc.exe', 'a" | more', '"<in', '">out', '"^&x', '"%PATH%', '"\r\ncalc']) {
    it(`is refused for a .cmd or .bat file if it could begin a command: ${JSON.stringify(argument)}`, () => {
      for (const command of ['npx', 'npx.cmd', 'C:\\tools\\start.bat']) {
        assert.equal(isUnsafeForCmd(command, argument), true);
      }
    });

    it(`is passed unchanged to an executable: ${JSON.stringify(argument)}`, () => {
      assert.equal(isUnsafeForCmd('C:\\tools\\server.EXE', argument), false);
    });
  }

  for (const argument of ['-y', '{"level":"low"}', 'a&b', '100%', 'some words']) {
    it(`is passed to a .cmd or .bat file if it does not end its quotes: ${argument}`, () => {
      assert.equal(isUnsafeForCmd('npx', argument), false);
    });
  }

  it('that is refused fails the start with the reason', () => {
    const failure = explainStdioStart(
      'mine',
      { type: 'stdio', command: 'npx', args: ['"&calc'], env: {}, cwd: '.', secrets: [] },
      Object.assign(new Error('refused'), { code: 'EINVAL' }),
      { exit: undefined, stderr: [] },
    );
    assert.equal(
      failure.summary,
      '"mine" could not be started: Windows could take one of its arguments for a command.',
    );
  });
});
