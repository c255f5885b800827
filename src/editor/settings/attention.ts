import { settingIds } from '#editor/common/contributions.ts';
import { WatchedSettings } from '#editor/common/watchedSettings.ts';
import { userSetting } from './ownSetting.ts';

/**
 * How a question that the person is not at already makes itself known. `panel`: the panel comes up, without the keyboard,
 * and a notification leads to it. `notification`: only that. `badge`: neither; the badge and the status bar tell.
 */
export type Attention = 'panel' | 'notification' | 'badge';

/** Only the user's own value counts: a folder must not hide who asks. */
export function watchAttention(): WatchedSettings<Attention> {
  return new WatchedSettings(settingIds.attention, () => {
    const value = userSetting(settingIds.attention);
    return value === 'notification' || value === 'badge' ? value : 'panel';
  });
}
