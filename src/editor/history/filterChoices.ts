import { t } from '@vscode/l10n';
import type { HistoryChoice } from '#bridge/historyMessages.ts';
import { escapeInvisible } from '#form/text.ts';
import { callerName } from './callerNames.ts';
import { nameInList, scopeText } from './formatting.ts';

interface RecordedNames {
  readonly agents: readonly string[];
  /** id -> name */
  readonly servers: ReadonlyMap<string, string>;
  readonly tools: readonly string[];
}

interface HistoryChoices {
  readonly agents: HistoryChoice[];
  readonly servers: HistoryChoice[];
  readonly tools: HistoryChoice[];
}

/** A choice with the names under which it can be offered. The first one that no other choice has is used, or the last one. */
interface Offer {
  readonly id: string;
  readonly names: readonly string[];
}

const maxLongName = 300;

/** The agents, servers and tools to choose from in the filters, in the order of their names. */
export function historyChoices({ agents, servers, tools }: RecordedNames): HistoryChoices {
  return {
    agents: distinct(
      agents.map((agent) => ({ id: `agent:${agent}`, names: [callerName(`agent:${agent}`), inFull(agent)] })),
    ),
    servers: distinct(
      [...servers].map(([id, name]) => {
        const shown = nameInList(name);
        return { id, names: [shown, t('{0} ({1})', shown, scopeText(id)), t('{0} ({1})', shown, inFull(id))] };
      }),
    ),
    tools: distinct(tools.map((tool) => ({ id: tool, names: [nameInList(tool), inFull(tool)] }))),
  };
}

function distinct(offers: readonly Offer[]): HistoryChoice[] {
  const counts = new Map<string, number>();
  for (const name of offers.flatMap(({ names }) => names)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return offers
    .map(({ id, names }) => ({ id, name: names.find((name) => counts.get(name) === 1) ?? names.at(-1) ?? id }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** The name with every character visible. */
function inFull(name: string): string {
  return escapeInvisible(name, maxLongName) || t('(unnamed)');
}
