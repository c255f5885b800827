import type { AnswerValidator } from '#core/inbox/answerValidator.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import type { Field, FieldInput, FormInputs, FormModel } from '#form/model.ts';
import { initialInputs } from '#test/host/initialInputs.ts';

/** The decision after Submit. While the answer is invalid, other inputs are tried, up to four times. */
export async function acceptRequest(
  request: ElicitationRequest,
  inputSeed: number,
  validator: AnswerValidator,
): Promise<Decision> {
  if (request.mode === 'url') {
    return { action: 'accept' };
  }
  let inputs = initialInputs(request.form);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const answer = await validator.validate({ form: request.form, owner: request.server.id }, inputs);
    if (answer.ok) {
      return { action: 'accept', content: answer.content };
    }
    inputs = inputsFor(request.form, inputSeed + attempt * 7919);
  }
  return { action: 'cancel' };
}

const sampleTexts = [
  ...['a', '5', 'a@b.co', 'https://example.com', '2026-03-31', '2026-03-31T14:30:00Z', '', 'ab', '3', '0', '-3.25'],
  ...['\ud800', '__proto__', ' 3 ', '1e999', '0x10', 'aaaaaa', '😀😀'],
];

function inputsFor(form: FormModel, inputSeed: number): FormInputs {
  // Sometimes the inputs do not fit the form, as a faulty webview might send them.
  const fields = inputSeed % 23 === 0 ? form.fields.slice(1) : form.fields;
  return fields.map((field, index) => inputFor(field, (inputSeed >>> (index % 8)) + index * 31));
}

function inputFor(field: Field, pick: number): FieldInput {
  switch (field.kind) {
    case 'text':
    case 'number':
      return { kind: 'text', text: textFor(field, pick), touched: pick % 2 === 0 };
    case 'boolean':
      return { kind: 'boolean', value: pick % 5 === 0 ? null : pick % 2 === 0 };
    case 'choice':
      return { kind: 'choice', selected: pick % 7 === 0 ? null : pick % field.options.length };
    case 'multiChoice':
      return {
        kind: 'multiChoice',
        selected: field.options.map((_, at) => at).filter((at) => ((pick >>> at) & 1) === 0),
        touched: true,
      };
    case 'list':
    case 'record':
    case 'json':
      throw new Error('No elicitation has lists or records.');
  }
}

function textFor(field: Field, pick: number): string {
  const numberText = field.kind === 'number' ? String((pick % 41) - 20) : '';
  return (pick % 3 > 0 && numberText) || (sampleTexts[pick % sampleTexts.length] ?? '');
}
