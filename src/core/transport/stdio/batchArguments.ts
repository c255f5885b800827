/**
 * True for an argument that Windows could run as a command. A batch file (`npx.cmd`) passes its arguments to `cmd.exe` a
 * second time, where a quotation mark in an argument ends the quotes around it, so that the rest is read as commands.
 * cross-spawn escapes for the second time only when npm has put the batch file into `node_modules\.bin`. `command` is as
 * configured; a program that is no batch file gets its arguments unchanged.
 */
export function isUnsafeForBatch(command: string, argument: string): boolean {
  return !/\.(exe|com)$/i.test(command) && argument.includes('"') && /[&|<>^%\r\n]/.test(argument);
}
