const plainArgument = /^[^\s"'\p{C}]+$/u;

/** A command for the user to read: it shows where each argument begins and ends, because the same words can be other arguments. */
export function shownCommand(command: readonly string[]): string {
  return command.map((argument) => (plainArgument.test(argument) ? argument : JSON.stringify(argument))).join(' ');
}
