/** The id of the window in whose terminal this process runs. */
export const windowVariable = 'MCP_ELICITATION_WINDOW';
/** Set to `electron` where `ELECTRON_RUN_AS_NODE` was set for this process only, and was not the agent's own. */
const runtimeVariable = 'MCP_ELICITATION_RUNTIME';

/** The environment that the agent gave, without what was added for this process. */
export function serverEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { [windowVariable]: _window, [runtimeVariable]: runtime, ...own } = env;
  if (runtime === 'electron') delete own['ELECTRON_RUN_AS_NODE'];
  return own;
}
