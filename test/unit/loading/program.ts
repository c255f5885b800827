// node program.ts DIST STORAGE [WHEN]: activates the extension that was built into DIST as an extension host does, with a stub
// of `vscode` (see activated.ts), waits until the host has been created, and deactivates it. If WHEN is `before`, deactivates
// before the host is needed; if it is `during`, while the host is being read. Prints the times and the read files as JSON.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { handlers } from '#test/editorStub.ts';

/** Times in milliseconds. */
export interface LoadingReport {
  /** The time to read the extension's first file and to activate. */
  readonly activateMs: number;
  /** The time from then until the host was created. */
  readonly hostMs: number;
  /** The files of `dist` that had been read when `activate` returned. */
  readonly atActivation: readonly string[];
  /** The files of `dist` that had been read when the host was created and idle. */
  readonly atRest: readonly string[];
  /** Why the host could not be used. */
  readonly failure?: string;
}

export type EndTime = 'before' | 'during';

const [dist = '', storage = '', when] = process.argv.slice(2);
const require = createRequire(join(dist, 'extension.cjs'));
const filesRead = () =>
  Object.keys(require.cache)
    .filter((file) => file.startsWith(dist))
    .map((file) => basename(file))
    .toSorted();
const memento = { get: (_: string, otherwise?: unknown) => otherwise, keys: () => [], update: async () => undefined };
const secrets = { get: async () => undefined, store: async () => undefined, delete: async () => undefined };
const context = {
  extension: { id: 'publisher.name', packageJSON: { version: '0.0.0' } },
  extensionUri: { fsPath: join(dist, '..') },
  globalState: memento,
  globalStorageUri: { fsPath: storage },
  secrets: { ...secrets, onDidChange: () => ({ dispose: () => undefined }) },
  subscriptions: [] as { dispose(): void }[],
  workspaceState: memento,
};
// An extension host has read these modules before.
for (const name of ['child_process', 'crypto', 'fs/promises', 'http', 'net', 'timers/promises', 'vm'])
  require(`node:${name}`);

const startedAt = performance.now();
const { activate, deactivate } = require('./extension.cjs');
activate(context);
const activated = performance.now();
const atActivation = filesRead();
// The command needs the host, but has no effect, because there is nothing to show.
const useHost = async () => {
  try {
    await handlers.get('mcpElicitation.showWire')?.();
    return undefined;
  } catch (error) {
    return String(error);
  }
};
let hostUse = when === 'during' ? useHost() : undefined;
if (when) await deactivateExtension();
hostUse ??= useHost();
const failure = await hostUse;
const hostCreated = performance.now();
const atRest = filesRead();
if (!when) await deactivateExtension();
// Work that was deferred until after activation must not run after deactivation.
await new Promise((resolve) => setImmediate(resolve));
assert.deepEqual(filesRead(), atRest);
const loaded: LoadingReport = {
  activateMs: activated - startedAt,
  hostMs: hostCreated - activated,
  atActivation,
  atRest,
  ...(failure !== undefined && { failure }),
};
process.stdout.write(JSON.stringify(loaded));

/** Deactivates as the editor does, which disposes of the subscriptions without waiting. */
async function deactivateExtension(): Promise<void> {
  const ended = deactivate();
  for (const subscription of context.subscriptions) subscription.dispose();
  await ended;
}
