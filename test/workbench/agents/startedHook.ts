import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SharedHome } from './connectedAgent.ts';

/**
 * Starts the hook as Claude Code does for a question of its server `tickets`.
 * @param asked the question in Claude Code's words
 * @param attended `1` in a terminal, `0` under `claude -p`
 * @returns what the hook writes, and its exit code
 */
export async function startHook(
  { path, folder: { bin } }: SharedHome,
  cwd: string,
  asked: Readonly<Record<string, unknown>>,
  attended: '0' | '1',
): Promise<{ readonly output: string; readonly code: number | null }> {
  const child = spawn('sh', [join(bin, 'proxy'), 'hook', '--client', 'claude'], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: path, CLAUDE_CODE_SESSION_ATTENDED: attended },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stdin.end(JSON.stringify({ cwd, mcp_server_name: 'tickets', ...asked }));
  const [code] = await once(child, 'close');
  return { output, code };
}
