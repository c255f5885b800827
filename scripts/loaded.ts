// npm run loaded -- COMMAND [ARGUMENT...]: runs a command while other processes use every core, as a busy computer does.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { own, runHere } from '#scripts/lib/process.mjs';

const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error('Name the command to run: npm run loaded -- npm test');

const hogs = Array.from({ length: availableParallelism() }, () =>
  own(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })),
);
try {
  process.exitCode = await runHere(command, args);
} finally {
  for (const hog of hogs) hog.kill();
}
