import type { Page } from 'playwright-core';

/** The letters that no font of the machine has, so that they are drawn as a code point without a letter is drawn. */
export function missingGlyphs(page: Page, letters: readonly string[]): Promise<string[]> {
  return page.evaluate((all) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('The page has no canvas.');
    const { canvas } = context;
    [canvas.width, canvas.height] = [48, 48];
    const drawn = (letter: string) => {
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.font = `24px ${getComputedStyle(document.body).fontFamily}`;
      context.fillText(letter, 4, 36);
      return context.getImageData(0, 0, canvas.width, canvas.height).data.join();
    };
    // No character has this code point.
    const missing = drawn('\u0378');
    return all.filter((letter) => letter.trim() && drawn(letter) === missing);
  }, letters);
}
