import { maxTimerMs } from '#core/common/timing.ts';

/**
 * The `timeout` of every request that is sent through the SDK. The SDK's default of 60 s runs on while the user answers an
 * elicitation, and `0` and `Infinity` fire after a millisecond. So the SDK gets the longest delay that a timer takes, and
 * what limits the server's time is a PausableTimeout.
 */
export const noRequestTimeout = maxTimerMs;
