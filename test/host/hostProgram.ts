// `node hostProgram.ts SCRIPT...`: a host that starts each shell script as a server, and runs until it is killed. It writes the lines of
// the servers to standard output, and passes each line of standard input to all servers. GRACE_MS: the grace period of the
// watchdog; HOST_GRACE_MS: that of the host itself.
import { tmpdir } from 'node:os';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { StdioProcess } from '#core/transport/stdio/stdioProcess.ts';
import { Watchdog } from '#core/transport/stdio/watchdog.ts';
import { watchdogCommand } from '#core/transport/stdio/watchdogCommand.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);
const watchdog = new Watchdog({
  command: watchdogCommand({
    ...{ platform: process.platform, windowsProgram: '' },
    graceMs: Number(process.env['GRACE_MS']),
  }),
  graceMs: Number(process.env['HOST_GRACE_MS']),
});
const env = { PATH: process.env['PATH'] ?? '' };

const servers = process.argv.slice(2).map(
  (script) =>
    new StdioProcess({
      spec: { type: 'stdio', command: 'sh', args: ['-c', script], env, cwd: tmpdir(), secrets: [] },
      watchdog,
      maxLineLength: 1000,
      listeners: { onLine: print, onStderrLine: print, onUnguarded: print, onEnd: () => undefined },
    }),
);
await Promise.all(servers.map((server) => server.start()));
createInterface({ input: process.stdin }).on('line', (line) => {
  for (const server of servers) {
    void server.write(`${line}\n`, 1000);
  }
});
