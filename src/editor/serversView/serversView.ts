import * as vscode from 'vscode';
import type { Disposable } from '#core/common/events.ts';
import { KnownServerNames } from '#core/guard/knownServerNames.ts';
import { listKinds } from '#core/model/listing.ts';
import type { Server } from '#core/servers/server.ts';
import type { Servers } from '#core/servers/servers.ts';
import { viewIds } from '#editor/common/contributions.ts';
import type { ConfiguredServers } from '#editor/settings/configuredServers.ts';
import { faultyEntries } from '#editor/settings/faultyEntries.ts';
import { DrawnServers } from './drawnServers.ts';
import {
  failureItem,
  groupItem,
  hintItem,
  invalidItem,
  offeringItem,
  offeringTooltip,
  serverItem,
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
} from './treeNodes.ts';

/** The time between two refreshes: a busy server changes many times a second. In milliseconds. */
const refreshTimeMs = 100;

/** With more servers than this, none is expanded at first, so that the list of servers stays visible. */
const maxExpandedServers = 3;

/** The tree of servers and of what they offer. */
export class ServersView implements vscode.TreeDataProvider<ServersNode>, vscode.Disposable {
  readonly #servers: Servers;
  readonly #configured: ConfiguredServers;
  readonly #changed = new vscode.EventEmitter<ServersNode[] | undefined>();
  readonly #view: vscode.TreeView<ServersNode>;
  readonly #subscriptions: Disposable[];
  // Always the same node for the same server: `reveal` finds an item by its node.
  readonly #nodes = new WeakMap<Server, ServerNode>();
  readonly #drawn = new DrawnServers();
  #timer: NodeJS.Timeout | undefined;
  #known: { readonly key: string; readonly names: KnownServerNames } | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(servers: Servers, configured: ConfiguredServers) {
    this.#servers = servers;
    this.#configured = configured;
    this.#view = vscode.window.createTreeView(viewIds.servers, { treeDataProvider: this, showCollapseAll: true });
    // The badge of an extension host that was killed stays until another value is set; `undefined` would be no change.
    this.#view.badge = { value: 0, tooltip: '' };
    this.#view.badge = undefined;
    this.#subscriptions = [
      servers.onDidChange(() => this.#refresh()),
      configured.onDidChange(() => {
        this.#drawn.reset();
        this.#refresh();
      }),
      this.#view.onDidExpandElement(({ element }) => this.#relist(element)),
      this.#view,
    ];
  }

  /** Shows how many requests wait for the user. `text`: the same in words. */
  setBadge(count: number, text: string): void {
    this.#view.badge = count > 0 ? { value: count, tooltip: text } : undefined;
  }

  /** Brings the view into sight. Running servers are expanded in it. */
  async show(): Promise<void> {
    await vscode.commands.executeCommand(`${viewIds.servers}.focus`);
  }

  getTreeItem(node: ServersNode): vscode.TreeItem {
    if (node instanceof ServerNode) {
      this.#drawn.requested(node.server);
      return serverItem(node, this.#servers.all.length <= maxExpandedServers, this.#knownNames());
    }
    if (node instanceof InvalidNode) {
      return invalidItem(node);
    }
    if (node instanceof FailureNode) {
      return failureItem(node);
    }
    if (node instanceof HintNode) {
      return hintItem(node);
    }
    return node instanceof GroupNode ? groupItem(node) : offeringItem(node);
  }

  /** Adds the long tooltip of an item when the user points at it, not to all of ten thousand items. */
  resolveTreeItem(item: vscode.TreeItem, node: ServersNode): vscode.TreeItem {
    if (node instanceof OfferingNode) {
      item.tooltip = offeringTooltip(node);
    }
    return item;
  }

  getChildren(node?: ServersNode): ServersNode[] {
    if (!node) {
      return [
        ...this.#servers.all.map((server) => this.#nodeOf(server)),
        ...faultyEntries(this.#configured.settings.problems).map((faulty) => new InvalidNode(faulty)),
      ];
    }
    if (node instanceof ServerNode) {
      this.#drawn.requested(node.server);
      return childrenOf(node);
    }
    if (node instanceof GroupNode) {
      this.#drawn.requested(node.parent.server);
      return offeringsOf(node);
    }
    return [];
  }

  getParent(node: ServersNode): ServersNode | undefined {
    return node instanceof ServerNode || node instanceof InvalidNode ? undefined : node.parent;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    this.#changed.dispose();
  }

  /** The user expands an item: lists it again if it may be out of date. */
  #relist(opened: ServersNode): void {
    if (opened instanceof GroupNode) {
      void opened.parent.server.refresh(opened.kind);
    } else if (opened instanceof ServerNode && opened.server.state.kind === 'running') {
      for (const kind of listKinds) {
        void opened.server.refresh(kind);
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
    if (this.#known?.key !== key) {
      this.#known = { key, names: new KnownServerNames(names) };
    }
    return this.#known.names;
  }

  #refresh(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const changed = this.#drawn.update(this.#servers.all);
      if (changed === 'all') {
        this.#changed.fire(undefined);
      } else if (changed.length > 0) {
        this.#changed.fire(changed.map((server) => this.#nodeOf(server)));
      }
    }, refreshTimeMs);
  }
}
