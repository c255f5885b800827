import * as vscode from 'vscode';
import type { SecretsRule } from '#core/elicitation/elicitationParams.ts';
import { defaultRateLimits, isRateLimit, type RateLimits } from '#core/guard/rateLimiter.ts';
import type { RecordValues } from '#core/record/entries/elicitationEntry.ts';
import { type Attention, type ReviewRule, settingIds } from '#editor/common/contributions.ts';
import { WatchedSettings } from '#editor/common/watchedSettings.ts';

/**
 * The settings that are read only from the user settings: an opened workspace or folder must not change which server may ask the
 * user, which data is sent, or which data is stored.
 */

/** The value of a setting in the user settings; `undefined` if there is none. `id`: the full id. */
export function userSetting(id: string): unknown {
  return vscode.workspace.getConfiguration().inspect(id)?.globalValue;
}

export function watchAttention(): WatchedSettings<Attention> {
  return new WatchedSettings(() => {
    const value = userSetting(settingIds.attention);
    return value === 'notification' || value === 'badge' ? value : 'panel';
  });
}

/** True if notifications may contain the tool's name and the server's words. */
export function watchAttentionContent(): WatchedSettings<boolean> {
  return new WatchedSettings(() => userSetting(settingIds.attentionContent) !== false);
}

export function watchReviewRule(): WatchedSettings<ReviewRule> {
  return new WatchedSettings(() => {
    const value = userSetting(settingIds.review);
    return value === 'always' || value === 'never' ? value : 'multipleFields';
  });
}

export function watchSecretsRule(): WatchedSettings<SecretsRule> {
  return new WatchedSettings(() => (userSetting(settingIds.sensitiveFields) === 'refuse' ? 'refuse' : 'warn'));
}

/** The limits for servers whose entries set no other limits. */
export function watchRateLimits(): WatchedSettings<RateLimits> {
  const limit = (key: keyof RateLimits) => {
    const value = userSetting(settingIds[key]);
    return isRateLimit(value) ? value : defaultRateLimits[key];
  };
  return new WatchedSettings(() => ({
    requestsPerMinute: limit('requestsPerMinute'),
    maxPending: limit('maxPending'),
  }));
}

interface AgentSettings {
  /** True if agents may ask in this window. */
  readonly enabled: boolean;
  /** How long a result is kept for an agent that has stopped waiting, in milliseconds. */
  readonly keepMs: number;
}

const defaultKeepMinutes = 10;
const maxKeepMinutes = 24 * 60;

/** The settings for agents, which hold for one machine: the folder that they use is on it. */
export function watchAgents(): WatchedSettings<AgentSettings> {
  return new WatchedSettings(() => {
    const minutes = userSetting(settingIds.agentsKeepMinutes);
    const isUsable = typeof minutes === 'number' && minutes >= 0;
    return {
      enabled: userSetting(settingIds.agentsEnabled) === true,
      keepMs: 60_000 * (isUsable ? Math.min(minutes, maxKeepMinutes) : defaultKeepMinutes),
    };
  });
}

interface RecordSettings {
  readonly enabled: boolean;
  readonly values: RecordValues;
  /** True if tool calls are recorded. */
  readonly calls: boolean;
  readonly retentionDays: number;
}

const defaultRetentionDays = 90;

export function recordSettings(): RecordSettings {
  const days = userSetting(settingIds.recordRetentionDays);
  return {
    enabled: userSetting(settingIds.recordEnabled) !== false,
    values: userSetting(settingIds.recordValues) === 'full' ? 'full' : 'redacted',
    calls: userSetting(settingIds.recordCalls) !== false,
    retentionDays: typeof days === 'number' && days >= 1 ? Math.floor(days) : defaultRetentionDays,
  };
}
