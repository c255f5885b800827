/** Which screen the webview has drawn, and whether the user could see it: a tab in the background is drawn too. */
export class DrawnState {
  #drawn: string | undefined;
  #inSight = true;
  #seen: string | undefined;

  isDrawn(screen: string): boolean {
    return this.#drawn === screen;
  }

  isSeen(screen: string): boolean {
    return this.isDrawn(screen) && this.#seen === screen;
  }

  get isInSight(): boolean {
    return this.#inSight;
  }

  /** The webview has drawn this screen. */
  drew(screen: string): void {
    this.#drawn = screen;
    this.#see();
  }

  /** The webview has drawn nothing yet, or is to draw something else. */
  reset(): void {
    this.#drawn = undefined;
  }

  /** The tab came into sight, or went out of it. `shown`: the screen that is to be drawn. */
  setInSight(inSight: boolean, shown: string): void {
    this.#inSight = inSight;
    if (this.isDrawn(shown)) {
      this.#see();
    }
  }

  #see(): void {
    if (this.#inSight) {
      this.#seen = this.#drawn;
    }
  }
}
