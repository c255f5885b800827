// node test/conformance/serverBridge.ts direct|proxy|window|lent: the server in test/servers/conformance over HTTP, for the server
// scenarios of the official conformance suite: by itself, behind the proxy, where no window is open or where one is, or lent by
// a window. Writes its URL, and ends with its input.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { HttpBridge } from '#test/host/bridge/httpBridge.ts';
import { proxyProgram } from '#test/host/proxyProcess.ts';
import { fromRoot } from '#test/root.ts';
import { openLendingWindow, openSubmittingWindow } from './submittingWindow.ts';

const route = process.argv[2];
const client = 'test';
const server = 'conformance';
const command = [process.execPath, fromRoot('test/servers/conformance/main.ts')] as const;
const proxyOptions = ['run', '--client', client, '--server', server, '--'];

const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
const window =
  route === 'window'
    ? await openSubmittingWindow({ client, server, command }, folder)
    : route === 'lent'
      ? await openLendingWindow({ client, server, command }, folder)
      : undefined;
const home = window?.folder ?? folder;
const commands = {
  direct: command,
  lent: [process.execPath, await proxyProgram(), 'serve', '--client', client, '--server', server],
} as const;
const behindProxy = [process.execPath, await proxyProgram(), ...proxyOptions, ...command] as const;
const bridge = await HttpBridge.start({
  command: route === 'direct' || route === 'lent' ? commands[route] : behindProxy,
  env: { ...process.env, HOME: home, USERPROFILE: home },
  cwd: folder,
});
process.stdin.resume().once('end', async () => {
  await bridge.close();
  await window?.end();
  rmSync(folder, { recursive: true });
});
process.stdout.write(`${bridge.url}\n`);
