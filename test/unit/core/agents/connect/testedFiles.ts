import type { Fixture } from './agentFixture.ts';

const claudeText = `{
  "numStartups": 12345678901234567890,
  "projects": {
    "/work/app": { "allowedTools": [], "mcpServers": {} , "history": [{"display": "a \\"b\\"", "pastedContents": {}}] }
  },
  "mcpServers": {
    "airtable": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "airtable-mcp-server"],
      "env": { "AIRTABLE_API_KEY": "\${AIRTABLE_API_KEY:-none}" },
      "timeout": 600000
    },
    "sentry": { "type": "http", "url": "https://mcp.sentry.dev/mcp" },
    "bare": {"command":"server"}
  },
  "ratio": 1.0
}
`;

const codexText = `# Codex
model = "gpt-5"
approval_policy = "on-request"

[mcp_servers.docs] # the manual
command = "npx" # the runner
args = [
  "-y", # without asking
  'docs server',
]
env_vars = ["LOCAL_TOKEN", { name = "REMOTE_TOKEN", source = "remote" }]
cwd = '/work'
tool_timeout_sec = 60.5
enabled_tools = ["open"]

[mcp_servers.docs.env]
TOKEN = "s3cret"

[mcp_servers.figma]
url = "https://mcp.figma.com/mcp"
bearer_token_env_var = "FIGMA"

[mcp_servers]
inline = { command = "node", args = ["server.js"], env = { KEY = 'v' } }
dotted.command = """node"""
  dotted.args = []   # none

[mcp_servers."with space"]
command = 'C:\\tools\\server.exe'

[projects."/work/app"]
trust_level = "trusted"

[[hooks]]
at = 1979-05-27T07:32:00Z`;

const geminiText = `{
  // Gemini
  "mcp": { "excluded": ["old"], },
  "mcpServers": {
    "pythonTools": {
      "command": "python",
      "args": [
        "-m",
        "my_mcp_server", // a module
        "--port", "8080",
      ],
      "cwd": "./mcp-servers/python",
      "env": {
        "DATABASE_URL": "$DB_CONNECTION_STRING"
      },
      "timeout": 15000,
      "trust": false, /* ask */
    },
    "old": { "command": "node", "args": [] },
    "httpServer": { "httpUrl": "http://localhost:3000/mcp", "timeout": 5000 },
  },
  "theme": "GitHub",
}
`;

const openCodeText = `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "my-local-mcp-server": {
      "type": "local",
      // Or ["bun", "x", "my-mcp-command"]
      "command": ["npx", "-y",
        "my-mcp-command"],
      "enabled": true,
      "environment": {
        "MY_ENV_VAR": "{env:MY_ENV_VAR}",
      },
    },
    "off": { "type": "local", "command": ["bun"], "enabled": false, "timeout": 5000 },
    "my-remote-mcp": { "type": "remote", "url": "https://my-mcp-server.com" },
  },
}
`;

const clineText = `{
\t"mcpServers": {
\t\t"local-server": {
\t\t\t"command": "node",
\t\t\t"args": ["/path/to/server.js"],
\t\t\t"env": { "API_KEY": "\${env:API_KEY}" },
\t\t\t"disabled": false,
\t\t\t"autoApprove": []
\t\t},
\t\t"nested": {
\t\t\t"transport": { "type": "stdio", "command": "uvx" },
\t\t\t"timeout": 30
\t\t},
\t\t"remote": { "transport": { "type": "sse", "url": "https://example.com" } }
\t}
}`;

const copilotText =
  '{"mcpServers":{"playwright":{"type":"local","command":"npx","args":["@playwright/mcp@latest"],"env":{},"tools":["*"]},"context7":{"type":"http","url":"https://mcp.context7.com/mcp","headers":{"KEY":"YOUR-API-KEY"},"tools":["*"]}}}';

/** The files of the agents that were run. */
export const testedFiles: readonly Fixture[] = [
  { agent: 'claude', what: 'Claude Code', text: claudeText, names: ['airtable', 'bare'] },
  { agent: 'codex', what: 'Codex', text: codexText, names: ['docs', 'inline', 'dotted', 'with space'] },
  { agent: 'gemini', what: 'Gemini CLI', text: geminiText, names: ['pythonTools', 'old'] },
  { agent: 'opencode', what: 'opencode', text: openCodeText, names: ['my-local-mcp-server', 'off'] },
  {
    agent: 'opencode',
    what: 'opencode 2',
    text: '{"mcp":{"servers":{"every":{"type":"local","command":["npx"],"timeout":{"request":9000}}},"timeout":{}}}',
    names: ['every'],
  },
  { agent: 'cline', what: 'Cline', text: clineText, names: ['local-server', 'nested'] },
  { agent: 'copilot', what: 'Copilot CLI', text: copilotText, names: ['playwright'] },
];
