// npm start: the packaged extension in an editor, in a folder of its own and with settings of its own.
//   --embedded    the editor that comes with the project, though the person has one
//   --port N      where the embedded editor listens, 8765 otherwise
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findDesktopEditor, openDesktopEditor } from '#scripts/lib/desktopEditor.ts';
import { installEditor, installExtension, startEditor, writeUserSettings } from '#scripts/lib/editor.ts';
import { root, step } from '#scripts/lib/process.mjs';
import { quietSettings } from '#scripts/lib/quietSettings.ts';
import { packageVsix, vsixPath } from '#scripts/lib/vsix.ts';
import { freePort } from '#scripts/lib/webServer.ts';

const { values: flags } = parseArgs({
  options: { embedded: { type: 'boolean' }, port: { type: 'string', default: '8765' } },
});

const folder = join(root, '.cache/start/folder');
const readme = `# MCP Elicitation Host

A folder to try the extension in. Open the command palette (F1) and run
"MCP Elicitation: Try the Demo": a bundled server asks its questions.
`;

await packageVsix();
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'README.md'), readme);

const desktop = flags.embedded ? undefined : findDesktopEditor();
if (!(desktop && (await openDesktopEditor(desktop, { vsix: vsixPath, folder })))) await serveEmbeddedEditor();

async function serveEmbeddedEditor() {
  await installEditor();
  const folders = { userData: join(root, '.cache/start/user-data'), extensions: join(root, '.cache/start/extensions') };
  // Settings from an earlier start are kept.
  if (!existsSync(folders.userData)) await writeUserSettings(folders, quietSettings);
  await step('Installing the extension', () => installExtension(vsixPath, folders));
  const port = await freePort(Number(flags.port));
  const editor = await step('Starting the editor', () => startEditor(folders, port));
  console.log(`\nOpen ${editor.url}/?folder=${encodeURI(folder)} in a browser. Ctrl+C ends it.`);
  await editor.ended;
}
