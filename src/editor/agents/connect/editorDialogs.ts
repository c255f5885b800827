import * as vscode from 'vscode';
import type { AgentFormat } from '#core/agents/connect/agentFormats.ts';
import type { TrialResult } from '#core/agents/connect/serverTrial.ts';
import { plainName } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import type { TextDocuments } from '#editor/window/textDocuments.ts';
import { timeSpanText } from './changeTexts.ts';
import type { ConnectDialogs, ShownChange, WrappingOptions } from './connectDialogs.ts';
import { itemName } from './disconnectFlow.ts';
import type { FoundAgent } from './foundAgents.ts';
import { noFallbackText } from './outcomeTexts.ts';
import { pickServers } from './serverPick.ts';

interface Choice<T> extends vscode.QuickPickItem {
  readonly choice: T;
}

/** The dialogs of the editor. `platform`: of the machine on which the agents run. */
export function editorDialogs(textDocuments: Pick<TextDocuments, 'show'>, platform: NodeJS.Platform): ConnectDialogs {
  return {
    chooseAgent,
    chooseWay,
    chooseServers: (agent, rows) => pickServers(agent, rows),
    chooseOptions,
    confirmEnabling: () => confirmEnabling(platform),
    confirmChange: (change) =>
      besideText(textDocuments, change, () =>
        confirm(change.title, vscode.l10n.t('Change {0}?', change.path), {
          label: vscode.l10n.t('Change the File'),
          detail: vscode.l10n.t('A copy of the file as it is now is kept until you disconnect it.'),
        }),
      ),
    offerCopy: (change, reason, lines) => offerCopy(textDocuments, change, reason, lines),
    whileTrying,
    offerUndo: (text, isProblem, details) => offerUndo(textDocuments, text, isProblem, details),
    chooseConnected,
    chooseItems: async (agent, items) => {
      const choices = items.map((item) => ({
        label: itemName(item),
        description: plainName(item.place?.project ?? item.file?.path ?? ''),
        picked: true,
        choice: item,
      }));
      const picked = await plainWindow.showQuickPick(choices, {
        title: vscode.l10n.t('Disconnect {0}', agent.format.label),
        placeHolder: vscode.l10n.t('Their entries become what they were. Everything else in the file stays as it is.'),
        canPickMany: true,
        ...keepOpen,
      });
      return picked?.map(({ choice }) => choice);
    },
    offerForgetting: (change, reason) =>
      besideText(textDocuments, change, () =>
        confirm(change.title, vscode.l10n.t('{0} was not changed. {1}', change.path, reason), {
          label: vscode.l10n.t('Forget the Connection'),
          detail: vscode.l10n.t('The entries stay as they are, and work. Nothing that they ask comes here any more.'),
        }),
      ),
    confirmDisabling,
    showMessage: (text) => void plainWindow.showInformationMessage(text),
    showProblem: (text) => void plainWindow.showErrorMessage(text),
  };
}

async function chooseAgent(agents: readonly FoundAgent[]): Promise<FoundAgent | undefined> {
  const items = agents.map((agent) => ({ label: agent.format.label, ...agentTexts(agent), choice: agent }));
  return pickOne(items, vscode.l10n.t('Connect an Agent'), vscode.l10n.t('Whose questions should come to this panel?'));
}

function agentTexts({ isFound, connections, configurations }: FoundAgent) {
  const servers = configurations.flatMap((configuration) => configuration.servers);
  const count = servers.length === 1 ? vscode.l10n.t('1 server') : vscode.l10n.t('{0} servers', servers.length);
  const states = [
    isFound ? vscode.l10n.t('found') : vscode.l10n.t('not found on this machine'),
    ...(isFound ? [count] : []),
    ...(connections.length > 0 ? [vscode.l10n.t('connected')] : []),
  ];
  return { description: states.join(' · ') };
}

async function chooseWay(): Promise<'hook' | 'servers' | undefined> {
  const items: Choice<'hook' | 'servers'>[] = [
    {
      label: vscode.l10n.t('All servers, by its hook'),
      detail: vscode.l10n.t('One entry in its settings. No server is changed, and running sessions use it at once.'),
      choice: 'hook',
    },
    {
      label: vscode.l10n.t('Chosen servers, by the proxy'),
      detail: vscode.l10n.t('Shows the tool that asks, checks patterns, and keeps a call while you think.'),
      choice: 'servers',
    },
  ];
  return pickOne(items, vscode.l10n.t('Connect Claude Code'), vscode.l10n.t('How should Claude Code ask here?'));
}

