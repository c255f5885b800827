import assert from 'node:assert/strict';
import { splitCommandLine } from '#editor/adding/commandLine.ts';

function split(line: string): readonly string[] {
  const result = splitCommandLine(line);
  assert.ok(result.ok, `not understood: ${line}`);
  return [result.command, ...result.args];
}

describe('a typed command line', () => {
  it('splits at white space', () => {
    assert.deepEqual(split('  npx  -y\tpackage '), ['npx', '-y', 'package']);
  });

  it('keeps quoted words together, of either kind', () => {
    assert.deepEqual(split(`run "a b" 'c "d"' --x="e f"`), ['run', 'a b', 'c "d"', '--x=e f']);
  });

  it('keeps an empty quoted word', () => {
    assert.deepEqual(split('run "" x'), ['run', '', 'x']);
  });

  it('leaves the backslashes of Windows paths alone', () => {
    assert.deepEqual(split('C:\\tools\\server.exe "C:\\My Files\\x"'), ['C:\\tools\\server.exe', 'C:\\My Files\\x']);
  });

  it('takes an escaped quote inside double quotes as a quote', () => {
    assert.deepEqual(split('run "say \\"hi\\""'), ['run', 'say "hi"']);
  });

  it('expands nothing', () => {
    assert.deepEqual(split('run $HOME *.ts | cat'), ['run', '$HOME', '*.ts', '|', 'cat']);
  });

  it('refuses an open quote and an empty line', () => {
    assert.deepEqual(splitCommandLine('run "x'), { ok: false, problem: 'openQuote' });
    assert.deepEqual(splitCommandLine('  '), { ok: false, problem: 'empty' });
    assert.deepEqual(splitCommandLine('"" x'), { ok: false, problem: 'empty' });
  });
});
