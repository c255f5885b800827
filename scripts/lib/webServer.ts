import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { own } from './process.mjs';

/** A web server that answers. It ends with this process, or by `stop`. */
export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Of the server's process. */
  readonly pid: number;
  /** Settles when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

interface ServerOptions {
  /** For the Node that runs this. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly url: string;
  /** Answers once the server is ready. */
  readonly healthPath: string;
  /** File that receives the server's output. */
  readonly log: string;
}

/** Starts a web server and waits until it answers, a minute at most. */
export async function startWebServer({ args, env, url, healthPath, log }: ServerOptions): Promise<RunningServer> {
  await mkdir(dirname(log), { recursive: true });
  const output = createWriteStream(log);
  const child = own(spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  const { pid } = child;
  if (pid === undefined) throw new Error('The editor could not be started.');
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const ended = once(child, 'close').then(() => {
    output.end();
  });

  const stop = async () => {
    child.kill();
    const forced = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(forced);
  };

  const deadline = Date.now() + 60_000;
  while (!(await answers(url + healthPath))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The editor did not start. It said:\n${await readFile(log, 'utf8')}`);
    }
    await wait(50);
  }
  return { url, pid, ended, stop };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

/** A port that is free on loopback: the preferred one if it can be had. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer();
  server.listen(preferred, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
