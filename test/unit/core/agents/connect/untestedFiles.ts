import type { Fixture } from './agentFixture.ts';

const vscodeText = `{
	// The servers of this profile
	"inputs": [
		{ "type": "promptString", "id": "token", "description": "Token", "password": true },
	],
	"servers": {
		"perplexity": {
			"type": "stdio",
			"command": "npx",
			"args": ["-y", "server-perplexity-ask", "--root", "\${workspaceFolder}"],
			"env": { "PERPLEXITY_API_KEY": "\${input:token}", "DEBUG": null },
			"cwd": "\${workspaceFolder}", // the project
			"dev": { "watch": "src/**/*.ts" },
		},
		"bare": { "command": "\${userHome}/bin/server", },
		"github": { "url": "https://api.githubcopilot.com/mcp/", "headers": {} },
	},
}
`;

const cursorText = `{
  "mcpServers": {
    "server-name": {
      "command": "npx",
      "args": ["-y", "mcp-server"],
      "env": {
        "API_KEY": "value"
      }
    },
    "files": { "type": "stdio", "command": "\${userHome}/files", "envFile": ".env" },
    "remote": { "url": "http://localhost:3000/mcp", "headers": { "API_KEY": "\${env:MY_KEY}" } }
  }
}
`;

const windsurfText = `{
  "mcpServers": {
    "github": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-github"],
      "env": { "GITHUB_PERSONAL_ACCESS_TOKEN": "<YOUR_PERSONAL_ACCESS_TOKEN>" },
      "disabled": true,
      "disabledTools": ["create_issue"]
    },
    "remote-http-mcp": { "serverUrl": "https://example.com/mcp", "headers": { "Authorization": "Bearer \${env:AUTH_TOKEN}" } }
  }
}`;

const zedText = `// Zed settings
//
// For information on how to configure Zed, see the documentation: https://zed.dev/docs/configuring-zed
{
  "theme": { "mode": "system", "light": "One Light", "dark": "One Dark" },
  "context_server_timeout": 90,
  "context_servers": {
    "local-mcp-server": {
      "source": "custom",
      "enabled": true,
      "command": "some-command", // in PATH
      "args": [
        "arg-1",
        "arg-2",
      ],
      "env": {},
    },
    "slow": { "command": "slow", "args": [], "timeout": 20 },
    "postgres-context-server": { "enabled": true, "settings": { "database_url": "postgresql://me@localhost" } },
    "remote-mcp-server": { "url": "custom", "headers": { "Authorization": "Bearer <token>" } },
    /* "old": { "command": { "path": "x" } }, */
  },
}
`;

const rooText = `{
  "mcpServers": {
    "python": {
      "command": "python",
      "args": ["\${workspaceFolder}/server.py"],
      "cwd": "/work",
      "env": { "API_KEY": "\${env:API_KEY}" },
      "alwaysAllow": ["tool1"],
      "disabled": false,
      "timeout": 300
    },
    "plain": {"command":"node"},
    "remote": { "type": "streamable-http", "url": "https://your-server-url.com/mcp", "headers": {} }
  }
}
`;

const kiloText = `{
  "$schema": "https://app.kilo.ai/config.json",
  "mcp": {
    // Docs
    "gitnexus": {
      "type": "local",
      "command": ["npx", "-y", "gitnexus@latest", "mcp"],
      "environment": { "TOKEN": "{env:TOKEN}" },
      "enabled": true,
      "timeout": 10000,
    },
    "remote": { "type": "remote", "url": "https://example.com/mcp", "enabled": false },
  },
}
`;

const continueText = `name: My Config # mine
version: 1.0.0
schema: v1

models:
  - name: GPT
    provider: openai
    model: gpt-4o
    apiKey: "s3cret # no comment"
    roles: [chat, edit]
rules:
  - Always answer in prose, and
    keep it short.
  - |
    # Not a comment
    Two lines:

      indented
prompts:
- name: folded
  description: >-
    One
    line

# Servers
mcpServers:
  - name: SQLite   # the database
    command: npx
    args:
      - "-y"
      # which package
      - 'mcp-sqlite'
      -   --db=test.db
    env:
      API_KEY: s3cret
    cwd: /work
    connectionTimeout: 30000

  - name: 'it''s inline'
    command: "uvx" # the runner
    args: [ -y, "a b", 'c' ]
  - {name: braces, command: npx, args: [x]}
  - command: bare
    name: bare
  -
    name: below
    command:
      npx
    args:
      []
  - name: Remote
    type: streamable-http
    url: https://mcp.example.com
`;

const gooseText = `extensions:
  developer:
    bundled: true
    display_name: Developer
    enabled: true
    name: developer
    timeout: 300
    type: builtin
  github:
    args:
    - -y
    - '@modelcontextprotocol/server-github'
    - |-
      two
      lines
    available_tools: []
    bundled: null
    cmd: npx
    description: GitHub
    enabled: true
    env_keys:
    - GITHUB_PERSONAL_ACCESS_TOKEN
    envs: {}
    name: github
    timeout: 60
    type: stdio
  off:
    enabled: false
    type: stdio
    name: off
    cmd: uvx
    args: [] # none
    envs:
        TOKEN: s3cret
  remote:
    enabled: true
    type: streamable_http
    name: remote
    uri: https://example.com/mcp
GOOSE_PROVIDER: anthropic
GOOSE_MODEL: claude-sonnet-4-5
GOOSE_MODE: smart_approve`;

const desktopText = `{
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": [
        "-y",
        "@modelcontextprotocol/server-filesystem",
        "/Users/username/Desktop"
      ]
    }
  },
  "globalShortcut": "Ctrl+Space"
}`;

/** The files of the agents that were not run. */
export const untestedFiles: readonly Fixture[] = [
  { agent: 'vscode', what: 'VS Code', text: vscodeText, names: ['perplexity', 'bare'] },
  { agent: 'cursor', what: 'Cursor', text: cursorText, names: ['server-name', 'files'] },
  { agent: 'windsurf', what: 'Windsurf', text: windsurfText, names: ['github'] },
  { agent: 'zed', what: 'Zed', text: zedText, names: ['local-mcp-server', 'slow'] },
  { agent: 'roo', what: 'Roo Code', text: rooText, names: ['python', 'plain'] },
  { agent: 'kilo', what: 'Kilo Code', text: kiloText, names: ['gitnexus'] },
  { agent: 'kilo5', what: 'Kilo Code 5', text: rooText, names: ['python', 'plain'] },
  {
    agent: 'continue',
    what: 'Continue',
    text: continueText,
    names: ['SQLite', "it's inline", 'braces', 'bare', 'below'],
  },
  { agent: 'goose', what: 'Goose', text: gooseText, names: ['github', 'off'] },
  { agent: 'claude-desktop', what: 'Claude Desktop', text: desktopText, names: ['filesystem'] },
];
