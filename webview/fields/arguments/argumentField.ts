import { initialInput } from '#form/formInputs.ts';
import type { Field, FieldInput } from '#form/model.ts';
import { drawField } from '#webview/fields/drawField.ts';
import type { FieldContext, FieldView } from '#webview/fields/fieldChrome.ts';
import { el } from '#webview/shell/dom.ts';
import { drawEmptyField } from './emptyField.ts';
import { drawList } from './listField.ts';
import { drawRecord } from './recordField.ts';

/** Draws a field of the arguments of a call. Throws if the input is not one of the field's kind. */
export function drawArgument(field: Field, input: FieldInput | undefined, context: FieldContext): FieldView {
  return input && canBeEmpty(field) ? drawEmptiable(field, input, context) : drawKind(field, input, context);
}

function drawKind(field: Field, input: FieldInput | undefined, context: FieldContext): FieldView {
  if (field.kind === 'list' && input?.kind === 'list') {
    return drawList(field, input, context);
  }
  return field.kind === 'record' && input?.kind === 'record'
    ? drawRecord(field, input, context)
    : drawField(field, input, context);
}

function canBeEmpty(field: Field): boolean {
  const hasRows = field.kind === 'list' || field.kind === 'record';
  return field.nullable === true || hasRows || (field.kind === 'text' && field.mayBeEmpty === true);
}

/** A field in which nothing can be sent on purpose: it is drawn as its kind, or as what is sent. */
function drawEmptiable(field: Field, input: FieldInput, context: FieldContext): FieldView {
  const place = el('div', { class: 'field-place' });
  let problem: string | undefined;
  let secret: Parameters<FieldView['showSecret']>[0];
  let view: FieldView;
  let isEmpty = false;
  const show = (shown: FieldInput) => {
    isEmpty = shown.kind === 'empty';
    view =
      shown.kind === 'empty'
        ? drawEmptyField(field, shown, context, () => {
            const blank = initialInput(field);
            show(blank);
            context.onChange(blank);
            view.focus();
          })
        : drawKind(field, shown, context);
    place.replaceChildren(view.element);
    view.showSecret(secret);
    view.showProblem(problem);
  };
  show(input);
  return {
    element: place,
    focus: () => view.focus(),
    fill: (newInput, method) => {
      if (newInput.kind === 'empty' || isEmpty) {
        show(newInput);
        context.onChange(newInput);
      } else {
        view.fill(newInput, method);
      }
    },
    showProblem: (message) => {
      problem = message;
      view.showProblem(message);
    },
    showSecret: (finding) => {
      secret = finding;
      view.showSecret(finding);
    },
    foldHelp: () => view.foldHelp(),
    get remark() {
      return view.remark;
    },
  };
}
