import { t } from '@vscode/l10n';
import type { AgentConfiguration } from '#core/agents/connect/agentConfiguration.ts';
import type { AgentFormat } from '#core/agents/connect/agentFormats.ts';
import type { TrialResult } from '#core/agents/connect/serverTrial.ts';
import type { ProxyRuntime } from '#core/agents/connect/wrappedCommand.ts';
import { plainName } from '#editor/common/plainText.ts';
import { timeSpanText } from './changeTexts.ts';
import type { WrappingOptions } from './connectDialogs.ts';

/** What the user should know before servers are connected. */
export function serverRemarks(
  { label, limit, hasRequired }: AgentFormat,
  runtime: ProxyRuntime,
  { raisesLimit, isRequired }: WrappingOptions,
): string[] {
  return [
    t('While no window is open, {0} works with these servers as it does today.', label),
    ...(raisesLimit
      ? [
          t(
            '{0} waits up to {1} for a call that asks you. For all other calls the limit that you have now is kept.',
            label,
            timeSpanText(limit.longMs),
          ),
        ]
      : []),
    ...(hasRequired && isRequired ? [t('{0} does not start without these servers.', label)] : []),
    ...windowsRemarks(runtime),
  ];
}

/** What the user should know before the hook is added. */
export function hookRemarks({ hook }: AgentConfiguration, runtime: ProxyRuntime): string[] {
  return [
    t('While no window is open, Claude Code shows its own dialog.'),
    t(
      'Your answers here are given back to Claude Code, which sends them to the server. --bare and disableAllHooks switch the hook off.',
    ),
    ...hookStateTexts(hook),
    ...windowsRemarks(runtime),
  ];
}

function hookStateTexts(hook: AgentConfiguration['hook']): string[] {
  return [
    ...(hook?.isDisabled ? [t('disableAllHooks is set in this file: the hook is not run until you remove it.')] : []),
    ...(hook && hook.otherHooks > 0
      ? [t('You have other hooks for these questions. They run too: any cancel wins, then any decline.')]
      : []),
  ];
}

function windowsRemarks({ kind }: ProxyRuntime): string[] {
  return kind === 'windows' ? [noFallbackText()] : [];
}

/** What an uninstalled extension means on Windows. */
export function noFallbackText(): string {
  return t(
    'On Windows there is no fallback: after this extension is uninstalled, connected servers do not start any more. Disconnect them first.',
  );
}

/** What was connected, and what the agent would see of the server that was tried. */
export function triedText(
  { label }: AgentFormat,
  names: readonly string[],
  tried: { readonly name: string; readonly result: TrialResult } | undefined,
): string {
  const connected = t('{0} is connected: {1}.', label, names.map(plainName).join(', '));
  const again = t('Sessions of {0} that run now use it after a restart.', label);
  if (!tried) {
    return `${connected} ${again}`;
  }
  const name = plainName(tried.name);
  const { result } = tried;
  if (result.kind === 'failed') {
    return `${connected} ${t('But {0} did not start when it was tried. {1}', name, result.reason)}`;
  }
  const seen =
    result.toolCount === 1
      ? t('{0} was tried: it offers 1 tool.', name)
      : t('{0} was tried: it offers {1} tools.', name, result.toolCount);
  return `${connected} ${seen} ${again}`;
}

export function hookOutcomeText({ hook }: AgentConfiguration): string {
  const connected = t(
    'Claude Code is connected: the questions of all its servers come to this panel, also in sessions that run now.',
  );
  return [connected, ...hookStateTexts(hook)].join(' ');
}
