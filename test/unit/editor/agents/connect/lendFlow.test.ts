import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { Grants, type LendingGrant } from '#core/agents/lending/grants.ts';
import type { ConnectDialogs } from '#editor/agents/connect/connectDialogs.ts';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
import { definitionOf } from '#test/host/samples.ts';
import { type Answers, ConnectTestBed } from './connectTestBed.ts';

const codexFile = '.codex/config.toml';
const codexText = `# My servers
[mcp_servers.tickets] # the tracker
command = "node"
`;

describe('Connect an Agent, with servers of this editor', () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
    bed.lendable = [definitionOf('tickets'), definitionOf('bank', { env: { KEY: 's3cret-key' } } as never)];
    await bed.write(codexFile, codexText);
  });
  afterEach(() => bed.remove());

  const lend = (answers: Answers = {}) => connectByDialogs(bed.context({ way: 'lent', ...answers }));
  const disconnect = (answers?: Answers) => disconnectByDialogs(bed.context(answers));
  const granted = async () => (await bed.grants.list('codex')).map(({ server }) => server);

  it('shows the entries, switches agents on, lends and writes them, in this order, and tries one', async () => {
    await lend();
    assert.deepEqual(bed.events, [
      ...['chooseAgent', 'chooseWay', 'chooseLent', 'chooseOptions', 'confirmChange', 'enabled'],
      ...['tried 300000', 'whileTrying', 'offerUndo'],
    ]);
    const written = await bed.read(codexFile);
    assert.ok(written.startsWith(codexText));
    assert.match(written, /^\[mcp_servers\.tickets-2\]$/m);
    assert.match(written, /^\[mcp_servers\.bank\]$/m);
    assert.doesNotMatch(written, /s3cret/);
    const [change] = bed.shown;
    assert.doesNotMatch(`${change?.before}${change?.after}`, /s3cret|the tracker/);
    const remarks = change?.remarks.join(' ') ?? '';
    assert.match(remarks, /with their sign-ins, inputs and secrets\. It sees none of these/);
    assert.match(remarks, /Connecting also switches agents on/);
    assert.deepEqual(await granted(), ['bank', 'tickets']);
    assert.equal(await bed.keys.has('codex'), true);
    assert.match(
      bed.texts[0] ?? '',
      /^Codex can use tickets, bank of this editor\. tickets was tried: it offers 2 tools\./,
    );
  });

  it('says of a server that has to ask the user first what to do, and not that it did not start', async () => {
    bed.trial = { kind: 'needsUser' };
    await lend({ servers: ['bank'] });
    const needs = 'bank has to ask you first, for a sign-in, an input or an agreement. Start it once in this editor.';
    const again = 'Sessions of Codex that run now use it after a restart.';
    assert.deepEqual(bed.texts, [`Codex can use bank of this editor. ${needs} ${again}`]);
  });

  for (const dialog of ['chooseWay', 'chooseLent', 'chooseOptions', 'confirmChange'] as const) {
    it(`changes nothing if the user dismisses ${dialog}`, async () => {
      await lend({ dismissed: [dialog] });
      assert.equal(await bed.read(codexFile), codexText);
      assert.deepEqual(await readdir(bed.userHome), ['.codex']);
    });
  }

  it('is undone to the byte', async () => {
    await lend({ undoes: true });
    assert.equal(await bed.read(codexFile), codexText);
    assert.deepEqual([await granted(), await bed.keys.has('codex')], [[], false]);
    assert.match(bed.texts.at(-1) ?? '', /^Codex can no longer use these servers of this editor: bank, tickets\.$/);
  });

  it('is undone to what was lent before: an entry that the file had stays', async () => {
    await lend({ servers: ['bank'] });
    const written = await bed.read(codexFile);
    const before = await bed.grants.list('codex');
    bed.lendable = [definitionOf('tickets'), definitionOf('bank', { args: ['changed'] } as never)];
    await lend({ undoes: true });
    assert.deepEqual([await bed.read(codexFile), await bed.grants.list('codex')], [written, before]);
    assert.equal(await bed.keys.has('codex'), true);
  });

  it('uses the entry of the file also if that was renamed since, and removes it', async () => {
    await lend({ servers: ['bank'] });
    const renamed = (await bed.read(codexFile)).replace('mcp_servers.bank', 'mcp_servers.money');
    await bed.write(codexFile, renamed);
    await lend({ servers: ['bank'] });
    assert.equal(await bed.read(codexFile), renamed);
    await disconnect();
    // The empty line before the table is no part of an entry that was changed.
    assert.deepEqual([await bed.read(codexFile), await granted()], [`${codexText}\n`, []]);
  });

  it('does not forget an entry of another file, or one that it has replaced', async () => {
    const path = bed.path(codexFile);
    for (const undo of [
      { path: bed.path('other.toml'), name: 'bank', written: 'x' },
      { path, name: 'bank', written: 'x', original: 'url = "https://bank.example"' },
    ]) {
      await bed.grants.grant('codex', definitionOf('bank'), undo);
      await lend({ servers: ['bank'] });
      assert.equal(bed.texts.at(-1), 'Nothing was connected. bank is lent by another entry. Disconnect it first.');
      assert.deepEqual([await bed.read(codexFile), (await bed.grants.list('codex'))[0]?.undo], [codexText, undo]);
    }
  });

  it('lends nothing if the file was changed meanwhile', async () => {
    const context = bed.context({ way: 'lent' });
    const confirmChange = async () => {
      await bed.write(codexFile, `${codexText}# changed\n`);
      return true;
    };
    await connectByDialogs({ ...context, dialogs: { ...context.dialogs, confirmChange } });
    assert.match(bed.texts.join(), /Nothing was connected\. .*changed at the same time/);
    assert.deepEqual([await granted(), await bed.keys.has('codex')], [[], false]);
  });

  it('takes back only what it has lent if it fails: not what another window has changed meanwhile', async () => {
    await lend({ servers: ['bank'] });
    const context = bed.context({ way: 'lent', servers: ['tickets'] });
    const elsewhere = new Grants(context.agents.home);
    // The key is made between the grant and the change of the file.
    bed.keys.create = async () => {
      const [bank] = await elsewhere.list('codex');
      await elsewhere.revoke('codex', bank as LendingGrant);
      throw new Error('The disk is full.');
    };
    await connectByDialogs(context);
    assert.match(bed.texts.at(-1) ?? '', /Nothing was connected\. The disk is full/);
    assert.deepEqual([await granted(), await bed.keys.has('codex')], [[], false]);
  });

  it('shows a changed entry before it is lent again, without another entry in the file', async () => {
    await lend({ servers: ['bank'] });
    const written = await bed.read(codexFile);
    const [before] = await bed.grants.list('codex');
    bed.lendable = [definitionOf('bank', { args: ['changed', '--token', 's3cret-key'] } as never)];
    await lend({ servers: ['bank'], dismissed: ['confirmLending'] });
    assert.deepEqual(await bed.grants.list('codex'), [before]);
    assert.equal(bed.lendings.length, 1);
    assert.match(bed.lendings[0]?.text ?? '', /^\+ bank: .+ changed --token •••$/m);
    await lend({ servers: ['bank'] });
    assert.equal(await bed.read(codexFile), written);
    const [after, ...others] = await bed.grants.list('codex');
    assert.deepEqual([others, after?.undo], [[], before?.undo]);
    assert.notEqual(after?.fingerprint, before?.fingerprint);
  });

  it('is lent again after it was stopped, with the same entry in the file, and is then disconnected to the byte', async () => {
    await lend({ servers: ['bank'] });
    const written = await bed.read(codexFile);
    const [grant] = await bed.grants.list('codex');
    assert.ok(grant);
    await bed.grants.stop('codex', grant);
    await lend({ servers: ['bank'] });
    const [again, ...others] = await bed.grants.list('codex');
    assert.deepEqual([await bed.read(codexFile), { ...again, id: grant.id }, others], [written, grant, []]);
    await bed.grants.stop('codex', grant);
    await disconnect();
    assert.deepEqual([await bed.read(codexFile), await granted()], [codexText, []]);
  });

  it('keeps the key of an agent to which another window has lent a server while Connect fails', async () => {
    const context = bed.context();
    const elsewhere = new Grants(context.agents.home);
    const confirmChange = async () => {
      await bed.write(codexFile, `${codexText}# changed\n`);
      await elsewhere.grant('codex', definitionOf('bank'));
      return true;
    };
    await connectByDialogs({ ...context, dialogs: { ...context.dialogs, confirmChange } });
    assert.match(bed.texts.join(), /Nothing was connected\. .*changed at the same time/);
    assert.deepEqual([await granted(), await bed.keys.has('codex')], [['bank'], true]);
  });

  it('names a changed entry beside the lines for others', async () => {
    await lend({ servers: ['bank'] });
    bed.lendable = [definitionOf('tickets'), definitionOf('bank', { args: ['changed'] } as never)];
    await lend();
    assert.match(bed.shown.at(-1)?.remarks.join(' ') ?? '', /bank has changed since it was lent: .+ changed\./);
    assert.deepEqual(bed.lendings, []);
  });

  it('says of each server whether it is lent: of that scope, and with that entry', async () => {
    await lend({ servers: ['bank'] });
    const scope = { kind: 'folder', name: 'project', path: bed.userHome } as const;
    const changed = definitionOf('bank', { args: ['changed'] } as never);
    bed.lendable = [...bed.lendable, { ...definitionOf('bank'), id: 'folder:bank', scope }, changed];
    const context = bed.context({ way: 'lent' });
    const states: string[] = [];
    const chooseLent: ConnectDialogs['chooseLent'] = async (_, servers) => {
      states.push(...servers.map(({ definition, state }) => `${definition.name} ${definition.scope.kind} ${state}`));
      return undefined;
    };
    await connectByDialogs({ ...context, dialogs: { ...context.dialogs, chooseLent } });
    assert.deepEqual(states, ['tickets user notLent', 'bank user lent', 'bank folder notLent', 'bank user changed']);
  });

  it('does not lend two servers of one name', async () => {
    const scope = { kind: 'folder', name: 'project', path: bed.userHome } as const;
    bed.lendable = [definitionOf('bank'), { ...definitionOf('bank'), id: 'folder:bank', scope }];
    await lend();
    assert.match(bed.texts.join(), /Another server named bank is lent to this agent/);
    assert.deepEqual([await granted(), await bed.read(codexFile)], [[], codexText]);
  });

  it('is offered only for servers that this host has, and an agent that is there', async () => {
    bed.lendable = [];
    await connectByDialogs(bed.context({ servers: ['tickets'] }));
    assert.ok(!bed.events.includes('chooseWay'));
  });

  it('is taken back by Disconnect with what else is connected, to the byte', async () => {
    await connectByDialogs(bed.context({ servers: ['tickets'] }));
    await lend();
    await disconnect();
    assert.equal(await bed.read(codexFile), codexText);
    assert.deepEqual([await granted(), await bed.keys.has('codex')], [[], false]);
    assert.deepEqual(await readdir(bed.path('.mcp-elicitation/backups')), []);
  });

  it('is taken back alone, and keeps the key for the others', async () => {
    await lend();
    await disconnect({ items: ['bank, lent by this editor'] });
    assert.deepEqual([await granted(), await bed.keys.has('codex')], [['tickets'], true]);
    const text = await bed.read(codexFile);
    assert.doesNotMatch(text, /bank/);
    assert.match(text, /tickets-2/);
    await disconnect({ items: ['tickets, lent by this editor'] });
    assert.equal(await bed.read(codexFile), codexText);
    assert.match(bed.texts.at(-1) ?? '', /^Codex can no longer use these servers of this editor: tickets/);
  });

  for (const first of ['bank', 'tickets']) {
    it(`leaves a file that the agent can read where it had no servers, and its bytes at the end: ${first} first`, async () => {
      for (const [agent, file, text] of [
        ['claude', '.claude.json', '{"theme":"dark"}'],
        ['gemini', '.gemini/settings.json', '{"mcpServers":{}}'],
        ['goose', '.config/goose/config.yaml', 'model: x\n'],
      ] as const) {
        await bed.write(file, text);
        await lend({ agent, servers: ['bank'] });
        await lend({ agent, servers: ['tickets'] });
        await disconnect({ agent, items: [`${first}, lent by this editor`] });
        const other = first === 'bank' ? 'tickets' : 'bank';
        assert.match(await bed.read(file), new RegExp(`"?${other}"?: ?`));
        assert.doesNotMatch(await bed.read(file), new RegExp(`${first}|\\{,`));
        await disconnect({ agent });
        assert.equal(await bed.read(file), text);
        assert.deepEqual(bed.copied, []);
      }
    });
  }

  it('leaves no copy of the file if the user has removed the entry', async () => {
    await lend({ servers: ['bank'] });
    await bed.write(codexFile, codexText);
    await disconnect();
    assert.deepEqual([await granted(), await readdir(bed.path('.mcp-elicitation/backups'))], [[], []]);
  });

  it('leaves an entry of its name that starts another lent server', async () => {
    await lend({ servers: ['bank'] });
    const changed = (await bed.read(codexFile)).replace('"--server", "bank"', '"--server", "other"');
    await bed.write(codexFile, changed);
    await disconnect();
    assert.equal(await bed.read(codexFile), changed);
    assert.deepEqual(await granted(), []);
    assert.match(bed.texts.at(-1) ?? '', /No longer in the file of Codex: bank, lent by this editor/);
  });

  it('ends the access also where the file cannot be changed, and says what to remove', async () => {
    await lend({ servers: ['bank'] });
    await bed.write(codexFile, 'broken = [\n');
    await disconnect();
    assert.deepEqual(await granted(), []);
    assert.match(bed.shown.at(-1)?.remarks.join(' ') ?? '', /Remove the entry of bank yourself/);
    assert.match(bed.shown.at(-1)?.before ?? '', /mcp_servers\.bank/);
    assert.equal(await bed.read(codexFile), 'broken = [\n');
  });
});
