import assert from 'node:assert/strict';
import { splitCommandLine } from '#editor/adding/commandLine.ts';

function split(line: string): readonly string[] {
  const result = splitCommandLine(line);
  assert.ok(result.ok, `not understood: ${line}`);
  return [result.command, ...result.args];
}

describe('a typed command line', () => {
  it('is split at white space', () => {
    assert.deepEqual(split('  npx  -y\tpackage '), ['npx', '-y', 'package']);
  });

  it('does not split words in single or double quotes', () => {
    assert.deepEqual(split(`run "a b" 'c "d"' --x="e f"`), ['run', 'a b', 'c "d"', '--x=e f']);
  });

  it('contains an empty argument for empty quotes', () => {
    assert.deepEqual(split('run "" x'), ['run', '', 'x']);
  });

  it('contains the backslashes of Windows paths unchanged', () => {
    assert.deepEqual(split('C:\\tools\\server.exe "C:\\My Files\\x"'), ['C:\\tools\\server.exe', 'C:\\My Files\\x']);
  });

  it('contains an escaped quote inside double quotes as a quote', () => {
    assert.deepEqual(split('run "say \\"hi\\""'), ['run', 'say "hi"']);
  });

  it('is not expanded', () => {
    assert.deepEqual(split('run $HOME *.ts | cat'), ['run', '$HOME', '*.ts', '|', 'cat']);
  });

  it('is refused with an open quote, or if it is empty', () => {
    assert.deepEqual(splitCommandLine('run "x'), { ok: false, problem: 'openQuote' });
    assert.deepEqual(splitCommandLine('  '), { ok: false, problem: 'empty' });
    assert.deepEqual(splitCommandLine('"" x'), { ok: false, problem: 'empty' });
  });
});
