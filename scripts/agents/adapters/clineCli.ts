import { join } from 'node:path';
import { chatFormat } from '#scripts/agents/model/chatFormat.ts';
import { type AgentAdapter, platformName, prompt } from './agent.ts';

const provider = 'openai-compatible';

export const clineCli: AgentAdapter = {
  id: 'cline',
  title: 'Cline CLI',
  packageName: 'cline',
  version: '3.0.65',
  program: (modules) => [join(modules, `@cline/cli-${platformName}/bin/cline`)],
  format: chatFormat,
  hasHook: false,
  remarks: [
    'A call that has timed out is not cancelled, and no call has a progress token: only an early answer keeps such a call (`MCP request to ... timed out` in its program, which has no lines; types: @cline/core/dist/extensions/mcp/timeout.d.ts:1).',
  ],
  launch: ({ modelUrl, port, server: { name, command, limitMs } }) => ({
    files: {
      '.cline/data/settings/global-settings.json': JSON.stringify({ telemetryOptOut: true, autoUpdateEnabled: false }),
      '.cline/data/settings/providers.json': JSON.stringify({
        version: 1,
        lastUsedProvider: provider,
        modes: {},
        providers: {
          [provider]: {
            settings: { provider, apiKey: 'none', model: 'scripted', baseUrl: `${modelUrl}/v1` },
            updatedAt: '2026-01-01T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      }),
      '.cline/data/settings/cline_mcp_settings.json': JSON.stringify({
        mcpServers: {
          [name]: {
            type: 'stdio',
            command: command[0],
            args: command.slice(1),
            ...(limitMs !== undefined && { timeout: limitMs / 1000 }),
          },
        },
      }),
    },
    args: ['--json', '--auto-approve', 'true', prompt],
    // Each run has a hub of its own, which is a process that stays.
    env: { CLINE_HUB_PORT: String(port) },
  }),
};
