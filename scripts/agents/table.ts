import type { AgentAdapter } from './adapters/agent.ts';
import type { DirectFindings } from './scenarios/measureDirect.ts';
import type { ScenarioOutcome } from './scenarios/runScenarios.ts';

/** What agents do by themselves, as a Markdown table: one line for each agent. */
export function directTable(findings: readonly DirectFindings[]): string {
  const columns: readonly (readonly [title: string, cell: (one: DirectFindings) => string])[] = [
    ['agent', ({ agent }) => agent],
    ['declares', ({ declares }) => declares],
    ['progress token', ({ progressToken }) => progressToken],
    ['plain call', ({ plain }) => plain],
    ['8 s with progress, limit 5 s', ({ progress }) => progress],
    ['form', ({ form }) => form],
    ['URL', ({ url }) => url],
    ['sends at its limit', ({ atLimit }) => atLimit],
    ['sends at SIGINT', ({ atInterrupt }) => atInterrupt],
    ['wanted from the internet', ({ refused }) => refused.join(', ') || 'nothing'],
    ['leaves', ({ outlived }) => outlived.join(', ') || 'nothing'],
  ];
  return markdownTable([
    columns.map(([title]) => title),
    ...findings.map((one) => columns.map(([, cell]) => cell(one))),
  ]);
}

/** What was seen, as a Markdown table: one line for each agent and scenario. */
export function scenarioTable(outcomes: readonly ScenarioOutcome[]): string {
  const rows = outcomes.map(({ agent, title, outcome, detail }) => [agent, title, outcome, detail]);
  return markdownTable([['agent', 'scenario', 'outcome', 'detail'], ...rows]);
}

/** What the agents do not let anybody see or do, as a Markdown list. */
export function remarkList(agents: readonly AgentAdapter[]): string {
  return agents.flatMap(({ title, remarks }) => remarks.map((remark) => `- ${title}: ${remark}`)).join('\n');
}

const maxCellLength = 400;

function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, maxCellLength)).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
