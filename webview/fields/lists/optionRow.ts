import { el, idList } from '#webview/shell/dom.ts';

interface OptionRow {
  readonly element: HTMLElement;
  readonly control: HTMLInputElement;
}

/** A radio button or checkbox with its label and description. */
export function optionRow(
  type: 'radio' | 'checkbox',
  id: string,
  group: string,
  option: { readonly label: string; readonly description?: string | undefined },
): OptionRow {
  const control = el('input', { type, id, name: group });
  const description = option.description
    ? el('p', { id: `${id}-description`, class: 'option-description', dir: 'auto' }, option.description)
    : undefined;
  const described = idList(description?.id);
  if (described) {
    control.setAttribute('aria-describedby', described);
  }
  const label = el('label', { for: id }, control, el('bdi', {}, option.label));
  return { element: el('div', { class: 'option' }, label, description), control };
}
