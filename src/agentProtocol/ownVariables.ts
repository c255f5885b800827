/** The environment variables of our own. A server does not receive them. */

/** The id of the window in whose terminal a program runs: never a path. */
export const windowVariable = 'MCP_ELICITATION_WINDOW';
/** Set to `electron` where `ELECTRON_RUN_AS_NODE` was set for the proxy only, and was not the agent's own. */
export const runtimeVariable = 'MCP_ELICITATION_RUNTIME';
