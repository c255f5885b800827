// Tests of what Windows does not have: modes and owners of files, sockets with a path, signals that a process can ignore, and
// the programs of POSIX, such as `sh`. There these tests are not defined.

export const onWindows = process.platform === 'win32';

/** Defines a test, except on Windows. */
export function posixIt(title: string, test: () => unknown): void {
  if (!onWindows) it(title, () => test() as Promise<void>);
}

/** Defines a group of tests, except on Windows. */
export function posixDescribe(title: string, define: () => void): void {
  if (!onWindows) describe(title, define);
}
