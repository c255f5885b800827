/**
 * True for an argument that Windows could run as a command. A `.cmd` or `.bat` file passes its arguments to `cmd.exe` a second
 * time. There a quotation mark in an argument ends the quotes around the argument, and the rest is read as commands.
 * cross-spawn escapes for the second time only if this file is in `node_modules\.bin`. `command`: as configured.
 * Arguments of an `.exe` or `.com` file are safe.
 */
export function isUnsafeForCmd(command: string, argument: string): boolean {
  return !/\.(exe|com)$/i.test(command) && argument.includes('"') && /[&|<>^%\r\n]/.test(argument);
}
