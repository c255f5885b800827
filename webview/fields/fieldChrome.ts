import { t } from '@vscode/l10n';
import type { SecretFinding } from '#bridge/messages.ts';
import { fieldHint } from '#form/fieldHints.ts';
import { paragraph } from '#form/language.ts';
import type { Field, FieldInput } from '#form/model.ts';
import { inOneLine } from '#form/text.ts';
import { el, idList, setAttributes } from '#webview/shell/dom.ts';
import type { FillMethod } from '#webview/shell/fillText.ts';
import { scrollIntoSight } from '#webview/shell/scrolling.ts';
import { shortcutOf } from '#webview/shell/shortcuts.ts';
import { foldToggle } from './foldToggle.ts';
import { HelpLine } from './helpLine.ts';

/** The id, the title and the callbacks that a form passes to a field. */
export interface FieldContext<I extends FieldInput = FieldInput> {
  /** The index in the form. */
  readonly index: number;
  /** The id of the field's control, and the prefix of all other ids and group names. */
  readonly id: string;
  readonly title: FieldTitle;
  /** True while the field contains a secret, or a part of one. */
  isMasked(): boolean;
  /** Masks the field until it is emptied: the user brings back a part of a secret. */
  mask(): void;
  onChange(input: I): void;
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
  /** Cuts a help text that covers what follows. Returns false if there is none. */
  foldHelp(): boolean;
  /** Shows a warning that the value is a secret, and masks the value if possible; `undefined` removes the warning. */
  showSecret(secret: SecretFinding | undefined): void;
  /** The note that the field was filled in with a remembered answer. The note describes the control (ARIA). */
  readonly remark: RememberedRemark;
}

/**
 * The texts around a control, and their ids for ARIA attributes: the title above it, and the help line below it. A field
 * that has a hint of its own, such as a count, passes it as `hint`; by default it is `fieldHint`.
 */
export class FieldChrome {
  readonly id: string;
  readonly title: HTMLElement;
  readonly name: HTMLElement | undefined;
  readonly description: HTMLElement | undefined;
  readonly optional: HTMLElement | undefined;
  readonly remark: RememberedRemark;
  readonly help: HelpLine;
  readonly #descriptionId: string | undefined;

  constructor(field: Field, { id, title }: Pick<FieldContext, 'id' | 'title'>, hint?: HTMLElement) {
    this.id = id;
    this.title = el('bdi', {}, title.text);
    this.name = title.name
      ? el('code', { id: `${id}-name`, class: 'property-name', dir: 'auto' }, title.name)
      : undefined;
    this.optional = field.required ? undefined : el('span', { id: `${id}-optional`, class: 'optional' }, t('optional'));
    this.#descriptionId = field.description ? `${id}-description` : undefined;
    this.description = field.description
      ? drawDescription(`${id}-description`, field.label, field.description)
      : undefined;
    this.remark = new RememberedRemark(`${id}-remark`);
    this.help = new HelpLine(id, hint ?? fieldHint(field));
  }

  /** The ids of everything that describes the control. */
  get describedBy(): string | undefined {
    return idList(this.describedByAbove, this.help.ids);
  }

