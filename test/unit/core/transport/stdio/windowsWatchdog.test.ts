import assert from 'node:assert/strict';
import { type StdioOptions, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { systemProgram } from '#agentProtocol/windowsPrograms.ts';
import { watchdogCommand } from '#core/transport/stdio/watchdogCommand.ts';
import { processTree, readProcesses } from '#core/transport/stdio/windowsProcessTree.ts';
import { until } from '#test/host/until.ts';
import { posixIt } from '#test/posix.ts';
import { fromRoot } from '#test/root.ts';

const windowsProgram = fromRoot('src/core/transport/stdio/windowsWatchdog.ts');

describe('the process tree of a server on Windows', () => {
  const startedAt = 1000;
  const hostEndedAt = 5000;
  /** Each process as `[pid, parentPid, createdAt]`. The host is 10, the server 20. */
  const treeOf = (...processes: [number, number, number][]) =>
    processTree(
      { pid: 20, startedAt },
      hostEndedAt,
      processes.map(([pid, parentPid, createdAt]) => ({ pid, parentPid, createdAt })),
    );

  it('has the server, its children and their children', () => {
    assert.deepEqual(
      treeOf([4, 0, 1], [20, 10, 1001], [30, 20, 1100], [31, 20, 1100], [40, 30, 1200], [50, 10, 1001]),
      [20, 30, 40, 31],
    );
  });

  it('has the children of a server that has ended', () => {
    assert.deepEqual(treeOf([30, 20, 1100], [40, 30, 1200]), [30, 40]);
  });

  it('has neither another process that got the id of the server, nor the children of that process', () => {
    assert.deepEqual(treeOf([20, 99, 6000], [30, 20, 1100], [60, 20, 6100]), [30]);
  });

  it('has no children of an earlier process with the id of the server', () => {
    assert.deepEqual(treeOf([20, 10, 1001], [60, 20, 900]), [20]);
    assert.deepEqual(treeOf([60, 20, 900]), []);
  });

  it('has no process that is older than its parent', () => {
    assert.deepEqual(treeOf([20, 10, 1001], [30, 20, 3000], [60, 30, 2000]), [20, 30]);
  });

  it('ends although two processes name each other as the parent', () => {
    assert.deepEqual(treeOf([20, 30, 1001], [30, 20, 1001]), [20, 30]);
  });

  it('is read from lines; other lines are skipped', () => {
    assert.deepEqual(readProcesses('20 10 1001\r\nWARNING: x\r\n\r\n30 20 1100\r\n'), [
      { pid: 20, parentPid: 10, createdAt: 1001 },
      { pid: 30, parentPid: 20, createdAt: 1100 },
    ]);
  });
});

describe('the watchdog on Windows', () => {
  it('is this Node, or Electron as Node, with no other variable', () => {
    assert.deepEqual(watchdogCommand({ platform: 'win32', windowsProgram, graceMs: 1000 }), {
      command: process.execPath,
      args: [windowsProgram, '1000'],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    });
  });

  it('uses the programs of the system, and none that a folder contains', () => {
    const before = process.env['SystemRoot'];
    process.env['SystemRoot'] = 'D:\\Windows';
    try {
      assert.equal(systemProgram('taskkill.exe'), 'D:\\Windows\\System32\\taskkill.exe');
      process.env['SystemRoot'] = 'Windows';
      assert.equal(systemProgram('taskkill.exe'), 'C:\\Windows\\System32\\taskkill.exe');
    } finally {
      if (before === undefined) {
        delete process.env['SystemRoot'];
      } else {
        process.env['SystemRoot'] = before;
      }
    }
  });

  posixIt('ends the processes of the servers that were added and not removed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watchdog-'));
    try {
      // On other systems a backslash is a character of a file name, and files with such names stand in for the programs of Windows.
      const program = (name: string, script: string) => {
        const file = join(folder, `C:\\Windows\\System32\\${name}`);
        writeFileSync(file, `#!/bin/sh\n${script}\n`);
        chmodSync(file, 0o755);
      };
      const list = join(folder, 'list');
      const killed = join(folder, 'killed');
      writeFileSync(list, '20 10 1001\n21 10 2001\n30 20 1100\n31 21 2100\n');
      program('WindowsPowerShell\\v1.0\\powershell.exe', `cat ${list}`);
      program('taskkill.exe', `echo "$@" >> ${killed}; : > ${list}`);
      const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'pipe'];
      const env = { PATH: `${folder}:${process.env['PATH']}`, SystemRoot: 'C:\\Windows' };
      const watchdog = spawn(process.execPath, [windowsProgram, '10'], { stdio, env });
      (watchdog.stdio[3] as Writable).end('+ 20 1000\n+ 21 2000\n- 21\n');
      await until(() => watchdog.exitCode !== null);
      assert.equal(watchdog.exitCode, 0);
      assert.equal(readFileSync(killed, 'utf8'), '/F /PID 20 /PID 30\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
