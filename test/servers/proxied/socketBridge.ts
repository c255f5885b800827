/** Passes every byte between standard input and output and a connection to the port BRIDGE_PORT of this machine. */
import { connect } from 'node:net';
import process from 'node:process';

const socket = connect(Number(process.env['BRIDGE_PORT']), '127.0.0.1');
socket.setNoDelay(true);
process.stdin.pipe(socket);
socket.pipe(process.stdout);
