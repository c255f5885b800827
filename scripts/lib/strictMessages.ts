import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './process.mjs';

/**
 * Types with which a message takes exactly as many strings, numbers or booleans as it has placeholders. The declared types
 * of `vscode.l10n.t` and of `t` of `@vscode/l10n` also accept too few values, and an object for named placeholders: both
 * mistakes would leave `{0}` in the text that the user reads.
 */
const strictTypes = `
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

/** Matches the declaration of one overload of `t`. */
const overload = /(?:export )?(?:declare )?function t\((?:[^()]|\([^()]*\))*\): string;/g;

/** Writes a strict configuration for each project of the root's `tsconfig.json`, and one for `tsc --build`; returns its path. */
export function writeStrictConfigs(): string {
  const { references }: { references: { path: string }[] } = JSON.parse(
    readFileSync(join(root, 'tsconfig.json'), 'utf8'),
  );
  const config = join(folder, 'tsconfig.json');
  const strictReferences = references.map(({ path }) => ({ path: writeStrictConfig(path) }));
  write(config, JSON.stringify({ files: [], references: strictReferences }));
  return config;
}

/**
 * Writes a configuration for `tsc -p` with which a project is checked with the strict types of `t`.
 * @param project a folder of the repository with a `tsconfig.json`
 * @param include files to check in place of the project's files
 * @returns the path of the configuration
 */
export function writeStrictConfig(project: string, include?: readonly string[]): string {
  const modules = join(root, 'node_modules');
  const types = join(folder, 'types');
  const vscode = join(types, 'vscode/index.d.ts');
  write(vscode, withStrictSignature(join(modules, '@types/vscode/index.d.ts'), 'export', 'L10nPlaces<M>'));
  const l10n = join(folder, 'l10n.d.ts');
  // Without values the message keeps its placeholders, as `interpolate` needs it.
  write(
    l10n,
    withStrictSignature(join(modules, '@vscode/l10n/dist/main.d.ts'), 'export declare', 'L10nPlaces<M> | []'),
  );
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

function withStrictSignature(path: string, modifiers: string, places: string): string {
  const signature = `${modifiers} function t<const M extends string>(message: M, ...args: ${places}): string;`;
  let first = true;
  const text = readFileSync(path, 'utf8').replace(overload, () => {
    const declaration = first ? signature : '';
    first = false;
    return declaration;
  });
  if (first) {
    throw new Error(`${path} has no function t: the check of messages does not know it any more.`);
  }
  return text + strictTypes;
}

function write(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}
