/** Passes what it reads to a new terminal, and writes what the terminal shows, until the command in it ends. */
const script = 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)';
const columns = 120;
const rows = 40;

/** The command line that runs a command in a terminal. Its standard input is the keyboard. It needs Python 3, because Node has no terminals. */
export function terminalCommand(command: readonly string[]): readonly string[] {
  const inSize = `stty cols ${columns} rows ${rows}; TERM=xterm-256color exec "$@"`;
  return ['python3', '-c', script, 'sh', '-c', inSize, 'sh', ...command];
}
