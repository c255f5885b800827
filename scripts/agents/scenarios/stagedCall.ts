import { setTimeout as wait } from 'node:timers/promises';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import type { NextTurn } from '#scripts/agents/model/turns.ts';
import { type AgentRun, type InstalledAgent, runServerName } from '#scripts/agents/run/agentRun.ts';
import type { ShownRequest } from '#scripts/agents/window/askedWindow.ts';
import { expect } from './scenario.ts';
import { callOnce } from './scripts.ts';
import type { Stage, StageRun } from './stage.ts';

/** A limit that no scenario reaches, in milliseconds. */
const longLimitMs = 60_000;
/** Long enough for a busy machine. */
const endMs = 180_000;
/** What the user fills in, unless a scenario says something else. */
const usualAnswer = 'Lisbon';

interface CallOptions extends Partial<Omit<StageRun, 'nextTurn'>> {
  readonly tool?: 'plain' | 'ask_form' | 'ask_url';
  /** Tells calls apart: it stands in the message of their requests. */
  readonly place?: string;
  /** What the model says about a tool and a place. By default it calls the tool once. */
  readonly model?: (tool: string, place: string) => NextTurn;
  /** The agent; by default the one whose scenarios run. */
  readonly installed?: InstalledAgent;
}

/** An agent that calls a tool of its server, once as the server counts it. */
export class StagedCall {
  readonly run: AgentRun;
  readonly #stage: Stage;
  readonly #request: ShownRequest;

  private constructor(stage: Stage, run: AgentRun, message: string) {
    this.run = run;
    this.#stage = stage;
    this.#request = { asker: `${agentFormats[run.agent.id].label} · ${runServerName}`, message };
  }

  /** Starts the agent. */
  static async start(stage: Stage, options: CallOptions = {}): Promise<StagedCall> {
    const { tool = 'ask_form', place = 'Rome', model = callOnce, installed = stage.installed, ...how } = options;
    const run = await stage.start({ limitMs: longLimitMs, ...how, nextTurn: model(tool, place) }, installed);
    if (how.inTerminal) await run.giveTask(tool);
    // As test/servers/agents/agentTools.ts asks.
    return new StagedCall(stage, run, tool === 'ask_url' ? `Please look at ${place}.` : `What about ${place}?`);
  }

  /** Starts the agent, and waits until the window shows its request. */
  static async ask(stage: Stage, options: CallOptions = {}): Promise<StagedCall> {
    const call = await StagedCall.start(stage, options);
    await call.waitForRequest();
    return call;
  }

  async waitForRequest(): Promise<void> {
    await (await this.#stage.window()).waitForRequest(this.#request);
  }

  /** Waits until the user has thought for some time since the server asked. */
  async think(ms: number): Promise<void> {
    const { at } = await this.run.waitForEvent('asked');
    await wait(Math.max(0, at + ms - Date.now()));
  }

  /** The user fills in the form. */
  async answer(value = usualAnswer): Promise<void> {
    await (await this.#stage.window()).answer(this.#request, value);
  }

  async decline(): Promise<void> {
    await (await this.#stage.window()).decline(this.#request);
  }

  async consent(): Promise<void> {
    await (await this.#stage.window()).consent(this.#request);
  }

  async waitForWithdrawal(): Promise<void> {
    await (await this.#stage.window()).waitForWithdrawal(this.#request);
  }

  /** Waits until the agent ends by itself. */
  async waitForEnd(): Promise<void> {
    await this.run.process.waitForEnd(endMs);
  }

  /** Waits until the agent ends by itself. Fails unless the model has got the user's answer, for one call of the server. */
  async expectAnswer(value = usualAnswer): Promise<void> {
    await this.expectResult(`accept {"answer":"${value}"}`);
  }

  /** Waits until the agent ends by itself. Fails unless the model has got this text, for one call of the server. */
  async expectResult(text: string): Promise<void> {
    await this.waitForEnd();
    const last = this.run.results.at(-1) ?? '';
    const plain = last.replaceAll('\\"', '"');
    expect(plain.includes(text), `The model should have got "${text}", and got: ${last || this.run.lastOutput}`);
    const calls = (await this.run.events()).filter(({ event }) => event === 'call');
    expect(calls.length === 1, `The server should have counted one call, and counted ${calls.length}.`);
  }
}
