/** The sentence for an agent about a lent server that no window has open. `name`: in quotation marks. */
export function notOpenText(name: string): string {
  return `No editor window has ${name} open. Open this folder in VS Code, then call again.`;
}

/** The sentence for an agent about a server that is not lent to it, or not any more. `name`: in quotation marks. */
export function notLentText(name: string, agent: string): string {
  return `${name} is not lent to ${agent}. In VS Code, run "MCP Elicitation: Connect an Agent..." and choose it.`;
}
