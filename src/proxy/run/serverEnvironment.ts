import { runtimeVariable, windowVariable } from '#agentProtocol/ownVariables.ts';

/**
 * The environment that the agent gave, without what was added for this process: by the script that starts it, or by Connect in the
 * entry, where `hasEditorRuntime` tells it.
 */
export function serverEnvironment(env: NodeJS.ProcessEnv, hasEditorRuntime: boolean): NodeJS.ProcessEnv {
  const { [windowVariable]: _window, [runtimeVariable]: runtime, ...own } = env;
  if (hasEditorRuntime || runtime === 'electron') delete own['ELECTRON_RUN_AS_NODE'];
  return own;
}
