/** Lets a text area grow with what stands in it, up to the bound of its style, where the style sheet alone cannot. */
export function growWithContent(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) {
    return;
  }
  const follow = () => {
    area.style.height = 'auto';
    const edges = area.offsetHeight - area.clientHeight;
    area.style.height = `${area.scrollHeight + edges}px`;
  };
  area.addEventListener('input', follow);
  // Before it is in the page it has no height, and in another width its lines wrap elsewhere.
  let width = 0;
  new ResizeObserver(() => {
    if (area.clientWidth !== width) {
      width = area.clientWidth;
      follow();
    }
  }).observe(area);
}

/**
 * Calls `keep` with what stands in a one-line input after a text of several lines was pasted or dropped into it, and with
 * where the caret is then: the input itself would lose the line ends.
 */
export function onMultilineInsert(input: HTMLInputElement, keep: (text: string, caret: number) => void): void {
  const insert = (event: Event, data: DataTransfer | null) => {
    const lines = (data?.getData('text/plain') ?? '').replace(/\r\n?/g, '\n').replace(/\n+$/, '');
    if (!lines.includes('\n')) {
      return;
    }
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = input;
    const start = selectionStart ?? value.length;
    const before = value.slice(0, start) + lines;
    keep(before + value.slice(selectionEnd ?? start), before.length);
  };
  input.addEventListener('paste', (event) => insert(event, event.clipboardData));
  input.addEventListener('drop', (event) => insert(event, event.dataTransfer));
}
