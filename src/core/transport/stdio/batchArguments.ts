/**
 * True for an argument that Windows could take for a command. A batch file (`npx.cmd`) hands its arguments to `cmd.exe` a second
 * time, where a quotation mark in one of them ends the quotes that were put around it, so that what follows is read as
 * commands. cross-spawn escapes for that second time only where npm has put the batch file into `node_modules\.bin`.
 * `command` is as configured; a program, which is no batch file, gets its arguments as they are.
 */
export function isUnsafeForBatch(command: string, argument: string): boolean {
  return !/\.(exe|com)$/i.test(command) && argument.includes('"') && /[&|<>^%\r\n]/.test(argument);
}
