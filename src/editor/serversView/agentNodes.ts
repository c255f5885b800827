import type { AgentRow, AgentServerRow, AgentsOverview } from '#editor/agents/agentsOverview.ts';
import type { AskingProgram } from '#editor/agents/askers.ts';

/**
 * The items of the group of agents in the servers view. A command that gets one as its argument was run from the view. An agent and a server
 * keep their nodes while they are there, so that one of them can be drawn anew without the others.
 */
export type AgentsViewNode = AgentsGroupNode | AgentNode | AgentServerNode | ExtensionsNode | NoAgentNode;

/** What of a node is drawn. */
abstract class DrawnNode {
  /** Its item as it was last drawn. */
  drawn: string | undefined;
  /** Its children as they were last listed. */
  drawnChildren: readonly AgentsViewNode[] = [];
}

/** The group of all agents. There is one in a view. */
export class AgentsGroupNode extends DrawnNode {
  readonly overview: AgentsOverview;
  constructor(overview: AgentsOverview) {
    super();
    this.overview = overview;
  }
}

export class AgentNode extends DrawnNode {
  readonly parent: AgentsGroupNode;
  row: AgentRow;
  constructor(parent: AgentsGroupNode, row: AgentRow) {
    super();
    this.parent = parent;
    this.row = row;
  }
}

export class AgentServerNode extends DrawnNode {
  readonly parent: AgentNode;
  row: AgentServerRow;
  constructor(parent: AgentNode, row: AgentServerRow) {
    super();
    this.parent = parent;
    this.row = row;
  }
}

/** All other extensions, if one has asked. */
export class ExtensionsNode extends DrawnNode {
  readonly parent: AgentsGroupNode;
  asker: AskingProgram;
  constructor(parent: AgentsGroupNode, asker: AskingProgram) {
    super();
    this.parent = parent;
    this.asker = asker;
  }
}

/** The child of the group while nothing is connected. */
class NoAgentNode extends DrawnNode {
  readonly parent: AgentsGroupNode;
  constructor(parent: AgentsGroupNode) {
    super();
    this.parent = parent;
  }
}

export function isAgentsViewNode(node: unknown): node is AgentsViewNode {
  return node instanceof DrawnNode;
}

/** The children of a node as they are now. Those that were there before are the same objects. */
export function agentsChildrenOf(node: AgentsViewNode): readonly AgentsViewNode[] {
  if (node instanceof AgentsGroupNode) {
    node.drawnChildren = groupChildren(node);
  } else if (node instanceof AgentNode) {
    node.drawnChildren = node.row.servers.map((row) => serverNode(node, row));
  }
  return node.drawnChildren;
}

function groupChildren(group: AgentsGroupNode): AgentsViewNode[] {
  const { rows, extensions } = group.overview;
  const known = group.drawnChildren;
  const agents = rows.map((row) => {
    const node = known.find((other) => other instanceof AgentNode && other.row.client === row.client);
    return node instanceof AgentNode ? Object.assign(node, { row }) : new AgentNode(group, row);
  });
  const others = extensions.map((asker) => {
    const node = known.find((other) => other instanceof ExtensionsNode);
    return node instanceof ExtensionsNode ? Object.assign(node, { asker }) : new ExtensionsNode(group, asker);
  });
  const all = [...agents, ...others];
  return all.length > 0 ? all : [known.find((other) => other instanceof NoAgentNode) ?? new NoAgentNode(group)];
}

function serverNode(agent: AgentNode, row: AgentServerRow): AgentServerNode {
  const isSame = (other: AgentsViewNode) =>
    other instanceof AgentServerNode && other.row.server === row.server && other.row.isLent === row.isLent;
  const node = agent.drawnChildren.find(isSame);
  return node instanceof AgentServerNode ? Object.assign(node, { row }) : new AgentServerNode(agent, row);
}
