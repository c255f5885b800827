import { maxTimerMs } from '#core/common/timing.ts';

/**
 * The `timeout` of every request that is sent through the SDK: the longest delay of a timer. The SDK's default of 60 s would
 * not pause while the user answers an elicitation, and `0` and `Infinity` fire after a millisecond. A PausableTimeout limits
 * the server's time.
 */
export const noRequestTimeout = maxTimerMs;
