import assert from 'node:assert/strict';
import { InMemoryLog } from '../../../../src/core/ports.ts';
import { Accepted } from '../../../../src/core/servers/accepted.ts';
import { Answers } from '../../../../src/core/servers/answers.ts';
import { Declined } from '../../../../src/core/servers/declined.ts';
import type { FormElicitation } from '../../../../src/core/servers/elicitationParams.ts';
import { Noise } from '../../../../src/core/servers/noise.ts';
import { Secrets } from '../../../../src/core/servers/secrets.ts';
import { WireLog } from '../../../../src/core/servers/wireLog.ts';
import { AskingRig } from './asking.ts';

const form = (message: string): FormElicitation => ({
  mode: 'form',
  message,
  form: { fields: [] },
  schema: { type: 'object', properties: {} },
  sensitive: [],
});
const { call } = new AskingRig();

describe('what is kept of a server', () => {
  it('are the newest 200 questions that were declined', () => {
    const declined = new Declined();
    for (let index = 0; index <= 200; index += 1) {
      declined.declined(form(`${index}?`), call, true);
    }
    const known = (index: number) => [declined.has(form(`${index}?`), call), declined.stands(form(`${index}?`), call)];
    assert.deepEqual([0, 1, 200].map(known), [
      [false, false],
      [true, true],
      [true, true],
    ]);
  });

  it('keeps one that is declined again, as the newest', () => {
    const declined = new Declined();
    for (let index = 0; index <= 200; index += 1) {
      declined.declined(form(`${index}?`), call, false);
      declined.declined(form('0?'), call, false);
    }
    assert.deepEqual([declined.has(form('0?'), call), declined.has(form('1?'), call)], [true, false]);
  });

  it('are the newest 200 forms that were accepted in a call', () => {
    const accepted = new Accepted();
    for (let index = 0; index <= 200; index += 1) {
      accepted.addForm(form(`${index}?`), { index });
    }
    assert.deepEqual(
      [0, 1, 200].map((index) => accepted.contentOf(form(`${index}?`))),
      [undefined, { index: 1 }, { index: 200 }],
    );
  });

  it('are, of what is no message, the first 20 lines of 500 characters', () => {
    const log = new InMemoryLog();
    const noise = new Noise(new WireLog(log, new Secrets([]), new Answers()), 'Not a message');
    for (let line = 1; line <= 25; line += 1) {
      noise.add(`${line} `.padEnd(6000, 'x'));
    }
    assert.equal(log.lines.length, 20);
    const shown = log.lines.map(({ line }) => line.replace('Not a message; ignored: ', ''));
    assert.ok(shown.slice(0, 19).every((line) => line.length === 501 && line.endsWith('…')));
    assert.match(shown[19] ?? '', /^20 x{497}… Further lines of this kind are not shown\.$/);
  });

  it('is masked before it is cut', () => {
    const log = new InMemoryLog();
    const secret = 's3cret-'.repeat(20);
    const noise = new Noise(new WireLog(log, new Secrets([secret]), new Answers()), 'Not a message');
    noise.add(`${'x'.repeat(450)}${secret}`);
    assert.doesNotMatch(log.text, /s3cret/);
  });

  it('is looked through for secrets once', () => {
    let looked = 0;
    class Counting extends Secrets {
      override get withheld() {
        looked += 1;
        return super.withheld;
      }
    }
    new Noise(new WireLog(new InMemoryLog(), new Counting([]), new Answers()), 'Not a message').add('x');
    assert.equal(looked, 1);
  });
});
