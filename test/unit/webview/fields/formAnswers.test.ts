import assert from 'node:assert/strict';
import type { FormModel } from '#form/model.ts';
import { initialInputs } from '#test/host/initialInputs.ts';
import { FormAnswers } from '#webview/fields/formAnswers.ts';

const form: FormModel = {
  fields: [
    { kind: 'text', name: 'name', label: 'Name', required: true },
    { kind: 'text', name: 'code', label: 'Code', required: false, pattern: '^a+$' },
  ],
};
const text = (value: string) => ({ kind: 'text', text: value, touched: true }) as const;

describe('the answers of a form', () => {
  let answers: FormAnswers;

  beforeEach(() => {
    answers = new FormAnswers(form, initialInputs(form));
  });

  it('find missing required fields without showing a problem', () => {
    assert.deepEqual(
      answers.problems().map(({ field }) => field),
      [0],
    );
    assert.equal(answers.shownProblem(0), undefined);
  });

  it('show no problem of a field that was focused but not changed', () => {
    answers.revealChangedProblem(0);
    assert.equal(answers.shownProblem(0), undefined);
  });

  it('show the problem of a changed field until it is corrected', () => {
    answers.change(0, text('a'));
    answers.change(0, text(''));
    answers.revealChangedProblem(0);
    assert.ok(answers.shownProblem(0));
    answers.change(0, text('Ada'));
    assert.equal(answers.shownProblem(0), undefined);
  });

  it('repeat nothing of a masked number in its problem, also of one in a row', () => {
    const number = { kind: 'number', name: 'pin', label: 'PIN', required: false, integer: false } as const;
    const list = {
      kind: 'list',
      name: 'pins',
      label: 'PINs',
      required: false,
      rules: { unique: false },
      row: number,
    } as const;
    let isMasked = false;
    const numbers: FormModel = { fields: [number, list], isForArguments: true };
    const masked = new FormAnswers(numbers, initialInputs(numbers), () => isMasked);
    masked.change(0, text('1,234'));
    masked.change(1, { kind: 'list', rows: [text('1,234')], touched: true });
    const messages = () => masked.problems().map(({ message }) => message);
    assert.match(messages().join(' '), /1234.*Row 1: .*1234/);
    isMasked = true;
    assert.deepEqual(messages(), ['Enter a number, such as 12.5.', 'Row 1: Enter a number, such as 12.5.']);
  });

  it('have an input regardless of whether it was touched', () => {
    answers.change(0, text('Ada'));
    assert.equal(answers.hasInput(0, { ...text('Ada'), touched: false }), true);
    assert.equal(answers.hasInput(0, text('Eve')), false);
  });

  it('apply a result of the core only for the current inputs', () => {
    answers.change(1, text('b'));
    answers.revealChangedProblem(1);
    assert.equal(answers.setCoreProblems(0, [{ field: 1, message: 'Too late.' }]), false);
    assert.equal(answers.setCoreProblems(answers.revision, [{ field: 1, message: 'Only a.' }]), true);
    assert.equal(answers.shownProblem(1), 'Only a.');
  });

  it("lose the core's problem of a field only when that field changes", () => {
    answers.rejectWith([{ field: 1, message: 'Only a.' }]);
    answers.change(0, text('Ada'));
    assert.equal(answers.shownProblem(1), 'Only a.');
    answers.change(1, text('a'));
    assert.deepEqual(answers.problems(), []);
  });

  it('show all problems after a rejection', () => {
    answers.rejectWith([]);
    assert.ok(answers.shownProblem(0));
  });
});
