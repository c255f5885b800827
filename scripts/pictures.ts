// npm run pictures: every state of the panel in four themes and two widths, taken in the real editor with the packaged
// extension, to be looked at in .cache/pictures; and the pictures in media/. Names of scenes may follow.
import { rm } from 'node:fs/promises';
import { installEditor } from '#scripts/lib/editor.ts';
import { secondsSince } from '#scripts/lib/process.mjs';
import { packageVsix } from '#scripts/lib/vsix.ts';
import { demoScenes } from '#scripts/pictures/demoScenes.ts';
import { scenesAfterDemo, scenesBeforeDemo } from '#scripts/pictures/editorScenes.ts';
import { PictureSession, picturesFolder } from '#scripts/pictures/pictureSession.ts';
import type { Scene } from '#scripts/pictures/scene.ts';
import { warningScenes, warningWorkspace } from '#scripts/pictures/warningScenes.ts';

const chosen = process.argv.slice(2);
const of = (scenes: readonly Scene[]) => scenes.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
const failed: string[] = [];
const started = performance.now();

await packageVsix();
await installEditor();
if (chosen.length === 0) await rm(picturesFolder, { recursive: true, force: true });

await within(
  {},
  async (studio) => {
    await takeAll(studio, of(scenesBeforeDemo));
    const scenes = of([...demoScenes, ...scenesAfterDemo]);
    if (scenes.length > 0) {
      await studio.host.startDemo();
      await studio.clear();
      await studio.sideBar(false);
      await takeAll(studio, scenes);
    }
  },
  [...scenesBeforeDemo, ...demoScenes, ...scenesAfterDemo],
);
await within(
  await warningWorkspace(),
  async (studio) => {
    await studio.sideBar(false);
    await takeAll(studio, of(warningScenes));
  },
  warningScenes,
);

console.log(`Pictures in ${picturesFolder}, after ${secondsSince(started)}`);
if (failed.length > 0) {
  console.log(`Not taken: ${failed.join(', ')}`);
  process.exitCode = 1;
}

async function within(
  options: Parameters<typeof PictureSession.open>[0],
  take: (studio: PictureSession) => Promise<void>,
  scenes: readonly Scene[],
): Promise<void> {
  if (of(scenes).length === 0) return;
  const studio = await PictureSession.open(options);
  try {
    await take(studio);
  } finally {
    await studio.dispose();
  }
}

async function takeAll(studio: PictureSession, scenes: readonly Scene[]): Promise<void> {
  for (const scene of scenes) {
    console.log(`${scene.name} (${secondsSince(started)})`);
    try {
      await scene.take(studio);
    } catch (error) {
      failed.push(scene.name);
      console.log(`${error}\n  picture: ${await studio.workbench.screenshot(`failed-${scene.name}`)}`);
    }
    await studio.sideBar(false);
    await studio.clear();
  }
}
