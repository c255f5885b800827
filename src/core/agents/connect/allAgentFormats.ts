import type { AgentFormat, AgentId } from './agentFormat.ts';
import { testedFormats } from './testedFormats.ts';
import { untestedFormats } from './untestedFormats.ts';

/** The agents in the order in which they are offered. */
export const agentFormats: Readonly<Record<AgentId, AgentFormat>> = { ...testedFormats, ...untestedFormats };
