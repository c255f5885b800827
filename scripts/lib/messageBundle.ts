import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { root } from './process.mjs';

/** The file with the translatable messages. A translation is a file beside it: `bundle.l10n.<language>.json`. */
export const bundlePath = join(root, 'l10n/bundle.l10n.json');

const importPattern = /^import \{ t \} from '@vscode\/l10n';$/m;

/**
 * The text of the bundle: all messages of the sources by their keys, in alphabetical order, so that differences are small. The key of
 * a message is the message itself, with `/` and its comment behind it if it has one.
 */
export async function bundleOfSources(): Promise<string> {
  const sources = ['src', 'webview'].flatMap(sourcesIn);
  const messages = await getL10nJson([
    // The tool finds `l10n.t(...)` but not `t(...)`. It takes as long for one file as for all files joined.
    joinSources(
      "import * as l10n from '@vscode/l10n';",
      sources.filter((source) => importPattern.test(source)).map(withNamespace),
    ),
    joinSources("import * as vscode from 'vscode';", sources),
  ]);
  const sorted = Object.entries(messages)
    .map(([key, text]): [string, string] => [key, typeof text === 'string' ? text : text.message])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`;
}

function sourcesIn(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts')).map((file) => readFileSync(join(root, folder, file), 'utf8'));
}

function withNamespace(source: string): string {
  return source.replace(/(?<![\w.'"`])t\(/g, 'l10n.t(');
}

function joinSources(importLine: string, sources: readonly string[]): { extension: '.ts'; contents: string } {
  const bodies = sources.map((source) => source.replace(/^import .*'(?:vscode|@vscode\/l10n)';$/gm, ''));
  return { extension: '.ts', contents: [importLine, ...bodies].join('\n') };
}
