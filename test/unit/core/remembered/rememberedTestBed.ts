import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import type { AnswerScope } from '#core/model/answerScope.ts';
import { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import type { RememberedField } from '#core/remembered/rememberedField.ts';
import { RememberedForm } from '#core/remembered/rememberedForm.ts';
import { evaluate } from '#form/evaluate.ts';
import type { Field, FormModel } from '#form/model.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';

const asker: AnswerScope = { server: 'user:weather', target: { kind: 'tool', name: 'forecast' } };

/** A remembered answer. */
export function answer(more: Partial<RememberedField> = {}): RememberedField {
  return {
    ...asker,
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

/** The remembered answers of all windows, and the forms of one of them. */
export class RememberedTestBed {
  now = 1_700_000_000_000;
  readonly memory: InMemoryStateStore;
  readonly remembered: RememberedAnswers;

  constructor(memory = new InMemoryStateStore()) {
    this.memory = memory;
    this.remembered = new RememberedAnswers({ memory, clock: { now: () => this.now } });
  }

  /** A form of a server. */
  ask(fields: readonly Field[], more: Partial<AnswerScope> = {}, fills = true): RememberedForm {
    const form: FormModel = { fields };
    const context = {
      remembered: this.remembered,
      scope: { ...asker, ...more },
      serverName: 'weather',
      evaluate: (inputs: Parameters<typeof evaluate>[1]) => evaluate(form, inputs),
    };
    return new RememberedForm({ form, sensitive: sensitiveFields(form, '') }, context, fills);
  }

  /** The values of the fields that such a form fills in with remembered answers, by name. */
  filled(fields: readonly Field[], more: Partial<AnswerScope> = {}): Record<string, unknown> {
    const asked = this.ask(fields, more);
    const marked = new Set(asked.marks.map(({ field }) => fields[field]?.name));
    const { content } = evaluate({ fields }, asked.inputs);
    return Object.fromEntries(Object.entries(content).filter(([name]) => marked.has(name)));
  }

  /** The stored value as JSON. */
  get written(): string {
    return JSON.stringify(this.memory.get('rememberedAnswers') ?? '');
  }
}
