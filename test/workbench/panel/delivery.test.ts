import assert from 'node:assert/strict';
import { eventually } from '#test/eventually.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';
import { RecordingServers } from '#test/workbench/harness/recordingServers.ts';
import { RefusingServer } from '#test/workbench/harness/refusingServer.ts';
import { recordedOutcomes, untilDraftWritten } from '#test/workbench/harness/storage.ts';

const eras = ['legacy', 'modern'] as const;
type Era = (typeof eras)[number];

/** What becomes of the first attempt to send an answer, and what is to come of that. */
interface Row {
  readonly how: string;
  readonly retryAfter?: number;
  /** How often the server reads the answer before the user does anything. */
  readonly read: number;
  /** What the panel says. Absent: the user need not do anything. */
  readonly says?: string;
  /** What stands in the record of the first answer. */
  readonly kept?: string;
}

const refused = (status: number): Row => ({
  how: String(status),
  read: 1,
  says: `The answer did not arrive (${status})`,
  kept: `accept refused ${status}`,
});
const isUnknown = 'It is not known whether the answer arrived';
const table: Readonly<Record<Era, readonly Row[]>> = {
  legacy: [
    ...[400, 401, 403, 404, 500, 502].map(refused),
    { how: '429', retryAfter: 1, read: 2 },
    { how: 'resetBefore', read: 1 },
    { how: 'resetAfter', read: 2 },
  ],
  modern: [
    ...[400, 401, 403, 404, 500, 502].map(refused),
    { how: '429', retryAfter: 1, read: 2 },
    { how: 'resetBefore', read: 0, says: isUnknown, kept: 'accept unknown' },
    { how: 'resetAfter', read: 1, says: isUnknown, kept: 'accept unknown' },
    { how: 'expired', read: 1, says: 'The answer did not arrive', kept: 'accept refused' },
  ],
};
const leaving = eras.flatMap((era) => (['close', 'exit'] as const).map((how) => ({ era, how })));

