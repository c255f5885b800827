// npm run pictures: takes the pictures of all scenes and of the page states, as described below.
// npm run pictures -- SCENE...: takes pictures of scenes in four themes and two widths, in the real editor with the packaged
// extension, into .cache/pictures for review; and the pictures of media/.
// npm run pictures -- states [--language LANGUAGE] [STATE...]: takes pictures of page states in every theme, two widths and two
// zooms, in a browser without an editor, into .cache/pictures/states, and lets axe look at each. By default the states of
// test/pages/pictures. With a language of l10n, in one theme, without zoom, into .cache/pictures/states-LANGUAGE.
import { rm } from 'node:fs/promises';
import { installEditor } from '#scripts/lib/codeServer.ts';
import { runInTerminal, secondsSince } from '#scripts/lib/process.mjs';
import { packageVsix } from '#scripts/lib/vsix.ts';
import { demoScenes } from '#scripts/pictures/demoScenes.ts';
import { scenesAfterDemo, scenesBeforeDemo } from '#scripts/pictures/editorScenes.ts';
import { PictureSession, picturesFolder } from '#scripts/pictures/pictureSession.ts';
import type { Scene } from '#scripts/pictures/scene.ts';
import { testServerScenes, testServerWorkspace } from '#scripts/pictures/testServerScenes.ts';

const chosen = process.argv.slice(2);
if (chosen[0] === 'states') process.exit(await takeStates(chosen.slice(1)));
const allScenes = [...scenesBeforeDemo, ...demoScenes, ...scenesAfterDemo, ...testServerScenes];
const unknown = chosen.filter((name) => !allScenes.some((scene) => scene.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no scene ${unknown.join(', ')}: choose among ${allScenes.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}
const chosenScenes = (scenes: readonly Scene[]) =>
  scenes.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
const failed: string[] = [];
const started = performance.now();

await packageVsix();
await installEditor();
if (chosen.length === 0) await rm(picturesFolder, { recursive: true, force: true });

await inSession(
  {},
  async (session) => {
    await takeAll(session, chosenScenes(scenesBeforeDemo));
    const scenes = chosenScenes([...demoScenes, ...scenesAfterDemo]);
    if (scenes.length > 0) {
      await session.host.startDemo();
      await session.endAll();
      await session.hideSideBar();
      await takeAll(session, scenes);
    }
  },
  [...scenesBeforeDemo, ...demoScenes, ...scenesAfterDemo],
);
await inSession(
  await testServerWorkspace(),
  async (session) => {
    await session.hideSideBar();
    await takeAll(session, chosenScenes(testServerScenes));
  },
  testServerScenes,
);

const statesCode = chosen.length === 0 ? await takeStates([]) : 0;

console.log(`Pictures in ${picturesFolder}, after ${secondsSince(started)}`);
if (failed.length > 0) {
  console.log(`Not taken: ${failed.join(', ')}`);
}
process.exitCode = failed.length > 0 ? 1 : statesCode;

/** Takes the pictures of page states. Returns an exit code. */
function takeStates(names: readonly string[]): Promise<number> {
  return runInTerminal(process.execPath, ['test/pages/pictures/main.ts', ...names]);
}

async function inSession(
  options: Parameters<typeof PictureSession.open>[0],
  takeScenes: (session: PictureSession) => Promise<void>,
  scenes: readonly Scene[],
): Promise<void> {
  if (chosenScenes(scenes).length === 0) return;
  const session = await PictureSession.open(options);
  try {
    await takeScenes(session);
  } finally {
    await session.dispose();
  }
}

async function takeAll(session: PictureSession, scenes: readonly Scene[]): Promise<void> {
  for (const scene of scenes) {
    console.log(`${scene.name} (${secondsSince(started)})`);
    try {
      await scene.take(session);
    } catch (error) {
      failed.push(scene.name);
      console.log(`${error}\n  picture: ${await session.workbench.screenshot(`failed-${scene.name}`)}`);
    }
    await session.hideSideBar();
    await session.endAll();
  }
}
