import { join } from 'node:path';
import { messagesFormat } from '#scripts/agents/model/messagesFormat.ts';
import { type AgentAdapter, platformName, prompt } from './agent.ts';

export const claudeCode: AgentAdapter = {
  id: 'claude',
  title: 'Claude Code',
  packageName: '@anthropic-ai/claude-code',
  version: '2.1.330',
  program: (modules) => [join(modules, `@anthropic-ai/claude-code-${platformName}/claude`)],
  format: messagesFormat,
  progressExtends: false,
  hasHook: true,
  impossible: {},
  remarks: [
    '`claude -p` begins its turn without a server that is slow to start, unless MCP_CONNECTION_NONBLOCKING is 0 (a name in its program, which has no lines).',
  ],
  limitUnitMs: 1,
  launch: ({ modelUrl, hook, server: { name, command, limitMs } }) => ({
    files: {
      '.claude.json': JSON.stringify({
        hasCompletedOnboarding: true,
        mcpServers: {
          [name]: {
            type: 'stdio',
            command: command[0],
            args: command.slice(1),
            ...(limitMs !== undefined && { timeout: limitMs }),
          },
        },
      }),
      ...(hook && {
        '.claude/settings.json': JSON.stringify({ hooks: { Elicitation: [{ hooks: [hookEntry(hook)] }] } }),
      }),
    },
    args: ['-p', prompt, '--output-format', 'stream-json', '--verbose', '--allowedTools', `mcp__${name}__*`],
    env: {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'none',
      ENABLE_TOOL_SEARCH: 'false',
      // Without these it begins its turn without the tools of a server that is slow to start.
      MCP_CONNECTION_NONBLOCKING: '0',
      MCP_CONNECT_TIMEOUT_MS: '60000',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  }),
};

function hookEntry([command, ...args]: readonly string[]): unknown {
  return { type: 'command', command, args, timeout: 86_400, statusMessage: 'Answer in VS Code' };
}
