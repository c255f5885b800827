import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { flaggedProperties } from '#core/guard/sensitive/flaggedFields.ts';
import { resolveEntry } from '#core/launch/resolveEntry.ts';
import { ElicitationRecorder } from '#core/record/elicitationRecorder.ts';
import { exportCsv, exportJsonLines } from '#core/record/history/exportFormats.ts';
import { RecordWriter } from '#core/record/recordWriter.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { definitionOf, tool } from '#test/host/samples.ts';
import { handmade, launchEnv, nodeSpec, secretEcho } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { InMemoryHeads } from './inMemoryRecord.ts';

/** Secrets of this test, which exist nowhere else. */
const fromFile = 'file-Value-7f3a91';
const fromEnv = 'env"Value" 52c8d0';
const fromInput = 'Eingäbe/ö=1b6e44';
const secrets = [fromFile, fromEnv, fromInput];

describe('the record of a server that repeats secrets', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  it('contains no secret of the arguments of a running call, which the server repeats', async () => {
    const server = host.server(nodeSpec(handmade, []));
    const files = new RecordFolder(host.folder);
    const writer = new RecordWriter({ files, heads: new InMemoryHeads(), window: 'one', values: () => 'full' });
    const recording = new ElicitationRecorder({
      inbox: host.inbox,
      exchanges: host.exchanges,
      writer,
      clock: host.services.clock,
      isEnabled: () => true,
      describe: () => ({ scope: 'user' }),
      maskOf: () => server.mask,
      flagged: flaggedProperties,
    });
    const requestedSchema = { type: 'object', properties: { city: { type: 'string' } } };
    const params = { message: 'Is it correct horse in room 4711b?', requestedSchema };
    const call = server.call(tool('ask', { params, password: 'correct horse', note: 'room 4711b' }), {
      origin: 'user',
      secrets: { schema: {}, masked: ['note'] },
    });
    await host.oldestRequest();
    await host.decide({ action: 'accept', content: { city: 'Oslo' } });
    await call;
    recording.dispose();
    await writer.flush();
    let text = '';
    for await (const piece of exportJsonLines(files)) {
      text += piece;
    }
    assert.match(text, /Is it \[secret\] in \[secret\]\?/);
    assert.doesNotMatch(text, /horse|4711b/);
    assert.ok(!host.log.text.includes('4711b') && !host.log.text.includes('correct horse'));
    assert.equal(server.mask('correct horse'), 'correct horse', 'the call has ended');
  });

  it('contains none of the secrets, even if all values are recorded', async () => {
    const definition = definitionOf('leaky', {
      type: 'stdio',
      command: process.execPath,
      args: [secretEcho],
      envFile: '/leaky.env',
      env: { ...launchEnv, LEAK_API_TOKEN: fromEnv, LEAK_TYPED: `\${input:typed}` },
      elicitation: { form: true, url: true },
    });
    const spec = await resolveEntry(definition, {
      workspaceFolders: [],
      trust: { trusted: true },
      userHome: homedir(),
      environment: { PATH: process.env['PATH'] },
      input: async () => ({ value: fromInput, isSecret: true }),
      readFile: async () => `LEAK_IN_FILE=${fromFile}\n`,
    });
    const server = host.server(spec, definition);
    const files = new RecordFolder(host.folder);
    const writer = new RecordWriter({ files, heads: new InMemoryHeads(), window: 'one', values: () => 'full' });
    const recording = new ElicitationRecorder({
      inbox: host.inbox,
      exchanges: host.exchanges,
      writer,
      clock: host.services.clock,
      isEnabled: () => true,
      describe: () => ({ scope: 'user' }),
      maskOf: () => server.mask,
      flagged: flaggedProperties,
    });

    const call = server.call(tool('ask'), { origin: 'user' });
    const form = await host.oldestRequest();
    assert.ok(form.mode === 'form');
    for (const secret of secrets) {
      assert.ok(form.message.includes(secret), 'the server repeats the secret');
    }
    const content = Object.fromEntries(
      form.form.fields.map((field) => [
        field.name,
        field.kind === 'choice' ? field.options[0]?.value : secrets.join(', '),
      ]),
    );
    await host.decide({ action: 'accept', content });
    await host.decide({ action: 'accept' });
    await call;
    const failed = server.call(tool(`fail-${fromFile}`), { origin: 'user' }).catch(() => undefined);
    // The server ends while its request is open.
    await host.oldestRequest();
    await server.stop();
    await failed;
    recording.dispose();
    await writer.flush();

    let text = '';
    for await (const piece of exportJsonLines(files)) {
      text += piece;
    }
    const entries = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      entries.map(({ decision, mode }) => [decision, mode]),
      [
        // An answer is recorded when its delivery is known.
        ['accept', 'form'],
        ['refused', 'form'],
        ['accept', 'url'],
        ['withdrawn', 'form'],
      ],
    );
    const accepted = entries.filter(({ decision }) => decision === 'accept');
    assert.match(accepted[0].message.text, /^You use \[secret\] and \[secret\] and \[secret\]\./);
    assert.match(accepted[0].fields[0].value, /^\[secret\], /);
    assert.match(accepted[1].url, /^https:\/\/example\.com\/\[secret\]\?/);
    assert.equal(entries[3].call.target, 'fail-[secret]');
    for await (const piece of exportCsv(files)) {
      text += piece;
    }
    for (const secret of secrets) {
      const json = JSON.stringify(secret).slice(1, -1);
      for (const spelling of [secret, json, json.replaceAll('"', '""'), encodeURIComponent(secret)]) {
        assert.ok(!text.includes(spelling), spelling);
      }
      assert.ok(!text.includes(secret.slice(-6)), secret);
    }
  });
});
