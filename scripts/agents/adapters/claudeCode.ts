import { join } from 'node:path';
import { messagesFormat } from '#scripts/agents/model/messagesFormat.ts';
import { type AgentAdapter, type AgentLaunch, type AgentSetup, platformName, prompt } from './agent.ts';

const apiKey = 'none';

export const claudeCode: AgentAdapter = {
  id: 'claude',
  title: 'Claude Code',
  packageName: '@anthropic-ai/claude-code',
  version: '2.1.330',
  program: (modules) => [join(modules, `@anthropic-ai/claude-code-${platformName}/claude`)],
  format: messagesFormat,
  hasHook: true,
  remarks: [
    '`claude -p` begins its turn without a server that is slow to start, unless MCP_CONNECTION_NONBLOCKING is 0 (a name in its program, which has no lines).',
  ],
  launch: (setup) => launch(setup, ['-p', prompt, '--output-format', 'stream-json', '--verbose']),
  launchInTerminal: (setup) => launch(setup, []),
};

function launch(
  { modelUrl, folder, server: { name, command, limitMs } }: AgentSetup,
  args: readonly string[],
): AgentLaunch {
  return {
    files: {
      '.claude.json': JSON.stringify({
        // Without these a terminal begins with questions: about colours, the key, and the folder.
        hasCompletedOnboarding: true,
        theme: 'dark',
        customApiKeyResponses: { approved: [apiKey], rejected: [] },
        projects: { [folder]: { hasTrustDialogAccepted: true } },
        mcpServers: {
          [name]: {
            type: 'stdio',
            command: command[0],
            args: command.slice(1),
            ...(limitMs !== undefined && { timeout: limitMs }),
          },
        },
      }),
    },
    args: [...args, '--allowedTools', `mcp__${name}__*`],
    env: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: apiKey,
      ENABLE_TOOL_SEARCH: 'false',
      // Without these it begins its turn without the tools of a server that is slow to start.
      MCP_CONNECTION_NONBLOCKING: '0',
      MCP_CONNECT_TIMEOUT_MS: '60000',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  };
}
