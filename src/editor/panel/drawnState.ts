/** The screen and the cards that the webview has drawn, and those that the user could see: a tab in the background is drawn, but not seen. */
export class DrawnState {
  #drawn: string | undefined;
  #isInSight = true;
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

  /** Marks the screen with this id as drawn by the webview. */
  markDrawn(screen: string): void {
    this.#drawn = screen;
    this.#markSeen();
  }

  /** Sets the ids of the cards above the screen. */
  setCards(cards: readonly string[]): void {
    this.#cards = cards;
    this.#markCardsSeen();
  }

  /** Marks that the webview has drawn nothing yet, or is about to draw another screen. */
  reset(): void {
    this.#drawn = undefined;
  }

  /** Sets whether the tab is in sight. `current`: the id of the screen to be drawn. */
  setInSight(isInSight: boolean, current: string): void {
    this.#isInSight = isInSight;
    if (this.isDrawn(current)) {
      this.#markSeen();
    }
    this.#markCardsSeen();
  }

  #markSeen(): void {
    if (this.#isInSight) {
      this.#seen = this.#drawn;
    }
  }

  #markCardsSeen(): void {
    this.#seenCards = new Set(this.#cards.filter((card) => this.#isInSight || this.#seenCards.has(card)));
  }
}
