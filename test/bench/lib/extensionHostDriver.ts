import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { eventually } from '#test/eventually.ts';
import { fromRoot } from '#test/root.ts';
import { packageExtension } from './packageExtension.ts';

/** Runs commands and other acts inside an extension host, over HTTP; see `extension/main.ts`. */
export class ExtensionHostDriver {
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** Runs an act and returns its result. Rejects with the act's error. */
  async act<T>(act: string, ...args: readonly unknown[]): Promise<T> {
    const body = JSON.stringify({ act, args });
    const response = await fetch(`http://127.0.0.1:${this.#port}`, { method: 'POST', body });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return JSON.parse(text).value;
  }

  /** Runs a command. @returns the time at which it began, in milliseconds since the epoch */
  command(id: string, ...args: readonly unknown[]): Promise<number> {
    return this.act('command', id, ...args);
  }

  /** Sets the servers in the user's settings. */
  configure(servers: Readonly<Record<string, unknown>>): Promise<void> {
    return this.act('setting', 'mcpElicitation', 'servers', servers);
  }

  /** Waits until the extension host listens. */
  async ready(): Promise<void> {
    await eventually('the driver in the extension host answers', () => this.act('open').then(Boolean, () => false));
  }
}

/** Packages the extension of the folder `extension`, whose driver listens at this port. */
export async function benchExtension(port: number): Promise<{ vsix: string; discard(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'driver-'));
  const source = fromRoot('test/bench/lib/extension');
  await build({
    entryPoints: [join(source, 'main.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    minify: true,
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    outfile: join(folder, 'main.cjs'),
  });
  await cp(join(source, 'manifest.json'), join(folder, 'package.json'));
  await writeFile(join(folder, 'port'), String(port));
  return { vsix: await packageExtension(folder), discard: () => rm(folder, { recursive: true, force: true }) };
}
