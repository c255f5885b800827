import type { RecordValues } from '#core/record/entries/elicitationEntry.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { ownSetting } from '#editor/settings/ownSetting.ts';

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
  const days = ownSetting(settingIds.recordRetentionDays);
  return {
    enabled: ownSetting(settingIds.recordEnabled) !== false,
    values: ownSetting(settingIds.recordValues) === 'full' ? 'full' : 'redacted',
    calls: ownSetting(settingIds.recordCalls) !== false,
    retentionDays: typeof days === 'number' && days >= 1 ? Math.floor(days) : defaultDays,
  };
}
