import { settingIds } from './contributions.ts';
import { ownSetting } from './ownSetting.ts';
import type { ReviewRule } from './panel/reviewRule.ts';
import { WatchedSettings } from './watchedSettings.ts';

/** Only the user's own value counts: a folder must not have answers sent that nobody has looked at again. */
export function reviewSetting(): WatchedSettings<ReviewRule> {
  return new WatchedSettings(settingIds.review, () => {
    const value = ownSetting(settingIds.review);
    return value === 'always' || value === 'never' ? value : 'multipleFields';
  });
}
