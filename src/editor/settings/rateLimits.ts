import { defaultRateLimits, isRateLimit, type RateLimits } from '#core/guard/rateLimiter.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { WatchedSettings } from '#editor/common/watchedSettings.ts';
import { userSetting } from './ownSetting.ts';

const section = 'mcpElicitation.rateLimit';

/** How much servers may ask, where their entries say nothing else. */
export function watchRateLimits(): WatchedSettings<RateLimits> {
  return new WatchedSettings(section, readRateLimits);
}

/** Only the user's own values count: a folder must not let servers ask more by being opened. */
function readRateLimits(): RateLimits {
  const own = (key: keyof RateLimits) => {
    const value = userSetting(settingIds[key]);
    return isRateLimit(value) ? value : defaultRateLimits[key];
  };
  return { requestsPerMinute: own('requestsPerMinute'), maxPending: own('maxPending') };
}
