import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkStructure, type ProjectRules } from '#scripts/lib/structure/structureCheck.ts';

const manifest = JSON.stringify({ type: 'module', imports: { '#core/*': './src/core/*' } });

/** A project in a temporary folder for each test of the enclosing `describe`, with the subpath imports `#core/...`. */
export class StructureFixture {
  path = '';

  constructor() {
    beforeEach(() => {
      this.path = mkdtempSync(join(tmpdir(), 'structure-'));
      execFileSync('git', ['init', '--quiet', this.path]);
      this.write({ 'package.json': manifest });
    });
    afterEach(() => rmSync(this.path, { recursive: true }));
  }

  /** Writes the files, by path. */
  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.path, path)), { recursive: true });
      writeFileSync(join(this.path, path), text);
    }
  }

  /** Writes the files, and returns the problems of the project. */
  problems(files: Readonly<Record<string, string>>, rules: Partial<ProjectRules> = {}): readonly string[] {
    this.write(files);
    return checkStructure(this.path, rules).problems;
  }
}
