/**
 * The program that agents start: `run` before a server's command, `serve` for a server of the editor's, `hook` for the elicitations of
 * Claude Code.
 */
import process from 'node:process';
import { readCommandLine, usage } from './run/proxyCommandLine.ts';
import { runServer } from './run/runServer.ts';

/** The build replaces it by the version of the extension. */
declare const proxyVersion: string | undefined;

const version = typeof proxyVersion === 'string' ? proxyVersion : '0.0.0';
const command = readCommandLine(process.argv.slice(2));
if (command.type === 'run') void runServer(command.options, version);
else if (command.type === 'serve')
  void import('./serve/runServe.ts').then(({ runServe }) => runServe(command.options, version));
else if (command.type === 'hook')
  void import('./hook/runHook.ts').then(({ runHook }) => runHook(command.client, version));
else process.stderr.write(`${usage}\n`, () => process.exit(64));
