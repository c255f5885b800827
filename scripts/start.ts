// npm start [-- FOLDER]: opens an editor with the packaged extension. The opened folder, if none is given, the settings and the
// installed extensions are in .cache/start, apart from those of the user's editor.
//   --embedded    uses code-server in a browser, even if a desktop editor is installed
//   --port N      the port of code-server, if it is free (default: 8765)
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installEditor, installExtension, startEditor, writeUserSettings } from '#scripts/lib/codeServer.ts';
import { findDesktopEditor, openDesktopEditor } from '#scripts/lib/desktopEditor.ts';
import { folderToOpen } from '#scripts/lib/folderToOpen.ts';
import { reportDuration, root } from '#scripts/lib/process.mjs';
import { quietSettings } from '#scripts/lib/quietSettings.ts';
import { packageVsix, vsixPath } from '#scripts/lib/vsix.ts';
import { freePort } from '#scripts/lib/webServer.ts';

const { values: flags, positionals } = parseArgs({
  options: { embedded: { type: 'boolean' }, port: { type: 'string', default: '8765' } },
  allowPositionals: true,
});

const ownFolder = join(root, '.cache/start/folder');
const workspaceFolder = folderToOpen(positionals, ownFolder);
const readme = `# MCP Elicitation Host

A folder to try the extension in. Open the command palette (F1) and run
"MCP Elicitation: Try the Demo": a bundled server asks its questions.
`;

await packageVsix();
if (workspaceFolder === ownFolder) {
  await mkdir(ownFolder, { recursive: true });
  await writeFile(join(ownFolder, 'README.md'), readme);
}

const desktopEditor = flags.embedded ? undefined : findDesktopEditor();
const isOpened =
  desktopEditor !== undefined && (await openDesktopEditor(desktopEditor, { vsix: vsixPath, folder: workspaceFolder }));
if (!isOpened) await serveEmbeddedEditor();

/** Serves code-server until the process is ended. */
async function serveEmbeddedEditor() {
  await installEditor();
  const profileFolders = {
    userData: join(root, '.cache/start/user-data'),
    extensions: join(root, '.cache/start/extensions'),
  };
  // The folder exists after the first start. Its settings are kept, because the user may have changed them.
  if (!existsSync(profileFolders.userData)) await writeUserSettings(profileFolders, quietSettings);
  await reportDuration('Installing the extension', () => installExtension(vsixPath, profileFolders));
  const port = await freePort(Number(flags.port));
  const editor = await reportDuration('Starting the editor', () => startEditor(profileFolders, port));
  console.log(`\nOpen ${editor.url}/?folder=${encodeURI(workspaceFolder)} in a browser. Ctrl+C ends it.`);
  await editor.ended;
}
