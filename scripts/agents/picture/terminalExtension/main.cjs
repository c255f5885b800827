// Shows a program in a terminal of the editor: the editor's own terminals need a native module, which is not built.
const { spawn } = require('node:child_process');
const process = require('node:process');
const vscode = require('vscode');

/** Runs the shell script PICTURE_SCRIPT in a pseudoterminal of `script`, in the size of the editor's terminal. */
class ScriptTerminal {
  #written = new vscode.EventEmitter();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;

  onDidWrite = this.#written.event;

  /** @param {import('vscode').TerminalDimensions | undefined} dimensions */
  open(dimensions) {
    if (dimensions) this.setDimensions(dimensions);
  }

  /** @param {import('vscode').TerminalDimensions} dimensions */
  setDimensions({ rows, columns }) {
    if (this.#child) return;
    const command = `stty rows ${rows} cols ${columns}; exec sh "$PICTURE_SCRIPT"`;
    this.#child = spawn('script', ['--quiet', '--flush', '--command', command, '/dev/null']);
    this.#child.stdout?.setEncoding('utf8').on('data', (text) => this.#written.fire(text));
  }

  /** @param {string} text */
  handleInput(text) {
    this.#child?.stdin?.write(text);
  }

  close() {
    this.#child?.kill();
  }
}

/** @param {import('vscode').ExtensionContext} context */
exports.activate = ({ subscriptions }) => {
  const open = () => {
    const name = process.env['PICTURE_TITLE'] ?? '';
    vscode.window.createTerminal({ name, pty: new ScriptTerminal(), location: vscode.TerminalLocation.Editor }).show();
  };
  subscriptions.push(vscode.commands.registerCommand('pictureTerminal.open', open));
};
