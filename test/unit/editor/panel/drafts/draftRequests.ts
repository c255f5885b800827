import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { FormRequest } from '#core/model/elicitationRequest.ts';
import type { Field, FormModel } from '#form/model.ts';
import { callContext, fieldChanges, formRequest, textInputs } from '#test/host/requestSamples.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';

/** A text in the shape of a GitHub token, which is not a real token. */
export const githubToken = `ghp_${'a1B2'.repeat(9)}`;
export const minuteMs = 60_000;
export const weekMs = 7 * 24 * 60 * minuteMs;

export const accountForm: FormModel = {
  fields: [
    { kind: 'text', name: 'city', label: 'City', required: true },
    { kind: 'text', name: 'password', label: 'Password', required: false },
  ],
};
export const withPassword = { form: accountForm, sensitive: sensitiveFields(accountForm, ''), call: callContext };

export function choiceField(name: string, label: string): Field {
  const options = ['Norway', 'Sweden', 'Switzerland'].map((option) => ({ value: option, label: option }));
  return { kind: 'choice', name, label, required: false, options };
}

export function askForm(
  panel: TestPanel,
  id: string,
  message = 'Where?',
  more: Partial<FormRequest> = { call: callContext },
) {
  return panel.inbox.ask(formRequest(id, message, more));
}

export function editTexts(panel: TestPanel, screen: string, ...texts: string[]): void {
  const inputs = texts.flatMap(textInputs);
  panel.controller.receive({ type: 'edit', screen, revision: 1, changes: fieldChanges(inputs) });
}

/** Reloads the window with the stored drafts. */
export async function reloadWindow(panel: TestPanel): Promise<TestPanel> {
  await panel.drafts.flush();
  return new TestPanel({ before: panel });
}

export const shownTexts = (panel: TestPanel) => panel.formScreen.inputs.map((input) => 'text' in input && input.text);
/** The texts of the last `fill`. */
export const filledTexts = (panel: TestPanel) => {
  const last = panel.posted.findLast((message) => message.type === 'fill');
  return last?.inputs.map((input) => 'text' in input && input.text);
};
export const writtenDrafts = (panel: TestPanel) => [...panel.files.texts.values()].join('');
