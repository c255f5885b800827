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
    if (value === undefined) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

/** A list of ids, as for `aria-describedby`; `undefined` if it is empty. */
export function idList(...parts: readonly (string | undefined)[]): string | undefined {
  return parts.filter((part) => part !== undefined).join(' ') || undefined;
}

/** Runs `change`, then restores the focus. */
export function preservingFocus(change: () => void): void {
  const keyboard = document.activeElement;
  change();
  if (keyboard instanceof HTMLElement) {
    keyboard.focus();
  }
}

export function definedOnly<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value): value is T => value !== undefined);
}
