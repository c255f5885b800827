import { registerHooks } from 'node:module';

/**
 * Runs `action`. Modules that it imports get `dialogs.ts` if they import `vscode`.
 * @param {() => Promise<void>} action
 */
export async function withVscodeStub(action) {
  const url = new URL('dialogs.ts', import.meta.url).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode' ? { url, shortCircuit: true } : next(specifier, context),
  });
  try {
    await action();
  } finally {
    hooks.deregister();
  }
}
