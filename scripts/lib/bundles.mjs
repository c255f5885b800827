// Options for bundling everything in dist/. The editor loads the small file `extension.cjs` when it activates the extension,
// and `extension.cjs` loads `host.cjs`. Large packages are loaded at their first use: docs/architecture.md, "What is loaded
// when".
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from './process.mjs';
import { webviewBundleOptions } from './webviews.mjs';

const require = createRequire(join(root, 'package.json'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * The files in `dist` that are loaded at the first use of one of their packages, with these packages. An import of such a
 * package loads nothing; the first use of an imported name loads the file, synchronously. Therefore a module must not use
 * such a name at its top level, for instance as a base class or in a constant.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const deferredPackages = {
  client: ['@modelcontextprotocol/client', 'eventsource-parser', 'cross-spawn'],
  domains: ['tldts'],
};

/** @satisfies {import('esbuild').BuildOptions} */
export const nodeBundleOptions = {
  bundle: true,
  absWorkingDir: root,
  platform: /** @type {const} */ ('node'),
  format: /** @type {const} */ ('cjs'),
  target: 'node20',
  // The CommonJS build of jsonc-parser cannot be bundled; its ES modules can.
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.cjs' },
  // CommonJS has no import.meta: packages that are ES modules get its values from variables.
  define: {
    'import.meta.url': 'importMetaUrl',
    'import.meta.filename': '__filename',
    'import.meta.dirname': '__dirname',
  },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/**
 * Everything that is shipped in `dist`.
 * @type {readonly import('esbuild').BuildOptions[]}
 */
export const productBuilds = [
  {
    ...nodeBundleOptions,
    entryPoints: {
      extension: 'src/extension.ts',
      host: 'src/host.ts',
      connecting: 'src/editor/agents/connect/connecting.ts',
      listening: 'src/editor/agents/listening.ts',
    },
    outdir: 'dist',
    external: ['vscode'],
    // Replaces `import()` by `require`, because `import()` would use Node's loader for ES modules.
    supported: { 'dynamic-import': false },
    plugins: [separateFilesPlugin(), deferPackagesPlugin(), requirePlugin()],
  },
  {
    ...nodeBundleOptions,
    entryPoints: Object.fromEntries(Object.keys(deferredPackages).map((file) => [file, `packages:${file}`])),
    outdir: 'dist',
    plugins: [deferredFilesPlugin(), smallValidatorPlugin()],
  },
  {
    ...nodeBundleOptions,
    entryPoints: {
      windowsWatchdog: 'src/core/transport/stdio/windowsWatchdog.ts',
      validator: 'src/core/validation/worker.ts',
      demo: 'src/demo/legacyMain.ts',
      demoModern: 'src/demo/modernMain.ts',
    },
    outdir: 'dist',
  },
  {
    ...nodeBundleOptions,
    entryPoints: { proxy: 'src/proxy/main.ts' },
    outdir: 'dist',
    define: { proxyVersion: JSON.stringify(version) },
    // Says which version was copied to the user's home directory. One directive for the file, in place of one for each module.
    banner: { js: `// mcp-elicitation-proxy ${version}\n"use strict";` },
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
    plugins: [requirePlugin()],
  },
  webviewBundleOptions,
];

/**
 * Bundles everything in memory, as it is shipped.
 * @returns the contents by file name, and esbuild's metafiles
 */
export async function bundleInMemory() {
  const results = await Promise.all(
    productBuilds.map((options) => build({ ...options, minify: true, write: false, metafile: true })),
  );
  return {
    files: new Map(
      results.flatMap(({ outputFiles }) => outputFiles.map(({ path, contents }) => [basename(path), contents])),
    ),
    metafiles: results.map(({ metafile }) => metafile),
  };
}

/**
 * Bundles everything into a folder, as it is shipped. Does not change `dist`.
 * @param {string} folder
 */
export async function bundleInto(folder) {
  await Promise.all(productBuilds.map((options) => build({ ...options, minify: true, outdir: folder })));
}

/**
 * Keeps what the source loads by `import()` in separate files: `host.cjs`, `connecting.cjs` and `listening.cjs`. The bundle loads them by `require`. A
 * module that two of these files import is in both, so it must not have state.
 * @returns {import('esbuild').Plugin}
 */
function separateFilesPlugin() {
  return {
    name: 'separate-files',
    setup(build) {
      build.onResolve({ filter: /[/](host|connecting|listening)\.ts$/ }, ({ kind, path }) =>
        kind === 'dynamic-import' ? { path: `./${basename(path, '.ts')}.cjs`, external: true } : undefined,
      );
    },
  };
}

/**
 * Replaces the deferred packages by getters. The first use of a getter reads the package's file.
 * @returns {import('esbuild').Plugin}
 */
function deferPackagesPlugin() {
  const fileOf = new Map(
    Object.entries(deferredPackages).flatMap(([file, names]) => names.map((name) => [name, file])),
  );
  return {
    name: 'deferring',
    setup(build) {
      build.onResolve({ filter: /^[@\w]/ }, ({ path, namespace }) =>
        fileOf.has(path) ? { path, namespace: namespace === 'named-exports' ? 'getters' : 'named-exports' } : undefined,
      );
      build.onResolve({ filter: /^\.\/\w+\.cjs$/, namespace: 'getters' }, ({ path }) => ({ path, external: true }));
      // Re-exports the getters by name: esbuild would otherwise copy all of them for each module that imports the package.
      build.onLoad({ filter: /./, namespace: 'named-exports' }, ({ path }) => ({
        contents: `export { ${exportsOf(path).join(', ')} } from '${path}';`,
        resolveDir: root,
      }));
      build.onLoad({ filter: /./, namespace: 'getters' }, ({ path }) => ({
        contents: `
          let loaded;
          const load = () => (loaded ??= require('./${fileOf.get(path)}.cjs')['${path}']);
          const define = (name) => Object.defineProperty(exports, name, { enumerable: true, get: () => load()[name] });
          Object.defineProperty(exports, '__esModule', { value: true });
          ${JSON.stringify(exportsOf(path))}.forEach(define);`,
        resolveDir: root,
      }));
    },
  };
}

/**
 * Bundles the packages of one deferred file. Each package is one export of the file.
 * @returns {import('esbuild').Plugin}
 */
function deferredFilesPlugin() {
  return {
    name: 'packages',
    setup(build) {
      build.onResolve({ filter: /^packages:/ }, ({ path }) => ({ path: path.slice(9), namespace: 'packages' }));
      build.onLoad({ filter: /./, namespace: 'packages' }, ({ path: file }) => ({
        contents: (deferredPackages[file] ?? []).map((name) => `export * as '${name}' from '${name}';`).join('\n'),
        resolveDir: root,
      }));
    },
  };
}

/**
 * Lets the SDK's client use the smaller of its two validators, because the host does not use the client's validation.
 * @returns {import('esbuild').Plugin}
 */
function smallValidatorPlugin() {
  const sdk = '@modelcontextprotocol/client';
  return {
    name: 'light-validator',
    setup(build) {
      build.onResolve({ filter: /\/_shims$/ }, ({ path }) =>
        path === `${sdk}/_shims` ? { path, namespace: 'light-validator' } : undefined,
      );
      // `CORS_IS_POSSIBLE` has the value of the SDK's own shim for Node.
      build.onLoad({ filter: /./, namespace: 'light-validator' }, () => ({
        contents: `
          export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '${sdk}/validators/cf-worker';
          export const CORS_IS_POSSIBLE = false;`,
        resolveDir: root,
      }));
    },
  };
}

/**
 * Replaces imports of `node:` modules and of `vscode` by `require`, for instance `const vscode = require('vscode')`. esbuild
 * would otherwise copy all exports of the module for each import; `vscode` has hundreds.
 * @returns {import('esbuild').Plugin}
 */
function requirePlugin() {
  return {
    name: 'plain-requires',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
        loader: 'ts',
        contents: (await readFile(path, 'utf8'))
          .replace(/^import (?:\* as )?(\w+) from '(vscode|node:[^']+)';$/gm, "const $1 = require('$2');")
          .replace(/^import \{([^}]+)\} from '(vscode|node:[^']+)';$/gm, (_, names, from) => {
            const values = names.split(',').filter((/** @type {string} */ name) => !/^\s*(type\s|$)/.test(name));
            return `const {${values.join(',').replaceAll(' as ', ': ')}} = require('${from}');`;
          }),
      }));
    },
  };
}

/**
 * @param {string} packageName
 * @returns {string[]} the names of its exports
 */
function exportsOf(packageName) {
  return Object.keys(require(packageName)).filter((exported) => exported !== '__esModule');
}
