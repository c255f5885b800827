import type { AgentAdapter } from './agent.ts';
import { claudeCode } from './claudeCode.ts';
import { clineCli } from './clineCli.ts';
import { codex } from './codex.ts';
import { geminiCli } from './geminiCli.ts';
import { opencode } from './opencode.ts';

/** Every agent that is run, in the order of the table. */
export const allAgents: readonly AgentAdapter[] = [codex, geminiCli, opencode, clineCli, claudeCode];
