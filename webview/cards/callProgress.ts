import type { RunningCall } from '#bridge/messages.ts';
import { el } from '#webview/shell/dom.ts';
import { elapsedText, progressText } from './messages.ts';

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

const MINUTE = 60_000;

/** For how long a call has been running. Told by the minute, and not read out as it goes on. */
export class ElapsedTime {
  readonly element = el('p', { class: 'call-progress' });
  /** When it began, by the clock of this page. */
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `elapsed`: milliseconds, as of now. Absent: nobody knows. */
  show(elapsed: number | undefined): void {
    this.element.hidden = elapsed === undefined;
    if (elapsed === undefined) {
      this.dispose();
    } else {
      this.#since = performance.now() - elapsed;
      this.#tell();
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #tell(): void {
    const elapsed = performance.now() - this.#since;
    const text = elapsedText(elapsed);
    if (this.element.textContent !== text) {
      this.element.textContent = text;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(), MINUTE - (elapsed % MINUTE));
  }
}
