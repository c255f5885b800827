import type { RunningCall } from '#bridge/messages.ts';
import { el } from '#webview/shell/dom.ts';
import { progressText } from '#webview/shell/words.ts';

/** How far a call has got: in words, and as a bar where the server says how far it will go. */
export class CallProgress {
  readonly bar: HTMLProgressElement;
  readonly text = el('p', { class: 'call-progress' });

  /** `name`: what the bar is called. */
  constructor(name: string) {
    this.bar = el('progress', { 'aria-label': name });
  }

  /** True where there is a bar. */
  get isKnown(): boolean {
    return !this.bar.hidden;
  }

  show(progress: RunningCall['progress']): void {
    const known = progress?.total !== undefined && progress.total > 0;
    this.bar.hidden = !known;
    if (known) {
      this.bar.max = progress.total ?? 1;
      this.bar.value = Math.max(0, Math.min(progress.progress, this.bar.max));
    }
    this.text.hidden = progress === undefined;
    this.text.textContent = progress ? progressText(progress) : '';
  }
}
