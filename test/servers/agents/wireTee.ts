/**
 * wireTee.ts FILE COMMAND [ARGUMENT...]: starts a server's command and passes every byte on, in both directions. Appends one
 * line of JSON for each piece that passes: `{at, from: "client" | "server", text}`, and `{at, end}` when the command has ended.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import process from 'node:process';

const [file = '/dev/null', command = '', ...args] = process.argv.slice(2);

function append(entry: object): void {
  appendFileSync(file, `${JSON.stringify({ at: Date.now(), ...entry })}\n`);
}

const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.on('data', (chunk) => {
  append({ from: 'client', text: chunk.toString('utf8') });
  child.stdin.write(chunk);
});
process.stdin.on('end', () => child.stdin.end());
child.stdin.on('error', () => undefined);
child.stdout.on('data', (chunk: Buffer) => {
  append({ from: 'server', text: chunk.toString('utf8') });
  process.stdout.write(chunk);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    append({ signal });
    child.kill(signal);
  });
}
child.on('close', (code, signal) => {
  append({ end: code ?? signal });
  process.exit(code ?? 1);
});
