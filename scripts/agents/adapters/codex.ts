import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { responsesFormat } from '#scripts/agents/model/responsesFormat.ts';
import { type AgentAdapter, platformName, prompt } from './agent.ts';

export const codex: AgentAdapter = {
  id: 'codex',
  title: 'Codex',
  packageName: '@openai/codex',
  version: '0.169.0',
  program(modules) {
    const vendor = join(modules, `@openai/codex-${platformName}/vendor`);
    return [join(vendor, readdirSync(vendor)[0] ?? '', 'bin/codex')];
  },
  format: responsesFormat,
  hasHook: false,
  remarks: [
    'A call that has timed out and one that the user has interrupted are cancelled with the same reason, "MCP request cancelled by caller" (the text stands in its program, which has no lines): only the time tells them apart.',
  ],
  launch: ({ modelUrl, server: { name, command, limitMs } }) => ({
    files: {
      '.codex/config.toml': [
        'model = "scripted"',
        'model_provider = "scripted"',
        'approval_policy = "never"',
        'sandbox_mode = "read-only"',
        'check_for_update_on_startup = false',
        '[model_providers.scripted]',
        'name = "Scripted"',
        `base_url = ${toml(`${modelUrl}/v1`)}`,
        'wire_api = "responses"',
        'env_key = "SCRIPTED_KEY"',
        '[analytics]',
        'enabled = false',
        '[feedback]',
        'enabled = false',
        '[features]',
        'plugins = false',
        `[mcp_servers.${name}]`,
        `command = ${toml(command[0] ?? '')}`,
        `args = [${command.slice(1).map(toml).join(', ')}]`,
        // Without it Codex begins its turn without the tools of a server that is not ready in about 1.3 s.
        'required = true',
        'startup_timeout_sec = 60',
        'default_tools_approval_mode = "approve"',
        ...(limitMs === undefined ? [] : [`tool_timeout_sec = ${limitMs / 1000}`]),
        '',
      ].join('\n'),
    },
    args: ['exec', '--json', '--skip-git-repo-check', prompt],
    env: { SCRIPTED_KEY: 'none' },
  }),
};

/** A basic string of TOML: its escapes are those of JSON. */
function toml(text: string): string {
  return JSON.stringify(text);
}