describe('an answer that the server does not accept', function () {
  this.timeout(180_000);
  const asker = new RecordingServers();
  const servers: Partial<Record<string, RefusingServer>> = {};
  const workbench = useWorkbench(async () => {
    await asker.clear();
    const entries: Record<string, unknown> = {};
    for (const era of eras) {
      for (const name of [era, `silent ${era}`]) {
        const server = await RefusingServer.start(era);
        servers[name] = server;
        entries[name] = server.entry;
      }
    }
    for (const { era, how } of leaving) {
      const { args, ...entry } = asker.entryOf('exitingStdio.ts');
      entries[`${how} ${era}`] = { ...entry, args: [...(args as string[]), how, era] };
    }
    return { settings: { 'mcpElicitation.servers': entries, 'mcpElicitation.rateLimit.requestsPerMinute': 1000 } };
  });
  const host = new ExtensionUi(workbench);
  const history = new HistoryPage(workbench);
  const heading = (name: string | RegExp) => host.panel.getByRole('heading', { name, exact: true });
  after(() => {
    for (const server of Object.values(servers)) {
      server?.stop();
    }
    return asker.remove();
  });

  function serverOf(name: string): RefusingServer {
    const server = servers[name];
    assert.ok(server);
    return server;
  }

  /** Has the tool run, from its last result where that is shown, and answers. */
  async function submit(name: string, text: string): Promise<void> {
    if (await heading(`ask on ${name}`).isVisible()) {
      await host.enabledButton('Run Again').click();
    } else {
      await host.runTool(name, 'ask');
    }
    await host.field('name').fill(text);
    await host.answer('Submit');
  }

  /** Stops the call of this server. */
  async function stop(name: string): Promise<void> {
    const call = host.panel
      .getByRole('list', { name: 'Running calls' })
      .getByRole('listitem')
      .filter({ hasText: name });
    await call.getByRole('button', { name: 'Stop the Call' }).click();
    await call.waitFor({ state: 'detached' });
  }

  /** Runs the tool again from what the panel says of an answer. The form is filled in. */
  async function runAgain(text: string): Promise<void> {
    await host.enabledButton('Run again with these answers').click();
    await host.ready();
    assert.equal(await host.field('name').inputValue(), text);
  }

  for (const era of eras) {
    for (const { how, retryAfter, read, says, kept } of table[era]) {
      const end = !says ? 'arrives by itself, once' : era === 'legacy' ? 'is sent again' : 'fills the form again';
      it(`${end} (${era}, ${how})`, async () => {
        const text = `Ann ${era} ${how}`;
        const answer = { action: 'accept', content: { name: text } };
        const server = serverOf(era);
        const before = (await recordedOutcomes(workbench())).length;
        await server.treat(how, retryAfter);
        await submit(era, text);
        if (how === '401') {
          // Up to 2025-03-26 a server was its own authorization server where it named none.
          await workbench().dialog.getByRole('button', { name: 'Cancel' }).click();
        }
        let attempts = read;
        if (says) {
          await heading(says).waitFor();
          assert.deepEqual([(await server.seen()).answers.length, (await server.seen()).used.length], [read, 0]);
          attempts += 1;
          if (era === 'legacy') {
            await host.enabledButton('Send again').click();
          } else {
            await runAgain(text);
            await host.answer('Submit');
          }
        }
        await heading(`ask on ${era}`).waitFor();
        const { answers, used, to } = await server.used();
        const expected = era === 'legacy' ? answer : { name: answer };
        assert.deepEqual(answers, Array(attempts).fill(expected));
        assert.deepEqual(used, [expected]);
        assert.equal(new Set(to).size, 1);
        const told = era === 'modern' && kept ? [kept, 'accept'] : ['accept'];
        await eventually(
          'the record has it',
          async () => (await recordedOutcomes(workbench())).length >= before + told.length,
        );
        assert.deepEqual((await recordedOutcomes(workbench())).slice(before), told);
      });
    }
  }

  it('is not shown as sending once the server begins to respond to its request, and is recorded with the result', async () => {
    const server = serverOf('modern');
    const before = (await recordedOutcomes(workbench())).length;
    await server.treat('works');
    await submit('modern', 'Ann');
    await server.used();
    await host.panel.getByText('Step 1: answered').waitFor();
    await host.panel.getByText('Sending your answer…').waitFor({ state: 'hidden' });
    assert.deepEqual((await recordedOutcomes(workbench())).slice(before), []);
    await server.control('finish');
    await heading('ask on modern').waitFor();
    await eventually('the record has it', async () => (await recordedOutcomes(workbench())).length > before);
    assert.deepEqual((await recordedOutcomes(workbench())).slice(before), ['accept']);
    assert.equal((await server.seen()).answers.length, 1);
  });

  describe('while other servers say nothing to one', () => {
    before(async () => {
      for (const era of eras) {
        await serverOf(`silent ${era}`).treat('silent');
        await submit(`silent ${era}`, 'Ann silent');
      }
    });

    for (const { era, how } of leaving) {
      it(`is kept when a process ${how === 'close' ? 'has closed its input' : 'ends while it reads'} (${era})`, async () => {
        await asker.clear();
        const text = `Ann ${how} ${era}`;
        await submit(`${how} ${era}`, text);
        await heading(how === 'close' ? /did not arrive|not known whether/ : isUnknown).waitFor();
        const heard = await asker.receivedLines(0);
        assert.equal(heard.length, how === 'close' ? 0 : 1);
        assert.ok(heard.every((line) => line.includes(text)));
        await runAgain(text);
        // What the editor says of the process may lie over the form's own buttons.
        await stop(`${how} ${era}`);
      });
    }

    it('says so after 20 s, and the answer is kept when the call is stopped', async () => {
      // The result of the call that ended last is shown.
      await host.enabledButton('Close').click();
      await host.panel
        .getByText(/^Your answer is on its way, but the server has not replied for 20 seconds\./)
        .waitFor();
      await stop('silent legacy');
      await host.enabledButton('Close').click();
      await host.panel.getByText(/^Nothing has come back from the server for 20 seconds\./).waitFor();
      await stop('silent modern');
      for (const era of eras) {
        const server = serverOf(`silent ${era}`);
        assert.deepEqual([(await server.seen()).answers.length, (await server.seen()).used.length], [1, 0]);
        await host.runTool(`silent ${era}`, 'ask');
        await host.ready();
        assert.equal(await host.field('name').inputValue(), 'Ann silent');
        await host.answer('Submit');
        await heading(`ask on silent ${era}`).waitFor();
      }
    });
  });

  describe('once the window was loaded anew', () => {
    for (const era of eras) {
      it(`fills the form (${era})`, async () => {
        const text = `Ann before the reload, ${era}`;
        const server = serverOf(era);
        await server.treat('403');
        await submit(era, text);
        await heading('The answer did not arrive (403)').waitFor();
        await untilDraftWritten(workbench(), text);
        await workbench().reload();
        await host.runTool(era, 'ask');
        await host.ready();
        assert.equal(await host.field('name').inputValue(), text);
        await host.answer('Submit');
        await heading(`ask on ${era}`).waitFor();
        assert.equal((await server.used()).used.length, 1);
      });
    }

    it('is in the history with its delivery', async () => {
      await history.show();
      for (const fate of ['Accepted, not delivered', 'Accepted, delivery unknown']) {
        await history.entries.filter({ hasText: fate }).first().waitFor();
      }
    });
  });
});
