import { t } from '@vscode/l10n';
import type { SecretFinding } from '#bridge/messages.ts';
import { constraintText } from '#form/constraintTexts.ts';
import type { Field, FieldInput } from '#form/model.ts';
import { el, idList, setAttributes } from '#webview/shell/dom.ts';
import type { FillMethod } from '#webview/shell/fillText.ts';
import { icon } from '#webview/shell/icons.ts';

/** The id, the title and the callbacks that a form passes to a field. */
export interface FieldContext<I extends FieldInput = FieldInput> {
  /** The id of the field's control, and the prefix of all other ids and group names. */
  readonly id: string;
  readonly title: FieldTitle;
  onChange(input: I): void;
  /** Called with a problem if the content of the field is not a valid input, and with `undefined` when it is valid again. */
  onUnusable(problem: string | undefined): void;
  /** Called when the focus has left the field. */
  onLeave(): void;
}

/** The title above a field. In all other places, the field is called by its unique `label`. */
export interface FieldTitle {
  /** The accessible name of the control. */
  readonly text: string;
  /** The name of the property, if another field has the same title. */
  readonly name: string | undefined;
}

export interface FieldView {
  readonly element: HTMLElement;
  focus(): void;
  /** Replaces the input by another one of the same kind, and calls `onChange`. `method`: for texts; by default `typed`. */
  fill(input: FieldInput, method?: FillMethod): void;
  showProblem(message: string | undefined): void;
  /** Shows a warning that the value is a secret, and masks the value if possible; `undefined` removes the warning. */
  showSecret(secret: SecretFinding | undefined): void;
  /** The note that the field was filled in with a remembered answer. The note describes the control (ARIA). */
  readonly remark: RememberedRemark;
}

/** The texts around a control, and their ids for ARIA attributes. */
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

  constructor(field: Field, { id, title }: Pick<FieldContext, 'id' | 'title'>) {
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
    // Polite, because a problem can appear while the field has the focus.
    this.problem = el('p', { id: this.problemId, class: 'problem', 'aria-live': 'polite' });
  }

  /** The ids of everything that describes the control, and `more`. */
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

  /** Shows why the value counts as a secret and what the risk is; `undefined` removes the text. */
  showSecret(secret: SecretFinding | undefined): void {
    const text = secret ? `${secret.reason} ${riskText()}` : '';
    if (this.caution.textContent !== text) {
      this.caution.replaceChildren(...(secret ? [icon('warning'), el('span', {}, text)] : []));
    }
  }

  /** Shows or removes the text of a problem. `controls` are marked as invalid and refer to the text. */
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

/** A field with one control. `control` is, or contains, the element with the field's id, to which the label refers. */
export function labelledField(chrome: FieldChrome, control: HTMLElement, ...beside: Node[]): HTMLElement {
  return el(
    'div',
    { class: 'field' },
    el('div', { class: 'label-row' }, el('label', { for: chrome.id }, chrome.title), chrome.name, chrome.optional),
    chrome.description,
    beside.length > 0 ? el('div', { class: 'control-row' }, control, ...beside) : control,
    chrome.hint,
    chrome.remark.element,
    chrome.caution,
    chrome.problem,
  );
}

/** A field of several controls under one legend. `attributes` are set on the group. */
export function groupField(
  chrome: FieldChrome,
  attributes: Readonly<Record<string, string | undefined>>,
  ...content: (Node | undefined)[]
): HTMLFieldSetElement {
  const labelId = `${chrome.id}-label`;
  setAttributes(chrome.title, { id: labelId, class: 'legend-label' });
  return el(
    'fieldset',
    { class: 'field', id: chrome.id, 'aria-labelledby': labelId, ...attributes },
    el('legend', { class: 'label-row' }, chrome.title, chrome.name, chrome.optional),
    chrome.description,
    ...content,
    chrome.remark.element,
    chrome.caution,
    chrome.problem,
  );
}

/** Calls `onLeave` when the focus leaves `group`. */
export function onFocusLeave(group: HTMLElement, onLeave: () => void): void {
  group.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node && group.contains(event.relatedTarget))) {
      onLeave();
    }
  });
}

function riskText(): string {
  return t(
    'A form is no safe place for it: the server can read and keep it, and so can whoever the server hands it to. The server should ask for it on a web page (URL mode).',
  );
}

/** The maximum length of a text that surely fits into six lines of a narrow panel. In UTF-16 code units. */
const maxUnfoldedLength = 200;

/**
 * The server's description of a field. It is cut after six lines, with a button to unfold it, so that the next field stays
 * in sight. Screen readers read the whole description.
 */
function drawDescription(id: string, field: string, description: string): HTMLElement {
  const text = el('p', { id, class: 'description', dir: 'auto' }, description);
  if (description.length <= maxUnfoldedLength && description.split('\n').length <= 6) {
    return text;
  }
  const toggle = el('button', { type: 'button', class: 'link' });
  const fold = (folded: boolean) => {
    text.classList.toggle('folded', folded);
    toggle.textContent = folded ? t('Show more') : t('Show less');
    toggle.ariaLabel = folded ? t('Show more about {0}', field) : t('Show less about {0}', field);
    toggle.ariaExpanded = String(!folded);
  };
  fold(true);
  toggle.addEventListener('click', () => fold(!text.classList.contains('folded')));
  // The number of lines depends on the width.
  new ResizeObserver(() => {
    if (text.classList.contains('folded')) {
      toggle.hidden = text.scrollHeight <= text.clientHeight + 1;
    }
  }).observe(text);
  return el('div', { class: 'description-block' }, text, toggle);
}

/** A note, with a button, at a field that was filled in with a remembered answer. Empty until `show`. */
export class RememberedRemark {
  readonly id: string;
  readonly element: HTMLElement;
  readonly #text: HTMLElement;
  readonly #button = el('button', { type: 'button', class: 'link' });

  /** `id`: the id of the text, without the button. */
  constructor(id: string) {
    this.id = id;
    this.#text = el('span', { id, 'aria-live': 'polite' });
    this.element = el('div', { class: 'remark' }, this.#text);
    this.#button.addEventListener('click', () => this.onPress());
  }

  /** True while the field holds the remembered answer. */
  isRemembered = false;

  /** Runs when the button is pressed. */
  onPress: () => void = () => undefined;

  /** `label`: the text of the button. `name`: the accessible name of the button. */
  show(text: readonly (Node | string)[], label: string, name: string): void {
    this.#text.replaceChildren(...text);
    this.#button.textContent = label;
    this.#button.ariaLabel = name;
    if (!this.#button.isConnected) {
      this.element.append(this.#button);
    }
  }
}
