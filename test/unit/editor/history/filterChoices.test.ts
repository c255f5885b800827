import assert from 'node:assert/strict';
import { callerCounts } from '#editor/history/dayTexts.ts';
import { historyChoices } from '#editor/history/filterChoices.ts';

const names = (choices: readonly { readonly name: string }[]) => choices.map(({ name }) => name);

describe('what can be chosen in the filters of the history', () => {
  it('has the scope of a server in its name only if two have the same name', () => {
    const servers = new Map([
      ['user:files', 'files'],
      ['workspace:files', 'files'],
      ['folder:/a:files', 'files'],
      ['agent:codex:files', 'files'],
      ['builtIn:demo', 'demo'],
    ]);
    assert.deepEqual(names(historyChoices({ agents: [], servers, tools: [] }).servers), [
      'demo',
      'files (a folder)',
      'files (an agent)',
      'files (the workspace)',
      'files (your settings)',
    ]);
  });

  it('has distinct, bounded names on one line, also if the recorded ones imitate others', () => {
    const tools = ['book', 'bo\u200bok', '\u202e', 'x'.repeat(10_000), `${'x'.repeat(10_000)}y`, 'a\nb', '<b>'];
    const servers = new Map([
      ['agent:codex:files', 'files (your settings)'],
      ['user:files', 'files'],
      ['workspace:files', 'files'],
    ]);
    const choices = historyChoices({ agents: ['This editor', 'Codex', 'Other extensions'], servers, tools });
    assert.deepEqual(names(choices.agents), ['Codex', 'Other extensions (an agent)', 'This editor (an agent)']);
    assert.equal(new Set(names(choices.servers)).size, 3);
    assert.deepEqual(
      choices.tools.map(({ id }) => id).toSorted(),
      tools.toSorted(),
      'the values are those of the record',
    );
    for (const name of names([...choices.tools, ...choices.servers])) {
      assert.doesNotMatch(name, /[\p{Cc}\u202e\u200b]/u);
      assert.ok(name !== '' && name.length <= 400, `${name.length} characters`);
    }
    assert.deepEqual(
      names(choices.tools).filter((name) => name.startsWith('bo')),
      ['bo[U+200B]ok', 'book'],
    );
  });
});

describe('the callers of a day', () => {
  const counts = { calls: 0, questions: 0, declined: 0 };

  it('are named with their calls and questions, the busiest first', () => {
    const callers = new Map([
      ['editor', { ...counts, calls: 1 }],
      ['extension', { ...counts, questions: 2 }],
      ['agent:Codex', { calls: 1041, questions: 3, declined: 1 }],
      ['agent:This editor', { ...counts, calls: 1, questions: 2 }],
    ] as const);
    assert.deepEqual(callerCounts({ callers }), [
      { name: 'Codex', counts: '1,041 calls, 3 questions, 1 declined' },
      { name: 'This editor (an agent)', counts: '1 call, 2 questions' },
      { name: 'Other extensions', counts: '2 questions' },
      { name: 'This editor', counts: '1 call' },
    ]);
  });

  it('are at most eight, and the others together', () => {
    const agents = Array.from(
      { length: 12 },
      (_, index) => [`agent:${'x'.repeat(10_000)}${index}`, { ...counts, calls: 1 }] as const,
    );
    const shown = callerCounts({ callers: new Map([['others', { ...counts, calls: 30 }], ...agents]) });
    assert.equal(shown.length, 9);
    assert.deepEqual(shown.at(-1), { name: 'Other callers', counts: '34 calls' });
    assert.ok(shown.every(({ name }) => name.length <= 61));
  });
});
