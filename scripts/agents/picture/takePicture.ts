import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codex } from '#scripts/agents/adapters/codex.ts';
import { startModelServer } from '#scripts/agents/model/modelServer.ts';
import type { NextTurn } from '#scripts/agents/model/turns.ts';
import { installAgent } from '#scripts/agents/run/installAgent.ts';
import { endProcesses, markName } from '#scripts/agents/run/leftovers.ts';
import { writeFiles } from '#scripts/agents/run/writeFiles.ts';
import { openEditorWindow } from '#scripts/agents/window/editorWindow.ts';
import { root } from '#scripts/lib/process.mjs';
import { withPalette } from '#scripts/pictures/palette.ts';
import { packageExtension } from '#test/bench/lib/packageExtension.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';

const server = 'releases';
const message = 'Where should it go?';
const request = 'Release version 2.4.0.';
const limitMs = 300_000;
const size = { width: 1280, height: 640 };

const settings = {
  'workbench.colorTheme': 'Dark 2026',
  'terminal.integrated.gpuAcceleration': 'off',
  'terminal.integrated.fontSize': 13,
};

/**
 * Takes the picture of `docs/agents.md`: Codex waits in a terminal while the panel asks, as it does for its user, but for the model,
 * which is scripted. Needs the program `script`. @returns the path of the picture
 */
export async function takeAgentPicture(): Promise<string> {
  const program = await installAgent(codex);
  const home = await realpath(await mkdtemp(join(tmpdir(), 'agent-picture-')));
  const folder = join(home, 'shop');
  const mark = randomUUID();
  const model = await startModelServer(codex.format, releaseOnce);
  try {
    const command = [process.execPath, join(import.meta.dirname, 'releaseServer.ts')];
    const { files, env } = codex.launch({
      home,
      folder,
      modelUrl: model.url,
      port: 0,
      server: { name: server, command },
    });
    await mkdir(folder);
    await writeFiles(home, trusting(folder, files));
    const script = join(home, 'run.sh');
    const proxies = { HTTPS_PROXY: model.url, HTTP_PROXY: model.url, NO_PROXY: '127.0.0.1,localhost' };
    const terminal = { TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'C.UTF-8' };
    const own = { PATH: process.env['PATH'] ?? '', HOME: home, [markName]: mark };
    const variables = Object.entries({ ...own, ...terminal, ...proxies, ...env });
    const words = [...variables.map(([name, value]) => `${name}=${value}`), ...program, request];
    await writeFile(script, `cd ${quoted(folder)}; exec env -i ${words.map(quoted).join(' ')}\n`);
    await take(home, folder, script, command);
  } finally {
    await endProcesses(mark, home);
    await model.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
  return picture;
}

const picture = join(root, 'media/agent-waits.png');

async function take(home: string, folder: string, script: string, command: readonly string[]): Promise<void> {
  const extension = join(home, 'extension');
  await cp(join(import.meta.dirname, 'terminalExtension'), extension, { recursive: true });
  const window = await openEditorWindow(home, folder, {
    settings,
    viewport: size,
    extensions: [await packageExtension(extension)],
    environment: { PICTURE_SCRIPT: script, PICTURE_TITLE: 'codex' },
  });
  const { workbench } = window;
  try {
    await window.connect({ agent: codex, server, command, limitMs, keepsLimit: false });
    await workbench.page.keyboard.press('Control+B');
    await workbench.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
    await workbench.runCommand('Picture: Open the Terminal');
    const ui = new ExtensionUi(() => workbench);
    await ui.panel.getByRole('heading', { name: message }).waitFor();
    await ui.field('Production, a tenth of the users first').check();
    await ui.field('Note for the users').fill('Orders can now be paid by invoice.');
    await ui.waitUntilReady();
    // The editor has noticed by then that the panel has the focus, and Codex that it waits.
    const active = workbench.page.locator('.editor-group-container.active');
    await active.getByRole('tab', { name: `Codex · ${server}` }).waitFor();
    await workbench.page
      .locator('.xterm-rows')
      .getByText(/Working.\((\d\d|[4-9])s/)
      .waitFor();
    await workbench.page.mouse.move(0, 0);
    await writeFile(picture, withPalette(await workbench.page.screenshot({ animations: 'disabled' })));
  } catch (error) {
    throw new Error(`${error} ${await window.explain('picture')}`);
  } finally {
    await window.close();
  }
}

const releaseOnce: NextTurn = ({ results }) =>
  results.length === 0
    ? { kind: 'call', tool: 'release', json: '{"version":"2.4.0"}' }
    : { kind: 'text', text: 'Version 2.4.0 is released.' };

/** Codex's files, in which the folder is trusted: otherwise it asks first. */
function trusting(folder: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      path.endsWith('.toml') ? `${text}[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"\n` : text,
    ]),
  );
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
