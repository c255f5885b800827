import { join } from 'node:path';
import { chatFormat } from '#scripts/agents/model/chatFormat.ts';
import { type AgentAdapter, platformName, prompt } from './agent.ts';

export const opencode: AgentAdapter = {
  id: 'opencode',
  title: 'opencode',
  packageName: 'opencode-ai',
  version: '1.18.33',
  program: (modules) => [join(modules, `opencode-${platformName}/bin/opencode`)],
  format: chatFormat,
  hasHook: false,
  remarks: [
    'It cancels every call that has ended, and a call that has timed out twice: its abort signal stays connected (`callTool(..., {signal: J.abortSignal, ...})` in its program, which has no lines).',
  ],
  launch: ({ modelUrl, server: { name, command, limitMs } }) => ({
    files: {
      '.config/opencode/opencode.json': JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        model: 'scripted/scripted',
        small_model: 'scripted/scripted',
        permission: { '*': 'allow' },
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Scripted',
            options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
            models: { scripted: { name: 'Scripted', tool_call: true } },
          },
        },
        mcp: { [name]: { type: 'local', command, ...(limitMs !== undefined && { timeout: limitMs }) } },
      }),
    },
    args: ['run', '--format', 'json', prompt],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
  }),
};
