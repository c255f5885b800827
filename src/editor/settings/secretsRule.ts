import type { SecretsRule } from '#core/elicitation/elicitationParams.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { WatchedSettings } from '#editor/common/watchedSettings.ts';
import { ownSetting } from './ownSetting.ts';

/** Only the user's own value counts: a folder must not have forms admitted that the user has refused. */
export function secretsRule(): WatchedSettings<SecretsRule> {
  return new WatchedSettings(settingIds.sensitiveFields, () =>
    ownSetting(settingIds.sensitiveFields) === 'refuse' ? 'refuse' : 'warn',
  );
}
