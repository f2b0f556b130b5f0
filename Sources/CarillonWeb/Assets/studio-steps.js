/** How many steps can be taken back. */
const MOST = 200;
/** Keys that follow one another so soon are one step. */
const PAUSE = 600;

/** The states of a form, one after the other, and where in them one is. */
export class Steps {
  #states = [];
  #at = -1;
  #typed = 0;

  /** @param {boolean} isTyping whether it may be one step with the state before */
  add(state, isTyping = false) {
    const copy = structuredClone(state);
    const now = performance.now();
    const isOne = isTyping && now - this.#typed < PAUSE && this.#at > 0 && this.#at === this.#states.length - 1;
    this.#typed = isTyping ? now : 0;
    this.#states.length = isOne ? this.#at : this.#at + 1;
    this.#states.push(copy);
    if (this.#states.length > MOST + 1) this.#states.shift();
    this.#at = this.#states.length - 1;
  }

  /**
   * Somebody else has changed the form: what led to where one is becomes what it would be with that.
   *
   * @param {(state: object) => object | null} change null: this is no step any more
   */
  rebase(change) {
    this.#states = this.#states.slice(0, this.#at + 1).map(change).filter(Boolean);
    this.#at = this.#states.length - 1;
    this.#typed = 0;
  }

  canGo(by) {
    return this.#at + by >= 0 && this.#at + by < this.#states.length;
  }

  /** @returns {object | null} the state one step back or forth */
  go(by) {
    if (!this.canGo(by)) return null;
    this.#at += by;
    this.#typed = 0;
    return structuredClone(this.#states[this.#at]);
  }
}
