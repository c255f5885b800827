/** Resolves when the page is loaded, and what the editor had kept for it until then was passed on. */
export function loaded(): Promise<void> {
  return new Promise((resolve) => {
    // The editor hears of the load after this page, and passes on what it has: that comes after the first task, before the second.
    window.addEventListener('load', () => setTimeout(() => setTimeout(resolve)));
  });
}
