import { t } from '@vscode/l10n';
import type { SecretFinding } from '#bridge/messages.ts';
import { constraintText } from '#form/constraintTexts.ts';
import type { Field, FieldInput } from '#form/model.ts';
import { el, idList, setAttributes } from '#webview/shell/dom.ts';
import type { FillMethod } from '#webview/shell/fillText.ts';
import { icon } from '#webview/shell/icons.ts';

/** Where a field stands: what it is called in the page, and whom it tells. */
export interface FieldHost<I extends FieldInput = FieldInput> {
  /** Prefix of all ids and group names of the field. */
  readonly id: string;
  readonly title: FieldTitle;
  onChange(input: I): void;
  /** What stands in the field is no input, as `problem` says; `undefined`: it is one again. */
  onUnusable(problem: string | undefined): void;
  /** The keyboard left the field. */
  onLeave(): void;
}

/** What stands above a field. Elsewhere it is called by its `label`, which tells it from all others of the form. */
export interface FieldTitle {
  /** The accessible name of the control. */
  readonly text: string;
  /** The property's name, where another field has the same title. */
  readonly name: string | undefined;
}

export interface FieldView {
  readonly element: HTMLElement;
  focus(): void;
  /**
   * Shows another input of the field's kind in the place of what stands there, and says so to the seat. A text that is
   * `typed`, as it is unless told, can be undone by the browser's own means; then the keyboard may move there.
   */
  fill(input: FieldInput, filling?: FillMethod): void;
  showProblem(message: string | undefined): void;
  /** Says that the value is a secret, and hides what can be hidden of it; `undefined`: it is none any more. */
  showSecret(secret: SecretFinding | undefined): void;
  /** Where it says that it was filled in with what is remembered: part of what describes it. */
  readonly remark: RememberedRemark;
}

/** The texts around a control, and the ids by which a control is tied to them. */
export class FieldChrome {
  readonly id: string;
  readonly title: HTMLElement;
  readonly name: HTMLElement | undefined;
  readonly description: HTMLElement | undefined;
  readonly hint: HTMLElement | undefined;
  readonly optional: HTMLElement | undefined;
  readonly caution: HTMLElement;
  readonly remark: RememberedRemark;
  readonly problem: HTMLElement;
  readonly problemId: string;
  readonly #descriptionId: string | undefined;

  constructor(field: Field, { id, title }: Pick<FieldHost, 'id' | 'title'>) {
    this.id = id;
    this.title = el('bdi', {}, title.text);
    this.name = title.name
      ? el('code', { id: `${id}-name`, class: 'property-name', dir: 'auto' }, title.name)
      : undefined;
    this.problemId = `${id}-problem`;
    this.optional = field.required ? undefined : el('span', { id: `${id}-optional`, class: 'optional' }, t('optional'));
    this.#descriptionId = field.description ? `${id}-description` : undefined;
    this.description = field.description
      ? drawDescription(`${id}-description`, field.label, field.description)
      : undefined;
    const constraint = constraintText(field);
    this.hint = constraint ? el('p', { id: `${id}-hint`, class: 'hint' }, constraint) : undefined;
    this.remark = new RememberedRemark(`${id}-remark`);
    this.caution = el('p', { id: `${id}-caution`, class: 'caution', 'aria-live': 'polite' });
    // Polite, because a problem may appear while the keyboard is still in the field.
    this.problem = el('p', { id: this.problemId, class: 'problem', 'aria-live': 'polite' });
  }

  /** Ids of everything that describes the control, plus `more`. */
  describedBy(...more: readonly (string | undefined)[]): string | undefined {
    return idList(
      this.name?.id,
      this.optional?.id,
      this.#descriptionId,
      ...more,
      this.hint?.id,
      this.remark.id,
      this.caution.id,
      this.problemId,
    );
  }

  /** Says why the value is taken for a secret and what is bad about that, or takes that away. */
  showSecret(secret: SecretFinding | undefined): void {
    const text = secret ? `${secret.reason} ${riskText()}` : '';
    if (this.caution.textContent !== text) {
      this.caution.replaceChildren(...(secret ? [icon('warning'), el('span', {}, text)] : []));
    }
  }