async function chooseOptions(format: AgentFormat, limitMs: number | undefined): Promise<WrappingOptions | undefined> {
  const { label, limit, hasRequired } = format;
  const written = `${limit.key} = ${limit.longMs / limit.unitMs}`;
  const items: Choice<keyof WrappingOptions>[] = [
    ...(limitMs === undefined
      ? []
      : [
          {
            label: vscode.l10n.t('Wait up to {0} for your answer', timeSpanText(limit.longMs)),
            description: written,
            detail: vscode.l10n.t(
              'Now {0} gives up after {1}. That limit is kept for calls that do not wait for you.',
              label,
              timeSpanText(limitMs),
            ),
            picked: true,
            choice: 'raisesLimit' as const,
          },
        ]),
    ...(hasRequired
      ? [
          {
            label: vscode.l10n.t('Do not begin before the server is ready'),
            description: 'required = true',
            detail: vscode.l10n.t(
              'Otherwise a turn may begin without its tools. With it, {0} fails if the server does.',
              label,
            ),
            choice: 'isRequired' as const,
          },
        ]
      : []),
  ];
  const picked = await plainWindow.showQuickPick(items, {
    title: vscode.l10n.t('Connect {0}', label),
    placeHolder: vscode.l10n.t('What else should be written?'),
    canPickMany: true,
    ...keepOpen,
  });
  return (
    picked && {
      raisesLimit: picked.some(({ choice }) => choice === 'raisesLimit'),
      isRequired: picked.some(({ choice }) => choice === 'isRequired'),
    }
  );
}

async function confirmEnabling(platform: NodeJS.Platform): Promise<boolean> {
  const detail = [
    vscode.l10n.t(
      'Every window listens on a socket that only programs of your user account can open, and only those with a key that Connect creates. They can ask you, and nothing else.',
    ),
    vscode.l10n.t('A small program that agents start is copied to the folder .mcp-elicitation in your home folder.'),
    vscode.l10n.t('The setting mcpElicitation.agents.enabled switches it off.'),
    ...(platform === 'win32' ? [noFallbackText()] : []),
  ].join('\n\n');
  const label = vscode.l10n.t('Let Agents Ask');
  const question = vscode.l10n.t('Let connected agents ask in this panel?');
  return (await plainWindow.showWarningMessage(question, { modal: true, detail }, label)) === label;
}

async function offerCopy(
  textDocuments: Pick<TextDocuments, 'show'>,
  change: ShownChange,
  reason: string,
  lines: string,
): Promise<boolean> {
  return besideText(textDocuments, change, async () => {
    const isCopied = await confirm(change.title, vscode.l10n.t('{0} is not changed. {1}', change.path, reason), {
      label: vscode.l10n.t('Copy'),
      detail: vscode.l10n.t('Copies the changed lines, so that you can put them into the file yourself.'),
    });
    if (isCopied) {
      await vscode.env.clipboard.writeText(lines);
    }
    return isCopied;
  });
}

function whileTrying(server: string, result: () => Promise<TrialResult>): Promise<TrialResult | undefined> {
  const title = vscode.l10n.t('Starting {0} once, as the agent does', plainName(server));
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return Promise.resolve(
    plainWindow.withProgress(options, (_, token) =>
      // A trial that is not waited for ends by itself.
      Promise.race([result(), new Promise<undefined>((end) => token.onCancellationRequested(() => end(undefined)))]),
    ),
  );
}

async function offerUndo(
  textDocuments: Pick<TextDocuments, 'show'>,
  text: string,
  isProblem: boolean,
  details: string,
): Promise<boolean> {
  const undo = vscode.l10n.t('Undo');
  const show = vscode.l10n.t('Show Output');
  const buttons = details === '' ? [undo] : [undo, show];
  for (;;) {
    const chosen = await plainWindow.showMessage(isProblem ? 'warning' : 'information', text, buttons);
    if (chosen !== show) {
      return chosen === undo;
    }
    await textDocuments.show(show, `${details}\n`, 'text');
  }
}

async function chooseConnected(agents: readonly FoundAgent[]): Promise<FoundAgent | undefined> {
  const items = agents.map((agent) => ({ label: agent.format.label, choice: agent }));
  return pickOne(items, vscode.l10n.t('Disconnect an Agent'), vscode.l10n.t('Which agent should be disconnected?'));
}

async function confirmDisabling(text: string): Promise<boolean> {
  const label = vscode.l10n.t('Switch Agents Off');
  const sentence = [text, vscode.l10n.t('Nothing is connected any more.')].join(' ');
  return (await plainWindow.showInformationMessage(sentence, label)) === label;
}

/** Shows a text in a read-only document beside the editor while the user decides. */
async function besideText(
  textDocuments: Pick<TextDocuments, 'show'>,
  { title, text }: ShownChange,
  decide: () => Promise<boolean>,
): Promise<boolean> {
  const column = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
  const shown = await textDocuments.show(title, text, 'text', column);
  try {
    return await decide();
  } finally {
    await shown.close();
  }
}

/** Asks in a list, which unlike a dialog leaves the document readable. */
async function confirm(
  title: string,
  placeHolder: string,
  { label, detail }: { readonly label: string; readonly detail: string },
): Promise<boolean> {
  const items: Choice<boolean>[] = [
    { label, detail, choice: true },
    { label: vscode.l10n.t('Leave It as It Is'), choice: false },
  ];
  return (await pickOne(items, title, placeHolder)) === true;
}

async function pickOne<T>(items: readonly Choice<T>[], title: string, placeHolder: string): Promise<T | undefined> {
  const picked = await plainWindow.showQuickPick(items, { title, placeHolder, matchOnDescription: true, ...keepOpen });
  return picked?.choice;
}