  /** The ids of what describes a group whose controls are described by the help line. */
  get describedByAbove(): string | undefined {
    return idList(this.name?.id, this.optional?.id, this.#descriptionId, this.remark.id);
  }

  /** The button that cuts a very long title, and shows all of it. `element` is what is cut: it contains only the title. */
  titleToggle(element: HTMLElement): HTMLElement | undefined {
    const title = this.title.textContent ?? '';
    const name = inOneLine(title, 80);
    return title.length > maxUnfoldedTitleLength
      ? foldToggle(element, t('Show All of {0}', name), t('Show Less of {0}', name))
      : undefined;
  }

  /** Shows why the answer counts as a secret and what the risk is; `undefined` removes the text. */
  showSecret(secret: SecretFinding | undefined): void {
    this.help.showCaution(secret && !secret.isArgument ? paragraph([secret.reason, riskText()]) : undefined);
  }

  /** Shows or removes the text of a problem. `controls` are marked as invalid. */
  showProblem(message: string | undefined, controls: readonly HTMLElement[]): void {
    this.help.showProblem(message);
    for (const control of controls) {
      control.setAttribute('aria-invalid', String(message !== undefined));
    }
  }
}

/** A field with one control. `control` is, or contains, the element with the field's id, to which the label refers. */
export function labelledField(chrome: FieldChrome, control: HTMLElement, ...beside: Node[]): HTMLElement {
  const label = el('label', { for: chrome.id }, chrome.title);
  const labels = el(
    'div',
    { class: 'label-row' },
    label,
    chrome.titleToggle(label),
    chrome.name,
    chrome.optional,
    chrome.remark.element,
  );
  return fieldElement(
    chrome,
    el(
      'div',
      { class: 'field-body' },
      labels,
      chrome.description,
      el('div', { class: 'control-row' }, control, ...beside),
    ),
  );
}

/**
 * The controls of a field that has several, under one legend. `attributes` are set on the group. The whole field is
 * `fieldElement` of it.
 */
export function fieldGroup(
  chrome: FieldChrome,
  attributes: Readonly<Record<string, string | undefined>>,
  ...content: (Node | undefined)[]
): HTMLFieldSetElement {
  const labelId = `${chrome.id}-label`;
  setAttributes(chrome.title, { id: labelId, class: 'legend-label' });
  return el(
    'fieldset',
    { class: 'field-body', id: chrome.id, 'aria-labelledby': labelId, ...attributes },
    el(
      'legend',
      { class: 'label-row' },
      chrome.title,
      chrome.titleToggle(chrome.title),
      chrome.name,
      chrome.optional,
      chrome.remark.element,
    ),
    chrome.description,
    ...content,
  );
}

/**
 * A field: its body and, below that, its help line, which may cover what follows. Escape in the field first uncovers that:
 * the page ignores handled keys.
 */
export function fieldElement(chrome: FieldChrome, body: HTMLElement): HTMLElement {
  const element = el('div', { class: 'field' }, body, chrome.help.element);
  element.addEventListener('keydown', (event) => {
    if (shortcutOf(event) === 'cancel' && chrome.help.fold()) {
      event.preventDefault();
    }
  });
  return element;
}

/** Calls `onLeave` when the focus leaves `group`. */
export function onFocusLeave(group: HTMLElement, onLeave: () => void): void {
  group.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node && group.contains(event.relatedTarget))) {
      onLeave();
    }
  });
}

/** Focuses a field with a problem. The whole text of the problem is in sight, if there is room for it. */
export function goToProblem(view: FieldView | undefined): void {
  view?.focus();
  const problem = view?.element.querySelector('.problem');
  if (view && problem) {
    scrollIntoSight(view.element, problem);
  }
}

function riskText(): string {
  return t('The server can read and keep it; it should ask for it on a web page instead.');
}

/** The maximum length of a text that surely fits into six lines of a narrow panel. In UTF-16 code units. */
const maxUnfoldedLength = 200;
/** The maximum length of a title that is never cut. In UTF-16 code units. */
const maxUnfoldedTitleLength = 100;

/**
 * The server's description of a field. It is cut after six lines, with a button to unfold it, so that the next field stays
 * in sight. Screen readers read the whole description.
 */
function drawDescription(id: string, field: string, description: string): HTMLElement {
  const text = el('p', { id, class: 'description', dir: 'auto' }, description);
  if (description.length <= maxUnfoldedLength && description.split('\n').length <= 6) {
    return text;
  }
  const toggle = foldToggle(text, t('Show All About {0}', field), t('Show Less About {0}', field));
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

/** Focuses a field. `selects`: selects a text of one line if the focus was elsewhere. */
export function focusView(view: FieldView | undefined, selects: boolean): void {
  const before = document.activeElement;
  view?.focus();
  const { activeElement } = document;
  if (selects && activeElement !== before && activeElement instanceof HTMLInputElement) {
    activeElement.select();
  }
}
