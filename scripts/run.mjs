// node scripts/run.mjs FILE [ARGUMENT...]: installs the packages, then runs FILE with Node 24. Runs with older Nodes.
import { runInTerminal } from '#scripts/lib/process.mjs';
import { environmentWithTools, node24, setUp } from '#scripts/lib/setup.mjs';

// If npm is ended by a signal, the shell between npm and this process does not forward the signal.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.exit(143), 1000).unref();

try {
  await setUp();
  process.exitCode = await runInTerminal(node24, process.argv.slice(2), { env: environmentWithTools() });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
