import type { Module } from './modules.ts';

/**
 * One line for each object literal that is spread in another one, as in `{ ...{ a, b } }`: there the compiler does not find properties that
 * the type does not have.
 * @param folders the folders of the project in which it is a problem
 */
export function literalSpreadProblems(modules: readonly Module[], folders: readonly string[]): readonly string[] {
  return modules
    .filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)))
    .flatMap(({ path, literalSpreads }) =>
      literalSpreads.map(
        (line) =>
          `spread of an object literal: ${path}:${line}. Write its properties where it is spread, so that the compiler checks them.`,
      ),
    );
}
