import type { SecretsRule } from '../core/servers/elicitationParams.ts';
import { settingIds } from './contributions.ts';
import { ownSetting } from './ownSetting.ts';
import { WatchedSettings } from './watchedSettings.ts';

/** Only the user's own value counts: a folder must not have forms admitted that the user has refused. */
export function secretsRule(): WatchedSettings<SecretsRule> {
  return new WatchedSettings(settingIds.sensitiveFields, () =>
    ownSetting(settingIds.sensitiveFields) === 'refuse' ? 'refuse' : 'warn',
  );
}
