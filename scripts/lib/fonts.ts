import { runProgram } from './process.mjs';
import { findOnPath, installSystemPackages } from './systemPackages.ts';

/**
 * Installs a font with Chinese and Japanese letters if a Linux system has none and packages can be installed. Other desktop
 * systems have such fonts. Where it cannot be installed, the page test of missing glyphs says what is missing.
 */
export async function installFonts(): Promise<void> {
  if (process.platform !== 'linux' || (await hasJapaneseFont())) return;
  await installSystemPackages('a font for Chinese and Japanese', ['fontconfig', 'fonts-noto-cjk']);
}

async function hasJapaneseFont(): Promise<boolean> {
  if (!findOnPath('fc-list')) return false;
  return (await runProgram('fc-list', [':lang=ja'])).trim() !== '';
}
