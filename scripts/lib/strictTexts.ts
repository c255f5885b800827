import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './process.mjs';

/**
 * Types with which a text takes exactly as many strings, numbers or booleans as it has placeholders; `t` of `@vscode/l10n` may
 * also take none, for `interpolate` of the webview. The declared types of `vscode.l10n.t` and of that `t` also accept too few
 * values, and an object for named placeholders: both mistakes would leave `{0}` in the text that the user reads. A text with a comment,
 * which tells it from an equal one with another meaning, has no placeholders.
 */
const strictTypes = `
type L10nValue = string | number | boolean;
type L10nText = string | { message: string; comment: string };
type L10nValues<M extends L10nText> =
  M extends { message: \`\${string}{\${string}\` } ? [never] :
  M extends \`\${string}{4}\${string}\` ? [L10nValue, L10nValue, L10nValue, L10nValue, L10nValue] :
  M extends \`\${string}{3}\${string}\` ? [L10nValue, L10nValue, L10nValue, L10nValue] :
  M extends \`\${string}{2}\${string}\` ? [L10nValue, L10nValue, L10nValue] :
  M extends \`\${string}{1}\${string}\` ? [L10nValue, L10nValue] :
  M extends \`\${string}{0}\${string}\` ? [L10nValue] :
  [];
`;
const folder = join(root, '.cache/texts');

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
  write(vscode, withStrictSignature(join(modules, '@types/vscode/index.d.ts'), 'export', 'L10nValues<M>'));
  const l10n = join(folder, 'l10n.d.ts');
  // Also without values: `interpolate` of the webview puts elements in place of the placeholders.
  write(
    l10n,
    withStrictSignature(
      join(modules, '@vscode/l10n/dist/main.d.ts'),
      'export declare',
      'L10nValues<M> | (M extends string ? [] : never)',
    ),
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

/** The declarations in the file `path`, with one strict signature in place of all overloads of `t`. */
function withStrictSignature(path: string, modifiers: string, values: string): string {
  const signature = `${modifiers} function t<const M extends L10nText>(message: M, ...args: ${values}): string;`;
  let first = true;
  const text = readFileSync(path, 'utf8').replace(overload, () => {
    const declaration = first ? signature : '';
    first = false;
    return declaration;
  });
  if (first) {
    throw new Error(`${path} declares t in a form that scripts/lib/strictTexts.ts does not know.`);
  }
  return text + strictTypes;
}

function write(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}