  /** Shows or takes away the problem's text; `controls` are marked as invalid and tied to it. */
  showProblem(message: string | undefined, controls: readonly HTMLElement[]): void {
    if (message === undefined) {
      this.problem.replaceChildren();
    } else if (this.problem.textContent !== message) {
      this.problem.replaceChildren(icon('error'), el('span', {}, message));
    }
    for (const control of controls) {
      control.setAttribute('aria-invalid', String(message !== undefined));
      if (message === undefined) {
        control.removeAttribute('aria-errormessage');
      } else {
        control.setAttribute('aria-errormessage', this.problemId);
      }
    }
  }
}

/** A field with one control, which is `control` or in it and has the id of the field: its label points there. */
export function labelledField(around: FieldChrome, control: HTMLElement, ...beside: Node[]): HTMLElement {
  return el(
    'div',
    { class: 'field' },
    el('div', { class: 'label-row' }, el('label', { for: around.id }, around.title), around.name, around.optional),
    around.description,
    beside.length > 0 ? el('div', { class: 'control-row' }, control, ...beside) : control,
    around.hint,
    around.remark.element,
    around.caution,
    around.problem,
  );
}

/** A field of several controls under one legend. The group itself carries `attributes`. */
export function groupField(
  around: FieldChrome,
  attributes: Readonly<Record<string, string | undefined>>,
  ...content: (Node | undefined)[]
): HTMLFieldSetElement {
  const labelId = `${around.id}-label`;
  setAttributes(around.title, { id: labelId, class: 'legend-label' });
  return el(
    'fieldset',
    { class: 'field', id: around.id, 'aria-labelledby': labelId, ...attributes },
    el('legend', { class: 'label-row' }, around.title, around.name, around.optional),
    around.description,
    ...content,
    around.remark.element,
    around.caution,
    around.problem,
  );
}

/** Calls `leave` when the keyboard moves out of `group`, not when it moves within. */
export function onFocusLeave(group: HTMLElement, leave: () => void): void {
  group.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node && group.contains(event.relatedTarget))) {
      leave();
    }
  });
}

function riskText(): string {
  return t(
    'A form is no safe place for it: the server can read and keep it, and so can whoever the server hands it to. The server should ask for it on a web page (URL mode).',
  );
}

/** A text that may be longer than six lines in a narrow panel. In UTF-16 code units. */
const SHORT = 200;

/**
 * What a server says of a field. More than about six lines of it are folded away, so that nobody has to scroll from field
 * to field; screen readers have all of it either way. Returns what stands in the page.
 */
function drawDescription(id: string, field: string, description: string): HTMLElement {
  const text = el('p', { id, class: 'description', dir: 'auto' }, description);
  if (description.length <= SHORT && description.split('\n').length <= 6) {
    return text;
  }
  const more = el('button', { type: 'button', class: 'link' });
  const fold = (folded: boolean) => {
    text.classList.toggle('folded', folded);
    more.textContent = folded ? t('Show more') : t('Show less');
    more.ariaLabel = folded ? t('Show more about {0}', field) : t('Show less about {0}', field);
    more.ariaExpanded = String(!folded);
  };
  fold(true);
  more.addEventListener('click', () => fold(!text.classList.contains('folded')));
  // How many lines it has depends on the width.
  new ResizeObserver(() => {
    if (text.classList.contains('folded')) {
      more.hidden = text.scrollHeight <= text.clientHeight + 1;
    }
  }).observe(text);
  return el('div', { class: 'description-block' }, text, more);
}

/** A line at a field, with a button, that says where what stands in it comes from. Empty until something is said. */
export class RememberedRemark {
  readonly id: string;
  readonly element: HTMLElement;
  readonly #text: HTMLElement;
  readonly #button = el('button', { type: 'button', class: 'link' });

  /** `id`: of the text, without the button. */
  constructor(id: string) {
    this.id = id;
    this.#text = el('span', { id, 'aria-live': 'polite' });
    this.element = el('div', { class: 'remark' }, this.#text);
    this.#button.addEventListener('click', () => this.onPress());
  }

  /** What stands in the field is what was remembered. */
  isRemembered = false;

  /** What the button does. */
  onPress: () => void = () => undefined;

  /** `name`: what the button is called, apart from its words. */
  show(text: readonly (Node | string)[], words: string, name: string): void {
    this.#text.replaceChildren(...text);
    this.#button.textContent = words;
    this.#button.ariaLabel = name;
    if (!this.#button.isConnected) {
      this.element.append(this.#button);
    }
  }
}
