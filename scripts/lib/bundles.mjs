// How everything in dist/ is bundled. Of the extension, a small file is read when the editor starts, the host after that,
// and the packages that are large when something of them is first used: docs/architecture.md, "What is loaded when".
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { root } from './process.mjs';
import { webviewBundleOptions } from './webviews.mjs';

const require = createRequire(join(root, 'package.json'));

/**
 * The files beside the host's, with the packages they hold. Importing these packages costs nothing; using what was
 * imported reads the file, once and synchronously. So nothing of them may be used while modules are loaded: no class may
 * extend one of theirs, and no constant be made of theirs, in a module that is loaded early.
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
  // CommonJS has no import.meta: packages written as ES modules get its values by other means.
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
    // Left as it is, `import()` goes by another loader than the rest.
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
 * Bundles everything as it is shipped, in memory.
 * @returns contents by the names of the files, and what esbuild says of where they come from
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
 * Bundles everything as it is shipped, into another folder than `dist`: nobody who builds meanwhile is disturbed.
 * @param {string} folder
 */
export async function buildInto(folder) {
  await Promise.all(productBuilds.map((options) => build({ ...options, minify: true, outdir: folder })));
}

/**
 * Leaves the host to a file of its own where it is imported. What the two import both is in both, so it has no state.
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
 * Puts getters in the place of the deferred packages: whichever is asked first has the file read.
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
      // One module re-exports the getters by their names, or each module that imports the package would copy them all.
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
 * Bundles packages of one file, each as a property of its own.
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
 * Has the SDK's client take the smaller of the two validators that it brings: the host has it validate nothing.
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
      // Beside the validator, what the SDK's shims for Node say.
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
 * Has our modules take what Node and the editor export directly: `const vscode = require('vscode')`. Bundled as they stand,
 * each import would copy all the names of the module, and the editor has hundreds.
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
 * @param {string} name of a package
 * @returns {string[]} what it exports
 */
function namesIn(name) {
  return Object.keys(require(name)).filter((exported) => exported !== '__esModule');
}
