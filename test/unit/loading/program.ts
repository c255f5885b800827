// node program.ts DIST STORAGE [WHEN]: activates the extension that was built into DIST as an extension host does, with a stub for
// the editor (see activated.ts), waits until the host is there, and ends it; or ends it at once, before the host was wanted
// (WHEN is `before`) or while it is being read (`during`). Prints what that took and which files were read, as JSON.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { handlers } from '#test/editorStub.ts';

/** Times in milliseconds. */
export interface Loaded {
  /** To read the extension's first file and to activate. */
  readonly activateMs: number;
  /** After that, until the host was put together. */
  readonly hostMs: number;
  /** The files of `dist` that had been read when `activate` returned. */
  readonly atActivation: readonly string[];
  /** And those when the host was there, and nothing had been asked of it. */
  readonly atRest: readonly string[];
  /** Why the host could not be used. */
  readonly failure?: string;
}

export type Ending = 'before' | 'during';

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
// An extension host has long read these.
for (const name of ['child_process', 'crypto', 'fs/promises', 'http', 'net', 'timers/promises', 'vm'])
  require(`node:${name}`);

const begin = performance.now();
const { activate, deactivate } = require('./extension.cjs');
activate(context);
const activated = performance.now();
const atActivation = filesRead();
// It needs the host and asks nothing of it: there is nothing to show.
const useHost = async () => {
  try {
    await handlers.get('mcpElicitation.showWire')?.();
    return undefined;
  } catch (error) {
    return String(error);
  }
};
let using = when === 'during' ? useHost() : undefined;
if (when) await end();
using ??= useHost();
const failure = await using;
const there = performance.now();
const atRest = filesRead();
if (!when) await end();
// What was put off until after activation must not come after its end either.
await new Promise((resolve) => setImmediate(resolve));
assert.deepEqual(filesRead(), atRest);
const loaded: Loaded = {
  activateMs: activated - begin,
  hostMs: there - activated,
  atActivation,
  atRest,
  ...(failure !== undefined && { failure }),
};
process.stdout.write(JSON.stringify(loaded));

/** As the editor does: it disposes of the subscriptions without waiting. */
async function end(): Promise<void> {
  const ended = deactivate();
  for (const subscription of context.subscriptions) subscription.dispose();
  await ended;
}
