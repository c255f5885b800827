// What every program between an agent and a server must do: copies bytes in both directions and reads none of them.
const { spawn } = require('node:child_process');
const { Socket } = require('node:net');
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const output = new Socket({ fd: 1, readable: false, writable: true });
process.stdin.on('data', (chunk) => child.stdin.write(chunk));
process.stdin.on('end', () => child.stdin.end());
child.stdout.on('data', (chunk) => output.write(chunk));
child.on('close', () => process.exit());
