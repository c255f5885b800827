/**
 * Records its standard input, byte for byte, in the file RECEIVED_FILE, and writes the bytes of the file TO_SEND to standard
 * output, in pieces of different lengths. Ends with its input, if everything is written.
 */
import { createWriteStream, readFileSync } from 'node:fs';
import process from 'node:process';

const toSend = readFileSync(process.env['TO_SEND'] ?? '');
process.stdin.pipe(createWriteStream(process.env['RECEIVED_FILE'] ?? ''));

const longest = Math.max(65_536, toSend.length >> 5);
let start = 0;
for (let length = 1; start < toSend.length; length = (length * 7 + 3) % longest || 1) {
  const piece = toSend.subarray(start, start + length);
  start += piece.length;
  if (!process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
