import { registerHooks } from 'node:module';

/**
 * Runs `work` while `vscode` is `dialogs.ts`, for modules that it imports.
 * @param {() => Promise<void>} work
 */
export async function withDialogs(work) {
  const url = new URL('dialogs.ts', import.meta.url).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode' ? { url, shortCircuit: true } : next(specifier, context),
  });
  try {
    await work();
  } finally {
    hooks.deregister();
  }
}
