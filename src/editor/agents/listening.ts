/**
 * What only a window that agents can reach needs. It is a file of its own, because every window would read it otherwise, and agents
 * are off by default.
 */
export { startScript } from '#agentProtocol/startScript.ts';
export { Endpoint } from '#core/agents/endpoint/endpoint.ts';
export { install } from '#core/agents/home/installation.ts';
export { setLanguage } from '#form/language.ts';
export { lentServers } from './agentMode/lentServers.ts';
export { scriptRuntimes } from './scriptRuntimes.ts';
