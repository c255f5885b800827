import { runProgram } from '#scripts/lib/process.mjs';

const titles = {
  client: 'Client scenarios (test against a client):',
  server: 'Server scenarios (test against a server):',
};

/**
 * The scenarios that the suite lists for one side, including those that it does not score.
 * @param program the suite's command line program
 * @param options of its `list` command
 */
export async function listScenarios(
  side: 'client' | 'server',
  program: string,
  options: readonly string[],
): Promise<readonly string[]> {
  const text = await runProgram(process.execPath, [program, 'list', ...options]);
  const [, listed = ''] = text.split(titles[side]);
  // A blank line ends each part.
  const [scored = ''] = listed.split('\n\n');
  const [, unscored = ''] = text.split('Run and reported, but never scored:');
  const scenarios = [
    ...[...scored.matchAll(/^ +- (\S+)/gm)].map(([, scenario = '']) => scenario),
    ...[...unscored.matchAll(/^ +- (\S+) \[(client|server)\]/gm)]
      .filter(([, , of]) => of === side)
      .map(([, scenario = '']) => scenario),
  ];
  if (scenarios.length === 0) throw new Error(`The conformance suite lists no ${side} scenario:\n${text}`);
  return scenarios;
}
