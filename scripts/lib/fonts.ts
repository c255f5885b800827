import { findOnPath } from './chromium.ts';
import { reportDuration, runProgram } from './process.mjs';

const packages = ['fontconfig', 'fonts-noto-cjk'];

/**
 * Installs a font with Chinese and Japanese letters if this process is root on a system with apt-get and there is none.
 * Desktop systems have such fonts. Where it cannot be installed, the page test of missing glyphs says what is missing.
 */
export async function installFonts(): Promise<void> {
  if (process.platform !== 'linux' || (await hasJapaneseFont())) return;
  if (process.getuid?.() !== 0 || !findOnPath('apt-get')) return;
  await reportDuration('Installing a font for Chinese and Japanese', async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runProgram('apt-get', ['update'], { env });
    await runProgram('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env });
  });
}

async function hasJapaneseFont(): Promise<boolean> {
  if (!findOnPath('fc-list')) return false;
  return (await runProgram('fc-list', [':lang=ja'])).trim() !== '';
}
