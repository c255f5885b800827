// npm run loaded -- COMMAND [ARGUMENT...]: runs a command while other processes use every core, as on a busy computer.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { endWithThisProcess, runInTerminal } from '#scripts/lib/process.mjs';

const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error('Name the command to run: npm run loaded -- npm test');

const loadProcesses = Array.from({ length: availableParallelism() }, () =>
  endWithThisProcess(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })),
);
try {
  process.exitCode = await runInTerminal(command, args);
} finally {
  for (const loadProcess of loadProcesses) loadProcess.kill();
}
