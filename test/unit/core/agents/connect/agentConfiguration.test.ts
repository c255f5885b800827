import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import {
  disconnectFile,
  planHook,
  planServers,
  readAgentConfiguration,
  readConnectedFiles,
  writeChange,
} from '#core/agents/connect/agentConfiguration.ts';
import { type AgentFile, agentFiles } from '#core/agents/connect/agentFiles.ts';
import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { fixtureOf, posix } from './fixtures.ts';

const stored = <T>(value: T): unknown => JSON.parse(JSON.stringify([value]));

describe('an agent, connected and disconnected', () => {
  let userHome = '';
  let files: AgentFile[] = [];
  beforeEach(async () => {
    userHome = await mkdtemp(join(tmpdir(), 'agent-home-'));
    files = agentFiles({
      ...{ userHome, platform: process.platform, variables: {}, folders: [join(userHome, 'app')] },
      ...{ profileFolders: [join(userHome, 'User')], storageFolder: join(userHome, 'User', 'globalStorage') },
    });
  });
  afterEach(() => rm(userHome, { recursive: true, force: true }));

  function placeOf(agent: string, holds = 'servers'): AgentFile {
    const place = files.find((file) => file.agent === agent && file.holds === holds);
    assert.ok(place);
    return place;
  }

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }

  const backups = () => readdir(join(userHome, '.mcp-elicitation', 'backups')).catch(() => []);

  for (const agent of Object.keys(agentFormats) as AgentId[]) {
    it(`${agent}: every byte returns, and no copy is left`, async () => {
      const home = homeFolder(userHome);
      const place = placeOf(agent);
      const { text, names } = fixtureOf(agent);
      await write(place.path, text);
      const configuration = await readAgentConfiguration(place);
      assert.equal(configuration.refusal, undefined);
      const choices = names.map((name) => ({ name, raisesLimit: true, isRequired: false }));
      const change = planServers(configuration, choices, posix, undefined);
      await writeChange(home, configuration, change);
      assert.equal(await readFile(place.path, 'utf8'), change.text);
      assert.equal((await backups()).length, 1);
      await assert.rejects(writeChange(home, configuration, change), /changed at the same time/);
      const [remembered] = readConnectedFiles(stored(change.connected));
      const [name = ''] = names;
      const partly = await disconnectFile(place, remembered, [{ name }]);
      assert.equal(partly.connected?.servers.length ?? 0, names.length - 1);
      const { restored, connected } = await disconnectFile(place, partly.connected);
      assert.deepEqual([restored.length, connected], [names.length - 1, undefined]);
      assert.equal(await readFile(place.path, 'utf8'), text);
    });
  }

  it('the hook makes the file that is not there, and takes it away', async () => {
    const home = homeFolder(userHome);
    const place = placeOf('claude', 'hooks');
    const configuration = await readAgentConfiguration(place);
    const change = planHook(configuration, posix, undefined);
    await writeChange(home, configuration, change);
    const connected = await readAgentConfiguration(place);
    assert.equal(connected.hook?.isConnected, true);
    const again = planHook(connected, posix, change.connected);
    assert.deepEqual(again, change);
    const [remembered] = readConnectedFiles(stored(change.connected));
    assert.deepEqual(await disconnectFile(place, remembered), { restored: [] });
    assert.equal((await readAgentConfiguration(place)).file, undefined);
    assert.deepEqual(await disconnectFile(place, remembered), { restored: [] });
  });

  it('the hook comes and goes beside other settings', async () => {
    const home = homeFolder(userHome);
    const place = placeOf('claude', 'hooks');
    await write(place.path, '{\n  "model": "opus"\n}\n');
    const configuration = await readAgentConfiguration(place);
    const change = planHook(configuration, posix, undefined);
    await writeChange(home, configuration, change);
    await disconnectFile(place, change.connected);
    assert.equal(await readFile(place.path, 'utf8'), '{\n  "model": "opus"\n}\n');
  });

  it('a YAML file that is a link or is not understood is shown and not changed', async () => {
    const home = homeFolder(userHome);
    const place = placeOf('goose');
    const { text } = fixtureOf('goose');
    const choice = { name: 'github', raisesLimit: true, isRequired: false };
    await write(place.path, text.replace('GOOSE_MODE: ', 'GOOSE_MODE: &mode '));
    const broken = await readAgentConfiguration(place);
    assert.match(broken.refusal ?? '', /Line 42 of the file is not YAML that is understood here/);
    assert.throws(() => planServers(broken, [choice], posix, undefined), /not YAML/);
    await assert.rejects(disconnectFile(place, undefined), /not YAML/);
    if (process.platform !== 'win32') {
      await rm(place.path);
      await write(join(userHome, 'real.yaml'), text);
      await symlink(join(userHome, 'real.yaml'), place.path);
      const linked = await readAgentConfiguration(place);
      assert.match(linked.refusal ?? '', /link/);
      await assert.rejects(writeChange(home, linked, planServers(linked, [choice], posix, undefined)), /link/);
      assert.equal(await readFile(join(userHome, 'real.yaml'), 'utf8'), text);
    }
    assert.deepEqual(await backups(), []);
  });

  it('a file of a project, a link and a broken file are shown and not changed', async () => {
    const home = homeFolder(userHome);
    const project = files.find(({ folder, agent }) => folder !== undefined && agent === 'gemini');
    assert.ok(project);
    const { text } = fixtureOf('gemini');
    await write(project.path, text);
    const shown = await readAgentConfiguration(project);
    assert.match(shown.refusal ?? '', /project/);
    const choice = { name: 'old', raisesLimit: true, isRequired: false };
    const change = planServers(shown, [choice], posix, undefined);
    await assert.rejects(writeChange(home, shown, change), /project/);
    await assert.rejects(disconnectFile(project, change.connected), /project/);
    assert.equal(await readFile(project.path, 'utf8'), text);
    const place = placeOf('gemini');
    await write(place.path, '{"mcpServers": {');
    const broken = await readAgentConfiguration(place);
    assert.match(broken.refusal ?? '', /not valid JSON/);
    assert.throws(() => planServers(broken, [choice], posix, undefined), /not valid JSON/);
    await assert.rejects(disconnectFile(place, undefined), /not valid JSON/);
    if (process.platform !== 'win32') {
      await rm(place.path);
      await symlink(project.path, place.path);
      const linked = await readAgentConfiguration(place);
      assert.match(linked.refusal ?? '', /link/);
      assert.ok(linked.servers.length > 0);
      await assert.rejects(writeChange(home, linked, change), /link/);
    }
    assert.deepEqual(await backups(), []);
  });

  it('an agent without a file has no servers', async () => {
    const configuration = await readAgentConfiguration(placeOf('codex'));
    assert.deepEqual([configuration.servers, configuration.file, configuration.refusal], [[], undefined, undefined]);
  });

  it('what is remembered wrongly is left out', () => {
    assert.deepEqual(readConnectedFiles([null, { path: 1 }, { path: '/a', servers: 'x', hook: 'y' }]), [
      { path: '/a', servers: [] },
    ]);
    assert.deepEqual(readConnectedFiles('x'), []);
  });
});
