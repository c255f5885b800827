import * as vscode from 'vscode';
import { matchesPattern } from './core/guard/patterns.ts';
import { Inbox } from './core/inbox/inbox.ts';
import { Judge } from './core/inbox/judge.ts';
import { systemClock } from './core/ports.ts';
import { Servers } from './core/servers/servers.ts';
import { Agreements } from './editor/agreement.ts';
import { startOnStartup } from './editor/autoStart.ts';
import { readResource } from './editor/commands/calls.ts';
import type { CommandParts } from './editor/commands/parts.ts';
import { registerCommands } from './editor/commands/register.ts';
import { ConfiguredServers } from './editor/configuredServers.ts';
import { commandIds } from './editor/contributions.ts';
import { Demo } from './editor/demo.ts';
import { SettingsDiagnostics } from './editor/diagnostics.ts';
import { Inputs } from './editor/inputs.ts';
import { Launching } from './editor/launch.ts';
import { ServerLogs } from './editor/log.ts';
import { MementoMemory } from './editor/memory.ts';
import { Notices } from './editor/notices.ts';
import { Panel } from './editor/panel/panel.ts';
import { Stage } from './editor/panel/stage.ts';
import { QuestionCount } from './editor/panel/statusBar.ts';
import { Whereabouts } from './editor/panel/whereabouts.ts';
import { InputValues } from './editor/secrets.ts';
import { ServersView } from './editor/serversView.ts';
import { ServerSettings } from './editor/settings.ts';
import { Starts } from './editor/starts.ts';

let stopAll: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const { extension, globalState, secrets, subscriptions, workspaceState } = context;
  const distFile = (name: string) => vscode.Uri.joinPath(context.extensionUri, 'dist', name).fsPath;
  const { version } = extension.packageJSON as { version: string };

  const logs = new ServerLogs();
  const settings = new ServerSettings();
  const starts = new Starts();
  const inbox = new Inbox();
  const judge = new Judge(matchesPattern);
  const servers = new Servers({
    inbox,
    judge,
    resolve: (definition, signal) => launching.resolve(definition, signal),
    logFor: (definition) => logs.logFor(definition),
    memory: new MementoMemory(globalState),
    clock: systemClock,
    launcher: { command: process.execPath, args: [distFile('launcher.cjs')], env: { ELECTRON_RUN_AS_NODE: '1' } },
    clientInfo: { name: 'mcp-elicitation-host', version },
  });
  const whereabouts = new Whereabouts();
  const stage = new Stage({
    inbox,
    judge,
    calls: () => servers.all.flatMap(({ calls }) => calls),
    definition: (id) => servers.get(id)?.definition,
    actions: {
      copy: (text) => void copy(text),
      run: (command) => void vscode.commands.executeCommand(commandIds[command]),
      readResource: (server, uri) => void readResource(parts, { server, uri }),
      cancelCall: (id) => servers.all.find(({ calls }) => calls.some((call) => call.id === id))?.cancelCall(id),
      showLog: (id) => {
        const server = servers.get(id);
        if (server) {
          logs.show(server.definition);
        }
      },
    },
    words: {
      withdrawn: (name, reason) => vscode.l10n.t('The question from {0} is gone. {1}', name, reason),
      drawFailed: (name, reason) =>
        vscode.l10n.t('The question from {0} could not be shown and was cancelled. {1}', name, reason),
    },
  });
  const panel = new Panel(context.extensionUri, stage, inbox, whereabouts);
  const inputValues = new InputValues({ secrets, global: globalState, workspace: workspaceState }, workspaceName());
  const agreements = new Agreements(workspaceState, panel, starts);
  const launching = new Launching(settings, agreements, new Inputs(inputValues));
  const demo = new Demo(globalState, distFile('demo.cjs'));
  const configured = new ConfiguredServers(settings, servers, demo);
  const view = new ServersView(servers, configured);
  const notices = new Notices(servers, logs, starts);
  const parts: CommandParts = {
    servers,
    settings,
    configured,
    starts,
    notices,
    panel,
    view,
    logs,
    inputValues,
    demo,
  };

  subscriptions.push(
    registerCommands(parts),
    new SettingsDiagnostics(configured),
    new QuestionCount(inbox, (count) => view.setBadge(count)),
    servers.onDidChange(() => panel.callsChanged(servers.all.flatMap(({ calls }) => calls))),
    configured.onDidChange(() => logs.keepOnly(servers.all.map(({ definition }) => definition.id))),
    notices,
    view,
    configured,
    panel,
    whereabouts,
    settings,
    logs,
  );
  stopAll = () => servers.stopAll();
  void startOnStartup(settings, servers, launching);
}

/** Ends every server with its processes; a question that is still open is answered with cancel where the wire allows it. */
export async function deactivate(): Promise<void> {
  await stopAll?.();
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('The result was copied.'), 3000);
}

/** Names the open workspace among all, as long as it stays where it is. */
function workspaceName(): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString() ?? '';
}
