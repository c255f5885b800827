import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { AgentFormat } from '#core/agents/connect/agentFormat.ts';
import type { TrialResult } from '#core/agents/connect/serverTrial.ts';
import type { EditorAgent } from '#editor/agents/agentMode/lendableServers.ts';
import { type FoundAgent, hasServers } from '#editor/agents/connections/foundAgents.ts';
import { plainName } from '#editor/common/plainText.ts';
import type { ChangeReview } from '#editor/window/changeReview.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import type { TextChange, TextDocuments } from '#editor/window/textDocuments.ts';
import { paragraph } from '#form/language.ts';
import { timeSpanText } from './changeTexts.ts';
import { chooseLent, chooseWay } from './connectChoices.ts';
import type { ConnectDialogs, OptionsOffer, ShownChange, WrappingOptions } from './connectDialogs.ts';
import { itemName, itemPlace } from './disconnectTexts.ts';
import { lendingDialogs } from './lendingDialogs.ts';
import { type Choice, pickChoice } from './pickChoice.ts';
import { pickServers } from './serverPick.ts';

/** The dialogs of the editor. */
export function editorDialogs(
  textDocuments: Pick<TextDocuments, 'show' | 'showChange'>,
  changeReview: Pick<ChangeReview, 'ask'>,
): ConnectDialogs {
  return {
    chooseAgent,
    chooseWay,
    chooseLent,
    chooseServers: (agent, rows) => pickServers(agent, rows),
    chooseOptions,
    confirmChange: (change) => {
      const question = vscode.l10n.t('Change {0} as shown?', change.path);
      const copy = vscode.l10n.t('A copy of the file as it is now is kept until you disconnect it.');
      const sentences = paragraph([question, ...change.remarks, copy]);
      return changeReview.ask(textChange(change), 'changeAgentFile', sentences, vscode.l10n.t('Change the File'));
    },
    offerCopy: async (change, reason, lines) => {
      const question = vscode.l10n.t('{0} is not changed. {1}', change.path, reason);
      const offer = vscode.l10n.t('The change can be copied, so that you can put it into the file yourself.');
      const sentences = paragraph([question, offer, ...change.remarks]);
      const label = vscode.l10n.t('Copy the Change');
      const isCopied = await changeReview.ask(textChange(change), 'copyAgentChange', sentences, label);
      if (isCopied) {
        await vscode.env.clipboard.writeText(lines);
      }
      return isCopied;
    },
    whileTrying,
    offerUndo: (text, isProblem, details) => offerUndo(textDocuments, text, isProblem, details),
    ...lendingDialogs(textDocuments),
    chooseConnected,
    chooseItems: async (agent, items) => {
      const choices = items.map((item) => ({
        label: itemName(item),
        description: itemPlace(item),
        picked: true,
        choice: item,
      }));
      const picked = await plainWindow.showQuickPick(choices, {
        title: vscode.l10n.t('Disconnect {0}', agent.format.label),
        placeHolder: vscode.l10n.t('Choose what to disconnect'),
        canPickMany: true,
        ...keepOpen,
      });
      return picked?.map(({ choice }) => choice);
    },
    offerForgetting: (change, reason) => {
      const question = vscode.l10n.t('{0} was not changed. {1}', change.path, reason);
      const offer = vscode.l10n.t(
        'If the connection is forgotten, the entries stay as they are, and work. Nothing that they ask comes here any more.',
      );
      const sentences = paragraph([question, ...change.remarks, offer]);
      const label = vscode.l10n.t('Forget the Connection');
      return changeReview.ask(textChange(change), 'forgetAgentConnection', sentences, label);
    },
    confirmDisabling,
    showMessage: (text) => void plainWindow.showInformationMessage(text),
    showProblem: (text) => void plainWindow.showErrorMessage(text),
  };
}

