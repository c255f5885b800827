// npm start: opens an editor with the packaged extension, a separate folder and separate settings.
//   --embedded    uses the project's editor even if the user has one
//   --port N      the port of the project's editor (default: 8765)
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findDesktopEditor, openDesktopEditor } from '#scripts/lib/desktopEditor.ts';
import { installEditor, installExtension, startEditor, writeUserSettings } from '#scripts/lib/editor.ts';
import { reportDuration, root } from '#scripts/lib/process.mjs';
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
  // Settings of an earlier start are not overwritten.
  if (!existsSync(folders.userData)) await writeUserSettings(folders, quietSettings);
  await reportDuration('Installing the extension', () => installExtension(vsixPath, folders));
  const port = await freePort(Number(flags.port));
  const editor = await reportDuration('Starting the editor', () => startEditor(folders, port));
  console.log(`\nOpen ${editor.url}/?folder=${encodeURI(folder)} in a browser. Ctrl+C ends it.`);
  await editor.ended;
}
