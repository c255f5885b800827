import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FileMemory } from '#core/remembered/fileMemory.ts';
import { importOldAnswers } from '#core/remembered/oldAnswers.ts';
import { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import { rememberedFieldId } from '#core/remembered/rememberedField.ts';
import { answer } from './rememberedTestBed.ts';

describe('the answers that version 0.1.0 stored', () => {
  const oldAnswers = { format: 1, fields: [answer()] };
  let parentFolder: string;
  let folder: string;
  beforeEach(() => {
    parentFolder = mkdtempSync(join(tmpdir(), 'answers-'));
    folder = join(parentFolder, 'storage', 'answers');
  });
  afterEach(() => rmSync(parentFolder, { recursive: true }));

  const openWindow = () => {
    const memory = new FileMemory(folder, 'answers.json');
    const remembered = new RememberedAnswers({ memory, clock: { now: () => 0 } });
    return { remembered, importOld: () => importOldAnswers(remembered, memory, oldAnswers) };
  };

  it('are imported once, even if they come back', () => {
    const { remembered, importOld } = openWindow();
    assert.equal(importOld(), true);
    assert.equal(remembered.all.size, 1);
    remembered.forget([rememberedFieldId(answer())]);
    const later = openWindow();
    assert.equal(later.importOld(), true);
    assert.equal(later.remembered.all.size, 0);
  });

  it('must not be removed if they could not be written', () => {
    mkdirSync(dirname(folder));
    writeFileSync(folder, '');
    const { remembered, importOld } = openWindow();
    assert.equal(importOld(), false);
    assert.equal(remembered.all.size, 1);
    rmSync(folder);
    const later = openWindow();
    assert.equal(later.remembered.all.size, 0);
    assert.equal(later.importOld(), true);
    assert.equal(openWindow().remembered.all.size, 1);
  });
});