async function chooseAgent(
  agents: readonly FoundAgent[],
  editorAgent: EditorAgent | undefined,
): Promise<FoundAgent | EditorAgent | undefined> {
  const itemsOf = (shown: readonly FoundAgent[]) =>
    shown.map((agent) => ({ label: agent.format.label, ...agentTexts(agent), choice: agent }));
  const items: Choice<FoundAgent | EditorAgent>[] = [
    ...itemsOf(agents.filter(hasServers)),
    ...(editorAgent ? [{ ...editorAgentItem(editorAgent), choice: editorAgent }] : []),
    ...itemsOf(agents.filter((agent) => !hasServers(agent))),
  ];
  return pickChoice(
    items,
    vscode.l10n.t('Connect an Agent'),
    vscode.l10n.t('Whose questions should come to this panel?'),
  );
}

function editorAgentItem({ editor, label, grants }: EditorAgent) {
  const detail = vscode.l10n.t(
    '{0} uses servers of this extension: with their sign-ins, and their questions here.',
    editor,
  );
  return { label, detail, ...(grants.length > 0 && { description: vscode.l10n.t('connected') }) };
}

function agentTexts({ format, isFound, connections, configurations }: FoundAgent) {
  const servers = configurations.flatMap((configuration) => configuration.servers);
  const count = servers.length === 1 ? vscode.l10n.t('1 server') : vscode.l10n.t('{0} servers', servers.length);
  const states = [
    isFound ? vscode.l10n.t('found') : vscode.l10n.t('not found on this machine'),
    ...(isFound ? [count] : []),
    ...(connections.length > 0 ? [vscode.l10n.t('connected')] : []),
    ...(format.isTested ? [] : [vscode.l10n.t('not tested')]),
  ];
  return { description: states.join(' · ') };
}

async function chooseOptions(
  format: AgentFormat,
  { limitMs, ticked }: OptionsOffer,
): Promise<WrappingOptions | undefined> {
  const { label, limit, hasRequired, hasNoFolder } = format;
  const items: Choice<keyof WrappingOptions>[] = [
    ...(limitMs === undefined || !limit
      ? []
      : [
          {
            label: vscode.l10n.t('Wait up to {0} for your answer', timeSpanText(limit.longMs)),
            description: `${limit.key} = ${limit.longMs / limit.unitMs}`,
            detail: vscode.l10n.t(
              'Otherwise {0} gives up after {1}. That limit is kept for calls that do not wait for you.',
              label,
              timeSpanText(limitMs),
            ),
            picked: ticked.raisesLimit,
            choice: 'raisesLimit' as const,
          },
        ]),
    ...(hasRequired
      ? [
          {
            label: vscode.l10n.t('Do not begin before the server is ready'),
            description: 'required = true',
            detail: vscode.l10n.t('Otherwise {0} may begin without the tools of the server.', label),
            picked: ticked.isRequired,
            choice: 'isRequired' as const,
          },
        ]
      : []),
    {
      label: vscode.l10n.t('Ask also in folders that no window has open'),
      description: '--all-folders',
      detail: hasNoFolder
        ? vscode.l10n.t(
            '{0} has no folder, so otherwise nothing comes here. The window that you used last asks.',
            label,
          )
        : vscode.l10n.t('Then the window that you used last asks.'),
      picked: ticked.allFolders,
      choice: 'allFolders',
    },
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
      allFolders: picked.some(({ choice }) => choice === 'allFolders'),
    }
  );
}

function textChange({ title, path, before, after }: ShownChange): TextChange {
  const name = basename(path);
  return { title: `${title}: ${name}`, name, before, after };
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

async function chooseConnected(
  agents: readonly FoundAgent[],
  editorAgent: EditorAgent | undefined,
): Promise<FoundAgent | EditorAgent | undefined> {
  const items: Choice<FoundAgent | EditorAgent>[] = [
    ...(editorAgent ? [{ label: editorAgent.label, choice: editorAgent }] : []),
    ...agents.map((agent) => ({ label: agent.format.label, choice: agent })),
  ];
  return pickChoice(items, vscode.l10n.t('Disconnect an Agent'), vscode.l10n.t('Which agent should be disconnected?'));
}

async function confirmDisabling(text: string): Promise<boolean> {
  const label = vscode.l10n.t('Switch Agents Off');
  const sentence = paragraph([text, vscode.l10n.t('Nothing is connected any more.')]);
  return (await plainWindow.showInformationMessage(sentence, label)) === label;
}
