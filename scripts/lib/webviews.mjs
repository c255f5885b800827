import { basename } from 'node:path';
import { build } from 'esbuild';
import { root } from './process.mjs';

/**
 * Options for bundling the scripts of the webviews, for every output folder.
 * @satisfies {import('esbuild').BuildOptions}
 */
export const webviewBundleOptions = {
  bundle: true,
  absWorkingDir: root,
  entryPoints: { webview: 'webview/main.ts', history: 'webview/history/main.ts' },
  outdir: 'dist',
  platform: /** @type {const} */ ('browser'),
  format: /** @type {const} */ ('iife'),
  target: 'es2022',
};

/**
 * Bundles the scripts of the webviews in memory, as they are shipped. Does not change `dist`.
 * @returns {Promise<ReadonlyMap<string, string>>} their texts by file name
 */
export async function bundledWebviews() {
  const { outputFiles } = await build({ ...webviewBundleOptions, minify: true, write: false });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}
