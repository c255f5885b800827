import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '#test/eventually.ts';

/** For what the tests write; removed when they have run. */
export const scratch = mkdtempSync(join(tmpdir(), 'editor-test-'));
after(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

/** The absolute path of something in this repository. */
export function inProject(path: string): string {
  const extension = vscode.extensions.getExtension('mcp-elicitation.mcp-elicitation-host');
  assert.ok(extension, 'the editor does not know the extension');
  return join(extension.extensionPath, path);
}

/** A Node that runs TypeScript; the editor's own need not be one. */
export const nodePath = inProject('node_modules/node/bin/node');

/** Runs one of our commands as another extension would. */
export async function executeOurCommand(command: string, argument?: unknown): Promise<unknown> {
  return vscode.commands.executeCommand(`mcpElicitation.${command}`, argument);
}

/** Matches an error that a command threw: its name, and words of its message. */
export function failure(name: string, ...words: readonly string[]) {
  return (error: unknown) => {
    assert.ok(error instanceof Error);
    assert.equal(error.name, name, error.message);
    for (const word of words) {
      assert.ok(error.message.includes(word), `"${error.message}" does not say "${word}"`);
    }
    return true;
  };
}

/** Waits for a condition as `eventually` does, but at most ten seconds: less than mocha gives a test. */
export function untilInEditor<T>(what: string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  return eventually(what, condition, 10_000);
}

/** Writes the user's servers, and waits until the host has taken them over. */
export async function configure(servers: Readonly<Record<string, unknown>>): Promise<void> {
  // A server that is never started: once the host knows it by name, it has read the rest as well.
  const marker = `settings ${randomUUID()}`;
  await writeServers(
    { ...servers, [marker]: { command: nodePath, enabled: false } },
    vscode.ConfigurationTarget.Global,
  );
  await untilInEditor('the host reads the settings', () =>
    executeOurCommand('stopServer', marker).then(
      () => true,
      () => false,
    ),
  );
}

/** Writes servers into one of the settings files. */
export async function writeServers(
  servers: Readonly<Record<string, unknown>> | undefined,
  target: vscode.ConfigurationTarget,
): Promise<void> {
  await vscode.workspace.getConfiguration('mcpElicitation').update('servers', servers, target);
}

/** The entry of test/servers/handmade.ts, with more keys. */
export function handmadeEntry(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { command: nodePath, args: [inProject('test/servers/handmade.ts')], ...more };
}

/** The entry of a handmade server that keeps what it receives in a file of this name: see `received`. */
export function recording(name: string, env: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return handmadeEntry({ env: { WIRE_FILE: join(scratch, name), ...env } });
}

interface Received {
  readonly method?: string;
  readonly result?: unknown;
}

/** The messages that a `recording` server has received; `undefined` when it was never started. */
export function received(name: string): Received[] | undefined {
  const file = join(scratch, name);
  if (!existsSync(file)) {
    return undefined;
  }
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Received);
}

/** The answers that a `recording` server's questions have got. */
export function answersTo(name: string): unknown[] {
  return (received(name) ?? []).filter(({ method }) => method === undefined).map(({ result }) => result);
}

/**
 * Starts a call to a `recording` server that never ends by itself, and waits until the server has it.
 * @returns the call's error, to be awaited
 */
export async function hang(server: string): Promise<{ ended: Promise<unknown> }> {
  const ended = executeOurCommand('callTool', { server, tool: 'hang', arguments: {} }).then(
    () => assert.fail('the call came to an end'),
    (error: unknown) => error,
  );
  await untilInEditor('the server has the call', () => received(server)?.some(({ method }) => method === 'tools/call'));
  return { ended };
}

/** The text that a tool of a server returns. */
export async function toolText(server: string, tool: string, args: Readonly<Record<string, unknown>> = {}) {
  const result = (await executeOurCommand('callTool', { server, tool, arguments: args })) as {
    content: { text: string }[];
  };
  return result.content[0]?.text ?? '';
}

/** The environment that a handmade server was started with. */
export async function environmentOf(server: string): Promise<Record<string, string>> {
  return JSON.parse(await toolText(server, 'environment')) as Record<string, string>;
}

/** The process of a handmade server, which is started if need be. */
export async function pidOf(server: string): Promise<number> {
  return Number(await toolText(server, 'pid'));
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
