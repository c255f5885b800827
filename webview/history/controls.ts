import { type Child, el } from '#webview/shell/dom.ts';

/** A control with its label above it. */
export function labelled(label: string, control: HTMLElement): HTMLElement {
  return el('label', { class: 'filter' }, el('span', {}, label), control);
}

/** A list to choose one of, the first of them for any. */
export function choice(options: readonly (readonly [value: string, label: string])[]): HTMLSelectElement {
  const select = el('select');
  select.append(...options.map(([value, label]) => el('option', { value }, label)));
  return select;
}

/** Something that is said where a list would be. */
export function emptyState(text: string, ...actions: readonly Child[]): HTMLElement {
  return el('div', { class: 'empty' }, el('p', {}, text), ...actions);
}
