export type Child = Node | string | undefined;

/** Attribute values; `undefined` leaves the attribute out, `true` sets it empty. Never `style`: the policy forbids it. */
export type Attributes = Readonly<Record<string, string | number | true | undefined>>;

/** An element with its attributes and children. Strings become text nodes: nothing is ever parsed as HTML. */
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

/** Ids for `aria-describedby` and the like; `undefined` when there are none. */
export function idList(...parts: readonly (string | undefined)[]): string | undefined {
  return parts.filter((part) => part !== undefined).join(' ') || undefined;
}

/** Does what may move the keyboard, and puts it back to where it was. */
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
