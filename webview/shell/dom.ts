export type Child = Node | string | undefined;

/**
 * Attribute values. `undefined` removes the attribute, `true` sets it empty. Never `style`, which the content security
 * policy forbids.
 */
export type Attributes = Readonly<Record<string, string | number | true | undefined>>;

/** Creates an element. Strings become text nodes; nothing is parsed as HTML. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...definedOnly(children));
  return element;
}

export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    const text = value === true ? '' : String(value);
    if (value === undefined) {
      element.removeAttribute(name);
    } else if (element.getAttribute(name) !== text) {
      element.setAttribute(name, text);
    }
  }
}

/** Makes `children` the content of an element. A child that equals the present one at its place stays, with what is selected in it. */
export function replaceChanged(element: Element, children: readonly Node[]): void {
  const present = [...element.childNodes];
  for (const [at, child] of children.entries()) {
    const there = present[at];
    if (!there) {
      element.append(child);
    } else if (!there.isEqualNode(child)) {
      there.replaceWith(child);
    }
  }
  for (const surplus of present.slice(children.length)) {
    surplus.remove();
  }
}

/** The value of an attribute such as `aria-describedby`: ids separated by spaces; `undefined` if there are none. */
export function idList(...ids: readonly (string | undefined)[]): string | undefined {
  return ids.filter((id) => id !== undefined).join(' ') || undefined;
}

/** Runs `change`, then restores the focus. */
export function preservingFocus(change: () => void): void {
  const focused = document.activeElement;
  change();
  if (focused instanceof HTMLElement) {
    focused.focus();
  }
}

export function definedOnly<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value): value is T => value !== undefined);
}
