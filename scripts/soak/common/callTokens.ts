let last = 0;

/** A token of a call, unique in this process. It stands in the messages of the requests of the call. */
export function newToken(): string {
  last += 1;
  return `t${last}x`;
}

/** The token in a message; empty if there is none. */
export function tokenIn(message = ''): string {
  return /\bt\d+x\b/.exec(message)?.[0] ?? '';
}
