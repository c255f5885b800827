import { settingIds } from '#editor/common/contributions.ts';
import { WatchedSettings } from '#editor/common/watchedSettings.ts';
import { userSetting } from './ownSetting.ts';
import type { ReviewRule } from './reviewRule.ts';

/** Only the user's own value counts: a folder must not have answers sent that nobody has looked at again. */
export function watchReviewRule(): WatchedSettings<ReviewRule> {
  return new WatchedSettings(settingIds.review, () => {
    const value = userSetting(settingIds.review);
    return value === 'always' || value === 'never' ? value : 'multipleFields';
  });
}
