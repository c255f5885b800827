import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentAdapter } from '#scripts/agents/adapters/agent.ts';
import { reportDuration, root, runNpm } from '#scripts/lib/process.mjs';

const cache = join(root, '.cache/agents');

/**
 * Installs an agent into `.cache/agents/ID-VERSION`, unless it is installed. No install scripts run: the programs lie in packages
 * of their own. The folder is filled under a temporary name and then renamed, so it is never incomplete.
 * @returns the command line of its program, without arguments
 */
export async function installAgent(agent: AgentAdapter): Promise<readonly string[]> {
  const { id, packageName, version } = agent;
  const folder = join(cache, `${id}-${version}`);
  if (!existsSync(folder)) {
    await reportDuration(`Installing ${packageName}@${version}`, () => download(folder, `${packageName}@${version}`));
  }
  return agent.program(join(folder, 'node_modules'));
}

async function download(folder: string, specifier: string): Promise<void> {
  const temporary = `${folder}.${process.pid}.tmp`;
  await mkdir(temporary, { recursive: true });
  try {
    await writeFile(join(temporary, 'package.json'), JSON.stringify({ private: true }));
    await runNpm(['install', '--ignore-scripts', '--no-audit', '--no-fund', specifier], { cwd: temporary });
    await rename(temporary, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
