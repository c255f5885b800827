import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '#test/eventually.ts';
import { extensionId } from '#test/extensionId.ts';

/** The folder for files that the tests write. It is removed after the tests. */
export const scratch = mkdtempSync(join(tmpdir(), 'editor-test-'));
after(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

/** Returns the absolute path of a file or folder of this repository. */
export function inProject(path: string): string {
  const extension = vscode.extensions.getExtension(extensionId);
  assert.ok(extension, 'the extension is not installed');
  return join(extension.extensionPath, path);
}

/** The path of a Node that can run TypeScript, unlike that of some editors. */
export const nodePath = inProject('node_modules/node/bin/node');

/** Runs a command of the extension, as another extension does. `command`: its id without `mcpElicitation.` */
export async function executeOurCommand(command: string, argument?: unknown): Promise<unknown> {
  return vscode.commands.executeCommand(`mcpElicitation.${command}`, argument);
}

/** Returns a check for `assert.rejects`: the error has this name, and its message contains each of `words`. */
export function failure(name: string, ...words: readonly string[]) {
  return (error: unknown) => {
    assert.ok(error instanceof Error);
    assert.equal(error.name, name, error.message);
    for (const word of words) {
      assert.ok(error.message.includes(word), `"${error.message}" does not contain "${word}"`);
    }
    return true;
  };
}

/** Waits for a condition as `eventually` does, at most ten seconds, which is less than mocha's timeout of a test. */
export function untilInEditor<T>(description: string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  return eventually(description, condition, 10_000);
}

/** Writes the servers of the user settings, and waits until the host has read them. */
export async function configure(servers: Readonly<Record<string, unknown>>): Promise<void> {
  // An additional server that is never started. As soon as the host accepts its name, it has read the other servers, too.
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

/** Writes the servers of one scope of the settings. */
export async function writeServers(
  servers: Readonly<Record<string, unknown>> | undefined,
  target: vscode.ConfigurationTarget,
): Promise<void> {
  await vscode.workspace.getConfiguration('mcpElicitation').update('servers', servers, target);
}

/** Returns an entry that starts `test/servers/handmade.ts`, with more keys. */
export function handmadeEntry(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { command: nodePath, args: [inProject('test/servers/handmade.ts')], ...more };
}

/** Returns an entry that starts a handmade server, which writes the messages it receives to a file of this name. */
export function recording(name: string, env: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return handmadeEntry({ env: { WIRE_FILE: join(scratch, name), ...env } });
}

interface Received {
  readonly method?: string;
  readonly result?: unknown;
}

/** Reads the messages that a `recording` server has received. `undefined` if the server was never started. */
export function received(name: string): Received[] | undefined {
  const file = join(scratch, name);
  if (!existsSync(file)) {
    return undefined;
  }
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Received);
}

/** Reads the results that a `recording` server has received for its requests. */
export function answersTo(name: string): unknown[] {
  return (received(name) ?? []).filter(({ method }) => method === undefined).map(({ result }) => result);
}

/**
 * Starts a call that a `recording` server never ends, and waits until the server has received the call.
 * @returns a promise of the call's error
 */
export async function hang(server: string): Promise<{ ended: Promise<unknown> }> {
  const ended = executeOurCommand('callTool', { server, tool: 'hang', arguments: {} }).then(
    () => assert.fail('the call came to an end'),
    (error: unknown) => error,
  );
  await untilInEditor('the server has the call', () => received(server)?.some(({ method }) => method === 'tools/call'));
  return { ended };
}

/** Calls a tool. @returns the text of its result */
export async function toolText(server: string, tool: string, args: Readonly<Record<string, unknown>> = {}) {
  const result = (await executeOurCommand('callTool', { server, tool, arguments: args })) as {
    content: { text: string }[];
  };
  return result.content[0]?.text ?? '';
}

/** Returns the environment variables of a handmade server. Starts the server if it does not run. */
export async function environmentOf(server: string): Promise<Record<string, string>> {
  return JSON.parse(await toolText(server, 'environment')) as Record<string, string>;
}

/** Returns the process id of a handmade server. Starts the server if it does not run. */
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
