import type { RunningCall } from '#bridge/messages.ts';
import { el } from '#webview/shell/dom.ts';
import { elapsedText, progressText } from './cardTexts.ts';

/** The progress of a call: as text, and as a bar if the server gives a total. */
export class CallProgress {
  readonly bar: HTMLProgressElement;
  readonly text = el('p', { class: 'call-progress' });

  /** `name`: the accessible name of the bar. */
  constructor(name: string) {
    this.bar = el('progress', { 'aria-label': name });
  }

  /** True while the bar is shown. */
  get hasTotal(): boolean {
    return !this.bar.hidden;
  }

  show(progress: RunningCall['progress']): void {
    const hasTotal = progress?.total !== undefined && progress.total > 0;
    this.bar.hidden = !hasTotal;
    if (hasTotal) {
      this.bar.max = progress.total ?? 1;
      this.bar.value = Math.max(0, Math.min(progress.progress, this.bar.max));
    }
    this.text.hidden = progress === undefined;
    this.text.textContent = progress ? progressText(progress) : '';
  }
}

const minute = 60_000;

/** The elapsed time of a call, as a text that is updated every minute. Screen readers do not announce the updates. */
export class ElapsedTime {
  readonly element = el('p', { class: 'call-progress' });
  readonly #textOf: (elapsed: number) => string;
  /** The start of the call, by `performance.now()`. */
  #start = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(textOf: (elapsed: number) => string = elapsedText) {
    this.#textOf = textOf;
  }

  /** `elapsed`: in milliseconds; `undefined` hides the text. */
  show(elapsed: number | undefined): void {
    this.element.hidden = elapsed === undefined;
    if (elapsed === undefined) {
      this.dispose();
    } else {
      this.#start = performance.now() - elapsed;
      this.#update();
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #update(): void {
    const elapsed = performance.now() - this.#start;
    const text = this.#textOf(elapsed);
    if (this.element.textContent !== text) {
      this.element.textContent = text;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#update(), minute - (elapsed % minute));
  }
}
