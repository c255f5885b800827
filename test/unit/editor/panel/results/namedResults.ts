import type { CallOrigin } from '#core/model/call.ts';
import { weatherServer } from '#test/host/requestSamples.ts';
import { until } from '#test/host/until.ts';
import type { TestPanel } from '#test/unit/editor/panel/testPanel.ts';

/** Adds the result of a call of this tool, with the arguments `{"name": NAME}`. */
export function addNamedResult(panel: TestPanel, name: string, origin: CallOrigin = 'user', mayShow = true): void {
  void panel.controller.addResult(
    {
      definition: weatherServer,
      target: { kind: 'tool', name },
      request: { kind: 'tool', name, arguments: { name } },
      origin,
      outcome: {
        kind: 'result',
        failed: false,
        parts: [
          { kind: 'text', text: `{"of": "${name}"}` },
          { kind: 'link', uri: `a://${name}`, name },
        ],
      },
      result: { content: [] },
      callId: name,
    },
    mayShow,
  );
  panel.now += 1;
}

/** The name of the tool whose result is shown, or the kind of another screen. */
export function shownName(panel: TestPanel): string {
  const { screen } = panel.lastDrawn;
  return screen.kind === 'result' ? screen.target.name : screen.kind;
}

/** Waits until `shownName` is this one. */
export function showsName(panel: TestPanel, name: string): Promise<unknown> {
  return until(async () => shownName(panel) === name);
}

/** The ids of the results in the list, those that were removed with how. */
export function listedIds(panel: TestPanel): string[] {
  const { screen } = panel.view;
  const rows = 'results' in screen ? (screen.results ?? []) : [];
  return rows.map(({ id, removed }) => (removed ? `${id} ${removed}` : id));
}
