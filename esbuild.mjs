// Bundles the extension into dist/.
//   node esbuild.mjs          what is shipped: minified, no source maps
//   node esbuild.mjs --watch  for development: rebuilt at every change, with source maps
//   node esbuild.mjs --tests  the editor suite, into out/test/editor/, to be loaded by the extension host
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';

const { values: flags } = parseArgs({ options: { watch: { type: 'boolean' }, tests: { type: 'boolean' } } });

/** @type {esbuild.BuildOptions} */
const common = {
  bundle: true,
  absWorkingDir: import.meta.dirname,
  logLevel: 'warning',
  minify: !flags.watch && !flags.tests,
  sourcemap: flags.watch || flags.tests ? 'linked' : false,
};

/** @type {esbuild.BuildOptions} */
const node = {
  ...common,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // The CommonJS build of jsonc-parser cannot be bundled; its ES modules can.
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.cjs' },
  // CommonJS has no import.meta: packages written as ES modules get its values by other means.
  define: {
    'import.meta.url': 'importMetaUrl',
    'import.meta.filename': '__filename',
    'import.meta.dirname': '__dirname',
  },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/** @type {esbuild.BuildOptions[]} */
const product = [
  {
    ...node,
    entryPoints: {
      extension: 'src/extension.ts',
      launcher: 'src/core/servers/launcher.ts',
      demo: 'src/demo/main.ts',
      demoModern: 'src/demo/modern.ts',
    },
    outdir: 'dist',
    external: ['vscode'],
  },
  {
    ...common,
    entryPoints: { webview: 'webview/main.ts', history: 'webview/history/main.ts' },
    outdir: 'dist',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
  },
];

/** @type {esbuild.BuildOptions[]} */
const tests = [
  {
    ...node,
    entryPoints: ['test/editor/index.ts', 'test/editor/**/*.test.ts', 'test/editor/**/*.soak.ts'],
    outbase: 'test/editor',
    outdir: 'out/test/editor',
    external: ['vscode', 'mocha'],
  },
];

const builds = flags.tests ? tests : product;
await rm(new URL(flags.tests ? 'out/test/editor' : 'dist', import.meta.url), { recursive: true, force: true });
if (flags.watch) {
  const contexts = await Promise.all(builds.map((options) => esbuild.context({ ...options, logLevel: 'info' })));
  await Promise.all(contexts.map((context) => context.watch()));
} else {
  const results = await Promise.allSettled(builds.map((options) => esbuild.build(options)));
  // The problems themselves have been printed already.
  if (results.some(({ status }) => status === 'rejected')) process.exitCode = 1;
}
