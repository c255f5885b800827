/** What the webview has drawn, and what of it the user could see: a tab in the background is drawn, but not seen. */
export class DrawnState {
  #drawn: string | undefined;
  #inSight = true;
  #seen: string | undefined;
  #cards: readonly string[] = [];
  #seenCards: ReadonlySet<string> = new Set();

  /** True if the webview has drawn the screen with this id. */
  isDrawn(screen: string): boolean {
    return this.#drawn === screen;
  }

  /** True if the user could see the screen with this id. */
  isSeen(screen: string): boolean {
    return this.isDrawn(screen) && this.#seen === screen;
  }

  /** The ids of the cards above the screen that the user could not see yet. */
  get unseenCards(): string[] {
    return this.#cards.filter((card) => !this.#seenCards.has(card));
  }

  /** The webview has drawn the screen with this id. */
  screenDrawn(screen: string): void {
    this.#drawn = screen;
    this.#markSeen();
  }

  /** These cards stand above the screen. */
  setCards(cards: readonly string[]): void {
    this.#cards = cards;
    this.#markCardsSeen();
  }

  /** The webview has drawn nothing yet, or is about to draw another screen. */
  reset(): void {
    this.#drawn = undefined;
  }

  /** The tab came into sight, or went out of it. `current`: the id of the screen to be drawn. */
  setInSight(inSight: boolean, current: string): void {
    this.#inSight = inSight;
    if (this.isDrawn(current)) {
      this.#markSeen();
    }
    this.#markCardsSeen();
  }

  #markSeen(): void {
    if (this.#inSight) {
      this.#seen = this.#drawn;
    }
  }

  #markCardsSeen(): void {
    this.#seenCards = new Set(this.#cards.filter((card) => this.#inSight || this.#seenCards.has(card)));
  }
}
