import type { ServerLog } from '#core/common/serverLog.ts';
import type { StateStore } from '#core/common/stateStore.ts';

export const silentLog: ServerLog = {
  trace: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  traceEnabled: true,
};

const throwError = () => {
  throw new Error('ENOSPC: no space left, write /home/me/secret');
};
export const brokenLog: ServerLog = {
  trace: throwError,
  info: throwError,
  warn: throwError,
  error: throwError,
  traceEnabled: true,
};
export const brokenMemory: StateStore = { get: throwError, set: throwError };
