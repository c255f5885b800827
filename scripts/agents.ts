// npm run agents [-- AGENT...]: installs pinned versions of agents from npm into .cache/agents, runs each against a scripted model on the
// loopback interface, and prints what was seen, agent by agent. AGENT: codex, gemini, opencode, cline, claude. Not part of npm test:
// the agents take 1.7 GB.
// The scenario "escape" needs Python 3, for a terminal.
//   --direct         without the proxy: what each agent does by itself
//   --stand-in       with a stand-in for the window in place of the editor in a browser
//   --proxy FILE     this program in place of dist/proxy.cjs
//   --scenario ID    only this scenario, or these
//   --picture        takes the picture of docs/agents.md instead, media/agent-waits.png
//   --keep           leaves the home directory of each agent, with the recordings of the last scenario
import { parseArgs } from 'node:util';
import type { AgentAdapter } from '#scripts/agents/adapters/agent.ts';
import { allAgents } from '#scripts/agents/adapters/allAgents.ts';
import { takeAgentPicture } from '#scripts/agents/picture/takePicture.ts';
import type { InstalledAgent } from '#scripts/agents/run/agentRun.ts';
import { installAgent } from '#scripts/agents/run/installAgent.ts';
import { findProxyProgram } from '#scripts/agents/run/proxyProgram.ts';
import { type DirectFindings, measureDirect } from '#scripts/agents/scenarios/measureDirect.ts';
import {
  needsOtherAgent,
  runScenarios,
  type ScenarioOutcome,
  scenarioIds,
} from '#scripts/agents/scenarios/runScenarios.ts';
import { directTable, remarkList, scenarioTable } from '#scripts/agents/table.ts';
import { editorWindows } from '#scripts/agents/window/editorWindow.ts';
import { standInWindows } from '#scripts/agents/window/standInWindow.ts';
import { installEditor } from '#scripts/lib/codeServer.ts';
import { packageVsix } from '#scripts/lib/vsix.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    direct: { type: 'boolean' },
    picture: { type: 'boolean' },
    keep: { type: 'boolean', default: false },
    'stand-in': { type: 'boolean' },
    proxy: { type: 'string' },
    scenario: { type: 'string', multiple: true, default: [] },
  },
});

const unknown = [
  ...positionals.filter((name) => !allAgents.some(({ id }) => id === name)),
  ...flags.scenario.filter((id) => !scenarioIds.includes(id)),
];
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}.`);
  console.error(`Agents: ${allAgents.map(({ id }) => id).join(', ')}. Scenarios: ${scenarioIds.join(', ')}.`);
  process.exit(1);
}

if (flags.picture) {
  await prepareEditor();
  console.log(await takeAgentPicture());
} else {
  await runAgents();
}

async function runAgents(): Promise<void> {
  const isChosen = ({ id }: AgentAdapter) => positionals.length === 0 || positionals.includes(id);
  const nextOf = (agent: AgentAdapter) => allAgents[(allAgents.indexOf(agent) + 1) % allAgents.length] ?? agent;
  const others = !flags.direct && needsOtherAgent(flags.scenario) ? allAgents.filter(isChosen).map(nextOf) : [];
  const installed: InstalledAgent[] = [];
  for (const agent of allAgents.filter((one) => isChosen(one) || others.includes(one))) {
    installed.push({ agent, program: await installAgent(agent) });
  }
  const chosen = installed.filter(({ agent }) => isChosen(agent));
  if (flags.direct) {
    const findings: DirectFindings[] = [];
    for (const one of chosen) {
      console.log(`${one.agent.title} ...`);
      findings.push(await measureDirect(one));
    }
    console.log(`\n${directTable(findings)}`);
    return;
  }
  const windows = flags['stand-in'] ? standInWindows(findProxyProgram(flags.proxy)) : editorWindows;
  if (!flags['stand-in']) await prepareEditor();
  console.log(`With ${windows.title}:`);
  const outcomes: ScenarioOutcome[] = [];
  for (const one of chosen) {
    const next = installed.find(({ agent }) => agent === nextOf(one.agent)) ?? one;
    outcomes.push(...(await runScenarios(windows, one, next, { chosen: flags.scenario, keep: flags.keep })));
  }
  console.log(`\n${scenarioTable(outcomes)}\n\n${remarkList(chosen.map(({ agent }) => agent))}`);
  process.exitCode = outcomes.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

async function prepareEditor(): Promise<void> {
  await packageVsix();
  await installEditor();
}
