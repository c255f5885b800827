/** Code that runs in the editor's page. Its text is sent to the page, so it must not use imports or other declarations. */

export interface PaintedField {
  /** `Date.now()` after the first frame with the field was painted. */
  readonly at: number;
  /** True if the field took the focus at that time. */
  readonly takesFocus: boolean;
}

/**
 * The place of the field. `webview`: the document of a visible webview. `quickInput`: the box at the top of the window, which
 * the editor's own MCP host shows after "Respond" is pressed in a notification; `nextField` presses the button.
 */
export type FieldSource = 'webview' | 'quickInput';

/** Waits until a new enabled field is painted, and focuses it. Searches once in each frame. */
export function nextField(place: FieldSource): Promise<PaintedField> {
  const documents = () =>
    place === 'quickInput'
      ? [document]
      : [...document.querySelectorAll<HTMLIFrameElement>('iframe.webview')].flatMap((outer) => {
          const inner = outer.contentDocument?.querySelector<HTMLIFrameElement>('#active-frame');
          const isVisible = inner && outer.checkVisibility({ visibilityProperty: true });
          return isVisible && inner.contentDocument ? [inner.contentDocument] : [];
        });
  const selector = place === 'quickInput' ? '.quick-input-widget input' : 'main input, body > input';
  const fields = () => documents().flatMap((page) => [...page.querySelectorAll<HTMLInputElement>(selector)]);
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
  // A task that is posted in a frame runs after the frame is painted.
  const painting = () =>
    new Promise<number>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(Date.now());
      port2.postMessage(undefined);
    });
  return new Promise((resolve) => {
    const search = async () => {
      const field = fields().find((candidate) => !before.has(candidate) && isUsable(candidate));
      if (!field) {
        if (place === 'quickInput') respond();
        requestAnimationFrame(search);
        return;
      }
      const at = await painting();
      field.focus();
      resolve({ at, takesFocus: field.ownerDocument.activeElement === field });
    };
    requestAnimationFrame(search);
  });
}
