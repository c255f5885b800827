import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { AnswerScope } from '#core/model/answerScope.ts';
import { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import type { RememberedField } from '#core/remembered/rememberedField.ts';
import { RememberedForm } from '#core/remembered/rememberedForm.ts';
import { evaluate } from '#form/evaluate.ts';
import type { Field, FormModel } from '#form/model.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';

const defaultScope: AnswerScope = { server: 'user:weather', target: { kind: 'tool', name: 'forecast' } };

/** A remembered answer. */
export function answer(more: Partial<RememberedField> = {}): RememberedField {
  return {
    ...defaultScope,
    workspace: undefined,
    serverName: 'weather',
    name: 'city',
    label: 'City',
    shape: 'any',
    value: 'Oslo',
    said: 'Oslo',
    at: 0,
    ...more,
  };
}

export const text = (name: string, more: object = {}): Field => ({
  kind: 'text',
  name,
  label: name,
  required: false,
  ...more,
});

/** The remembered answers of all windows, and the forms of one window. */
export class RememberedTestBed {
  now = 1_700_000_000_000;
  readonly memory: InMemoryStateStore;
  readonly remembered: RememberedAnswers;

  constructor(memory = new InMemoryStateStore()) {
    this.memory = memory;
    this.remembered = new RememberedAnswers({ memory, clock: { now: () => this.now } });
  }

  /** Opens a form of a server. If `fills` is false, the form is not filled in. */
  openForm(fields: readonly Field[], more: Partial<AnswerScope> = {}, fills = true): RememberedForm {
    const form: FormModel = { fields };
    const context = {
      remembered: this.remembered,
      scope: { ...defaultScope, ...more },
      serverName: 'weather',
      evaluate: (inputs: Parameters<typeof evaluate>[1]) => evaluate(form, inputs),
    };
    return new RememberedForm({ form, sensitive: sensitiveFields(form, '') }, context, fills);
  }

  /** Opens a form. Returns the values that are filled in with remembered answers, by field name. */
  prefilledValues(fields: readonly Field[], more: Partial<AnswerScope> = {}): Record<string, unknown> {
    const form = this.openForm(fields, more);
    const marked = new Set(form.marks.map(({ field }) => fields[field]?.name));
    const { content } = evaluate({ fields }, form.inputs);
    return Object.fromEntries(Object.entries(content).filter(([name]) => marked.has(name)));
  }

  /** The stored value as JSON. */
  get written(): string {
    return JSON.stringify(this.memory.get('rememberedAnswers') ?? '');
  }
}
