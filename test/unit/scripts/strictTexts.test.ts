import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeStrictConfig } from '#scripts/lib/strictTexts.ts';
import { fromRoot } from '#test/root.ts';

const root = fromRoot('');

const refused = [
  `vscode.l10n.t('from {0}', { name: 'weather' })`,
  `vscode.l10n.t('from {0}', undefined)`,
  `vscode.l10n.t('from {0}', ['weather'])`,
  `vscode.l10n.t('from {0}')`,
  `vscode.l10n.t('from {0} to {1}', 'here')`,
  `vscode.l10n.t('from', 'here')`,
  `t('from {0}', { name: 'weather' })`,
  `t('from {0}', new Error('weather'))`,
  `t('from {0} to {1}', 'here')`,
  `t({ message: 'from {0}', comment: 'a place' })`,
  `vscode.l10n.t({ message: 'from {0}', comment: 'a place' }, 'here')`,
  `t({ message: 'from' })`,
];

const accepted = [
  `vscode.l10n.t('from {0}', 'weather')`,
  `vscode.l10n.t('from {0} to {1}, or {0} again', 'here', 2)`,
  `vscode.l10n.t('from')`,
  `t('from {0}', 'weather')`,
  // Placeholders without values are allowed here, because the webview puts elements in their places.
  `t('from {0} to {1}')`,
  `t({ message: 'from', comment: 'a place' })`,
  `vscode.l10n.t({ message: 'from', comment: 'a place' })`,
];

describe('the check of the values in texts', () => {
  let folder = '';
  let complaints: string[] = [];

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'texts-'));
    const probe = join(folder, 'probe.mts');
    const head = `import { t } from '@vscode/l10n'; import * as vscode from 'vscode';`;
    const lines = [...refused, ...accepted].map((call, index) => `export const a${index}: string = ${call};`);
    writeFileSync(probe, [head, ...lines].join('\n'));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', writeStrictConfig('src/editor', [probe])], {
      encoding: 'utf8',
    });
    complaints = stdout.split('\n').filter((line) => line.includes('probe.mts'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const complaintAt = (index: number) => complaints.find((line) => line.includes(`probe.mts(${index + 2},`));

  for (const [index, call] of refused.entries()) {
    it(`refuses ${call}`, () => assert.match(complaintAt(index) ?? 'nothing', /error TS2(345|554)/));
  }

  for (const [index, call] of accepted.entries()) {
    it(`accepts ${call}`, () => assert.equal(complaintAt(refused.length + index), undefined));
  }
});
