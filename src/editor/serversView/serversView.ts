import * as vscode from 'vscode';
import type { Disposable } from '#core/common/events.ts';
import { KnownServerNames } from '#core/guard/knownServerNames.ts';
import { listKinds } from '#core/model/listing.ts';
import type { Server } from '#core/servers/server.ts';
import type { Servers } from '#core/servers/servers.ts';
import type { AgentsOverview } from '#editor/agents/agentsOverview.ts';
import { viewIds } from '#editor/common/contributions.ts';
import type { ConfiguredServers } from '#editor/settings/configuredServers.ts';
import { faultyEntries } from '#editor/settings/faultyEntries.ts';
import { agentsViewItem, changedAgentNodes } from './agentItems.ts';
import { AgentsGroupNode, agentsChildrenOf, isAgentsViewNode } from './agentNodes.ts';
import { ShownServers } from './shownServers.ts';
import {
  failureItem,
  groupItem,
  hintItem,
  invalidItem,
  offeringItem,
  offeringTooltip,
  serverItem,
  startItem,
} from './treeItems.ts';
import {
  childrenOf,
  FailureNode,
  GroupNode,
  HintNode,
  InvalidNode,
  OfferingNode,
  offeringsOf,
  ServerNode,
  type ServersNode,
  StartNode,
} from './treeNodes.ts';

/** The time between two refreshes, in milliseconds: a busy server changes many times a second. */
const refreshTimeMs = 100;

/** If there are more servers, none is expanded at first, so that the list of servers stays visible. */
const maxExpandedServers = 3;

/** The tree of servers with their tools, prompts and resources, and of the agents that are connected. */
export class ServersView implements vscode.TreeDataProvider<ServersNode>, vscode.Disposable {
  readonly #servers: Servers;
  readonly #configured: ConfiguredServers;
  readonly #changed = new vscode.EventEmitter<ServersNode[] | undefined>();
  readonly #view: vscode.TreeView<ServersNode>;
  readonly #subscriptions: Disposable[];
  // A server keeps its node, because `reveal` finds an item by its node.
  readonly #nodes = new WeakMap<Server, ServerNode>();
  readonly #shown = new ShownServers();
  #timer: NodeJS.Timeout | undefined;
  /** One node, because only this group is refreshed when agents change. */
  readonly #agentsGroup: AgentsGroupNode;
  #hasAgentsGroup = false;
  #knownServerNames: { readonly key: string; readonly names: KnownServerNames } | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(servers: Servers, configured: ConfiguredServers, agents: AgentsOverview) {
    this.#servers = servers;
    this.#configured = configured;
    this.#agentsGroup = new AgentsGroupNode(agents);
    this.#view = vscode.window.createTreeView(viewIds.servers, { treeDataProvider: this, showCollapseAll: true });
    // The badge of an extension host that was killed stays until another value is set; `undefined` would be no change.
    this.#view.badge = { value: 0, tooltip: '' };
    this.#view.badge = undefined;
    this.#subscriptions = [
      servers.onDidChange(() => this.#refresh()),
      configured.onDidChange(() => {
        this.#shown.reset();
        this.#refresh();
      }),
      agents.onDidChange(() => this.#refreshAgents()),
      // Another window may have connected or disconnected an agent.
      this.#view.onDidChangeVisibility(({ visible }) => visible && agents.read()),
      vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#view.visible && agents.read()),
      this.#view.onDidExpandElement(({ element }) => this.#relist(element)),
      this.#view,
    ];
  }

  /** Shows in the badge how many requests wait for the user. `text`: the tooltip. */
  setBadge(count: number, text: string): void {
    this.#view.badge = count > 0 ? { value: count, tooltip: text } : undefined;
  }

  /** Brings the view into sight. */
  async show(): Promise<void> {
    await vscode.commands.executeCommand(`${viewIds.servers}.focus`);
  }

  getTreeItem(node: ServersNode): vscode.TreeItem {
    if (isAgentsViewNode(node)) {
      return agentsViewItem(node);
    }
    if (node instanceof ServerNode) {
      this.#shown.requested(node.server);
      return serverItem(node, this.#servers.all.length <= maxExpandedServers, this.#knownNames());
    }
    if (node instanceof InvalidNode) {
      return invalidItem(node);
    }
    if (node instanceof FailureNode) {
      return failureItem(node);
    }
    if (node instanceof StartNode) {
      return startItem(node);
    }
    if (node instanceof HintNode) {
      return hintItem(node);
    }
    return node instanceof GroupNode ? groupItem(node) : offeringItem(node);
  }

  /** Adds the long tooltip of an item only when the user points at it, because there may be ten thousand items. */
  resolveTreeItem(item: vscode.TreeItem, node: ServersNode): vscode.TreeItem {
    if (node instanceof OfferingNode) {
      item.tooltip = offeringTooltip(node);
    }
    return item;
  }

  getChildren(node?: ServersNode): ServersNode[] {
    if (!node) {
      const { overview } = this.#agentsGroup;
      overview.read();
      this.#hasAgentsGroup = overview.isShown;
      const servers = [
        ...this.#servers.all.map((server) => this.#nodeOf(server)),
        ...faultyEntries(this.#configured.settings.problems).map((faulty) => new InvalidNode(faulty)),
      ];
      return this.#hasAgentsGroup
        ? [...servers, this.#agentsGroup, ...(servers.length === 0 ? StartNode.all : [])]
        : servers;
    }
    if (isAgentsViewNode(node)) {
      return [...agentsChildrenOf(node)];
    }
    if (node instanceof ServerNode) {
      this.#shown.requested(node.server);
      return childrenOf(node);
    }
    if (node instanceof GroupNode) {
      this.#shown.requested(node.parent.server);
      return offeringsOf(node);
    }
    return [];
  }

  getParent(node: ServersNode): ServersNode | undefined {
    return 'parent' in node ? node.parent : undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    this.#changed.dispose();
  }

  /** Refreshes the lists of an expanded item, if they may be out of date. */
  #relist(expanded: ServersNode): void {
    if (expanded instanceof GroupNode) {
      void expanded.parent.server.refresh(expanded.kind);
    } else if (expanded instanceof ServerNode && expanded.server.state.kind === 'running') {
      for (const kind of listKinds) {
        void expanded.server.refresh(kind);
      }
    }
  }

  #nodeOf(server: Server): ServerNode {
    let node = this.#nodes.get(server);
    if (!node) {
      node = new ServerNode(server);
      this.#nodes.set(server, node);
    }
    return node;
  }

  /** The names of all servers. Computed again only when they change. */
  #knownNames(): KnownServerNames {
    const names = this.#servers.all.map(({ definition }) => definition.name);
    const key = JSON.stringify(names);
    if (this.#knownServerNames?.key !== key) {
      this.#knownServerNames = { key, names: new KnownServerNames(names) };
    }
    return this.#knownServerNames.names;
  }

  #refreshAgents(): void {
    if (this.#agentsGroup.overview.isShown !== this.#hasAgentsGroup) {
      this.#changed.fire(undefined);
    } else if (this.#hasAgentsGroup) {
      const changed = changedAgentNodes(this.#agentsGroup);
      if (changed.length > 0) {
        this.#changed.fire(changed);
      }
    }
  }

  #refresh(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const changed = this.#shown.update(this.#servers.all);
      if (changed === 'all') {
        this.#changed.fire(undefined);
      } else if (changed.length > 0) {
        this.#changed.fire(changed.map((server) => this.#nodeOf(server)));
      }
    }, refreshTimeMs);
  }
}
