// node scripts/run.mjs FILE [ARGUMENT...]: installs missing packages, then runs FILE with Node 24. This file itself also
// runs in older versions of Node.
import { runInTerminal } from '#scripts/lib/process.mjs';
import { environmentWithTools, node24, setUp } from '#scripts/lib/setup.mjs';

// Ends this process when its parent is gone: if npm is ended by a signal, the shell between npm and this process does not
// forward the signal.
const parentId = process.ppid;
const sigtermExitCode = 143;
setInterval(() => process.ppid === parentId || process.exit(sigtermExitCode), 1000).unref();

try {
  await setUp();
  process.exitCode = await runInTerminal(node24, process.argv.slice(2), { env: environmentWithTools() });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
