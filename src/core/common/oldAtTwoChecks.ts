/**
 * Tells what is to be deleted because of its age: what was too old at two checks in a row. One check is not enough, because a clock may be
 * wrong for a while.
 */
export class OldAtTwoChecks {
  #old: ReadonlySet<string> = new Set();

  /** Returns those of `old`, the names of what is too old now, that already were at the last check. */
  check(old: ReadonlySet<string>): ReadonlySet<string> {
    const expired = new Set([...old].filter((name) => this.#old.has(name)));
    // What could not be deleted has to be too old at two further checks.
    this.#old = new Set([...old].filter((name) => !expired.has(name)));
    return expired;
  }
}
