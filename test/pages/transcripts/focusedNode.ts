import assert from 'node:assert/strict';
import type { CDPSession } from 'playwright-core';

/** The focused element in the accessibility tree of the browser. */
export interface FocusedNode {
  readonly id: number;
  /** `role "name" = "value" (states)`. */
  readonly text: string;
  readonly description: string;
  /** The groups and landmarks around it, the outermost first. */
  readonly containers: readonly { readonly id: number; readonly text: string }[];
}

/** The roles that screen readers announce when the focus enters them, if they have a name. */
const groups = new Set(['Date', 'dialog', 'form', 'group', 'list', 'listbox', 'menu', 'radiogroup', 'region']);
const landmarks = new Set(['banner', 'complementary', 'contentinfo', 'main', 'navigation']);

/** What screen readers announce for a property, by its name and value. Other properties are silent. */
const states: Readonly<Record<string, string>> = {
  'required true': 'required',
  'invalid true': 'invalid',
  'disabled true': 'unavailable',
  'readonly true': 'read only',
  'multiline true': 'multiline',
  'checked true': 'checked',
  'checked false': 'not checked',
  'pressed true': 'pressed',
  'pressed false': 'not pressed',
  'selected true': 'selected',
  'expanded true': 'expanded',
  'expanded false': 'collapsed',
  'hasPopup menu': 'opens a menu',
  'hasPopup listbox': 'opens a list',
  'hasPopup dialog': 'opens a dialog',
};

type AXNode = Awaited<ReturnType<typeof partialTree>>[number];

function partialTree(session: CDPSession, objectId: string) {
  return session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: true }).then(({ nodes }) => nodes);
}

/** Also contains the parts of a date field, which are no elements of the page. */
function wholeTree(session: CDPSession) {
  return session.send('Accessibility.getFullAXTree').then(({ nodes }) => nodes);
}

/** Reads the element that a screen reader follows; `undefined` if nothing in the page has the focus. */
export async function readFocusedNode(session: CDPSession): Promise<FocusedNode | undefined> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'window.followed()' });
  const { objectId, description = '' } = result;
  if (!objectId || /^body\b/.test(description)) return undefined;
  const { node: element } = await session.send('DOM.describeNode', { objectId });
  const isDate = (element.attributes ?? []).join('=').includes('type=date');
  const nodes = isDate ? await wholeTree(session) : await partialTree(session, objectId);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const focused = isDate
    ? nodes.findLast((node) => node.properties?.some(({ name, value }) => name === 'focused' && value.value === true))
    : nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === element.backendNodeId);
  assert.ok(focused && !focused.ignored, `${description} has the focus, but is not in the accessibility tree`);
  const containers: { id: number; text: string }[] = [];
  for (let at = byId.get(focused.parentId ?? ''); at; at = byId.get(at.parentId ?? '')) {
    const isNamed = groups.has(roleOf(at)) && textOf(at.name);
    if (!at.ignored && (isNamed || landmarks.has(roleOf(at)))) {
      const description = textOf(at.description);
      containers.unshift({ id: at.backendDOMNodeId ?? 0, text: named(at) + (description && ` - ${description}`) });
    }
  }
  const attributes = element.attributes ?? [];
  const isCurrent = attributes.some((name, at) => at % 2 === 0 && name === 'aria-current');
  const value = textOf(focused.value);
  const found = [...(isCurrent ? ['current'] : []), ...statesOf(focused)];
  return {
    id: focused.backendDOMNodeId ?? element.backendNodeId,
    text: `${named(focused)}${value && ` = ${quoted(value)}`}${found.length > 0 ? ` (${found.join(', ')})` : ''}`,
    description: textOf(focused.description),
    containers,
  };
}

const roleOf = ({ role }: AXNode): string => String(role?.value ?? '');
const textOf = (value: AXNode['name']): string => String(value?.value ?? '').trim();
const quoted = (text: string): string => JSON.stringify(text);

function named(node: AXNode): string {
  const name = textOf(node.name);
  return name ? `${roleOf(node)} ${quoted(name)}` : roleOf(node);
}

function statesOf({ properties = [] }: AXNode): string[] {
  return properties.flatMap(({ name, value }) => states[`${name} ${value.value}`] ?? []);
}
