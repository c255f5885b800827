import { basename } from 'node:path';
import { build } from 'esbuild';
import { root } from './process.mjs';

/**
 * How the scripts of the webviews are bundled, wherever they go.
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
 * Bundles them as they are shipped, in memory: nobody who builds into `dist` meanwhile is disturbed.
 * @returns {Promise<ReadonlyMap<string, string>>} their texts by the names of their files
 */
export async function bundledWebviews() {
  const { outputFiles } = await build({ ...webviewBundleOptions, minify: true, write: false });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}
