import type { Disposable, Event } from '#core/common/events.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import { contextKeys } from '#editor/common/contributions.ts';
import type { AgentsOverview } from './agentsOverview.ts';
import type { Askers } from './askers.ts';

/** Whether something was connected when it was read last: while agents are off, no file is read before the view is shown. */
const memoryKey = 'agents.isConnected';

interface ConditionsContext {
  readonly agents: { readonly isEnabled: boolean; readonly onDidChange: Event<void> };
  readonly overview: Pick<AgentsOverview, 'isKnown' | 'rows' | 'read' | 'onDidChange'>;
  readonly askers: Pick<Askers, 'all' | 'onDidChange'>;
  readonly memory: StateStore;
  setContext(key: string, value: boolean): void;
}

/** Keeps the context keys up to date that decide which commands about agents the palette and the menus offer. */
export function followAgentConditions({ agents, overview, askers, memory, setContext }: ConditionsContext): Disposable {
  const known = new Map<string, boolean>();
  const set = (key: string, value: boolean) => {
    if ((known.get(key) ?? false) !== value) {
      known.set(key, value);
      setContext(key, value);
    }
  };
  const update = () => {
    if (agents.isEnabled && !overview.isKnown) {
      overview.read();
    }
    const isConnected = overview.isKnown ? overview.rows.length > 0 : memory.get(memoryKey) === true;
    if (overview.isKnown && isConnected !== (memory.get(memoryKey) === true)) {
      memory.set(memoryKey, isConnected);
    }
    set(contextKeys.agentConnected, isConnected);
    set(contextKeys.agentsAsk, askers.all.length > 0);
  };
  update();
  const subscriptions = [agents, overview, askers].map(({ onDidChange }) => onDidChange(update));
  return {
    dispose: () => {
      for (const subscription of subscriptions) {
        subscription.dispose();
      }
    },
  };
}
