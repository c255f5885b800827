import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleInto } from '#scripts/lib/bundles.mjs';
import { timeActivation } from './activated.ts';

/** A stdio server, an HTTP server that may have stored credentials, and an invalid entry. */
const servers = {
  here: { type: 'stdio', command: 'node', args: ['server.js'] },
  there: { type: 'http', url: 'https://mcp.example.com/mcp' },
  broken: { type: 'carrier pigeon' },
};

describe('the extension as it is built', () => {
  let dist = '';

  before(async function () {
    this.timeout(60_000);
    dist = mkdtempSync(join(tmpdir(), 'loading-'));
    await bundleInto(dist);
  });

  after(() => rmSync(dist, { recursive: true }));

  it('reads one small file during activation, and afterwards only the host', async () => {
    const { atActivation, atRest } = await timeActivation(dist);
    assert.deepEqual(atActivation, ['extension.cjs']);
    assert.deepEqual(atRest, ['extension.cjs', 'host.cjs']);
  }).timeout(30_000);

  it('reads no other file for configured servers that do not run', async () => {
    const { atRest } = await timeActivation(dist, { 'mcpElicitation.servers': servers });
    assert.deepEqual(atRest, ['extension.cjs', 'host.cjs']);
  }).timeout(30_000);

  it('does not start the host after it was deactivated', async () => {
    const { atRest, failure = '' } = await timeActivation(dist, {}, 'before');
    assert.deepEqual(atRest, ['extension.cjs']);
    assert.match(failure, /has ended/);
  }).timeout(30_000);

  it('does not start the host if it is deactivated while the host is being read', async () => {
    const { failure = '' } = await timeActivation(dist, {}, 'during');
    assert.match(failure, /has ended/);
  }).timeout(30_000);

  it('has a file for each package that is read at its first use', () => {
    const files = readdirSync(dist);
    for (const file of ['client.cjs', 'domains.cjs', 'validator.cjs']) assert.ok(files.includes(file), file);
  });
});
