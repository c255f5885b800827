import * as vscode from 'vscode';
import { defaultRateLimits, isRateLimit, type RateLimits } from '../core/guard/rateLimiter.ts';

/** Only the user's own values count: a folder must not let servers ask more by being opened. */
export function rateLimits(): RateLimits {
  const settings = vscode.workspace.getConfiguration('mcpElicitation.rateLimit');
  const own = (key: keyof RateLimits) => {
    const value: unknown = settings.inspect(key)?.globalValue;
    return isRateLimit(value) ? value : defaultRateLimits[key];
  };
  return { requestsPerMinute: own('requestsPerMinute'), maxPending: own('maxPending') };
}
