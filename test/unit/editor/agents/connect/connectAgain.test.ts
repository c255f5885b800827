import assert from 'node:assert/strict';
import type { OptionsOffer } from '#editor/agents/connect/connectDialogs.ts';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
import { type Answers, ConnectTestBed } from './connectTestBed.ts';

const codexFile = '.codex/config.toml';
const codexText = `[mcp_servers.tickets]
command = "node"
args = ["tickets.js"]

[mcp_servers.notes]
command = "node"
args = ["notes.js"]
`;

describe('Connect an Agent again', () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
    await bed.write(codexFile, codexText);
  });
  afterEach(() => bed.remove());

  const connect = (answers?: Answers) => connectByDialogs(bed.context({ servers: ['tickets'], ...answers }));
  const lastOffer = (): OptionsOffer | undefined => bed.offers.at(-1);

  it('offers every option again, with those ticked that are written, and writes the same', async () => {
    await connect({ raisesLimit: true, isRequired: true, allFolders: true });
    const written = await bed.read(codexFile);
    assert.match(written, /"--limit", "86400000", "--own-limit", "300000"/);
    await connect();
    assert.deepEqual(lastOffer(), {
      limitMs: 300_000,
      ticked: { raisesLimit: true, isRequired: true, allFolders: true },
    });
    assert.equal(await bed.read(codexFile), written);
  });

  it('ticks nothing that the user did not want, and writes the same', async () => {
    await connect({ raisesLimit: false, isRequired: false, allFolders: false });
    const written = await bed.read(codexFile);
    assert.doesNotMatch(written, /--own-limit|required|--all-folders/);
    await connect();
    assert.deepEqual(lastOffer(), {
      limitMs: 300_000,
      ticked: { raisesLimit: false, isRequired: false, allFolders: false },
    });
    assert.equal(await bed.read(codexFile), written);
  });

  it('removes what is not ticked any more, and is still undone to the byte', async () => {
    await connect({ raisesLimit: true, isRequired: true, allFolders: true });
    await connect({ raisesLimit: false, isRequired: false, allFolders: false });
    assert.doesNotMatch(await bed.read(codexFile), /tool_timeout_sec|--own-limit|required|--all-folders/);
    await disconnectByDialogs(bed.context());
    assert.equal(await bed.read(codexFile), codexText);
  });

  it('takes a limit that was changed since for the own one', async () => {
    await connect();
    await bed.write(codexFile, (await bed.read(codexFile)).replace('= 86400', '= 120'));
    await connect();
    assert.equal(lastOffer()?.limitMs, 120_000);
    assert.match(await bed.read(codexFile), /"--limit", "86400000", "--own-limit", "120000"/);
  });

  it('ticks for several servers only what is written for every one of them', async () => {
    await connect({ isRequired: true, allFolders: true });
    await connect({ servers: ['tickets', 'notes'] });
    assert.deepEqual(lastOffer()?.ticked, { raisesLimit: true, isRequired: false, allFolders: false });
    await connect({ servers: ['tickets', 'notes'], isRequired: true, allFolders: true });
    await connect({ servers: ['tickets', 'notes'] });
    assert.deepEqual(lastOffer()?.ticked, { raisesLimit: true, isRequired: true, allFolders: true });
  });

  it("ticks no option of a server's own entry for another one", async () => {
    await bed.write(codexFile, codexText.replace('args = ["tickets.js"]', 'args = ["tickets.js"]\nrequired = true'));
    await connect({ servers: ['tickets', 'notes'] });
    assert.equal(lastOffer()?.ticked.isRequired, false);
    assert.equal((await bed.read(codexFile)).match(/^required = true$/gm)?.length, 1);
  });

  it('keeps the limit of a connected server if another one is connected with it', async () => {
    await connect();
    await connect({ servers: ['tickets', 'notes'] });
    const written = await bed.read(codexFile);
    assert.equal(written.match(/^tool_timeout_sec = 86400$/gm)?.length, 2);
    assert.equal(written.match(/"--own-limit", "300000"/g)?.length, 2);
  });
});
