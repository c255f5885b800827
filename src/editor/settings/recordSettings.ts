import type { RecordValues } from '#core/record/entries/elicitationEntry.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { userSetting } from './ownSetting.ts';

interface RecordSettings {
  readonly enabled: boolean;
  readonly values: RecordValues;
  /** Tool calls are recorded too. */
  readonly calls: boolean;
  readonly retentionDays: number;
}

const defaultDays = 90;

/** Only the user's own values count: a folder must not have more kept, or less, by being opened. */
export function recordSettings(): RecordSettings {
  const days = userSetting(settingIds.recordRetentionDays);
  return {
    enabled: userSetting(settingIds.recordEnabled) !== false,
    values: userSetting(settingIds.recordValues) === 'full' ? 'full' : 'redacted',
    calls: userSetting(settingIds.recordCalls) !== false,
    retentionDays: typeof days === 'number' && days >= 1 ? Math.floor(days) : defaultDays,
  };
}
