import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithThisProcess } from './process.mjs';

/** A web server that is ready. It ends with this process, or by `stop`. */
export interface RunningServer {
  /** The URL without a slash at the end. */
  readonly url: string;
  /** The id of the server's process. */
  readonly pid: number;
  /** Resolves when the server has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

interface ServerOptions {
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly url: string;
  /** A path of the server that has a successful response as soon as the server is ready. */
  readonly healthPath: string;
  /** The path of the file for the server's output. */
  readonly log: string;
}

/** Starts a web server and waits until it is ready. Throws if it ends, or is not ready within a minute. */
export async function startWebServer({ args, env, url, healthPath, log }: ServerOptions): Promise<RunningServer> {
  await mkdir(dirname(log), { recursive: true });
  const output = createWriteStream(log);
  const child = endWithThisProcess(spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  const { pid } = child;
  if (pid === undefined) throw new Error('The editor could not be started.');
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const ended = once(child, 'close').then(() => {
    output.end();
  });

  const stop = async () => {
    child.kill();
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(killTimer);
  };

  const deadline = Date.now() + 60_000;
  while (!(await isReady(url + healthPath))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The editor did not start. It said:\n${await readFile(log, 'utf8')}`);
    }
    await wait(50);
  }
  return { url, pid, ended, stop };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

/** A free port of the loopback interface: the preferred one if it is free. */
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
