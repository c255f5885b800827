import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';
import { animatedGif } from './gif.ts';
import type { Scene } from './scene.ts';

/** The animation of the README, `media/tour.gif`: a tool is run, asks, gets its answers, and returns its result. */
export const tour: Scene = {
  name: 'tour',
  async take(session) {
    const { host } = session;
    const frames: { png: Buffer; ms: number }[] = [];
    const show = async (ms: number) => {
      frames.push({ png: await session.windowPicture(), ms });
    };
    await session.showWindow({ width: 1000, height: 600 });
    await session.showSideBar();
    await host.showView();
    const tool = host.serverItem(/^Book a table/).first();
    await tool.hover();
    await show(1000);
    await tool.getByRole('button', { name: /^Run Tool/ }).click();
    await host.field('How many people').waitFor();
    await host.waitUntilReady();
    await show(1200);
    await host.field('How many people').fill('4');
    await show(500);
    await host.field('Date').fill(comingFriday());
    await show(500);
    await host.field('19:30').check();
    await show(700);
    await host.openReview();
    await host.enabledButton('Submit').waitFor();
    await show(1600);
    await host.enabledButton('Submit').click();
    await host.field('Vegan').check();
    await host.waitUntilReady();
    await show(900);
    await host.answer('Submit');
    await host.field('E-mail').fill('ana@example.com');
    await host.waitUntilReady();
    await show(800);
    await host.answer('Submit');
    await host.panel.getByText('Shall we book this?').first().waitFor();
    await host.waitUntilReady();
    await show(900);
    await host.answer('Submit');
    await host.panel.getByText('would now hold a table').first().waitFor();
    await host.enabledButton('Run Again').waitFor();
    await show(2200);
    await writeFile(join(root, 'media/tour.gif'), animatedGif(frames));
  },
};

/** A Friday in two to three weeks, as `YYYY-MM-DD`. */
function comingFriday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 14 + ((5 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}
