import assert from 'node:assert/strict';
import { readImportFile } from '#core/configuration/importFile.ts';
import { planImport } from '#editor/adding/importPlan.ts';
import { until } from '#test/host/until.ts';
import { passwordId, passwordInput, serverWith, withPrompts } from './promptTestBed.ts';

const typed = (value: string) => ({ value, isSecret: true });

describe('the value of an input that a server needs', () => {
  it('is there at once if it is stored, while another server waits for its box', () =>
    withPrompts(async ({ prompts, values, boxes }) => {
      await values.set(passwordId('b'), 'stored');
      void prompts.value(serverWith('a'), 'a', passwordInput('a'));
      await until(() => boxes.length === 1);
      assert.deepEqual(await prompts.value(serverWith('b'), 'b', passwordInput('b')), typed('stored'));
    }));

  it('is asked for in a box after that of another server', () =>
    withPrompts(async ({ prompts, boxes }) => {
      const first = prompts.value(serverWith('a'), 'a', passwordInput('a'));
      const second = prompts.value(serverWith('b'), 'b', passwordInput('b'));
      await until(() => boxes.length === 1);
      boxes[0]?.type('one');
      assert.deepEqual(await first, typed('one'));
      await until(() => boxes.length === 2);
      boxes[1]?.type('two');
      assert.deepEqual(await second, typed('two'));
      assert.deepEqual(
        boxes.map(({ title }) => title),
        ['server of a: a', 'server of b: b'],
      );
    }));

  it('is asked for once if two servers need it', () =>
    withPrompts(async ({ prompts, boxes }) => {
      const both = [1, 2].map(() => prompts.value(serverWith('a'), 'a', passwordInput('a')));
      await until(() => boxes.length === 1);
      boxes[0]?.type('one');
      assert.deepEqual(await Promise.all(both), [typed('one'), typed('one')]);
      assert.equal(boxes.length, 1);
    }));

  for (const closesBoxes of [true, false]) {
    it(`holds up no other if its start is aborted, in an editor that ${closesBoxes ? 'closes' : 'keeps'} the box`, () =>
      withPrompts(async ({ prompts, secrets, boxes }) => {
        const [shown, waiting] = [new AbortController(), new AbortController()];
        const first = prompts.value(serverWith('a'), 'a', passwordInput('a'), shown.signal);
        const second = prompts.value(serverWith('b'), 'b', passwordInput('b'), waiting.signal);
        const third = prompts.value(serverWith('c'), 'c', passwordInput('c'));
        await until(() => boxes.length === 1);
        const stopped = new Error('The server was stopped.');
        waiting.abort(stopped);
        await assert.rejects(second, stopped);
        shown.abort(stopped);
        await assert.rejects(first, stopped);
        await until(() => boxes.length === 2);
        boxes[1]?.type('three');
        assert.deepEqual(await third, typed('three'));
        assert.deepEqual([boxes[1]?.title, secrets.kept.size], ['server of c: c', 1]);
      }, closesBoxes));
  }

  it('is asked for if an imported server names the input of other settings', () =>
    withPrompts(async ({ prompts, values, boxes }) => {
      await values.set(passwordId('token'), 'of other settings');
      const file = {
        inputs: [{ id: 'token', type: 'promptString', password: true }],
        servers: { x: { url: 'https://x.example', headers: { Authorization: `Bearer \${input:token}` } } },
      };
      const { candidates } = readImportFile('vscode', JSON.stringify(file));
      const hasValue = (id: string) => values.has({ scope: { kind: 'user' }, id });
      const { entries, inputs } = await planImport(candidates, new Map(), { inputIds: [], hasValue });
      assert.match(JSON.stringify(entries), /Bearer \$\{input:token-2\}/);
      const [input] = inputs;
      assert.ok(input);
      const value = prompts.value(serverWith(input.id), input.id, input);
      await until(() => boxes.length === 1);
      boxes[0]?.type('typed');
      assert.deepEqual(await value, typed('typed'));
      assert.equal(await values.get(passwordId('token')), 'of other settings');
    }));
});
