import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './process.mjs';

/**
 * The types of `vscode.l10n.t` and of `t` of `@vscode/l10n` also take an object, whose properties they look for by name:
 * an object that is passed by mistake leaves `{0}` in what the user reads, and so does an argument that is missing. Here
 * a message takes as many texts, numbers or booleans as it has places.
 */
const strict = `
type L10nPlace = string | number | boolean;
type L10nPlaces<M extends string> =
  M extends \`\${string}{4}\${string}\` ? [L10nPlace, L10nPlace, L10nPlace, L10nPlace, L10nPlace] :
  M extends \`\${string}{3}\${string}\` ? [L10nPlace, L10nPlace, L10nPlace, L10nPlace] :
  M extends \`\${string}{2}\${string}\` ? [L10nPlace, L10nPlace, L10nPlace] :
  M extends \`\${string}{1}\${string}\` ? [L10nPlace, L10nPlace] :
  M extends \`\${string}{0}\${string}\` ? [L10nPlace] :
  [];
`;
const folder = join(root, '.cache/messages');

/** An overload of `t`, from its comment's end to the end of its declaration. */
const overload = /(?:export )?(?:declare )?function t\((?:[^()]|\([^()]*\))*\): string;/g;

/** The same for all projects that the `tsconfig.json` of the root names, for `tsc --build`. */
export function allStrictlyTyped(): string {
  const { references }: { references: { path: string }[] } = JSON.parse(
    readFileSync(join(root, 'tsconfig.json'), 'utf8'),
  );
  const config = join(folder, 'tsconfig.json');
  const strictly = references.map(({ path }) => ({ path: strictlyTyped(path) }));
  write(config, JSON.stringify({ files: [], references: strictly }));
  return config;
}

/**
 * Writes a project's configuration with these types in the place of the packages', for `tsc -p`.
 * @param project a folder of this project, with a `tsconfig.json`
 * @param include instead of the project's own files
 * @returns the path of the configuration
 */
export function strictlyTyped(project: string, include?: readonly string[]): string {
  const modules = join(root, 'node_modules');
  const types = join(folder, 'types');
  const vscode = join(types, 'vscode/index.d.ts');
  write(vscode, replaced(join(modules, '@types/vscode/index.d.ts'), 'export', 'L10nPlaces<M>'));
  const l10n = join(folder, 'l10n.d.ts');
  // Where elements take the places, the message is wanted as it is, with its places in it.
  write(l10n, replaced(join(modules, '@vscode/l10n/dist/main.d.ts'), 'export declare', 'L10nPlaces<M> | []'));
  const config = join(folder, `${project.replaceAll('/', '-')}${include ? '-probe' : ''}.json`);
  write(
    config,
    JSON.stringify({
      extends: join(root, project, 'tsconfig.json'),
      compilerOptions: {
        typeRoots: [types, join(modules, '@types')],
        paths: { vscode: [vscode], '@vscode/l10n': [l10n] },
      },
      ...(include && { include: include.map((path) => resolve(path)) }),
    }),
  );
  return config;
}

function replaced(path: string, modifiers: string, places: string): string {
  const signature = `${modifiers} function t<const M extends string>(message: M, ...args: ${places}): string;`;
  let first = true;
  const text = readFileSync(path, 'utf8').replace(overload, () => {
    const kept = first ? signature : '';
    first = false;
    return kept;
  });
  if (first) {
    throw new Error(`${path} has no function t: the check of messages does not know it any more.`);
  }
  return text + strict;
}

function write(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}
