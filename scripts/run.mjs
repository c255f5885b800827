// node scripts/run.mjs FILE [ARGUMENT...]: makes the machine ready, then runs FILE under Node 24. Runs on older Nodes.
import { runHere } from '#scripts/lib/process.mjs';
import { environmentWithTools, node24, setUp } from '#scripts/lib/setup.mjs';

// When npm is ended, the shell between it and this process passes nothing on.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.exit(143), 1000).unref();

try {
  await setUp();
  process.exitCode = await runHere(node24, process.argv.slice(2), { env: environmentWithTools() });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
