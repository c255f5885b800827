import { join } from 'node:path';
import { geminiFormat } from '#scripts/agents/model/geminiFormat.ts';
import { type AgentAdapter, prompt } from './agent.ts';

export const geminiCli: AgentAdapter = {
  id: 'gemini',
  title: 'Gemini CLI',
  packageName: '@google/gemini-cli',
  version: '0.61.0',
  program: (modules) => [process.execPath, join(modules, '@google/gemini-cli/bundle/gemini.js')],
  format: geminiFormat,
  hasHook: false,
  remarks: [
    'An interrupted call is not cancelled at the server: `callTool` gets no signal (bundle/chunk-5FZXKDXH.js:268250), and the interrupt only rejects a promise (line 274957).',
    'Progress does not extend its limit: its call has a time-out and no `resetTimeoutOnProgress` (bundle/chunk-5FZXKDXH.js:268244).',
  ],
  launch: ({ modelUrl, server: { name, command, limitMs } }) => ({
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        mcpServers: {
          [name]: {
            command: command[0],
            args: command.slice(1),
            trust: true,
            ...(limitMs !== undefined && { timeout: limitMs }),
          },
        },
      }),
    },
    // A named model: the choice among several is a request of its own.
    args: ['--yolo', '--skip-trust', '-m', 'gemini-2.5-pro', '-o', 'stream-json', '-p', prompt],
    // Without GEMINI_CLI_NO_RELAUNCH the program starts itself again, and the first process receives the signals.
    env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_CLI_NO_RELAUNCH: 'true' },
  }),
};
