/** Loaded into a process before its program: its clock is ahead by one second for each byte of the file CLOCK_FILE. */
import { statSync } from 'node:fs';
import process from 'node:process';

const now = Date.now.bind(Date);
const file = process.env['CLOCK_FILE'] ?? '';
Date.now = () => now() + (statSync(file, { throwIfNoEntry: false })?.size ?? 0) * 1000;
