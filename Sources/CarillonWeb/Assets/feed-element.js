// An element that uses a feed beside an inbox: one that it is given, or that of its attributes or of the inbox around.

import { upgrade } from "./dom.js";
import { CarillonFeed } from "./feed.js";

/** Subclasses say what to do with the feed: `canJoin`, `follow`, `consider` and `release`. */
export class FeedElement extends HTMLElement {
  static observedAttributes = ["src", "base", "tenant", "for", "locale"];

  /** The feed that is in use; null while there is none. */
  joined = null;

  #given = null;
  #getToken = null;
  #connection = null;

  /** The feed to share; without one, it is found by attributes or by the inbox around. */
  get feed() {
    return this.#given ?? this.joined;
  }

  set feed(feed) {
    this.#given = feed;
    this.#reconnect();
  }

  get getToken() {
    return this.#getToken;
  }

  set getToken(getToken) {
    this.#getToken = getToken;
    if (this.joined) this.joined.getToken = getToken;
  }

  connectedCallback() {
    upgrade(this, "feed", "getToken");
    this.#connect();
  }

  disconnectedCallback() {
    this.#disconnect();
  }

  attributeChangedCallback(name, before, after) {
    if (before !== after) this.#reconnect();
  }

  /** Whether this browser can do what the element is for. */
  canJoin() {
    return true;
  }

  /** `target` speaks the language of the words, which needn't be the page's, and the element has the tenant's theme. */
  speak(target) {
    const words = this.joined?.words;
    target.lang = words?.locale ?? "";
    target.dir = words?.dir ?? "auto";
    for (const [name, value] of Object.entries(words?.inbox?.theme ?? {})) this.style.setProperty(`--theme-${name}`, value);
  }

  #reconnect() {
    if (!this.isConnected) return;
    this.#disconnect();
    this.#connect();
  }

  #connect() {
    const feed = this.#given ?? CarillonFeed.for(this);
    if (!feed || this.#connection || !this.canJoin()) return;
    this.joined = feed;
    if (this.#getToken) feed.getToken = this.#getToken;
    this.#connection = new AbortController();
    this.follow(feed, this.#connection.signal);
    feed.join(this, "words");
    this.consider();
  }

  #disconnect() {
    this.#connection?.abort();
    this.#connection = null;
    this.joined?.leave(this);
    this.release();
    this.joined = null;
  }
}
