import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type HomeFolder, homeFolder } from '#agentProtocol/homeFolder.ts';
import { Grants } from '#core/agents/lending/grants.ts';
import { type Scope, type ServerDefinition, type ServerEntry, serverId } from '#core/model/definition.ts';
import { onWindows } from '#test/posix.ts';

describe('the servers of this host that are lent to a client', () => {
  let folder: string;
  let home: HomeFolder;
  let grants: Grants;
  const entry: ServerEntry = {
    ...{ type: 'stdio', command: 'node', args: ['tickets.mjs'], env: { TOKEN: 'hunter2hunter2' } },
    ...{ enabled: true, elicitation: { form: true, url: true } },
  };
  const tickets = (scope: Scope = { kind: 'user' }, change: Partial<ServerEntry> = {}): ServerDefinition => ({
    ...{ id: serverId(scope, 'tickets'), name: 'tickets', scope },
    entry: { ...entry, ...change } as ServerEntry,
  });
  const folderScope = (name: string): Scope => {
    mkdirSync(join(folder, name), { recursive: true });
    return { kind: 'folder', name, path: join(folder, name) };
  };
  const outcomeIn = async (...definitions: ServerDefinition[]) =>
    (await grants.find('codex', 'tickets', definitions)).outcome;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'lent-')));
    home = homeFolder(folder);
    grants = new Grants(home);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are found by client and name, and nothing else is', async () => {
    assert.equal(await outcomeIn(tickets()), 'notGranted');
    const { grant } = await grants.grant('codex', tickets());
    const definition = tickets();
    assert.deepEqual(await grants.find('codex', 'tickets', [definition]), { outcome: 'granted', definition, grant });
    assert.deepEqual(await grants.find('vscode', 'tickets', [definition]), { outcome: 'notGranted' });
    assert.deepEqual(await grants.find('codex', 'bank', [definition]), { outcome: 'notGranted' });
    assert.deepEqual(await new Grants(home).list('codex'), [grant]);
  });

  it('are stopped at once, with what undoes the change of a file kept, and can be lent again', async () => {
    const { grant } = await grants.grant('codex', tickets(), { path: '/file' });
    await grants.stop('codex', grant);
    assert.equal(await outcomeIn(tickets()), 'notGranted');
    assert.deepEqual(await new Grants(home).list('codex'), [{ ...grant, isStopped: true }]);
    await grants.grant('codex', tickets());
    assert.equal(await outcomeIn(tickets()), 'granted');
    const [again] = await grants.list('codex');
    assert.deepEqual({ ...again, id: grant.id }, grant);
    const other = await grants.grant('gemini', tickets());
    await grants.stop('gemini', other.grant);
    assert.deepEqual(await grants.list('gemini'), []);
  });

  it('are lent again after their entry has changed', async () => {
    await grants.grant('codex', tickets());
    assert.equal(await outcomeIn(tickets(undefined, { command: 'deno' })), 'changed');
    await grants.grant('codex', tickets(undefined, { command: 'deno' }));
    assert.equal(await outcomeIn(tickets(undefined, { command: 'deno' })), 'granted');
    assert.equal((await grants.list('codex')).length, 1);
  });

  it('are not taken over by a folder that defines a server of the same name', async () => {
    const planted = tickets(folderScope('repository'));
    await grants.grant('codex', tickets());
    const found = await grants.find('codex', 'tickets', [planted, tickets()]);
    assert.deepEqual(found.outcome === 'granted' && found.definition.scope, { kind: 'user' });
    assert.equal(await outcomeIn(planted), 'notOpen');
  });

  it('are none if several of one name were lent', async () => {
    const [one, other] = [tickets(folderScope('one')), tickets(folderScope('other'))];
    await grants.grant('codex', one);
    await grants.grant('codex', other);
    assert.deepEqual(await grants.find('codex', 'tickets', [one, other]), {
      outcome: 'ambiguous',
      definitions: [one, other],
    });
    assert.equal(await outcomeIn(other), 'granted');
    // An entry that was changed after it was lent might be the one that is meant.
    const changed = tickets(other.scope, { command: 'deno' });
    assert.equal(await outcomeIn(one, changed), 'ambiguous');
  });

  it('belong to the real path of their folder or workspace', async () => {
    const { path } = folderScope('project') as Extract<Scope, { kind: 'folder' }>;
    symlinkSync(path, join(folder, 'link'));
    await grants.grant('codex', tickets({ kind: 'folder', name: 'link', path: join(folder, 'link') }));
    assert.equal(await outcomeIn(tickets({ kind: 'folder', name: 'project', path })), 'granted');
    assert.equal(await outcomeIn(tickets({ kind: 'workspace', uri: pathToFileURL(path).href })), 'notOpen');
    await grants.grant('codex', tickets({ kind: 'workspace', uri: pathToFileURL(path).href }));
    assert.equal(await outcomeIn(tickets({ kind: 'workspace', uri: pathToFileURL(path).href })), 'granted');
    assert.equal(await outcomeIn(tickets({ kind: 'workspace', uri: 'vscode-vfs://github/one/two' })), 'notOpen');
  });

  it('are not lent if they are built in', async () => {
    await assert.rejects(grants.grant('codex', tickets({ kind: 'builtIn' })), /cannot be lent/);
  });

  it('are lent no longer after they were revoked, and leave no file', async () => {
    const changes: string[] = [];
    grants.onDidChange((client) => changes.push(client));
    const { grant } = await grants.grant('codex', tickets());
    await grants.revoke('codex', grant);
    assert.equal(await outcomeIn(tickets()), 'notGranted');
    assert.deepEqual(changes, ['codex', 'codex']);
    assert.deepEqual(readdirSync(home.lent), []);
  });

  it('are kept where only the user can read, without their entry', async () => {
    await grants.grant('codex', tickets());
    const file = fileIn(home.lent);
    if (!onWindows) assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.doesNotMatch(readFileSync(file, 'utf8'), /hunter2|tickets\.mjs/);
  });

  it('are not lost when another window ends or makes a grant at the same time', async () => {
    const elsewhere = new Grants(home);
    const bank = { ...tickets(), name: 'bank' };
    for (let round = 0; round < 20; round += 1) {
      const { grant } = await grants.grant('codex', tickets());
      await Promise.all([grants.revoke('codex', grant), elsewhere.grant('codex', bank)]);
      const [left, ...others] = await grants.list('codex');
      assert.deepEqual([left?.server, others], ['bank', []]);
      await Promise.all([grants.grant('codex', tickets()), left && elsewhere.revoke('codex', left)]);
      assert.deepEqual(
        (await grants.list('codex')).map(({ server }) => server),
        ['tickets'],
      );
    }
  });

  it('are taken back to what they were, unless another window has changed them since', async () => {
    const elsewhere = new Grants(home);
    const changed = tickets(undefined, { command: 'deno' });
    const first = await grants.grant('codex', tickets(), { path: '/file' });
    const again = await grants.grant('codex', changed);
    assert.deepEqual(again.earlier, first.grant);
    await grants.takeBack('codex', again);
    assert.deepEqual(await grants.list('codex'), [first.grant]);
    const third = await grants.grant('codex', changed);
    await elsewhere.revoke('codex', third.grant);
    await grants.takeBack('codex', third);
    assert.deepEqual(await grants.list('codex'), []);
    const fourth = await grants.grant('codex', changed);
    const { grant } = await elsewhere.grant('codex', changed);
    await grants.takeBack('codex', fourth);
    assert.deepEqual(await grants.list('codex'), [grant]);
    await elsewhere.revoke('codex', grant);
    await grants.takeBack('codex', await grants.grant('codex', changed));
    assert.deepEqual(await grants.list('codex'), []);
  });

  it('are revoked as they were shown: one that another window has made since stays', async () => {
    const elsewhere = new Grants(home);
    const { grant: shown } = await grants.grant('codex', tickets(), { path: '/file' });
    const stopped = await grants.stop('codex', shown);
    assert.deepEqual(stopped, { ...shown, isStopped: true });
    const { grant: made } = await elsewhere.grant('codex', tickets());
    await grants.revoke('codex', shown);
    assert.deepEqual(await grants.list('codex'), [made]);
    await grants.revoke('codex', { ...made, isStopped: true });
    assert.deepEqual(await grants.list('codex'), []);
    assert.equal(await grants.stop('codex', shown), undefined);
  });

  it('stay where they cannot be read: they are neither stopped, revoked nor replaced', async () => {
    const { grant } = await grants.grant('codex', tickets(), { original: 'url = "https://tickets.example"' });
    const file = fileIn(home.lent);
    const before = readFileSync(file, 'utf8');
    chmodSync(file, 0o644);
    const reason = /must be a file of yours that nobody else can open/;
    await assert.rejects(grants.stop('codex', grant), reason);
    await assert.rejects(grants.revoke('codex', grant), reason);
    await assert.rejects(grants.grant('codex', tickets()), reason);
    await assert.rejects(grants.listForChange('codex'), reason);
    await assert.rejects(grants.findForChange('codex', 'tickets', [tickets()]), reason);
    assert.equal(await outcomeIn(tickets()), 'notGranted');
    const found = async (server = 'tickets') => (await grants.findIfRead('codex', server, [tickets()]))?.outcome;
    assert.equal(await found(), undefined);
    chmodSync(file, 0o600);
    assert.deepEqual([await found(), await found('bank')], ['granted', 'notGranted']);
    renameSync(home.lent, `${home.lent}.away`);
    assert.equal(await found(), undefined);
    renameSync(`${home.lent}.away`, home.lent);
    assert.equal(readFileSync(file, 'utf8'), before);
  });

  it('do not come from a damaged file', async () => {
    const { grant } = await grants.grant('codex', tickets());
    const file = fileIn(home.lent);
    const damaged = [null, 'x', { ...grant, scope: 'builtIn' }, { ...grant, scope: 'folder' }, { ...grant, server: 1 }];
    for (const text of [...damaged.map((item) => JSON.stringify({ version: 1, item })), '{"version":1,"item":{']) {
      writeFileSync(file, text);
      assert.equal(await outcomeIn(tickets()), 'notGranted', text);
    }
    writeFileSync(file, JSON.stringify({ version: 1, item: grant }));
    assert.equal(await outcomeIn(tickets()), 'granted');
    // Nothing would end the grant of a copy.
    writeFileSync(`${file.slice(0, -'.json'.length)}0.json`, readFileSync(file), { mode: 0o600 });
    assert.equal((await grants.list('codex')).length, 1);
  });
});

/** The path of the only file of a folder. */
function fileIn(path: string): string {
  const [name, ...others] = readdirSync(path);
  assert.deepEqual(others, []);
  return join(path, name ?? '');
}
