import type { OfferedPrompt, OfferedResource, OfferedTemplate, OfferedTool } from '#core/model/offerings.ts';
import type { Server } from '#core/servers/server.ts';
import type { FaultyEntry } from '#editor/settings/faultyEntries.ts';
import type { AgentsViewNode } from './agentNodes.ts';

/** The items of the servers view. A command that gets such an item as its argument was run from the view, not by a program. */
export type ServersNode =
  | ServerNode
  | InvalidNode
  | FailureNode
  | HintNode
  | GroupNode
  | OfferingNode
  | StartNode
  | AgentsViewNode;

export class ServerNode {
  readonly server: Server;
  constructor(server: Server) {
    this.server = server;
  }
}

/** An invalid entry or setting, with its problems. */
export class InvalidNode {
  readonly faulty: FaultyEntry;
  constructor(faulty: FaultyEntry) {
    this.faulty = faulty;
  }
}

type StartCommand = 'addServer' | 'tryDemo' | 'openWalkthrough';

/** A command that the view offers beside the agents while there is no server: the view's welcome text is shown only if it has no item. */
export class StartNode {
  static readonly all = (['addServer', 'tryDemo', 'openWalkthrough'] as const).map((name) => new StartNode(name));
  readonly command: StartCommand;
  private constructor(command: StartCommand) {
    this.command = command;
  }
}

/** The child of a server without offerings: a hint in place of its tools. */
export class HintNode {
  readonly parent: ServerNode;
  constructor(parent: ServerNode) {
    this.parent = parent;
  }
}

type FailurePart = 'summary' | 'remedy' | 'log';

/** A child of a server that failed: the cause, the remedy, or a link to its log. */
export class FailureNode {
  readonly parent: ServerNode;
  readonly part: FailurePart;
  constructor(parent: ServerNode, part: FailurePart) {
    this.parent = parent;
    this.part = part;
  }
}

export type GroupKind = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

export class GroupNode {
  readonly parent: ServerNode;
  readonly kind: GroupKind;
  constructor(parent: ServerNode, kind: GroupKind) {
    this.parent = parent;
    this.kind = kind;
  }

  get size(): number {
    return this.parent.server.offerings[this.kind].length;
  }
}

export type Offering =
  | { readonly kind: 'tool'; readonly offered: OfferedTool }
  | { readonly kind: 'prompt'; readonly offered: OfferedPrompt }
  | { readonly kind: 'resource'; readonly offered: OfferedResource }
  | { readonly kind: 'template'; readonly offered: OfferedTemplate };

export class OfferingNode {
  readonly parent: GroupNode;
  readonly offering: Offering;
  constructor(parent: GroupNode, offering: Offering) {
    this.parent = parent;
    this.offering = offering;
  }

  get server(): Server {
    return this.parent.parent.server;
  }
}

/** The children of a server: the groups of its offerings, or its failure and a hint. */
export function childrenOf(node: ServerNode): (GroupNode | FailureNode | HintNode)[] {
  const { definition, state } = node.server;
  if (state.kind === 'running') {
    const groups = groupsOf(node);
    return groups.length > 0 ? groups : [new HintNode(node)];
  }
  if (state.kind === 'failed' && definition.entry.enabled) {
    const parts: readonly FailurePart[] = state.failure.remedy ? ['summary', 'remedy', 'log'] : ['summary', 'log'];
    return [...parts.map((part) => new FailureNode(node, part)), new HintNode(node)];
  }
  return [new HintNode(node)];
}

/** The groups of a running server that are not empty. */
function groupsOf(parent: ServerNode): GroupNode[] {
  const kinds: readonly GroupKind[] = ['tools', 'prompts', 'resources', 'resourceTemplates'];
  return kinds.map((kind) => new GroupNode(parent, kind)).filter(({ size }) => size > 0);
}

export function offeringsOf(group: GroupNode): OfferingNode[] {
  const { tools, prompts, resources, resourceTemplates } = group.parent.server.offerings;
  switch (group.kind) {
    case 'tools':
      return tools.map((offered) => new OfferingNode(group, { kind: 'tool', offered }));
    case 'prompts':
      return prompts.map((offered) => new OfferingNode(group, { kind: 'prompt', offered }));
    case 'resources':
      return resources.map((offered) => new OfferingNode(group, { kind: 'resource', offered }));
    case 'resourceTemplates':
      return resourceTemplates.map((offered) => new OfferingNode(group, { kind: 'template', offered }));
  }
}
