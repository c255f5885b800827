import type { Roots } from '#core/model/roots.ts';

/** The roots of a window without a workspace. */
export const noRoots: Roots = { all: () => [], onDidChange: () => ({ dispose: () => undefined }) };
