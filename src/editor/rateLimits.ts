import * as vscode from 'vscode';
import { defaultRateLimits, isRateLimit, type RateLimits } from '../core/guard/rateLimiter.ts';
import { WatchedSettings } from './watchedSettings.ts';

const section = 'mcpElicitation.rateLimit';

/** How much servers may ask, where their entries say nothing else. */
export function rateLimitSettings(): WatchedSettings<RateLimits> {
  return new WatchedSettings(section, readRateLimits);
}

/** Only the user's own values count: a folder must not let servers ask more by being opened. */
function readRateLimits(): RateLimits {
  const settings = vscode.workspace.getConfiguration(section);
  const own = (key: keyof RateLimits) => {
    const value: unknown = settings.inspect(key)?.globalValue;
    return isRateLimit(value) ? value : defaultRateLimits[key];
  };
  return { requestsPerMinute: own('requestsPerMinute'), maxPending: own('maxPending') };
}
