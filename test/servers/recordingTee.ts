/**
 * `recordingTee.ts FILE SCRIPT ARGUMENT...`: runs the script of a stdio server in Node, and appends to the file what the server
 * receives, just before it receives it. What the server sends passes unchanged.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import process from 'node:process';

const [, , file = '', ...command] = process.argv;
const server = spawn(process.execPath, command, { stdio: ['pipe', 'inherit', 'inherit'] });

server.once('exit', (code) => process.exit(code ?? 1));
// What a server that has ended does not read is of no interest.
server.stdin.on('error', () => undefined);
process.stdin.on('data', (chunk) => appendFileSync(file, chunk));
process.stdin.pipe(server.stdin);
