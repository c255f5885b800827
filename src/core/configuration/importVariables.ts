import { parseVariables, type Variable } from './variables.ts';

/**
 * Claude's and Cursor's variables, written as ours. `${NAME}` and `${NAME:-default}` (Claude Code, "Environment variable
 * expansion in .mcp.json") become `${env:NAME}`; ours is without defaults, so `onDefault` hears of a lost one. What is
 * a variable to us as well (`${env:NAME}`, `${workspaceFolder}`) stays, and so does everything else.
 */
export function convertVariables(text: string, onDefault: (name: string) => void): string {
  return parseVariables(text)
    .map((part) => (typeof part === 'string' ? part : translated(part, onDefault)))
    .join('');
}

const shared = new Set(['workspaceFolder', 'workspaceFolderBasename', 'userHome', 'pathSeparator']);
const environmentName = /^[A-Za-z_][A-Za-z0-9_]*$/;

function translated({ text, name, argument }: Variable, onDefault: (name: string) => void): string {
  if (!environmentName.test(name)) {
    return text;
  }
  if (argument === undefined) {
    return shared.has(name) ? text : `\${env:${name}}`;
  }
  if (!argument.startsWith('-')) {
    return text;
  }
  onDefault(name);
  return `\${env:${name}}`;
}
