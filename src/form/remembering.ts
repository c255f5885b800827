import { maxRememberedLength } from './formLimits.ts';

/** Whether a field's value is short enough to be remembered for the next time. */
export function isRememberable(value: unknown): boolean {
  return JSON.stringify(value).length <= maxRememberedLength;
}
