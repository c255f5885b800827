/** What runs in the editor's page; it is sent there as text, so it stands for itself and imports nothing. */

export interface PaintedField {
  /** `Date.now()` after the frame in which the field could be seen was painted. */
  readonly at: number;
  /** True when the field took the keyboard right then. */
  readonly takesFocus: boolean;
}

/**
 * Where a field is looked for. `webview`: the document of one that is in sight. `quickInput`: the box at the top of the window, which the editor's own MCP host shows when "Respond"
 * is pressed in a notification; it is, as soon as it is there.
 */
export type FieldSource = 'webview' | 'quickInput';

/**
 * Waits until an enabled field, another than those that were there when this was called, is painted, and gives it the keyboard.
 * It looks once in each frame.
 */
export function nextField(place: FieldSource): Promise<PaintedField> {
  const documents = () =>
    place === 'quickInput'
      ? [document]
      : [...document.querySelectorAll<HTMLIFrameElement>('iframe.webview')].flatMap((outer) => {
          const inner = outer.contentDocument?.querySelector<HTMLIFrameElement>('#active-frame');
          const seen = inner && outer.checkVisibility({ visibilityProperty: true });
          return seen && inner.contentDocument ? [inner.contentDocument] : [];
        });
  const selector = place === 'quickInput' ? '.quick-input-widget input' : 'main input, body > input';
  const fields = () => documents().flatMap((its) => [...its.querySelectorAll<HTMLInputElement>(selector)]);
  const isUsable = (field: HTMLInputElement) =>
    !field.disabled &&
    field.type !== 'checkbox' &&
    field.getClientRects().length > 0 &&
    field.checkVisibility({ visibilityProperty: true });
  const before = new Set(place === 'quickInput' ? [] : fields());
  const respond = () => {
    const buttons = document.querySelectorAll<HTMLElement>('.notification-list-item .monaco-button');
    [...buttons].find(({ textContent }) => textContent === 'Respond')?.click();
  };
  // A task that is posted in a frame comes after its painting.
  const painting = () =>
    new Promise<number>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(Date.now());
      port2.postMessage(undefined);
    });
  return new Promise((resolve) => {
    const look = async () => {
      const field = fields().find((candidate) => !before.has(candidate) && isUsable(candidate));
      if (!field) {
        if (place === 'quickInput') respond();
        requestAnimationFrame(look);
        return;
      }
      const at = await painting();
      field.focus();
      resolve({ at, takesFocus: field.ownerDocument.activeElement === field });
    };
    requestAnimationFrame(look);
  });
}
