import type { ServerLog } from '#core/common/serverLog.ts';
import type { StateStore } from '#core/common/stateStore.ts';

export const silentLog: ServerLog = {
  trace: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  traceEnabled: true,
};

const fails = () => {
  throw new Error('ENOSPC: no space left, write /home/me/secret');
};
export const brokenLog: ServerLog = { trace: fails, info: fails, warn: fails, error: fails, traceEnabled: true };
export const brokenMemory: StateStore = { get: fails, set: fails };
