import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

const columns = 4;

/** Draws an overview of pictures side by side, each with its name: `FOLDER/NAME.png`. */
export async function drawSheet(context: BrowserContext, name: string, paths: readonly string[], folder: string) {
  const page = await context.newPage();
  try {
    const figures = await Promise.all(
      paths.map(async (path) => {
        const data = (await readFile(path)).toString('base64');
        return `<figure><img src="data:image/png;base64,${data}"><figcaption>${basename(path)}</figcaption></figure>`;
      }),
    );
    await page.setViewportSize({ width: columns * 440, height: 400 });
    await page.setContent(`<style>
      body { margin: 8px; display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 8px; background: #808080; }
      figure { margin: 0 } img { max-width: 100%; display: block } figcaption { font: 11px sans-serif }
    </style>${figures.join('')}`);
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  } finally {
    await page.close();
  }
}
