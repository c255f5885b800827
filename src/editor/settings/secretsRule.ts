import type { SecretsRule } from '#core/elicitation/elicitationParams.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { WatchedSettings } from '#editor/common/watchedSettings.ts';
import { userSetting } from './ownSetting.ts';

/** Only the user's own value counts: a folder must not have forms admitted that the user has refused. */
export function watchSecretsRule(): WatchedSettings<SecretsRule> {
  return new WatchedSettings(settingIds.sensitiveFields, () =>
    userSetting(settingIds.sensitiveFields) === 'refuse' ? 'refuse' : 'warn',
  );
}
