// Options for bundling everything in dist/. A small file of the extension is read when the editor starts, then the host;
// large packages are read when they are first used: docs/architecture.md, "What is loaded when".
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from './process.mjs';
import { webviewBundleOptions } from './webviews.mjs';

const require = createRequire(join(root, 'package.json'));

/**
 * The files with the packages that are read at their first use. Importing such a package reads nothing; the first use of
 * an import reads its file, synchronously. Therefore modules must not use these imports while they are loaded, for instance
 * as a base class or in a constant.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const deferred = {
  client: ['@modelcontextprotocol/client', 'eventsource-parser'],
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
    entryPoints: { extension: 'src/extension.ts', host: 'src/host.ts' },
    outdir: 'dist',
    external: ['vscode'],
    // Replaces `import()` by `require`, because `import()` would use Node's loader for ES modules.
    supported: { 'dynamic-import': false },
    plugins: [hostApart(), deferring(), plainRequires()],
  },
  {
    ...nodeBundleOptions,
    entryPoints: Object.fromEntries(Object.keys(deferred).map((file) => [file, `packages:${file}`])),
    outdir: 'dist',
    plugins: [packages(), lightValidator()],
  },
  {
    ...nodeBundleOptions,
    entryPoints: {
      launcher: 'src/core/transport/stdio/launcher.ts',
      validator: 'src/core/validation/worker.ts',
      demo: 'src/demo/legacyMain.ts',
      demoModern: 'src/demo/modernMain.ts',
    },
    outdir: 'dist',
  },
  webviewBundleOptions,
];

/**
 * Bundles everything in memory, as it is shipped.
 * @returns the contents by file name, and esbuild's metafiles
 */
export async function bundled() {
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
export async function buildInto(folder) {
  await Promise.all(productBuilds.map((options) => build({ ...options, minify: true, outdir: folder })));
}

/**
 * Keeps the host in a separate file, which is loaded by `import()`. A module that both files import is in both, so it
 * must not have state.
 * @returns {import('esbuild').Plugin}
 */
function hostApart() {
  return {
    name: 'host-apart',
    setup(build) {
      build.onResolve({ filter: /^\.\/host\.ts$/ }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: './host.cjs', external: true } : undefined,
      );
    },
  };
}

/**
 * Replaces the deferred packages by getters. The first use of a getter reads the package's file.
 * @returns {import('esbuild').Plugin}
 */
function deferring() {
  const fileOf = new Map(Object.entries(deferred).flatMap(([file, names]) => names.map((name) => [name, file])));
  return {
    name: 'deferring',
    setup(build) {
      build.onResolve({ filter: /^[@\w]/ }, ({ path, namespace }) =>
        fileOf.has(path) ? { path, namespace: namespace === 'deferred' ? 'getters' : 'deferred' } : undefined,
      );
      build.onResolve({ filter: /^\.\/\w+\.cjs$/, namespace: 'getters' }, ({ path }) => ({ path, external: true }));
      // A module that re-exports the getters by name, so that the modules that import the package do not each copy all getters.
      build.onLoad({ filter: /./, namespace: 'deferred' }, ({ path }) => ({
        contents: `export { ${namesIn(path).join(', ')} } from '${path}';`,
        resolveDir: root,
      }));
      build.onLoad({ filter: /./, namespace: 'getters' }, ({ path }) => ({
        contents: `
          let loaded;
          const load = () => (loaded ??= require('./${fileOf.get(path)}.cjs')['${path}']);
          const define = (name) => Object.defineProperty(exports, name, { enumerable: true, get: () => load()[name] });
          Object.defineProperty(exports, '__esModule', { value: true });
          ${JSON.stringify(namesIn(path))}.forEach(define);`,
        resolveDir: root,
      }));
    },
  };
}

/**
 * Bundles the packages of one deferred file. Each package is one export of the file.
 * @returns {import('esbuild').Plugin}
 */
function packages() {
  return {
    name: 'packages',
    setup(build) {
      build.onResolve({ filter: /^packages:/ }, ({ path }) => ({ path: path.slice(9), namespace: 'packages' }));
      build.onLoad({ filter: /./, namespace: 'packages' }, ({ path: file }) => ({
        contents: (deferred[file] ?? []).map((name) => `export * as '${name}' from '${name}';`).join('\n'),
        resolveDir: root,
      }));
    },
  };
}

/**
 * Lets the SDK's client use the smaller of its two validators, because the host does not use the client's validation.
 * @returns {import('esbuild').Plugin}
 */
function lightValidator() {
  const sdk = '@modelcontextprotocol/client';
  return {
    name: 'light-validator',
    setup(build) {
      build.onResolve({ filter: /\/_shims$/ }, ({ path }) =>
        path === `${sdk}/_shims` ? { path, namespace: 'light-validator' } : undefined,
      );
      // The other export is that of the SDK's shims for Node.
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
 * Replaces the extension's imports of Node and of the editor by `const vscode = require('vscode')`. esbuild would otherwise
 * copy all exports of the module for each import; `vscode` has hundreds.
 * @returns {import('esbuild').Plugin}
 */
function plainRequires() {
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
 * @param {string} name the name of a package
 * @returns {string[]} the names of its exports
 */
function namesIn(name) {
  return Object.keys(require(name)).filter((exported) => exported !== '__esModule');
}
