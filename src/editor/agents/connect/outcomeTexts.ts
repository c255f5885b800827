import { t } from '@vscode/l10n';
import type { AgentConfiguration } from '#core/agents/connect/agentConfiguration.ts';
import type { AgentFormat } from '#core/agents/connect/agentFormat.ts';
import type { TrialResult } from '#core/agents/connect/serverTrial.ts';
import type { ProxyRuntime } from '#core/agents/connect/wrappedCommand.ts';
import { plainName } from '#editor/common/plainText.ts';
import { paragraph } from '#form/language.ts';
import { timeSpanText } from './changeTexts.ts';
import type { WrappingOptions } from './connectDialogs.ts';
import type { RemotePlan } from './remotePlan.ts';

/** What the user should know before servers are connected. */
export function serverRemarks(
  { label, isTested, limit, hasRequired }: AgentFormat,
  runtime: ProxyRuntime,
  { raisesLimit, isRequired, allFolders }: WrappingOptions,
): string[] {
  return [
    ...(isTested ? [] : [untestedText(label)]),
    t('While no window has the folder open, {0} works with these servers as it does today.', label),
    ...(raisesLimit && limit
      ? [
          t(
            '{0} waits up to {1} for a call that asks you. For all other calls the limit that you have now is kept.',
            label,
            timeSpanText(limit.longMs),
          ),
        ]
      : []),
    ...(hasRequired && isRequired ? [t('{0} does not start without these servers.', label)] : []),
    ...(allFolders
      ? [t('In a folder that no window has open, these servers ask in the window that you used last.')]
      : []),
    ...windowsRemarks(runtime),
  ];
}

/** What is known of an agent that was not run with a connected server. */
function untestedText(label: string): string {
  return t(
    'Connecting {0} was not tested with any version of it. How it reads this file is known from its sources or its documentation.',
    label,
  );
}

/** What the user should know before servers of this host are lent. */
export function lentRemarks({ label, limit }: AgentFormat, { raisesLimit, allFolders }: WrappingOptions): string[] {
  return [
    t(
      '{0} uses these servers through this editor, with their sign-ins, inputs and secrets. It sees none of these.',
      label,
    ),
    t('While no window of the editor is open, they do not work in {0}.', label),
    ...(raisesLimit && limit
      ? [t('{0} waits up to {1} for a call that asks you.', label, timeSpanText(limit.longMs))]
      : []),
    ...(allFolders ? [t('In a folder that no window has open, the window that you used last is used.')] : []),
  ];
}

/** What the user should know before servers with a URL are added to this host and lent. */
export function remoteRemarks(
  format: AgentFormat,
  options: WrappingOptions,
  { added: { entries, secrets } }: Pick<RemotePlan, 'added'>,
): string[] {
  const names = Object.keys(entries).map(plainName);
  return [
    ...(names.length > 0 ? [t('Added to the user settings of this editor, and lent: {0}.', names.join(', '))] : []),
    ...(secrets.length > 0 ? [t('The secrets of their headers go to the secret storage of this editor.')] : []),
    t('If one of them needs a sign-in, sign in here: that of {0} is not taken over.', format.label),
    ...lentRemarks(format, options),
  ];
}

/** What was lent, and what the agent would see of the server that was tried. */
export function lentText(
  { label }: AgentFormat,
  names: readonly string[],
  tried: { readonly name: string; readonly result: TrialResult } | undefined,
): string {
  const lent = t('{0} can use {1} of this editor.', label, names.join(', '));
  return tried?.result.kind === 'failed'
    ? paragraph([lent, t('But {0} did not start when it was tried. {1}', tried.name, tried.result.reason)])
    : paragraph([lent, ...seenTexts(tried), t('Sessions of {0} that run now use it after a restart.', label)]);
}

/** What the user should know before the hook is added. */
export function hookRemarks({ hook }: AgentConfiguration, runtime: ProxyRuntime): string[] {
  return [
    t('While no window has the folder open, Claude Code shows its own dialog.'),
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
      ? [
          t(
            'You have other hooks for these questions. They run too. If one of them cancels, the question is cancelled; otherwise, if one declines, it is declined.',
          ),
        ]
      : []),
  ];
}

function windowsRemarks({ kind }: ProxyRuntime): string[] {
  return kind === 'windows' ? [noFallbackText()] : [];
}

/** What else happens when agents are off. */
export function enablingRemark(): string {
  return t(
    'Connecting also switches agents on: every window listens for programs of your user account that have a key of Connect. They can ask you and use the servers that you lend them, nothing else. A small program is copied to .mcp-elicitation in your home folder. The setting mcpElicitation.agents.enabled switches agents off.',
  );
}

/** What an uninstalled extension means on Windows. */
function noFallbackText(): string {
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
    return paragraph([connected, again]);
  }
  const name = plainName(tried.name);
  const { result } = tried;
  return result.kind === 'failed'
    ? paragraph([connected, t('But {0} did not start when it was tried. {1}', name, result.reason)])
    : paragraph([connected, ...seenTexts({ name, result }), again]);
}

function seenTexts(tried: { readonly name: string; readonly result: TrialResult } | undefined): string[] {
  if (!tried || tried.result.kind === 'failed') {
    return [];
  }
  const { name, result } = tried;
  if (result.kind === 'needsUser') {
    return [
      t('{0} has to ask you first, for a sign-in, an input or an agreement. Start it once in this editor.', name),
    ];
  }
  return [
    result.toolCount === 1
      ? t('{0} was tried: it offers 1 tool.', name)
      : t('{0} was tried: it offers {1} tools.', name, result.toolCount),
  ];
}

export function hookOutcomeText({ hook }: AgentConfiguration): string {
  const connected = t(
    'Claude Code is connected: the questions of all its servers come to this panel, also in sessions that run now.',
  );
  return paragraph([connected, ...hookStateTexts(hook)]);
}
