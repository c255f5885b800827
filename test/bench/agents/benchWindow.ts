/**
 * A window in a process of its own, with the real endpoint. Its argument is the fingerprint of the server's command. Prints the
 * user's home directory, and ends with its input.
 */
import process from 'node:process';
import { AgentsTestBed } from '#test/unit/core/agents/agentsTestBed.ts';

const [fingerprint = ''] = process.argv.slice(2);
const bed = await new AgentsTestBed().start();
await bed.connections.connect('codex', { server: 'tickets', fingerprint });
bed.endpoint.update({ folders: ['/'], focusedAt: 1 });
process.stdout.write(`${bed.folder}\n`);
process.stdin.resume().once('end', async () => {
  await bed.end();
  process.exit();
});
