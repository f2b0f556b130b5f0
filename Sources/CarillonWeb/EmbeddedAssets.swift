// Written by Tests/Tools/embed-web.py from the files in Assets; run it after a change there.
// swift-format-ignore-file

extension WebAsset {
    /// Over the names and contents of all files: a segment of their lasting addresses.
    public static let hash = "f1ee427ad4e8fd8f"

    /// Every file, by name.
    public static let all: [WebAsset] = [
        WebAsset(
            name: "bell.svg",
            contentType: "image/svg+xml",
            digest: "62aa373e5adb34bbc6e2723555b4884c",
            integrity: "sha384-voeXFALvUJXtABZaJCo3We/NqMvIOe18w17GYkMsUnKb9A3yeaoXCQesgSOY5XAJ",
            text: ##"""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#0b6e35" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">
                  <path d="M8 21v-7a8 8 0 0 1 16 0v7l2 3H6z"/>
                  <path d="M13.5 28a3 3 0 0 0 5 0"/>
                </svg>

                """##
        ),
        WebAsset(
            name: "carillon.d.ts",
            contentType: "text/plain; charset=utf-8",
            digest: "6c2bfa9d38404a0dac1373fb3b206369",
            integrity: "sha384-+BYtLyvbEY/akXw9ozh2AhupIjJzKUfNLoZajGpym6mFdsbfBVudseL1FQMDIxIe",
            text: #"""
                // What the web inbox offers to TypeScript. Written by hand, and checked by a test.
                //
                // Put it beside your own sources, or name it in `paths`; the modules themselves come from the host.

                export interface CarillonTokenRequest {
                  /** True after a 401, or where the token is about to expire: a cached one won't do. */
                  readonly refresh: boolean;
                  /** Aborted when nobody waits for the token any more. */
                  readonly signal: AbortSignal;
                }

                /** Whose cookie the browser sends: for a page of the host's own origin. */
                export interface CarillonSession {
                  readonly user: string;
                }

                /** Answers the user's own JWT, as your log-in issued it; an empty text where nobody is signed in. */
                export type CarillonGetToken = (request: CarillonTokenRequest) => Promise<string | CarillonSession> | string;

                export type CarillonState = "idle" | "loading" | "ready" | "stale" | "signed-out" | "gone" | "error";

                export type CarillonPermissionState =
                  | "unsupported"
                  | "not-determined"
                  | "requesting"
                  | "granted"
                  | "active"
                  | "disabled"
                  | "denied";

                /** A problem as the host answers it (RFC 9457). */
                export interface CarillonProblem {
                  readonly type?: string;
                  readonly title?: string;
                  readonly status?: number;
                  readonly code?: string;
                  readonly detail?: string;
                  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly message: string }[];
                }

                /** Where a notification leads, as far as its route says. */
                export interface CarillonDeepLink {
                  readonly app?: string;
                  readonly web?: string;
                  readonly screen?: string;
                  readonly params?: Readonly<Record<string, unknown>>;
                }

                export interface CarillonItem {
                  readonly id: string;
                  readonly title: string;
                  readonly body?: string;
                  readonly category?: string;
                  readonly priority?: "high" | "normal" | "low";
                  readonly isRead: boolean;
                  readonly deepLink?: CarillonDeepLink | null;
                  readonly data?: Readonly<Record<string, unknown>>;
                  readonly imageUrl?: string | null;
                  /** RFC 3339. */
                  readonly createdAt?: string;
                  /** The three ways the tenant's text puts the time; which one holds depends on the day. */
                  readonly times: { readonly today: string; readonly yesterday: string; readonly date: string };
                  /** In the reader's time zone, such as `2026-02-19`. */
                  readonly day: string;
                  readonly dayLabel: string;
                  readonly lang: string;
                  readonly dir: "ltr" | "rtl";
                  readonly [member: string]: unknown;
                }

                export interface CarillonPreference {
                  readonly id: string;
                  readonly label: string;
                  readonly description: string | null;
                  readonly default: boolean;
                  readonly locked: boolean;
                }

                /** The words of one language, and what else the elements know of a tenant. */
                export interface CarillonWords {
                  readonly tenant: string;
                  readonly locale: string;
                  readonly dir: "ltr" | "rtl";
                  readonly timeZone: string;
                  readonly words: Readonly<Record<string, unknown>>;
                  readonly categories: Readonly<
                    Record<
                      string,
                      { readonly name?: string; readonly icon?: string; readonly color?: string; readonly background?: string }
                    >
                  >;
                  readonly preferences: readonly CarillonPreference[];
                  readonly origins: readonly string[];
                  readonly inbox?: Readonly<Record<string, unknown>>;
                  readonly push: { readonly publicKey: string; readonly plugin: string } | null;
                }

                export interface CarillonRead {
                  readonly ids: readonly string[];
                  readonly isRead: boolean;
                  readonly by: "user" | "auto" | "elsewhere";
                }

                export interface CarillonFeedEvents {
                  change: CustomEvent<unknown>;
                  notification: CustomEvent<CarillonItem>;
                  read: CustomEvent<CarillonRead>;
                  unread: CustomEvent<{ readonly count: number }>;
                  state: CustomEvent<{ readonly state: CarillonState; readonly problem?: CarillonProblem | null }>;
                  refused: CustomEvent<{ readonly problem?: CarillonProblem | null }>;
                  "sign-out": CustomEvent<unknown>;
                }

                export interface CarillonRequest {
                  method?: string;
                  /** Any JSON value. */
                  body?: unknown;
                  headers?: Record<string, string>;
                  keepalive?: boolean;
                  signal?: AbortSignal;
                }

                /** The feed without looks, from `feed.js`. */
                export declare class CarillonFeed extends EventTarget {
                  /** The feed that an element shares with all others of the same settings. */
                  static for(element: Element): CarillonFeed | null;

                  getToken: CarillonGetToken | null;
                  readonly src: string;
                  readonly locale: string;
                  readonly words: CarillonWords | null;
                  readonly items: readonly CarillonItem[];
                  readonly unreadCount: number;
                  readonly hasMore: boolean;
                  readonly state: CarillonState;

                  join(element: object, wants: "words" | "number" | "items"): void;
                  leave(element: object): void;
                  /** Milliseconds since 1970, by the host's clock. */
                  now(): number;
                  /** Of the items that are loaded. */
                  find(id: string): CarillonItem | undefined;
                  text(id: string, values?: Readonly<Record<string, unknown>>): string;
                  request(path: string, request?: CarillonRequest): Promise<Response>;
                  load(): Promise<void>;
                  more(): Promise<void>;
                  refresh(): Promise<void>;
                  mark(ids: readonly string[], read: boolean, by?: "user" | "auto"): Promise<void>;
                  markAll(): Promise<void>;
                  signOut(): void;

                  addEventListener<Type extends keyof CarillonFeedEvents>(
                    type: Type,
                    listener: (this: CarillonFeed, event: CarillonFeedEvents[Type]) => void,
                    options?: boolean | AddEventListenerOptions,
                  ): void;
                  addEventListener(
                    type: string,
                    listener: EventListenerOrEventListenerObject | null,
                    options?: boolean | AddEventListenerOptions,
                  ): void;
                }

                /** What all elements dispatch; each bubbles and is composed. */
                export interface CarillonEvents {
                  "carillon-open": CustomEvent<{ readonly item: CarillonItem; readonly action?: string }>;
                  "carillon-notification": CustomEvent<CarillonItem>;
                  "carillon-unread": CustomEvent<{ readonly count: number }>;
                  "carillon-read": CustomEvent<CarillonRead>;
                  "carillon-toggle": CustomEvent<{ readonly open: boolean }>;
                  "carillon-state": CustomEvent<{ readonly state: CarillonState; readonly problem?: CarillonProblem | null }>;
                  "carillon-error": CustomEvent<{ readonly state?: CarillonState; readonly problem: CarillonProblem | null }>;
                  "carillon-preference": CustomEvent<{ readonly id: string; readonly value: boolean }>;
                  "carillon-permission": CustomEvent<{ readonly state: CarillonPermissionState }>;
                }

                declare class CarillonElement extends HTMLElement {
                  getToken: CarillonGetToken | null;

                  addEventListener<Type extends keyof CarillonEvents>(
                    type: Type,
                    listener: (this: this, event: CarillonEvents[Type]) => void,
                    options?: boolean | AddEventListenerOptions,
                  ): void;
                  addEventListener<Type extends keyof HTMLElementEventMap>(
                    type: Type,
                    listener: (this: this, event: HTMLElementEventMap[Type]) => void,
                    options?: boolean | AddEventListenerOptions,
                  ): void;
                  addEventListener(
                    type: string,
                    listener: EventListenerOrEventListenerObject | null,
                    options?: boolean | AddEventListenerOptions,
                  ): void;
                }

                /** `<carillon-inbox>`, from `inbox.js`. */
                export declare class CarillonInbox extends CarillonElement {
                  /** The card's content; null for ours. */
                  renderItem: ((item: CarillonItem) => Node | null) | null;
                  renderIcon: ((name: string, item: CarillonItem) => Node | null) | null;
                  readonly items: readonly CarillonItem[];
                  readonly unreadCount: number;
                  readonly state: CarillonState;
                  open(): void;
                  close(): void;
                  refresh(): Promise<void>;
                  mark(ids: readonly string[], read: boolean): void;
                  markAll(): void;
                  signOut(): void | Promise<void>;
                }

                /** `<carillon-bell>`, from `inbox.js`. */
                export declare class CarillonBell extends CarillonElement {}

                /** `<carillon-preferences>`, from `preferences.js`. */
                export declare class CarillonPreferences extends CarillonElement {
                  get feed(): CarillonFeed | null;
                  set feed(feed: CarillonFeed | null);
                  readonly values: Readonly<Record<string, boolean>>;
                  refresh(): Promise<void>;
                }

                /** `<carillon-permission>`, from `permission.js`. */
                export declare class CarillonPermission extends CarillonElement {
                  get feed(): CarillonFeed | null;
                  set feed(feed: CarillonFeed | null);
                  readonly state: CarillonPermissionState;
                  /** Asks the browser; to be called in the handler of a click. */
                  request(): Promise<void>;
                }

                export interface CarillonPushOptions {
                  /** The service worker's path on the page's origin. */
                  worker?: string | null;
                  scope?: string | null;
                  deviceId?: string | null;
                  /** The preference that the switch turns. */
                  toggle?: string | null;
                }

                /** From `permission.js`: ends web push in this browser, while the token still holds. */
                export declare function endPush(feed: CarillonFeed, options?: CarillonPushOptions): Promise<void>;

                /** From `permission.js`: has pushes dropped that this tab shows already. */
                export declare function answerWorker(
                  feed: CarillonFeed,
                  options?: { signal?: AbortSignal; onSubscription?: () => void },
                ): void;

                /** The attributes, for JSX and templates; all are texts, and those without a value stand alone. */
                export interface CarillonAttributes {
                  src?: string;
                  base?: string;
                  tenant?: string;
                  locale?: string;
                  for?: string;
                  theme?: "auto" | "light" | "dark";
                }

                export interface CarillonInboxAttributes extends CarillonAttributes {
                  view?: "bell" | "panel" | "page" | "preferences";
                  href?: string;
                  order?: "time" | "priority";
                  category?: string;
                  "unread-only"?: boolean | "";
                  "page-size"?: number | string;
                  more?: "button" | "scroll";
                  "auto-read"?: "none" | "open" | "visible";
                  badge?: "count" | "dot" | "none";
                  "badge-max"?: number | string;
                  placement?: "end" | "start";
                  links?: "web" | "event";
                }

                export interface CarillonBellAttributes extends CarillonAttributes {
                  href?: string;
                  badge?: "count" | "dot" | "none";
                  "badge-max"?: number | string;
                }

                export interface CarillonPermissionAttributes extends CarillonAttributes {
                  worker?: string;
                  scope?: string;
                  "device-id"?: string;
                  preference?: string;
                }

                declare global {
                  interface HTMLElementTagNameMap {
                    "carillon-inbox": CarillonInbox;
                    "carillon-bell": CarillonBell;
                    "carillon-preferences": CarillonPreferences;
                    "carillon-permission": CarillonPermission;
                  }
                }

                // Only what is marked so is exported.
                export {};

                """#
        ),
        WebAsset(
            name: "dom.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "0b16c36336d9a6a2e496f498d8017191",
            integrity: "sha384-No9d61FFlz/obLme8uiddq6dgAvyBFXU9LxsWKthgGZK3kWWQLIgurSkNeDnyotj",
            text: ##"""
                /** @param {object} [props] attributes, `text`, and `on…` for listeners */
                export function element(tag, props = {}, ...children) {
                  const made = document.createElement(tag);
                  if (tag === "button") made.type = tag;
                  for (const [name, value] of Object.entries(props)) {
                    if (name === "text") made.textContent = value;
                    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
                    else set(made, name, value);
                  }
                  made.append(...children.filter((child) => child != null));
                  return made;
                }

                export function set(target, name, value) {
                  if (value == null || value === false) target.removeAttribute(name);
                  else if (target.getAttribute(name) !== String(value)) target.setAttribute(name, value === true ? "" : value);
                }

                /** A live region speaks of every write. */
                export function write(target, text) {
                  if (target.textContent !== text) target.textContent = text;
                }

                /** What stays isn't moved, so it keeps focus. */
                export function arrange(parent, nodes) {
                  const kept = new Set(nodes);
                  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
                  nodes.forEach((node, at) => parent.children[at] === node || parent.insertBefore(node, parent.children[at] ?? null));
                }

                export function sheet(css) {
                  const made = new CSSStyleSheet();
                  made.replaceSync(css);
                  return made;
                }

                export function define(tag, constructor) {
                  if (!customElements.get(tag)) customElements.define(tag, constructor);
                }

                /** What was set before the definition hides accessors. */
                export function upgrade(target, ...names) {
                  for (const name of names) {
                    if (!Object.hasOwn(target, name)) continue;
                    const value = target[name];
                    delete target[name];
                    target[name] = value;
                  }
                }

                /** @returns {boolean} false where prevented */
                export function emit(target, type, detail, cancelable = false) {
                  return target.dispatchEvent(new CustomEvent(type, { detail, cancelable, bubbles: true, composed: true }));
                }

                const SVG = "http://www.w3.org/2000/svg";

                const PATHS = {
                  ArrowUpRight: "M7 17 17 7M9 7h8v8",
                  ScanLine: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 12h8",
                  TrendingUp: "M3 17l6-6 4 4 8-8M15 7h6v6",
                  Smartphone: "M6 3h12v18H6ZM11 18h2",
                  Bell: "M6 10a6 6 0 0 1 12 0c0 4 1 5 2 7H4c1-2 2-3 2-7ZM10 20a2 2 0 0 0 4 0",
                };

                /** @returns {SVGElement} empty where the name is unknown */
                export function icon(name, size = 20, paths = PATHS) {
                  const drawing = document.createElementNS(SVG, "svg");
                  const path = document.createElementNS(SVG, "path");
                  const attributes = { width: size, height: size, viewBox: "0 0 24 24", "aria-hidden": true, class: name };
                  for (const [key, value] of Object.entries(attributes)) drawing.setAttribute(key, value);
                  path.setAttribute("d", Object.hasOwn(paths, name) ? paths[name] : "");
                  drawing.append(path);
                  return drawing;
                }

                const PROPERTIES = {
                  "on-accent": "light-dark(#fff, #0b1120)",
                  background: "light-dark(#f6f7f9, #0b1120)",
                  surface: "light-dark(#fff, #111827)",
                  text: "light-dark(#111827, #f3f4f6)",
                  muted: "light-dark(#566070, #a7b0be)",
                  border: "light-dark(#e4e7ec, #2a3445)",
                  badge: "light-dark(#c81e1e, #f87171)",
                  "on-badge": "light-dark(#fff, #111827)",
                  unread: "#3b82f6",
                  focus: "light-dark(#1d4ed8, #93c5fd)",
                  danger: "light-dark(#b42318, #fda29b)",
                  radius: "14px",
                  gap: "12px",
                  "icon-size": "40px",
                  motion: "160ms",
                  "font-size": "1rem",
                  "line-height": "1.45",
                  font: "inherit",
                  "panel-width": "400px",
                  "panel-height": "640px",
                  shadow: "0 12px 40px rgb(15 23 42 / .2)",
                };

                export const base = sheet(`
                :host {
                  --theme: var(--theme-accent, #0b6e35);
                  --accent: var(--carillon-accent, light-dark(var(--theme), color-mix(in oklab, var(--theme) 50%, white)));
                  ${Object.entries(PROPERTIES).map(([name, value]) => `--${name}: var(--carillon-${name}, var(--theme-${name}, ${value}));`).join("")}
                  color-scheme: light dark;
                  color: var(--text);
                  font: var(--font-size)/var(--line-height) var(--font);
                }
                :host([theme=light]) { color-scheme: light; }
                :host([theme=dark]) { color-scheme: dark; }
                [hidden] { display: none !important; }
                *, ::before, ::after { box-sizing: border-box; }
                h1, h2, h3, p, ul { margin: 0; padding: 0; font: inherit; list-style: none; }
                a { color: inherit; text-decoration: none; }
                svg { display: block; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
                button, .button {
                  display: inline-flex; align-items: center; justify-content: center; min-inline-size: 44px; min-block-size: 44px; padding: 0 12px;
                  border: 0; border-radius: calc(var(--radius) * .75); background: none; color: inherit; font: inherit; cursor: pointer;
                }
                .plain { color: var(--accent); font-size: .875em; font-weight: 600; }
                .main { background: var(--accent); color: var(--on-accent); font-weight: 600; padding: 0 20px; }
                button:hover:not(.main) { background: color-mix(in srgb, var(--text) 7%, transparent); }
                :focus { outline: none; }
                :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
                .hide { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
                @media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
                @media (prefers-contrast: more) { :host { --muted: var(--text); --border: var(--text); } }
                @media (forced-colors: active) { :host { --unread: Highlight; --focus: Highlight; --border: CanvasText; } .main, .badge { border: 1px solid; } }
                `);

                export const look = sheet(`
                :host { display: inline-block; min-inline-size: 44px; min-block-size: 44px; vertical-align: middle; }
                :host([view=panel]), :host([view=page]), :host([view=preferences]) { display: block; }
                .bell { position: relative; anchor-name: --bell; }
                .badge {
                  position: absolute; inset-block-start: 2px; inset-inline-start: 50%; min-inline-size: 20px; padding-inline: 4px;
                  border: 2px solid var(--surface); border-radius: 10px; background: var(--badge); color: var(--on-badge);
                  font-size: .6875em; line-height: 1.45; font-weight: 700; text-align: center;
                }
                .badge:empty { min-inline-size: 12px; block-size: 12px; padding: 0; margin: 6px 2px; }
                .panel { display: flex; flex-direction: column; background: var(--surface); color: var(--text); overflow-wrap: anywhere; }
                [popover] {
                  position-anchor: --bell; position-area: block-end span-inline-start; inset: auto; margin: 8px 0; padding: 0; overflow: hidden; border: 1px solid var(--border); border-radius: var(--radius);
                  inline-size: min(var(--panel-width), 100vi - 32px); max-block-size: min(var(--panel-height), 100% - 16px);
                  box-shadow: var(--shadow);
                }
                @supports not (position-area: block-end) { [popover] { inset-block-start: 56px; inset-inline-end: 8px; } }
                :host([placement=start]) [popover] { position-area: block-end span-inline-end; }
                [popover]:not(:popover-open) { display: none; }
                .top { display: flex; flex-wrap: wrap; align-items: center; min-block-size: calc(2em + 33px); padding-block: 8px; padding-inline: 16px 8px; border-block-end: 1px solid var(--border); }
                .title { flex: 1; font-size: 1.25em; font-weight: 700; padding-block: 8px; }
                .body { flex: auto; position: relative; }
                [popover] .body { overflow: auto; overscroll-behavior: contain; scroll-padding: 60px 16px; }
                .day { padding: 18px 16px 6px; font-size: .8125em; font-weight: 600; letter-spacing: .04em; color: var(--muted); }
                .card { position: relative; display: flex; gap: var(--gap); padding-block: 12px; padding-inline: 16px 4px; }
                .card + .card { border-block-start: 1px solid var(--border); }
                .unread { background: color-mix(in srgb, var(--unread) 6%, transparent); }
                .icon {
                  display: flex; flex: none; align-items: center; justify-content: center; align-self: start; inline-size: var(--icon-size); block-size: var(--icon-size); border: 1px solid var(--border); border-radius: 50%;
                  color: light-dark(var(--ink, var(--muted)), color-mix(in oklab, var(--ink, var(--muted)) 60%, white));
                  background: light-dark(var(--tint, var(--background)), color-mix(in srgb, var(--tint, white) 12%, var(--surface)));
                }
                .text { flex: 1; min-inline-size: 0; }
                .name { display: inline; min-block-size: 0; padding: 0; text-align: inherit; font-weight: 500; }
                .high .name { font-weight: 700; }
                .go::after { content: ""; position: absolute; inset: 0; }
                .go:focus-visible { outline: none; }
                .go:focus-visible::after { outline: 2px solid var(--focus); outline-offset: -3px; border-radius: var(--radius); }
                .words { color: var(--muted); font-size: .9375em; white-space: pre-line; }
                .time { color: var(--muted); font-size: .8125em; padding-block-start: 3px; }
                .tick { position: relative; z-index: 1; flex: none; padding: 0; align-self: start; margin-block-start: -10px; border-radius: 50%; }
                .dot { inline-size: 10px; block-size: 10px; border-radius: 50%; }
                .unread .dot { background: var(--unread); forced-color-adjust: none; }
                `);

                """##
        ),
        WebAsset(
            name: "feed-element.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "ae9d24803896c7f797d7b04b2a8e9a7d",
            integrity: "sha384-Y6E2VAyOO2qhoFTOsJpUVtwScSDb8NUqctBUPyOqNC0LJMsaiMONp3PCki5qt8AZ",
            text: #"""
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

                """#
        ),
        WebAsset(
            name: "feed.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "051a5697762fbc630359a1a49b599da5",
            integrity: "sha384-hzUFuGlQKoDpR4IkwXRC6t3/6ug/Xyvrep8qety2vN8Hukr3nrEtPmQwpkM7D4Yp",
            text: ###"""
                /** The host speaks three times as often. */
                const SILENCE = 45_000;
                const HIDDEN_ALONE = 300_000;
                const FOLLOWER_PATIENCE = 200;
                const LEADER_PATIENCE = 2000;
                const WANTS = { words: 0, number: 1, items: 2 };
                const WATCHED = ["online", "offline", "pagehide", "pageshow", "visibilitychange"];

                const feeds = new Map();

                /** One reader's feed. One tab reads the stream, the others listen to it. */
                export class CarillonFeed extends EventTarget {
                  static for(element) {
                    const owner = ownerOf(element);
                    if (!owner) return null;
                    const settings = {
                      src: sourceOf(owner),
                      locale: owner.getAttribute("locale") || owner.closest("[lang]")?.lang || "",
                      order: owner.getAttribute("order") === "priority" ? "priority" : "",
                      category: owner.getAttribute("category") ?? "",
                      unread: owner.hasAttribute("unread-only") ? "true" : "",
                      limit: Math.min(Number(owner.getAttribute("page-size")) || 20, 100),
                    };
                    const key = JSON.stringify(settings);
                    if (!feeds.has(key)) feeds.set(key, new CarillonFeed(settings));
                    return feeds.get(key);
                  }

                  words = null;
                  items = [];
                  state = "idle";
                  busy = false;
                  hasMore = false;
                  zone = null;

                  #settings;
                  #getToken = null;
                  #members = new Map();
                  #life = new AbortController();
                  #token = null;
                  #renewal = null;
                  #user = null;
                  #skew = 0;

                  #name = null;
                  #channel = null;
                  #reign = null;
                  #live = false;
                  #failures = 0;
                  #retry = 1000;

                  // Counts what we learn, so late answers are known.
                  #clock = 0;
                  #badgeAt = 0;
                  #turn = 0;
                  #unread = 0;
                  #told = 0;
                  #lastId = null;
                  #position = null;
                  #cursor = null;
                  #loaded = false;
                  #marks = new Map();
                  #marking = null;
                  #touched = false;

                  constructor({ src, locale, ...settings }) {
                    super();
                    this.src = src;
                    this.locale = locale;
                    this.#settings = settings;
                  }

                  get getToken() {
                    return this.#getToken;
                  }

                  set getToken(value) {
                    if (value === this.#getToken) return;
                    this.#getToken = value;
                    this.#token = null;
                    this.#restart();
                  }

                  get unreadCount() {
                    let count = this.#unread;
                    for (const { delta } of this.#marks.values()) count += delta;
                    return Math.max(0, count);
                  }

                  text(id, args) {
                    return say(this.words, id, args);
                  }

                  now() {
                    return Date.now() + this.#skew;
                  }

                  join(element, wants) {
                    const before = this.#level;
                    this.#members.set(element, WANTS[wants]);
                    if (before < 0) for (const type of WATCHED) addEventListener(type, this);
                    if (before < 0 || (!before && this.#level)) this.#restart();
                    else if (this.#badgeAt) this.#settle();
                  }

                  leave(element) {
                    this.#members.delete(element);
                    setTimeout(() => { // An element that moves is back by then.
                      if (this.#level >= 0) return;
                      this.#halt();
                      for (const type of WATCHED) removeEventListener(type, this);
                    });
                  }

                  get #level() {
                    return Math.max(-1, ...this.#members.values());
                  }

                  handleEvent({ type, persisted }) {
                    if (type === "pagehide") this.#halt(this.#marking?.send()); // A page with a lock or an open answer isn't kept for "back".
                    else if (type === "pageshow") persisted && this.#restart();
                    else if (type === "offline") this.#loaded && this.#become("stale");
                    else if (document.hidden) this.#hide();
                    else {
                      this.emit("wake");
                      this.#marking?.send();
                      this.#seek();
                      this.#touch();
                    }
                  }

                  #halt() {
                    this.#life.abort();
                    this.#reign?.abort();
                    this.#channel?.close();
                    this.#reign = this.#channel = null;
                    this.emit("wake");
                  }

                  #restart() {
                    this.#halt();
                    this.#life = new AbortController();
                    this.#loaded = this.busy = false;
                    this.#badgeAt = this.#failures = 0;
                    const { signal } = this.#life;
                    if (this.#level >= 0) this.#persist(() => this.#loadWords(), signal);
                    if (this.#level > 0) this.#persist(() => this.#begin(signal), signal);
                  }

                  async #begin(signal) {
                    if (!this.#getToken) return this.#become("idle");
                    if (!this.items.length) this.#become("loading");
                    await this.#authorize();
                    if (signal.aborted) return;
                    // The number changes with what tabs tell each other.
                    this.#name = `carillon 1:${this.src}:${this.locale}:${this.#user ?? Math.random()}`;
                    this.#channel = new BroadcastChannel(this.#name);
                    this.#channel.onmessage = ({ data }) => this.#apply(data);
                    this.#seek();
                    setTimeout(() => signal.aborted || this.#reign?.leads || this.#settle(), FOLLOWER_PATIENCE);
                  }

                  /** Does `task` until it names no time to wait. */
                  async #persist(task, signal) {
                    while (!signal.aborted) {
                      const wait = await task().catch((error) => this.#failed(error, signal));
                      if (wait === undefined) return;
                      await new Promise((resolve) => {
                        setTimeout(resolve, wait);
                        this.addEventListener("wake", resolve, { once: true });
                      });
                    }
                  }

                  #failed(error, signal) {
                    if (signal.aborted) return;
                    this.#failures += 1;
                    if (this.#failures > 1 || !navigator.onLine) {
                      this.#live = false;
                      this.#become(this.#loaded ? "stale" : "error", error);
                      this.#tellState();
                    }
                    return error.problem?.retryAfter ?? Math.min(30_000, 500 * 2 ** this.#failures) * (0.75 + Math.random() / 2);
                  }

                  async #loadWords(cache) {
                    const wish = this.locale && `?locale=${encodeURIComponent(this.locale)}`;
                    const response = await fetch(`${this.src}/inbox-words${wish}`, { cache });
                    if (response.status === 404) return this.#end("gone");
                    this.words = await bodyOf(response);
                    this.#touch();
                  }

                  async request(path, { method = "GET", headers, body, ...rest } = {}) {
                    const ask = async (refused) => {
                      const { value, user } = (await this.#authorize(refused)) ?? {};
                      return fetch(`${this.src}/${path}`, {
                        ...rest,
                        method,
                        credentials: user ? "same-origin" : "omit",
                        headers: {
                          ...headers,
                          ...(value && { Authorization: `Bearer ${value}` }),
                          ...(body !== undefined && { "Content-Type": "application/json" }),
                        },
                        body: JSON.stringify(body),
                      });
                    };
                    let response = await ask();
                    if (response.status === 401 && this.#token) response = await ask(this.#token);
                    if (response.status === 401) this.#end("signed-out");
                    this.#sync(response.headers.get("date"));
                    return response;
                  }

                  async #authorize(refused) {
                    const held = this.#token;
                    if (!held || held === refused || held.expires - 30_000 < this.now()) {
                      this.#renewal ??= this.#renew(Boolean(held)).finally(() => (this.#renewal = null));
                      await this.#renewal;
                    }
                    return this.#token;
                  }

                  async #renew(refresh) {
                    const asked = this.#getToken;
                    const value = await asked?.({ refresh, signal: this.#life.signal });
                    if (asked !== this.#getToken) return this.#renew(false);
                    if (!value) return this.#end("signed-out");
                    const { user } = value; // Whose cookie it is: then there is no token.
                    const { exp, iat, nbf, jti, ...rest } = user ? {} : claimsOf(value);
                    this.#token = { value: !user && value, user, expires: exp * 1000 || Infinity };
                    this.#own(user ?? rest.sub ?? (Object.keys(rest).length ? JSON.stringify(rest) : null));
                  }

                  #own(user) {
                    const other = this.#user !== null && user !== this.#user;
                    this.#user = user;
                    if (!other) return;
                    this.#drop();
                    this.#restart();
                  }

                  #drop() {
                    this.#turn += 1;
                    this.items = [];
                    this.hasMore = this.busy = this.#loaded = false;
                    this.#unread = 0;
                    this.#lastId = this.#position = this.#cursor = null;
                    this.#marks.clear();
                    this.#marking?.queue.clear();
                    this.#touch();
                  }

                  #end(state) {
                    this.#halt();
                    this.#drop();
                    this.#become(state);
                  }

                  #sync(date) {
                    const skew = Date.parse(date) - Date.now();
                    if (skew) this.#skew = Math.abs(skew) > 2000 ? skew : 0;
                  }

                  async signOut() {
                    const last = [];
                    // Ends what needs the token.
                    this.emit("sign-out", { waitUntil: (work) => last.push(work) });
                    await Promise.allSettled(last);
                    this.#tell({ name: "sign-out" });
                    this.#leave();
                  }

                  #leave() {
                    this.#token = this.#user = null;
                    this.#end("signed-out");
                  }

                  #tell(message) {
                    this.#channel?.postMessage(message);
                  }

                  #tellState() {
                    if (this.#reign?.leads) this.#tell({ name: "state", data: { unreadCount: this.#unread, lastId: this.#lastId, live: this.#live, known: this.#badgeAt } });
                  }

                  /** Waits in line to lead; hidden tabs don't, as they are put to sleep. */
                  #seek() {
                    if (this.#reign || !this.#channel) return;
                    const waits = !document.hidden;
                    this.#tell({ name: "hello", data: { waits } });
                    if (!waits) return;
                    const reign = (this.#reign = new AbortController());
                    const lead = () => {
                      reign.leads = true;
                      return this.#persist(() => this.#follow(reign.signal), reign.signal);
                    };
                    if (!navigator.locks) return lead();
                    // Frames of other sites may have no locks.
                    const otherwise = ({ name }) => (name === "AbortError" ? this.#abdicate(reign) : lead());
                    const claim = (options) => navigator.locks.request(this.#name, options, lead).catch(otherwise);
                    claim({ signal: reign.signal });
                    // A leader that is frozen keeps the lock, and says nothing.
                    setTimeout(() => reign.leads || reign.heard || reign.signal.aborted || claim({ steal: true }), LEADER_PATIENCE);
                  }

                  /** Hidden, it gives way: to a tab that waits in line at once, else after a while. */
                  #hide() {
                    const reign = this.#reign;
                    this.#tell({ name: "hidden" });
                    if (reign) setTimeout(() => document.hidden && this.#abdicate(reign), reign.leads && HIDDEN_ALONE);
                  }

                  #abdicate(reign) {
                    reign.abort();
                    if (this.#reign !== reign) return;
                    this.#reign = null;
                    this.#seek();
                  }

                  /** Reads one stream to its end. */
                  async #follow(reign) {
                    const own = new AbortController();
                    const stop = () => own.abort();
                    let timer;
                    const alive = () => {
                      clearTimeout(timer);
                      timer = setTimeout(stop, SILENCE);
                    };
                    reign.addEventListener("abort", stop);
                    try {
                      alive();
                      const response = await this.request(`stream?${this.#query()}`, {
                        headers: { Accept: "text/event-stream", ...(this.#lastId && { "Last-Event-ID": this.#lastId }) },
                        cache: "no-store",
                        signal: own.signal,
                      });
                      if (response.status === 404 || response.status === 410) return this.#vanish();
                      if (!response.ok) await bodyOf(response);
                      for await (const event of eventsOf(response.body, alive)) {
                        if (reign.aborted) return;
                        this.#retry = event.retry || this.#retry;
                        if (event.name === "end") return this.#ended(event.data.reason);
                        this.#live = true;
                        this.#failures = 0;
                        this.#tell(event);
                        this.#apply(event);
                      }
                      throw new TypeError("The stream broke off");
                    } finally {
                      clearTimeout(timer);
                      stop();
                    }
                  }

                  #ended(reason) {
                    if (reason === "removed" || reason === "erased") return this.#vanish();
                    if (reason === "reloaded") this.#loadWords("no-cache").catch(() => {});
                    if (reason !== "token-expired") return this.#retry * (1 + Math.random());
                    if (this.#token) this.#token.expires = 0;
                    return 0;
                  }

                  #vanish() {
                    this.#tell({ name: "gone" });
                    this.#end("gone");
                  }

                  #apply({ name, data, id }) {
                    const at = ++this.#clock;
                    const whole = data?.before === this.#position;
                    if (id) this.#lastId = this.#position = id;
                    if (name === "badge") this.#badge(data);
                    else if (name === "read") this.#mark((marking) => marking.hear(data, at, whole));
                    else if (name === "notification") this.#arrive(data);
                    else if (name === "reset") this.load();
                    else if (name === "gone") this.#end("gone");
                    else if (name === "sign-out") this.emit(name), this.#leave();
                    else if (name === "hello" && data.waits && document.hidden && this.#reign) this.#abdicate(this.#reign);
                    else if (name === "hello") this.#tellState();
                    else if (name === "hidden" && this.#reign) this.#tell({ name: "hello", data: { waits: true } });
                    else if (name === "state") {
                      if (this.#reign) this.#reign.heard = true;
                      if (!data.known) return;
                      this.#lastId ??= data.lastId;
                      if (!this.#badgeAt) this.#badge(data);
                      if (this.#loaded) this.#become(data.live ? "ready" : "stale");
                    }
                  }

                  #badge({ unreadCount }) {
                    this.#badgeAt = ++this.#clock;
                    this.#unread = unreadCount;
                    if (this.#loaded) this.#become("ready");
                    if (this.#reign?.leads) this.#tellState();
                    this.#settle();
                    this.#touch();
                  }

                  /** A list asked for after the number misses nothing. */
                  #settle() {
                    if (this.#loaded || this.busy || this.#life.signal.aborted) return;
                    if (this.#level === WANTS.items) this.load();
                    else if (!this.#badgeAt) this.#ask({ limit: 1 }).catch(() => {});
                  }

                  find(id) {
                    return this.items.find((item) => item.id === id);
                  }

                  #arrive(item) {
                    const held = this.find(item.id);
                    const { category, unread } = this.#settings;
                    if (held) Object.assign(held, item);
                    else if ((!category || category.split(",").includes(item.category)) && !(unread && item.isRead)) {
                      item.arrived = this.#clock;
                      const place = this.#pin(item).pinned ? 0 : this.items.filter(({ pinned }) => pinned).length;
                      this.items = [...this.items.slice(0, place), item, ...this.items.slice(place)];
                      this.emit("notification", item);
                    }
                    this.#touch();
                  }

                  #pin(item) {
                    item.pinned = this.#settings.order && item.priority === "high" && !item.isRead;
                    return item;
                  }

                  async load(cursor) {
                    const turn = ++this.#turn;
                    const asked = this.#clock;
                    if (!this.items.length) this.#become("loading");
                    this.busy = true;
                    this.#touch();
                    try {
                      const page = await this.#ask(cursor && { cursor });
                      await this.#marker();
                      if (!page || turn !== this.#turn) return;
                      for (const item of page.items) {
                        const mark = this.#marks.get(item.id);
                        if (mark?.pending || mark?.at > asked) item.isRead = mark.read;
                        item.arrived = asked;
                        if (!cursor) this.#pin(item);
                      }
                      const known = new Set(page.items.map(({ id }) => id));
                      this.items = [...this.items.filter(({ id, arrived }) => !known.has(id) && (cursor || arrived > asked)), ...page.items];
                      this.hasMore = page.hasMore;
                      this.#cursor = page.nextCursor;
                      this.#loaded = true;
                      this.#become("ready");
                    } catch (error) {
                      if (turn === this.#turn && !this.#life.signal.aborted) this.#become(this.items.length ? "stale" : "error", error);
                    } finally {
                      if (turn === this.#turn) this.busy = false;
                      this.#touch();
                    }
                  }

                  async more() {
                    if (this.#cursor && !this.busy) await this.load(this.#cursor);
                  }

                  async #ask(query) {
                    const asked = this.#clock;
                    const response = await this.request(`notifications?${this.#query(this.#settings, query)}`, { signal: this.#life.signal });
                    if (response.status === 401) return;
                    const page = await bodyOf(response);
                    this.zone = page.zone ?? this.zone;
                    this.#sync(page.now);
                    if (this.#badgeAt <= asked) this.#unread = page.unreadCount;
                    if (this.#clock === asked) this.#position = page.position ?? this.#position;
                    return page;
                  }

                  #query(...settings) {
                    const wanted = Object.assign({ for: "inbox", locale: this.locale }, ...settings);
                    return new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
                  }

                  /** Also the way back from `signed-out`. */
                  async refresh() {
                    if (this.#life.signal.aborted) {
                      this.#token = null;
                      return this.#restart();
                    }
                    this.emit("wake");
                    await this.load();
                  }

                  async #marker() {
                    const { Marks } = await import("./marks.js");
                    return (this.#marking ??= new Marks(this, this.#marks, (change) => (this.#unread += change)));
                  }

                  async #mark(work) {
                    work(this.#marking ?? (await this.#marker()));
                  }

                  mark(ids, read, by = "user") {
                    const at = ++this.#clock;
                    return this.#mark((marking) => marking.mark(ids, read, by, at));
                  }

                  markAll() {
                    return this.#mark((marking) => marking.all(this.#position, ++this.#clock));
                  }

                  changed(ids, isRead, by) {
                    if (ids.length) this.emit("read", { ids, isRead, by });
                    this.#touch();
                  }

                  #become(state, error) {
                    if (state === this.state) return;
                    Object.assign(this, { state, problem: error && (error.problem ?? { title: error.message }) });
                    this.emit("state", { state, problem: this.problem });
                    this.#touch();
                  }

                  #touch() {
                    if (this.#touched) return;
                    this.#touched = true;
                    queueMicrotask(() => {
                      this.#touched = false;
                      const count = this.unreadCount;
                      if (count !== this.#told) this.emit("unread", { count });
                      this.#told = count;
                      this.emit("change");
                    });
                  }

                  emit(type, detail) {
                    this.dispatchEvent(new CustomEvent(type, { detail }));
                  }
                }

                /** What a cut left without its blank line comes again. */
                async function* eventsOf(body, alive) {
                  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
                  for (let rest = ""; ;) {
                    const { done, value } = await reader.read();
                    if (done) return;
                    alive();
                    const blocks = (rest + value).split("\n\n");
                    rest = blocks.pop();
                    for (const block of blocks) {
                      const fields = {};
                      for (const [, name, text] of block.matchAll(/^(\w+): ?([^\n]*)$/gm)) fields[name] = text;
                      const { event, id, retry, data = "null" } = fields;
                      if (event || retry) yield { name: event, id, retry: Number(retry), data: JSON.parse(data) };
                    }
                  }
                }

                async function bodyOf(response) {
                  const body = await response.json().catch(() => ({}));
                  if (response.ok) return body;
                  const problem = { status: response.status, ...body };
                  const seconds = Number(response.headers.get("retry-after"));
                  if (seconds) problem.retryAfter = seconds * 1000;
                  throw Object.assign(new Error(problem.title), { problem });
                }

                function claimsOf(token) {
                  try {
                    return JSON.parse(atob(token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/")));
                  } catch {
                    return {};
                  }
                }

                function ownerOf(element) {
                  for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) if (sourceOf(at)) return at;
                  const inbox = element.getRootNode().getElementById?.(element.getAttribute("for")) ?? document.querySelector("carillon-inbox");
                  return inbox && sourceOf(inbox) && inbox;
                }

                function sourceOf(element) {
                  if (!element.localName.startsWith("carillon-")) return null;
                  const tenant = element.getAttribute("tenant");
                  const src = element.getAttribute("src") ?? (tenant && `${element.getAttribute("base") ?? ""}/v1/${tenant}`);
                  return src && new URL(src, document.baseURI).href.replace(/\/+$/, "");
                }

                /** Until the words come. */
                const STAND_INS = { "bell.label": "Notifications", "center.title": "Notifications", "inbox.retry": "Try again" };

                /** @returns {string} the host's word in the form that its arguments choose */
                function say(document, id, args = {}) {
                  const word = document?.words[id] ?? STAND_INS[id] ?? "";
                  if (typeof word === "string") return word;
                  const locale = word.locale ?? document.locale;
                  const { select, of = "count", exact, forms } = word;
                  const value = args[of];
                  const form = intl(Intl.PluralRules, locale, select === "ordinal" ? { type: select } : {}).select(value);
                  const parts = forms ? exact?.[value] ?? forms[form] ?? forms.other : word;
                  return parts.map((part) => {
                    if (part === "#") return number(value, locale);
                    return part.value ? args[part.value] ?? "" : part.replaceAll("##", "#");
                  }).join("");
                }

                /** @returns {string} in the locale's own digits */
                export const number = (value, locale) => intl(Intl.NumberFormat, locale).format(value);

                const made = {};

                /** Kept, as making one takes long; Swedish where the browser knows language or zone not. */
                export function intl(Type, locale, options) {
                  const key = Type.name + locale + JSON.stringify(options);
                  try {
                    return (made[key] ??= new Type(locale, options));
                  } catch {
                    return (made[key] = new Type("sv"));
                  }
                }

                """###
        ),
        WebAsset(
            name: "inbox.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "36194be2c9c7710042ad84ef7fe56915",
            integrity: "sha384-IFEzCraW8Spg4I064DHQexgxdnmm+e98j9d19cAle8iggVNSXU0bxV3ppCVx6Xxm",
            text: #"""
                import { arrange, base, define, element, emit, icon, look, set, upgrade, write } from "./dom.js";
                import { CarillonFeed, intl, number } from "./feed.js";

                export { CarillonFeed };

                /** The first is meant where none is said. */
                export const CHOICES = {
                  view: ["bell", "panel", "page", "preferences"],
                  order: ["time", "priority"],
                  more: ["button", "scroll"],
                  "auto-read": ["none", "open", "visible"],
                  badge: ["count", "dot", "none"],
                  placement: ["end", "start"],
                  theme: ["auto", "light", "dark"],
                  links: ["web", "event"],
                };
                const FLAG = "unread-only";
                const NAMES = [...Object.keys(CHOICES), FLAG, "src", "base", "tenant", "locale", "href", "category", "page-size", "badge-max", "for"];
                const EVENTS = ["change", "notification", "read", "unread", "state", "refused"];

                const camel = (name) => name.replace(/-./g, (found) => found[1].toUpperCase());

                class CarillonElement extends HTMLElement {
                  static observedAttributes = [...NAMES, "lang"];

                  feed = null;
                  #getToken = null;

                  constructor() {
                    super();
                    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [base, look];
                  }

                  get getToken() {
                    return this.#getToken;
                  }

                  set getToken(value) {
                    this.#getToken = value;
                    if (this.feed) this.feed.getToken = value;
                  }

                  get items() {
                    return this.feed?.items ?? [];
                  }

                  get unreadCount() {
                    return this.feed?.unreadCount ?? 0;
                  }

                  get state() {
                    return this.feed?.state ?? "idle";
                  }

                  connectedCallback() {
                    upgrade(this, "getToken", "renderItem", "renderIcon", ...NAMES.map(camel));
                    this.build();
                    this.#attach(CarillonFeed.for(this));
                  }

                  disconnectedCallback() {
                    this.#attach(null);
                  }

                  attributeChangedCallback(name) {
                    if (!this.isConnected || !this.bell) return;
                    if (name === "view" || name === "href") this.build();
                    this.#attach(CarillonFeed.for(this));
                  }

                  #attach(feed) {
                    if (feed !== this.feed) {
                      for (const type of EVENTS) {
                        this.feed?.removeEventListener(type, this);
                        feed?.addEventListener(type, this);
                      }
                      this.feed?.leave(this);
                      this.feed = feed;
                    }
                    if (!feed) return;
                    if (this.#getToken) feed.getToken = this.#getToken;
                    feed.join(this, this.wants);
                    this.update();
                  }

                  handleEvent({ type }) {
                    if (type === "change") this.update();
                  }

                  makeBell(href, onclick) {
                    this.count = element("span", { class: "badge", part: "badge", "aria-hidden": "true" });
                    this.bell = element(href ? "a" : "button", { class: "bell button", part: "bell", href, onclick },
                      element("slot", { name: "bell-icon" }, icon("Bell", 24)), this.count);
                  }

                  update() {
                    const { locale, dir, inbox } = this.feed.words ?? {};
                    const count = this.unreadCount;
                    const most = Number(this.badgeMax) || 99;
                    for (const root of this.shadowRoot.children) {
                      set(root, "lang", locale);
                      set(root, "dir", dir);
                    }
                    for (const [name, value] of Object.entries(inbox?.theme ?? {})) this.style.setProperty(`--theme-${name}`, value);
                    set(this.bell, "aria-label", this.feed.text("bell.label", { count }));
                    this.count.hidden = !count || !locale || this.badge === "none";
                    write(this.count, this.badge === "dot" ? "" : count > most ? `${number(most, locale)}+` : number(count, locale));
                  }
                }

                for (const name of NAMES) {
                  Object.defineProperty(CarillonElement.prototype, camel(name), {
                    get() {
                      const value = this.getAttribute(name);
                      const known = CHOICES[name];
                      if (name === FLAG) return value !== null;
                      return known && !known.includes(value) ? known[0] : value ?? "";
                    },
                    set(value) {
                      set(this, name, value);
                    },
                  });
                }

                /** A link, or a button for the inbox that `for` names. */
                export class CarillonBell extends CarillonElement {
                  wants = "number";

                  get #inbox() {
                    return this.getRootNode().getElementById?.(this.for);
                  }

                  get #target() {
                    return this.href || (!this.for && this.feed?.words?.inbox?.bellHref);
                  }

                  build() {
                    let open = false;
                    this.link = this.#target;
                    this.makeBell(this.link, () => {
                      this.#inbox?.[open ? "close" : "open"]();
                      open = false;
                    });
                    this.shadowRoot.replaceChildren(this.bell);
                    // The press itself closes an open panel, before the click comes.
                    this.bell.addEventListener("pointerdown", () => (open = this.#inbox?.isOpen));
                  }

                  focus() {
                    this.bell.focus();
                  }

                  update() {
                    if (this.link !== this.#target) this.build();
                    super.update();
                    set(this.bell, "aria-expanded", !this.link && String(Boolean(this.#inbox?.isOpen)));
                  }
                }

                export class CarillonInbox extends CarillonElement {
                  wants = "items";
                  isOpen = false;
                  /** The page tells of errors itself. */
                  quiet = false;

                  #byKeyboard = false;
                  #hadFocus = false;
                  #opener = null;

                  build() {
                    const { view } = this;
                    const level = view === "page" ? 1 : 2;
                    this.list = new List(this, level + 1);
                    this.heading = element(`h${level}`, { class: "title", part: "title", id: "title", tabindex: "-1" });
                    this.all = element("button", { class: "plain", part: "mark-all", onclick: () => this.markAll() });
                    this.start = element("slot", { name: "header-start" });
                    this.end = element("slot", { name: "header-end" });
                    this.top = element("div", { class: "top", part: "header" }, this.start, this.heading, this.all, this.end);
                    this.foot = element("slot", { name: "footer" });
                    this.panel = element("div", { class: "panel", part: "panel" }, this.top, this.list.body, this.foot);
                    this.page = ["bell", "panel"].includes(view) ? undefined : null; // Null while its buttons aren't there.
                    this.makeBell(null, ({ detail }) => (this.#byKeyboard = !detail));
                    this.shadowRoot.replaceChildren(...(view === "bell" ? [this.bell, this.panel] : [this.panel]));
                    if (view === "bell") this.#float();
                    else if (view !== "panel") import("./views.js").then(({ Page }) => new Page(this));
                  }

                  #float() {
                    const { bell, panel } = this;
                    bell.popoverTargetElement = panel;
                    for (const [name, value] of Object.entries({ popover: "auto", role: "dialog", "aria-labelledby": "title" })) set(panel, name, value);
                    set(bell, "aria-haspopup", "dialog");
                    set(bell, "aria-expanded", "false");
                    panel.addEventListener("beforetoggle", () => (this.#hadFocus = panel.contains(this.shadowRoot.activeElement)));
                    panel.addEventListener("toggle", ({ newState }) => this.#toggled(newState === "open"));
                    panel.addEventListener("focusout", ({ relatedTarget: to }) => {
                      if (to && to !== bell && !panel.contains(to) && !this.contains(to)) this.close();
                    });
                  }

                  update() {
                    super.update();
                    const { feed } = this;
                    if (this.page !== null) write(this.heading, feed.text("center.title"));
                    write(this.all, feed.text("inbox.mark-all"));
                    this.all.hidden = !feed.unreadCount || !feed.items.length;
                    this.list.update();
                    this.page?.update();
                    const shown = (this.isOpen || this.view !== "bell") && !document.hidden;
                    if (shown && this.autoRead === "open") this.list.live?.markShown(this.items);
                    if (this.autoRead === "visible" || this.more === "scroll") import("./views.js").then(({ watch }) => watch(this));
                  }

                  handleEvent(event) {
                    const { type, detail } = event;
                    if (detail?.problem) this.quiet = !emit(this, "carillon-error", detail, true);
                    super.handleEvent(event);
                    if (type === "notification") emit(this, "carillon-notification", detail, true) && this.list.live?.announce(detail);
                    else if (type === "refused") this.list.live?.refuse();
                    else if (type !== "change") emit(this, `carillon-${type}`, detail);
                  }

                  open() {
                    this.#opener = document.activeElement;
                    this.#byKeyboard = true;
                    if (this.view === "bell") this.panel.showPopover();
                  }

                  close() {
                    if (this.view === "bell") this.panel.hidePopover();
                  }

                  #toggled(open) {
                    this.isOpen = open;
                    set(this.bell, "aria-expanded", String(open));
                    emit(this, "carillon-toggle", { open });
                    if (open) {
                      if (this.#byKeyboard) this.heading.focus();
                    } else {
                      this.list.fresh.clear();
                      this.list.held.clear();
                      if (this.#hadFocus) (this.#opener ?? this.bell).focus(); // Chromium would leave it on the body.
                      this.#opener = null;
                    }
                    this.feed?.emit("change"); // Another bell may be told to open this.
                  }

                  mark(ids, read) {
                    for (const id of ids) this.list.fresh.delete(id);
                    this.feed.mark(ids, read);
                    this.update();
                  }

                  markAll() {
                    this.list.fresh.clear();
                    if (this.shadowRoot.activeElement === this.all) this.heading.focus();
                    return this.feed.markAll();
                  }

                  refresh() {
                    return this.feed?.refresh();
                  }

                  signOut() {
                    this.feed?.signOut();
                  }
                }

                /** Cards are kept by id and changed in place. */
                class List {
                  /** Marked by being shown: looks unread until the reader leaves. */
                  fresh = new Set();
                  #cards = new Map();
                  #groups = new Map();
                  /** What came while the reader was further down. */
                  held = new Set();

                  constructor(inbox, level) {
                    this.inbox = inbox;
                    this.level = level;
                    this.list = element("div", { part: "list" });
                    // What happens to a list comes after it.
                    import("./live.js").then(({ Live }) => {
                      this.live = new Live(this);
                      if (inbox.feed) inbox.update();
                    });
                    this.body = element("div", { class: "body" }, element("slot", { name: "before-list" }), this.list);
                  }

                  update() {
                    const { feed } = this.inbox;
                    const items = feed.words ? feed.items.filter(({ id }) => !this.held.has(id)) : [];
                    this.#arrange(items);
                    this.live?.update(items.length);
                  }

                  #arrange(items) {
                    const { feed } = this.inbox;
                    const today = dayOf(feed.now(), feed.zone ?? feed.words?.timeZone);
                    const yesterday = dayOf(Date.parse(today) - 86_400_000, "UTC");
                    const days = new Map();
                    for (const item of items) {
                      const when = item.day === today ? "today" : item.day === yesterday ? "yesterday" : "date";
                      const key = item.pinned ? "high" : item.day;
                      const text = item.pinned ? feed.text("inbox.high") : when === "date" ? item.dayLabel : feed.text(`group.${when}`);
                      if (!days.has(key)) days.set(key, { text, cards: [] });
                      days.get(key).cards.push(this.#card(item, when));
                    }
                    keep(this.#cards, new Set(items.map(({ id }) => id)));
                    keep(this.#groups, days);
                    arrange(this.list, [...days].map(([key, { text, cards }]) => {
                      if (!this.#groups.has(key)) this.#groups.set(key, this.#group(`day-${key}`));
                      const group = this.#groups.get(key);
                      write(group.firstChild, text);
                      arrange(group.lastChild, this.live ? this.live.slice(group.lastChild, cards) : cards);
                      return group;
                    }));
                  }

                  #group(id) {
                    const heading = element(`h${this.level}`, { class: "day", part: "group-heading", id });
                    return element("section", { part: "group", "aria-labelledby": id }, heading, element("ul", { role: "list" }));
                  }

                  #card(item, when) {
                    const { feed } = this.inbox;
                    if (!this.#cards.has(item.id)) this.#cards.set(item.id, card(this.inbox, item));
                    const { root, label, title, words, time, tick } = this.#cards.get(item.id);
                    const unread = !item.isRead || this.fresh.has(item.id);
                    const high = item.priority === "high";
                    const look = `card${unread ? " unread" : ""}${high ? " high" : ""}`;
                    const action = feed.text(item.isRead ? "inbox.mark-unread" : "inbox.mark-read");
                    root.item = item;
                    set(root, "class", look);
                    set(root, "part", item.category ? `${look} category-${item.category}` : look);
                    if (!title) return root;
                    write(label, `${feed.text("card.label", { isRead: !unread })}, ${high ? `${feed.text("inbox.high")}, ` : ""}`);
                    write(title, item.title ?? "");
                    write(words, item.body ?? "");
                    write(time, item.times?.[when] ?? "");
                    set(tick, "title", action);
                    set(tick, "aria-label", `${action}: ${item.title ?? ""}`);
                    return root;
                  }
                }

                function keep(held, wanted) {
                  for (const key of held.keys()) if (!wanted.has(key)) held.delete(key);
                }

                /** As `2026-02-19`: so Swedes write it. */
                const dayOf = (instant, timeZone) => intl(Intl.DateTimeFormat, "sv", { timeZone }).format(instant);

                const patterns = {};

                /** A card is a copy of one like it: that is faster than making one, and copies share what is equal in them. */
                function copy(tag, { lang, dir, icon: drawing, color, background }) {
                  const key = [tag, lang, dir, drawing, color, background].join();
                  if (!patterns[key]) {
                    const circle = element("span", { class: "icon", part: "icon", "aria-hidden": "true" }, icon(drawing));
                    circle.style.setProperty("--ink", color ?? "");
                    circle.style.setProperty("--tint", background ?? "");
                    const name = { class: tag === "span" ? "name" : "name go", part: "card-title" };
                    patterns[key] = element("li", {}, circle,
                      element("div", { class: "text" },
                        element("p", {}, element(tag, name, element("span", { class: "hide" }), element("bdi", { lang, dir }))),
                        element("p", { class: "words", part: "card-body" }, element("bdi", { lang, dir })),
                        element("p", { class: "time", part: "card-time" })),
                      element("button", { class: "tick", part: "action" }, element("span", { class: "dot", part: "dot" })));
                  }
                  return patterns[key].cloneNode(true);
                }

                /** Ours takes its place where the page fails. */
                function drawn(draw) {
                  try {
                    return draw();
                  } catch (error) {
                    reportError(error);
                  }
                }

                function card(inbox, item) {
                  const { words } = inbox.feed;
                  const own = drawn(() => inbox.renderItem?.(item));
                  if (own) return { root: element("li", {}, own) };
                  const href = webLink(item.deepLink?.web, words.origins);
                  const root = copy(href ? "a" : inbox.links === "event" && item.deepLink ? "button" : "span", item);
                  const [circle, name, label, title, body, time, tick] = root.querySelectorAll(".icon, .name, .hide, bdi, .time, .tick");
                  if (href) name.href = href;
                  const mark = drawn(() => inbox.renderIcon?.(item.icon, item));
                  if (mark) circle.replaceChildren(mark);
                  const src = webLink(item.imageUrl, words.inbox?.imageOrigins);
                  if (src) time.after(element("img", { class: "picture", alt: "", loading: "lazy", referrerpolicy: "no-referrer", src }));
                  return { root, label, title, words: body, time, tick };
                }

                /** @returns the address where it may be followed */
                function webLink(text, origins = []) {
                  if (!URL.canParse(text) || /[\s\\\p{Cc}]/u.test(text)) return null;
                  const { origin, protocol } = new URL(text);
                  const known = origin === location.origin || (protocol === "https:" && origins.includes(origin));
                  const path = text.slice(origin.length).split(/[?#]/)[0];
                  const plain = text.startsWith(origin) && /^(\/|$)/.test(path) && !/(^|\/)\.\.?(\/|$)|%(25)*(2e|2f|5c)/i.test(path);
                  return known && plain ? text : null;
                }

                define("carillon-inbox", CarillonInbox);
                define("carillon-bell", CarillonBell);

                """#
        ),
        WebAsset(
            name: "live.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "14783873837f7fbf75a2616e35e3dba9",
            integrity: "sha384-b+ryy/8HT5+dzJ/nUvvkr/PhfpBU+ph6G5++QPbbm7R7U194wYHy8A5T6RN3BMiE",
            text: #"""
                // What a list needs once it is there: what stands in its place, what is pressed, more and new items, and keys from card to card.
                import { arrange, element, emit, icon, set, sheet, write } from "./dom.js";
                import { CHOICES } from "./inbox.js";

                const GATHER = 2000;
                const SHOWN = 6000;
                /** How many cards are laid out, painted and looked for together. */
                const SLICE = 10;
                /** What is guessed of cards that aren't laid out, and what the lowest ones have. */
                const CARD_HEIGHT = 92;
                const LOW_HEIGHT = 80;
                const STEPS = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
                /** The slot where there are no cards. */
                const SLOTS = { ready: "empty", stale: "empty", error: "error", gone: "error", "signed-out": "signed-out" };

                const look = sheet(`
                @keyframes rise { from { opacity: 0; translate: 0 -6px; } }
                [popover] { animation: rise var(--motion) ease-out; }
                .go:hover::after { background: color-mix(in srgb, var(--text) 4%, transparent); }
                .card:not(.unread):is(:hover, :focus-within) .dot { border: 2px solid var(--muted); }
                .far { content-visibility: auto; }
                * + .slice > :first-child, .slice + .card { border-block-start: 1px solid var(--border); }
                .state { display: grid; justify-items: center; gap: 12px; padding: 56px 24px; text-align: center; color: var(--muted); }
                .note { display: flex; flex-wrap: wrap; align-items: center; padding: 10px 16px; font-size: .875em; background: var(--background); }
                .new { position: sticky; inset-block-start: 8px; z-index: 2; display: flex; margin: 0 auto -52px; border-radius: 22px; font-size: .875em; }
                .picture { display: block; inline-size: 100%; block-size: 140px; object-fit: cover; border-radius: var(--radius); margin-block-start: 8px; }
                .more { display: flex; margin: 8px auto 16px; }
                .ghost { block-size: 64px; margin: 12px 16px; border-radius: var(--radius); background: var(--border); }
                `);

                export class Live {
                  #count = 0;
                  #timer = 0;
                  #notice = null;
                  #stands = null;
                  /** Marked by being seen. */
                  #seen = new Set();

                  constructor(list) {
                    this.list = list;
                    this.note = element("div", { class: "note", part: "error" });
                    this.new = element("button", { class: "new main", part: "more", onclick: () => this.#release() });
                    this.states = element("div");
                    this.more = element("button", { class: "more plain", part: "more", onclick: () => list.inbox.feed.more() });
                    this.status = element("p", { role: "status", part: "status", class: "hide" });
                    list.list.before(this.note, this.new);
                    list.list.after(this.states, this.more, this.status);
                    list.list.addEventListener("click", (event) => this.#press(event));
                    const { adoptedStyleSheets } = list.inbox.shadowRoot;
                    if (!adoptedStyleSheets.includes(look)) adoptedStyleSheets.push(look);
                    list.list.addEventListener("keydown", (event) => this.#move(event));
                    this.#warn();
                    this.#tick();
                  }

                  /** @param {number} count how many cards there are */
                  update(count) {
                    const { held, inbox, list } = this.list;
                    const { feed, quiet } = inbox;
                    const waits = !feed.words || (feed.busy && feed.state !== "error");
                    const note = count && feed.state === "stale" ? "inbox.offline" : this.#notice;
                    set(list, "aria-busy", feed.busy && "true");
                    this.#stand(count ? "items" : waits && feed.state !== "signed-out" ? "" : feed.state);
                    this.note.hidden = !note || quiet;
                    write(this.note, note ? feed.text(note) : "");
                    this.more.hidden = !count || !feed.hasMore;
                    write(this.more, feed.text("inbox.more"));
                    this.new.hidden = !held.size;
                    write(this.new, held.size ? feed.text("inbox.new", { count: held.size }) : "");
                  }

                  /**
                   * Puts cards into slices, of which a browser passes over those that are far away: a thousand cards cost no more than a few.
                   * A page's first screen is laid out at once, as a wrong guess would move what is before the reader's eyes.
                   * What is in the list stays where it is, as a node that moves loses focus; so slices fill from the end, where old ones come.
                   * @returns {Element[]} what the list has to hold
                   */
                  slice(list, cards) {
                    const slices = new Map();
                    const nodes = [];
                    for (const card of cards.toReversed()) {
                      const home = card.parentNode;
                      set(card, "role", "listitem"); // A list's own child no more.
                      let [slice] = nodes;
                      if (home === list) slice = card;
                      else if (home && home !== slice && home.parentNode === list && !slices.has(home)) slice = home;
                      else if (home !== slice && !(slices.get(slice)?.length < SLICE)) slice = element("div", { class: "slice", role: "none" });
                      if (slice !== nodes[0]) nodes.unshift(slice);
                      if (slice === card) continue;
                      if (!slices.has(slice)) slices.set(slice, []);
                      slices.get(slice).unshift(card);
                    }
                    const { feed, view } = this.list.inbox;
                    const screen = view === "bell" ? 0 : innerHeight;
                    let start = feed.items.indexOf(cards.at(-1).item) + 1;
                    for (const [slice, held] of slices) {
                      start -= held.length;
                      slice.classList.toggle("far", start * LOW_HEIGHT >= screen);
                      slice.style.containIntrinsicBlockSize = `auto ${held.length * CARD_HEIGHT}px`;
                      arrange(slice, held);
                    }
                    return nodes;
                  }

                  /** Holds a new item back where it would move what is before the reader's eyes, and tells of all that came together. */
                  announce({ id }) {
                    const { list, body, inbox } = this.list;
                    const edge = inbox.view === "bell" ? body.getBoundingClientRect().top : 0;
                    if (list.checkVisibility() && list.getBoundingClientRect().top < edge - 8) {
                      this.list.held.add(id);
                      this.list.update();
                    }
                    this.#count += 1;
                    this.#speak("inbox.new", GATHER);
                  }

                  /** Marks what the reader sees, each once: who marks it unread again means it. */
                  markShown(items) {
                    const { fresh, inbox } = this.list;
                    const ids = new Set(items.map(({ id }) => id).filter((id) => !this.#seen.has(id)));
                    for (const { id, isRead } of items) if (!isRead && ids.has(id)) fresh.add(id);
                    for (const id of ids) this.#seen.add(id);
                    if (ids.size) inbox.feed.mark([...ids], true, "auto");
                  }

                  /** A mark was taken back. */
                  refuse() {
                    this.#notice = "inbox.not-saved";
                    this.#speak("inbox.not-saved", 0);
                  }

                  #stand(state) {
                    const { feed, quiet } = this.list.inbox;
                    const name = SLOTS[state];
                    const text = feed.text(name === "empty" ? "center.empty" : `inbox.${name}`);
                    this.states.hidden = quiet && name === "error";
                    if (this.#stands === state + text) return;
                    this.#stands = state + text;
                    const ghosts = state ? [] : [1, 2, 3].map(() => element("div", { class: "ghost" }));
                    const retry = state === "error" && element("button", { class: "main", part: "action", text: feed.text("inbox.retry"), onclick: () => feed.refresh() });
                    const shown = element("div", { class: "state", part: name }, icon("Bell", 48), element("p", { text }), retry || null);
                    this.states.replaceChildren(...(name ? [element("slot", { name }, shown)] : ghosts));
                  }

                  /** Puts in what was held back, and goes there. */
                  #release() {
                    const { held, list } = this.list;
                    const [first] = held;
                    held.clear();
                    this.list.update();
                    list.scrollIntoView();
                    go([...list.querySelectorAll(".card")].find(({ item }) => item.id === first));
                  }

                  /** Midnights are at full minutes: days and times are put anew. */
                  #tick() {
                    setTimeout(() => {
                      const { inbox } = this.list;
                      if (!inbox.isConnected || inbox.list !== this.list) return;
                      if (inbox.feed) inbox.update();
                      this.#tick();
                    }, 60_000 - (Date.now() % 60_000));
                  }

                  #warn() {
                    const { inbox } = this.list;
                    for (const [name, known] of Object.entries(CHOICES)) {
                      const value = inbox.getAttribute(name);
                      if (value && !known.includes(value)) console.warn(`<${inbox.localName}>: ${name} can’t be “${value}”; known are ${known.join(", ")}`);
                    }
                  }

                  #speak(id, wait) {
                    const { status } = this;
                    const { inbox } = this.list;
                    clearTimeout(this.#timer);
                    this.#timer = setTimeout(() => {
                      write(status, inbox.feed?.text(id, { count: this.#count }) ?? "");
                      this.#count = 0;
                      if (inbox.feed) this.list.update();
                      this.#timer = setTimeout(() => {
                        write(status, "");
                        this.#notice = null;
                        if (inbox.feed) this.list.update();
                      }, SHOWN);
                    }, wait);
                  }

                  #press(event) {
                    const { inbox } = this.list;
                    const { item } = event.target.closest(".card") ?? {};
                    if (event.target.closest(".card > .tick")) inbox.mark([item.id], !item.isRead);
                    if (!event.target.closest(".card > .text .go")) return;
                    if (emit(inbox, "carillon-open", { item }, true)) inbox.mark([item.id], true);
                    else event.preventDefault();
                  }

                  #move(event) {
                    const step = STEPS[event.key];
                    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
                    const cards = [...this.list.list.querySelectorAll(".card")];
                    const at = cards.findIndex((card) => card.contains(event.target));
                    event.preventDefault();
                    go(cards[Math.max(0, Math.min(cards.length - 1, at + step))]);
                  }
                }

                function go(card) {
                  card?.querySelector("a, button")?.focus();
                  card?.scrollIntoView({ block: "nearest" });
                }

                """#
        ),
        WebAsset(
            name: "marks.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "7eb1d3c82c7f02180fa3ca08ddfa9eff",
            integrity: "sha384-KDmNh+6irqYcNlkw6tT+ulFxQPrkrjReDs7yo6qaLwqAiPsaPRZK8BjymV4hxh/x",
            text: #"""
                const GATHER = 30;
                const AGAIN = 5000;

                /**
                 * Marks of one feed: shown at once, sent in groups, taken back where the host refuses, kept where the network is away.
                 * `marks` tells of each id how it is marked, since when, and by how much that changes a number that the host hasn't told yet.
                 */
                export class Marks {
                  queue = new Map();
                  #sending = false;

                  constructor(feed, marks, count) {
                    this.feed = feed;
                    this.marks = marks;
                    this.count = count;
                  }

                  mark(ids, read, by, at) {
                    for (const id of this.#show(ids, read, by, at)) this.queue.set(id, read);
                    setTimeout(() => this.send(), GATHER);
                  }

                  async all(before, at) {
                    const ids = this.#show(this.feed.items.map(({ id }) => id), true, "user", at);
                    const rest = this.feed.unreadCount;
                    this.count(-rest); // What isn't loaded is marked too.
                    const outcome = await this.#patch(ids, true, { all: true, read: true, ...(before && { before }) });
                    if (outcome === "kept") for (const id of ids) this.queue.set(id, true);
                    if (outcome !== "sent") this.feed.load();
                  }

                  /** Sends what waits, in the order it was marked: first those of one kind, then those of the other. */
                  async send() {
                    if (this.#sending || !this.queue.size || !navigator.onLine) return;
                    this.#sending = true;
                    const [[, read]] = this.queue;
                    const ids = [...this.queue.keys()].filter((id) => this.queue.get(id) === read).slice(0, 100);
                    for (const id of ids) this.queue.delete(id);
                    const outcome = await this.#patch(ids, read, { ids, read });
                    if (outcome === "kept") for (const id of ids) if (!this.queue.has(id)) this.queue.set(id, read);
                    this.#sending = false;
                    setTimeout(() => this.send(), outcome === "kept" ? AGAIN : 0);
                  }

                  /** What was marked elsewhere, or by us. Where something came in since `before`, only the host knows what was meant. */
                  hear({ ids, isRead, all }, at, whole) {
                    const { items, busy } = this.feed;
                    if (all && (busy || !whole)) this.feed.load();
                    if (all && !whole) return;
                    const changed = [];
                    for (const id of ids ?? items.map((item) => item.id)) {
                      this.confirm(id, isRead);
                      if (this.marks.get(id)?.pending) continue;
                      this.marks.set(id, { at, read: isRead, delta: 0 });
                      const item = this.feed.find(id);
                      if (item?.isRead !== !isRead) continue;
                      item.isRead = isRead;
                      changed.push(id);
                    }
                    this.feed.changed(changed, isRead, "elsewhere");
                  }

                  /** The host has it: what we had counted is its number now, unless the reader changed their mind since. */
                  confirm(id, read) {
                    const mark = this.marks.get(id);
                    if (!mark?.pending) return;
                    const left = mark.read === read || !mark.delta ? 0 : mark.read ? -1 : 1;
                    this.count(mark.delta - left);
                    mark.delta = left;
                    mark.pending = mark.read !== read;
                  }

                  #show(ids, read, by, at) {
                    const changed = ids.filter((id) => this.feed.find(id)?.isRead !== read);
                    for (const id of changed) {
                      const item = this.feed.find(id);
                      const change = item ? (read ? -1 : 1) : 0;
                      this.marks.set(id, { at, read, by, delta: (this.marks.get(id)?.delta ?? 0) + change, pending: true });
                      if (item) item.isRead = read;
                    }
                    this.feed.changed(changed, read, by);
                    return changed;
                  }

                  async #patch(ids, read, body) {
                    try {
                      const { ok, status } = await this.feed.request("notifications", { method: "PATCH", body, keepalive: true });
                      if (ok) for (const id of ids) this.confirm(id, read);
                      else this.#undo(ids, read, status);
                      return ok ? "sent" : "refused";
                    } catch {
                      return "kept";
                    } finally {
                      this.feed.changed([]);
                    }
                  }

                  #undo(ids, read, status) {
                    const undone = ids.filter((id) => this.marks.get(id)?.pending && this.marks.get(id).read === read);
                    const told = !ids.length || undone.some((id) => this.marks.get(id).by === "user");
                    for (const id of undone) {
                      this.marks.delete(id);
                      const item = this.feed.find(id);
                      if (item) item.isRead = !read;
                    }
                    if (told) this.feed.emit("refused", { problem: { status } });
                  }
                }

                """#
        ),
        WebAsset(
            name: "page.css",
            contentType: "text/css; charset=utf-8",
            digest: "f06402627959df8fa3849e7d8b55ea7b",
            integrity: "sha384-EXahEue4XyrWXgXNsWDR6UfY/NCFZv8dVH3XPiVEkTSDtQq3+mNKodVumc8L7ST4",
            text: #"""
                /* Only places the element: its looks are its own. */
                :root {
                  color-scheme: light dark;
                  font: 100%/1.45 system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif;
                  background: light-dark(#f6f7f9, #0b1120);
                }

                body {
                  margin: 0;
                }

                carillon-inbox[view="page"] {
                  display: block;
                }

                carillon-inbox[view="page"]::part(panel) {
                  min-block-size: 100vb;
                  max-inline-size: 680px;
                  margin-inline: auto;
                }

                /* A product's own header, as `?view=bell` shows it. */
                header {
                  display: flex;
                  align-items: center;
                  justify-content: space-between;
                  gap: 16px;
                  min-block-size: 60px; /* A bell's 44 px before there is one. */
                  box-sizing: border-box;
                  padding-block: 8px;
                  padding-inline: 24px;
                  background: light-dark(#fff, #111827);
                  border-block-end: 1px solid light-dark(#e4e7ec, #2a3445);
                }

                header h1 {
                  margin: 0;
                  font-size: 1.25rem;
                  color: light-dark(#111827, #f3f4f6);
                }

                """#
        ),
        WebAsset(
            name: "page.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "744c32661a5611d8826409598ca59c4b",
            integrity: "sha384-jZTQUrUKyxRUhddiKpF7ak1PbDJ2aCXkR1F+gWCDkissLMtJTD5o2PV/ETpWWfXg",
            text: #"""
                // The page that the host serves: finds out who reads, then lets the element begin.
                import "./inbox.js";
                import "./views.js";

                const inbox = document.querySelector("carillon-inbox");
                const src = `${inbox.getAttribute("base") ?? ""}/v1/${inbox.getAttribute("tenant")}`;
                /** Who may hand us a token: the origins that the profile lets frame the page, and a web view's own script. */
                const origins = (inbox.getAttribute("token-origins") ?? "").split(/\s+/).filter(Boolean);

                inbox.setAttribute("role", "main");

                const code = new URLSearchParams(location.hash.slice(1)).get("code");
                if (code) {
                  history.replaceState(null, "", location.pathname + location.search); // It's worth a session; nobody need see it.
                  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code }) };
                  await fetch(`${src}/inbox/session`, request).catch(() => {}); // An old code with a living session is fine.
                }

                if (parent !== window && !code) inbox.getToken = tokenFromParent;
                else inbox.getToken = session;

                // Our cookie ends with the session.
                inbox.feed.addEventListener("sign-out", ({ detail }) => {
                  if (inbox.getToken === session) detail?.waitUntil(fetch(`${src}/inbox/session`, { method: "DELETE", keepalive: true }));
                });

                // A web view has no parent to ask, so its app speaks first.
                addEventListener("message", (event) => {
                  if (event.source === window && event.origin === location.origin) accept(event.data);
                });

                /** @returns {Promise<{ user: string } | string>} whose cookie the browser has; nothing where it has none */
                async function session({ signal }) {
                  const response = await fetch(`${src}/inbox/session`, { signal, cache: "no-store" });
                  if (response.ok) return { user: (await response.json()).userId };
                  if (response.status === 401) return "";
                  throw new Error(response.statusText);
                }

                /** @returns {Promise<string>} */
                function tokenFromParent({ refresh }) {
                  return new Promise((resolve) => {
                    const listen = ({ source, origin, data }) => {
                      if (source !== parent || !origins.includes(origin) || !isToken(data)) return;
                      removeEventListener("message", listen);
                      resolve(data.token);
                    };
                    addEventListener("message", listen);
                    // The question holds no secret, and every origin but those named gets no further than asking.
                    for (const origin of origins) parent.postMessage({ type: "carillon-token-wanted", refresh }, origin);
                    setTimeout(resolve, 10_000, "");
                  });
                }

                function accept(data) {
                  if (!isToken(data)) return;
                  inbox.getToken = async () => data.token;
                }

                function isToken(data) {
                  return data?.type === "carillon-token" && typeof data.token === "string";
                }

                """#
        ),
        WebAsset(
            name: "permission.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "2f3b1139d1d8dc69e6d3356675090de8",
            integrity: "sha384-rfd+LcpaJ8b5no9nRbRsngmz220nGB1RqD1Xeehfuk3ejX7nIoFLNvalEDRqKryx",
            text: #"""
                // <carillon-permission>: asks for web push, and switches it. Nothing is asked of the browser before somebody presses a button.
                //
                //   unsupported                              nothing is shown
                //   not-determined → requesting → granted → active ⇄ disabled
                //                               → denied → granted, when the reader changes the browser's settings

                import { base, define, element, emit, sheet } from "./dom.js";
                import { FeedElement } from "./feed-element.js";
                import { StatusLine, switchStyle, toggle as makeSwitch } from "./switch.js";

                const style = sheet(`
                  :host { display: block; }
                  section {
                    display: grid;
                    grid-template-columns: 1fr auto;
                    gap: 0 calc(var(--gap) * 2);
                    align-items: center;
                    padding: calc(var(--gap) * 2);
                    border: 1px solid var(--border);
                    border-radius: var(--radius);
                    background: var(--surface);
                    color: var(--text);
                    overflow-wrap: anywhere;
                  }
                  h2 { font-weight: 600; }
                  h2:has(label[for]) { min-block-size: 44px; align-content: center; }
                  label[for] { display: block; padding-block: var(--gap); cursor: pointer; }
                  .content, .status { grid-column: 1 / -1; }
                  .content p { margin-block: var(--gap) 0; margin-inline: 0; }
                  .buttons { display: flex; flex-wrap: wrap; gap: var(--gap); margin-block-start: calc(var(--gap) * 2); }
                  .status:empty { margin: 0; }
                `);

                /** How long “not now” holds, in milliseconds: 30 days. */
                const POSTPONED = 30 * 24 * 60 * 60 * 1000;
                /** How long the service worker waits for an answer, in milliseconds. */
                const WORKER_WAITS = 500;

                // The words for a tenant that has none of these texts.
                const STAND_IN = {
                  "permission.request.title": "Notifications",
                  "permission.request.body": "Get notified when something happens. Your browser will ask whether you allow it.",
                  "permission.request.action": "Turn on",
                  "permission.request.dismiss": "Not now",
                  "permission.denied.title": "Notifications are blocked",
                  "permission.denied.body": "Allow notifications for this site in the settings beside the browser's address bar.",
                };

                export class CarillonPermission extends FeedElement {
                  #root = this.attachShadow({ mode: "open" });
                  #title = element("h2", { id: "title", part: "title", tabindex: "-1" });
                  #content = element("div", { class: "content" });
                  #status = new StatusLine();
                  #section = element("section", { part: "panel", "aria-labelledby": "title", hidden: true });
                  #switch = null;
                  #push = null;
                  /** With whose leave the host was asked. */
                  #asked = null;
                  #state = "unsupported";
                  #wish = false;
                  #isTurning = false;
                  /** What is in the section now, so that no button is made anew under somebody's finger. */
                  #face = "";

                  constructor() {
                    super();
                    this.#root.adoptedStyleSheets = [base, switchStyle, style];
                    this.#section.append(this.#title, this.#content, this.#status.element);
                    this.#root.append(this.#section);
                  }

                  /** `unsupported`, `not-determined`, `requesting`, `granted`, `active`, `disabled` or `denied`. */
                  get state() {
                    return this.#state;
                  }

                  /** Asks the browser. Call it in the handler of a click, before any `await`: browsers want that. */
                  async request() {
                    if (this.#state !== "not-determined") return;
                    const answer = Notification.requestPermission();
                    this.#show("requesting");
                    await this.#decide(await answer, true);
                  }

                  canJoin() {
                    return isSupported();
                  }

                  follow(feed, signal) {
                    const again = () => this.#push && !this.#isBusy && this.#decide(Notification.permission, false);
                    feed.addEventListener("change", () => this.consider(), { signal });
                    feed.addEventListener("sign-out", (event) => this.#end(event), { signal });
                    // Another tab has turned it, or the browser has changed the subscription.
                    addEventListener("storage", (event) => event.key === this.#push?.choiceKey && again(), { signal });
                    answerWorker(feed, { signal, onSubscription: again });
                    this.#watch(signal);
                  }

                  /** Words have come, or come anew, or somebody has signed in. */
                  consider() {
                    const feed = this.joined;
                    const leave = feed.getToken;
                    if (!feed.words?.push || !leave) return;
                    if (leave === this.#asked) return this.#render();
                    this.#asked = leave;
                    this.#push = new Push(feed, {
                      worker: this.getAttribute("worker"),
                      scope: this.getAttribute("scope"),
                      deviceId: this.getAttribute("device-id"),
                      toggle: this.getAttribute("preference"),
                    });
                    this.#decide(Notification.permission, false);
                  }

                  release() {
                    this.#push = this.#asked = null;
                    this.#show("unsupported");
                  }

                  /** Readers may change their mind in the browser's own settings. */
                  async #watch(signal) {
                    try {
                      const permission = await navigator.permissions.query({ name: "notifications" });
                      const change = () => {
                        // What we asked ourselves is answered where we asked it.
                        if (this.#push && !this.#isBusy) this.#decide(Notification.permission, this.#state === "denied");
                      };
                      permission.addEventListener("change", change, { signal });
                    } catch {
                      // Where it can't be watched, the next load finds it.
                    }
                  }

                  get #isBusy() {
                    return this.#state === "requesting" || this.#state === "granted" || this.#isTurning;
                  }

                  /** From the browser's permission to our state; `isWanted` where it was granted just now, for us. */
                  async #decide(permission, isWanted) {
                    const push = this.#push;
                    if (permission === "denied") return this.#show("denied");
                    if (permission !== "granted") return this.#show("not-determined");
                    this.#show("granted");
                    try {
                      const isOn = isWanted ? await push.turn(true) : await push.resume();
                      if (push === this.#push) this.#show(isOn ? "active" : "disabled");
                    } catch (error) {
                      if (push !== this.#push) return;
                      // Whoever isn't signed in has nothing to switch.
                      if (error.status === 401) return this.#show("unsupported");
                      this.#show("disabled");
                      this.#fail(error);
                    }
                  }

                  /** Shows at once what the reader wants. One change at a time goes to the host; the last thing wanted is the last thing done. */
                  async #turn(isOn) {
                    const push = this.#push;
                    this.#wish = isOn;
                    this.#show(isOn ? "active" : "disabled");
                    this.#status.say("");
                    if (this.#isTurning) return;
                    this.#isTurning = true;
                    let was = !isOn;
                    try {
                      while (was !== this.#wish) was = await push.turn(this.#wish);
                      if (push === this.#push) this.#status.say(this.joined.text("inbox.saved"));
                    } catch (error) {
                      if (push === this.#push) {
                        this.#show(was ? "active" : "disabled");
                        this.#fail(error);
                      }
                    }
                    this.#isTurning = false;
                  }

                  /** While the token still holds, where the feed waits for us. */
                  #end({ detail }) {
                    const ended = this.#push?.end();
                    detail?.waitUntil?.(ended);
                    this.#push = null;
                    this.#show("unsupported");
                  }

                  #fail(error) {
                    const problem = error.problem ?? { title: String(error.message) };
                    if (!emit(this, "carillon-error", { problem }, true)) return;
                    this.#status.say(this.joined.text(error.status === 401 ? "inbox.signed-out" : "inbox.not-saved"), true);
                  }

                  // Showing

                  #show(state) {
                    const isNew = state !== this.#state;
                    this.#state = state;
                    this.#render();
                    if (isNew) emit(this, "carillon-permission", { state });
                  }

                  #render() {
                    const face = this.#faceOfState();
                    const words = this.joined?.words;
                    this.#section.hidden = face === "";
                    this.speak(this.#section);
                    const hadFocus = this.#root.activeElement !== null;
                    const key = `${face} ${words?.locale}`;
                    if (key !== this.#face) {
                      this.#face = key;
                      this.#switch?.remove();
                      this.#switch = null;
                      this.#status.say("");
                      if (face === "") this.#fill("");
                      else if (face === "question") this.#fillQuestion();
                      else if (face === "denied") this.#fill(this.#word("denied", "title"), this.#paragraph("denied"));
                      else this.#fillSwitch();
                      if (hadFocus && face !== "") (this.#switch ?? this.#title).focus();
                    }
                    const isWaiting = this.#state === "requesting" || this.#state === "granted";
                    for (const control of this.#root.querySelectorAll("button, input")) {
                      if (isWaiting) control.setAttribute("aria-disabled", "true");
                      else control.removeAttribute("aria-disabled");
                    }
                    if (this.#switch) this.#switch.checked = this.#state === "active";
                  }

                  #faceOfState() {
                    switch (this.#state) {
                    case "unsupported": return "";
                    case "not-determined": return recall(this.#push.laterKey) > Date.now() ? "" : "question";
                    case "requesting": return "question";
                    case "denied": return "denied";
                    default: return "switch";
                    }
                  }

                  #fill(title, ...content) {
                    this.#title.replaceChildren(title);
                    this.#content.replaceChildren(...content);
                  }

                  #fillQuestion() {
                    const button = (kind, part, onclick) =>
                      element("button", {
                        class: kind,
                        type: "button",
                        part: "action",
                        text: this.#word("request", part),
                        onclick: () => this.#state === "not-determined" && onclick(),
                      });
                    this.#fill(
                      this.#word("request", "title"),
                      this.#paragraph("request"),
                      element(
                        "div",
                        { class: "buttons" },
                        button("main", "action", () => this.request()),
                        button("plain", "dismiss", () => this.#postpone()),
                      ),
                    );
                  }

                  #fillSwitch() {
                    this.#fill(element("label", { for: "switch", text: this.#word("request", "title") }));
                    this.#switch = makeSwitch({ id: "switch", onchange: (event) => this.#turn(event.target.checked) });
                    this.#title.after(this.#switch);
                  }

                  #paragraph(text) {
                    return element("p", { text: this.#word(text, "body") });
                  }

                  #postpone() {
                    remember(this.#push.laterKey, Date.now() + POSTPONED);
                    this.#render();
                    emit(this, "carillon-permission", { state: this.#state });
                  }

                  /** Of one that explains itself for browsers only, that; a text's parts have names of their own, or are members of it. */
                  #word(text, part) {
                    const feed = this.joined;
                    for (const id of [`permission.${text}-web`, `permission.${text}`]) {
                      const member = feed.words.words?.[id]?.[part];
                      const found = feed.text(`${id}.${part}`) || (typeof member === "string" ? member : "");
                      if (found) return found;
                    }
                    return STAND_IN[`permission.${text}.${part}`] ?? "";
                  }
                }

                // The subscription

                /** This browser as a device of the reader's: subscribed at the push service, and registered at the host. */
                class Push {
                  #feed;
                  #options;

                  /** `options`: `worker` and `scope`, paths on this origin; `deviceId`; `toggle`, the preference that the switch turns. */
                  constructor(feed, options = {}) {
                    this.#feed = feed;
                    this.#options = options;
                  }

                  get choiceKey() { return `carillon:push:${this.#feed.src}`; }
                  get laterKey() { return `carillon:later:${this.#feed.src}`; }

                  /** At the start of a page: what was on is registered again, which is how the host learns of new subscriptions. */
                  async resume() {
                    if (recall(this.choiceKey) !== "on") return false;
                    const { toggle } = this.#options;
                    if (!toggle) {
                      await this.#register();
                      return true;
                    }
                    const [values] = await Promise.all([this.#ask("preferences"), this.#register()]);
                    return values[toggle] !== false;
                  }

                  /** Off keeps the subscription: on again needs no question. */
                  async turn(isOn) {
                    const { toggle } = this.#options;
                    if (isOn) await this.#register();
                    if (toggle) await this.#ask("preferences", "PATCH", { [toggle]: isOn });
                    else if (!isOn) await this.#unregister();
                    if (isOn || !toggle) remember(this.choiceKey, isOn ? "on" : "off");
                    return isOn;
                  }

                  /** Before the token is forgotten. The browser ends the subscription also where the host can't be told. */
                  async end() {
                    forget(this.choiceKey);
                    try {
                      await this.#unregister();
                    } catch {
                      // The push service will tell the host that it is gone.
                    }
                    const registration = await this.#registration();
                    const subscription = await registration?.pushManager.getSubscription();
                    await subscription?.unsubscribe();
                    registration?.active?.postMessage({ carillon: 1, settings: null });
                  }

                  async #register() {
                    const subscription = await this.#subscribe();
                    const device = this.#device();
                    const registered = await this.#ask("devices", "POST", { ...device, token: token(subscription) });
                    await this.#tellWorker(device, true);
                    return registered;
                  }

                  async #unregister() {
                    const registration = await this.#registration();
                    const subscription = await registration?.pushManager.getSubscription();
                    if (!subscription) return;
                    await this.#ask(`devices/${encodeURIComponent(token(subscription))}`, "DELETE", undefined, [404]);
                    await this.#tellWorker(this.#device(), false);
                  }

                  async #subscribe() {
                    const { script, scope } = this.#worker();
                    const registration = await navigator.serviceWorker.register(trusted(script), scope ? { scope } : {});
                    await active(registration);
                    const key = bytes(this.#feed.words.push.publicKey);
                    const subscription = await registration.pushManager.getSubscription();
                    if (subscription) {
                      const former = subscription.options.applicationServerKey;
                      if (!former || isEqual(new Uint8Array(former), key)) return subscription;
                      // Of a key that the tenant has changed since.
                      await subscription.unsubscribe();
                    }
                    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
                  }

                  #device() {
                    const key = `carillon:device:${this.#feed.src}`;
                    let deviceId = this.#options.deviceId ?? recall(key);
                    if (!deviceId) remember(key, (deviceId = crypto.randomUUID()));
                    return {
                      platform: "web",
                      plugin: this.#feed.words.push.plugin,
                      deviceId,
                      locale: this.#feed.words.locale,
                      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
                    };
                  }

                  /** The script, and the scope where it isn't the script's own folder. */
                  #worker() {
                    const { worker, scope } = this.#options;
                    if (worker) return { script: new URL(worker, document.baseURI).href, scope };
                    const ours = new URL("./worker.js", import.meta.url);
                    // The page that the host itself serves has ours, for the tenant's folder only: others have a worker of their own.
                    if (ours.origin === location.origin) return { script: ours.href, scope: scope ?? new URL(".", location.href).pathname };
                    return { script: new URL("/carillon-worker.js", location.href).href, scope };
                  }

                  #registration() {
                    const { script, scope } = this.#worker();
                    return navigator.serviceWorker.getRegistration(new URL(scope ?? ".", scope ? location.href : script).href);
                  }

                  async #tellWorker(device, isOn) {
                    const registration = await this.#registration();
                    const { src, words } = this.#feed;
                    const settings = { src, tenant: words.tenant, origins: words.origins ?? [], publicKey: words.push.publicKey, device, isOn };
                    registration?.active?.postMessage({ carillon: 1, settings });
                  }

                  async #ask(path, method = "GET", body = undefined, forgiven = []) {
                    const response = await this.#feed.request(path, { method, body });
                    if (!response.ok && !forgiven.includes(response.status)) {
                      const problem = await response.json().catch(() => null);
                      throw Object.assign(new Error(problem?.title ?? `HTTP ${response.status}`), { status: response.status, problem });
                    }
                    return response.json().catch(() => null);
                  }
                }

                /** For a page that has no `<carillon-permission>` at its log-out. Call it while the token still holds. */
                export function endPush(feed, options) {
                  return isSupported() ? new Push(feed, options).end() : Promise.resolve();
                }

                /** Tells the service worker whether this tab, if it is seen, shows a notification already. */
                export function answerWorker(feed, { signal, onSubscription } = {}) {
                  navigator.serviceWorker?.addEventListener(
                    "message",
                    ({ data, ports }) => {
                      if (data?.carillon !== 1) return;
                      if (data.tell === "subscription") onSubscription?.();
                      if (data.ask !== "shown" || document.visibilityState !== "visible") return;
                      const answer = () => ports[0]?.postMessage({ shown: true });
                      if (feed.items.some((item) => item.id === data.id)) return answer();
                      // The push may be faster than the stream.
                      const late = ({ detail }) => detail.id === data.id && answer();
                      feed.addEventListener("notification", late, { signal: AbortSignal.timeout(WORKER_WAITS) });
                    },
                    { signal },
                  );
                }

                /** As the host's channel reads it, and the same each time, because a device is unregistered by it. */
                function token(subscription) {
                  const { endpoint, keys } = subscription.toJSON();
                  return JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
                }

                /** Browsers have it in secure contexts only; iOS in installed web apps only. */
                function isSupported() {
                  return isSecureContext && "Notification" in globalThis && "PushManager" in globalThis && "serviceWorker" in navigator;
                }

                async function active(registration) {
                  const worker = registration.installing ?? registration.waiting;
                  if (registration.active || !worker) return;
                  await new Promise((resolve, reject) => {
                    worker.addEventListener("statechange", () => {
                      if (worker.state === "activated") resolve();
                      if (worker.state === "redundant") reject(new Error("the service worker couldn't be installed"));
                    });
                  });
                }

                let policy;

                /** The script's address as browsers with Trusted Types want it; one of another origin is refused. */
                function trusted(script) {
                  policy ??= globalThis.trustedTypes?.createPolicy("carillon", {
                    createScriptURL(url) {
                      if (new URL(url).origin !== location.origin) throw new TypeError("a service worker is of the page's origin");
                      return url;
                    },
                  }) ?? { createScriptURL: (url) => url };
                  return policy.createScriptURL(script);
                }

                function bytes(base64url) {
                  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
                  return Uint8Array.from(text, (character) => character.charCodeAt(0));
                }

                function isEqual(one, other) {
                  return one.length === other.length && one.every((byte, index) => byte === other[index]);
                }

                // What is kept: whether it is on, the device's own id, and until when not to ask. Storage may be forbidden.

                const unkept = new Map();

                function recall(key) {
                  try {
                    return localStorage.getItem(key) ?? unkept.get(key) ?? null;
                  } catch {
                    return unkept.get(key) ?? null;
                  }
                }

                function remember(key, value) {
                  unkept.set(key, value);
                  try {
                    localStorage.setItem(key, value);
                  } catch {
                    // Until the page is left, then.
                  }
                }

                function forget(key) {
                  unkept.delete(key);
                  try {
                    localStorage.removeItem(key);
                  } catch {
                    // There is nothing in it.
                  }
                }

                define("carillon-permission", CarillonPermission);

                """#
        ),
        WebAsset(
            name: "preferences.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "61f0f9f1583fece0aac85ce1dc0762e3",
            integrity: "sha384-2zP8n/+l5PJ5NJmXsmmH2bAgz4daYBEDQR49O+46p1cFAQ60u4qwWcxsqfYAykeN",
            text: #"""
                // <carillon-preferences>: the switches of the profile. A change shows at once, is saved behind it, and is undone where refused.

                import { base, define, element, emit, sheet } from "./dom.js";
                import { FeedElement } from "./feed-element.js";
                import { StatusLine, switchStyle, toggle as makeSwitch } from "./switch.js";

                const style = sheet(`
                  :host { display: block; }
                  div { padding-inline: 16px; background: var(--surface); color: var(--text); }
                  .error { padding: 0; color: var(--danger); }
                  li + li { border-block-start: 1px solid var(--border); }
                  label {
                    display: grid;
                    grid-template-columns: 1fr auto;
                    column-gap: calc(var(--gap) * 2);
                    align-items: center;
                    min-block-size: 44px;
                    padding-block: var(--gap);
                    cursor: pointer;
                  }
                  label:has([aria-disabled="true"]) { cursor: not-allowed; }
                  .name { font-weight: 600; overflow-wrap: anywhere; }
                  .description { grid-column: 1; color: var(--muted); overflow-wrap: anywhere; }
                  input { grid-area: 1 / 2 / span 2; }
                  ul:not([hidden]) ~ .status { min-block-size: 1.5em; padding-block-end: var(--gap); }
                  ul[hidden] ~ .status { margin: 0; }
                `);

                export class CarillonPreferences extends FeedElement {
                  #root = this.attachShadow({ mode: "open" });
                  #list = element("ul", { role: "list", part: "list", hidden: true });
                  #note = element("div", { part: "error", class: "error" });
                  #status = new StatusLine();
                  #box = element("div", {}, this.#list, this.#note, this.#status.element);
                  /** The words that are shown. */
                  #words = null;
                  /** With whose leave the host was asked. */
                  #asked = null;
                  /** What the host has, by id; null before it was asked. */
                  #saved = null;
                  /** What was changed here and isn't on its way yet, by id. */
                  #changed = new Map();
                  #sending = null;
                  #inputs = new Map();

                  constructor() {
                    super();
                    this.#root.adoptedStyleSheets = [base, switchStyle, style];
                    this.#root.append(this.#box);
                  }

                  /** The switches as they are shown, by id. */
                  get values() {
                    return Object.fromEntries([...this.#inputs].map(([id, input]) => [id, input.checked]));
                  }

                  /** Asks the host again. What isn't saved yet stays as the reader left it. */
                  async refresh() {
                    const feed = this.joined;
                    const leave = feed?.getToken;
                    if (!feed?.words || !leave) return;
                    this.#asked = leave;
                    this.#list.setAttribute("aria-busy", "true");
                    const answer = await ask(feed, "GET");
                    if (feed !== this.joined) return;
                    this.#list.removeAttribute("aria-busy");
                    if (answer.values) this.#saved = answer.values;
                    else if (answer.status === 401) this.#forget();
                    // What was fetched once is better than an error in its place.
                    else if (!this.#saved) this.#showError("inbox.error", answer.problem);
                    if (this.#saved) this.#render();
                  }

                  follow(feed, signal) {
                    feed.addEventListener("change", () => this.consider(), { signal });
                    feed.addEventListener("sign-out", () => this.#forget(), { signal });
                    const seen = () => document.visibilityState === "visible" && this.#saved && this.refresh();
                    document.addEventListener("visibilitychange", seen, { signal });
                  }

                  release() {
                    this.#words = this.#asked = this.#saved = null;
                    this.#empty();
                  }

                  /** Words have come, or come anew, or somebody has signed in. */
                  consider() {
                    const { words, getToken: leave, state } = this.joined;
                    if (!words) return state === "error" && !this.#note.firstChild && this.#showError("inbox.error", this.joined.problem);
                    if (leave && leave !== this.#asked) this.refresh();
                    else if (this.#saved && words !== this.#words) this.#render();
                  }

                  #forget() {
                    this.#saved = null;
                    this.#showError("inbox.signed-out");
                  }

                  #empty() {
                    this.#changed.clear();
                    this.#inputs.clear();
                    this.#list.replaceChildren();
                    this.#list.hidden = true;
                    this.#note.replaceChildren();
                    this.#status.say("");
                  }

                  // Showing

                  #render() {
                    const { words } = this.joined;
                    if (words !== this.#words || this.#note.firstChild) {
                      const focused = [...this.#inputs].find(([, input]) => input === this.#root.activeElement)?.[0];
                      this.#words = words;
                      this.#inputs.clear();
                      this.speak(this.#box);
                      this.#list.setAttribute("aria-label", this.joined.text("inbox.settings"));
                      this.#list.replaceChildren(...words.preferences.map((toggle, index) => this.#item(toggle, index)));
                      this.#list.hidden = this.#inputs.size === 0;
                      this.#note.replaceChildren();
                      this.#inputs.get(focused)?.focus();
                    }
                    for (const toggle of words.preferences) this.#inputs.get(toggle.id).checked = this.#value(toggle);
                  }

                  #item(toggle, index) {
                    const description = toggle.description
                      ? element("span", { class: "description", id: `description-${index}`, text: toggle.description })
                      : null;
                    const input = makeSwitch({
                      "aria-labelledby": `name-${index}`,
                      "aria-describedby": description ? description.id : null,
                      // Not `disabled`: whoever tabs through hears that it is there, and why.
                      "aria-disabled": toggle.locked ? "true" : null,
                      onchange: () => this.#change(toggle, input.checked),
                    });
                    this.#inputs.set(toggle.id, input);
                    const name = element("span", { class: "name", id: `name-${index}`, text: toggle.label ?? toggle.id });
                    return element("li", {}, element("label", {}, name, description, input));
                  }

                  #value(toggle) {
                    return this.#changed.get(toggle.id) ?? this.#sending?.[toggle.id] ?? this.#saved[toggle.id] ?? toggle.default;
                  }

                  #showError(id, problem = null) {
                    this.#empty();
                    this.speak(this.#box);
                    const isError = id === "inbox.error";
                    if (isError && !emit(this, "carillon-error", { problem }, true)) return;
                    const text = element("p", { text: this.joined.text(id) });
                    const retry = element("button", {
                      class: "plain",
                      type: "button",
                      part: "action",
                      text: this.joined.text("inbox.retry"),
                      onclick: () => this.joined.words ? this.refresh() : this.joined.refresh(),
                    });
                    this.#note.replaceChildren(...(isError ? [text, retry] : [text]));
                  }

                  // Saving

                  #change(toggle, isOn) {
                    if (this.#saved[toggle.id] === isOn && !this.#sending) this.#changed.delete(toggle.id);
                    else this.#changed.set(toggle.id, isOn);
                    emit(this, "carillon-preference", { id: toggle.id, value: isOn });
                    if (!this.#sending) this.#save();
                  }

                  /** One request at a time, with all that has changed meanwhile: the last thing done is the last thing saved. */
                  async #save() {
                    const feed = this.joined;
                    while (this.#changed.size > 0 && feed === this.joined) {
                      this.#sending = Object.fromEntries(this.#changed);
                      this.#changed.clear();
                      const answer = await ask(feed, "PATCH", this.#sending);
                      this.#sending = null;
                      if (feed !== this.joined || !this.#saved) return;
                      if (answer.status === 401) return this.#forget();
                      if (answer.values) this.#saved = answer.values;
                      else emit(this, "carillon-error", { problem: answer.problem });
                      if (this.#changed.size === 0) {
                        this.#status.say(feed.text(answer.values ? "inbox.saved" : "inbox.not-saved"), !answer.values);
                      }
                      this.#render();
                    }
                  }
                }

                /** `values` where the host said them; otherwise `status`, 0 where it wasn't reached, and its `problem` if any. */
                async function ask(feed, method, body) {
                  try {
                    const response = await feed.request("preferences", { method, body });
                    const answer = await response.json().catch(() => null);
                    return response.ok && answer ? { values: answer } : { status: response.status, problem: answer };
                  } catch {
                    return { status: 0, problem: null };
                  }
                }

                define("carillon-preferences", CarillonPreferences);

                """#
        ),
        WebAsset(
            name: "studio-core.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "e5116459f8d246e01fdc72906f73d605",
            integrity: "sha384-rZgxvmB6MPX8HU3YQ9sYfMx8iIEICfAWUAFk803r088zjDdbqfF20G1/94YiMF3J",
            text: ##"""
                // What every screen of the studio uses: the session, the proposal that changes go into, requests, and small parts of pages.
                import { element as e, write } from "./dom.js";

                const tenant = document.body.dataset.tenant;
                export const base = `/v1/${tenant}/studio`;

                export const studio = {
                  /** Who is signed in, and the tenant's languages. */
                  session: null,
                  /** The proposal that changes go into; nothing until the first one. */
                  proposal: null,
                  /** What has to be kept before the page shows something else. */
                  leave: async () => {},
                };

                export const main = e("main", { id: "main", tabindex: -1 });
                export const status = e("p", { role: "status", class: "muted" });
                export const handIn = e("button", { text: "Hand in", class: "main", hidden: true, onclick: () => (location.hash = "#/hand-in") });

                /** @throws {{ status: number, detail: string, code: string }} */
                export async function ask(method, path, body, signal) {
                  // What is kept while the page is left arrives all the same.
                  const request = { method, signal, cache: "no-store", keepalive: method === "PUT" };
                  if (body !== undefined) {
                    request.headers = { "Content-Type": "application/json" };
                    request.body = JSON.stringify(body);
                  }
                  let answer;
                  try {
                    answer = await fetch(base + path, request);
                  } catch (fault) {
                    if (fault.name === "AbortError") throw fault;
                    throw { status: 0, detail: "The host can't be reached right now.", code: "offline" };
                  }
                  if (answer.status === 204) return null;
                  const json = await answer.json().catch((fault) => {
                    if (fault.name === "AbortError") throw fault;
                    return {};
                  });
                  if (!answer.ok) throw { status: answer.status, detail: json.detail ?? answer.statusText, code: json.code };
                  return json;
                }

                export function query(values) {
                  const given = Object.entries(values).filter(([, value]) => value);
                  return given.length ? `?${new URLSearchParams(given)}` : "";
                }

                export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

                /** Where a text is edited. */
                export function addressOf({ message, slot, locale, channel }) {
                  return `#/text/${[message, slot, locale, channel ?? ""].map(encodeURIComponent).join("/")}`;
                }

                /** What the host has of a text. */
                export const pathOf = ({ message, slot }) => `/texts/${encodeURIComponent(message)}/${encodeURIComponent(slot)}`;

                /** A changed text in a list: a link to it, and `below` that. */
                export function changedText(place, ...below) {
                  return e("li", { class: "change" }, e("a", { href: addressOf(place), text: `${place.message} · ${place.slot}, ${place.locale}` }), ...below);
                }

                export const before = (words) => e("p", {}, e("span", { class: "muted", text: "Before: " }), e("del", {}, e("bdi", { text: words ?? "nothing" })));
                export const after = (words) => e("p", {}, e("span", { class: "muted", text: "After: " }), e("ins", {}, e("bdi", { text: words ?? "nothing" })));

                const ROLES = ["viewer", "writer", "reviewer", "publisher", "platform"];

                /** Whether who is signed in has the role, or one above it. */
                export const may = (role) => ROLES.indexOf(studio.session.role) >= ROLES.indexOf(role);

                export function useProposal(one) {
                  studio.proposal = one;
                  handIn.hidden = !one?.count;
                }

                export function select(label, options, value, attributes = {}) {
                  const id = `choice-${(select.count = (select.count ?? 0) + 1)}`;
                  const made = e("select", { id, ...attributes }, ...options.map(([key, text, disabled]) => e("option", { value: key, text, disabled })));
                  made.value = value;
                  return { select: made, node: e("span", { class: "row" }, e("label", { for: id, text: label }), made) };
                }

                """##
        ),
        WebAsset(
            name: "studio-editor.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "91656ec2926cf9711fe29e711d6ef3be",
            integrity: "sha384-sGVJrBgK7UDbrSzLe0MXQ+MjPibs2W0xP2kZ65+5tRCxfuPEQ7yn9I/GUEfPHYXV",
            text: ##"""
                // One text as a form, what is wrong with it, and what becomes of it while it is changed.
                import { element as e, write } from "./dom.js";
                import { addressOf, ask, main, pathOf, query, select, sentence, status, studio, useProposal } from "./studio-core.js";
                import { showFormats } from "./studio-formats.js";
                import { frame } from "./studio-frames.js";
                import { historyOf } from "./studio-history.js";
                import { textField } from "./studio-text.js";

                /** After the last key: before the preview is asked for, and before the change is kept. */
                const PREVIEW_PAUSE = 120;
                const SAVE_PAUSE = 800;

                export async function showText(isWanted, message, slot, locale, channel) {
                  const place = channel ? { locale, message, slot, channel } : { locale, message, slot };
                  const path = pathOf(place);
                  let view = await ask("GET", path + query({ locale, channel, proposal: studio.proposal?.id }));
                  if (!isWanted()) return;
                  let form = view.form;
                  let isChanged = false;
                  /** Whether the form is still what was read: then the preview needs only the place. */
                  let isAsRead = true;
                  let saving = null;
                  const timers = {};
                  const { dir } = studio.session.locales.find((one) => one.tag === locale) ?? { dir: "ltr" };

                  const editor = e("div", { class: "stack" });
                  const faults = e("ul", { "aria-label": "What to look at", class: "stack" });
                  const frames = e("div", { class: "frames" });
                  const shownLocale = select("Shown in", studio.session.locales.map(({ tag }) => [tag, tag]), locale);
                  const samples = view.samples.length ? view.samples : [null];
                  const sample = select("Sample", samples.map((name, at) => [String(at), name ?? "main"]), "0");
                  const languages = select("Language", studio.session.locales.map(({ tag }) => [tag, tag]), locale);
                  let seen = null;

                  languages.select.addEventListener("change", () => {
                    location.hash = addressOf({ ...place, locale: languages.select.value });
                  });
                  for (const choice of [shownLocale, sample]) choice.select.addEventListener("change", () => seen && showFrames());

                  main.className = "wide";
                  main.replaceChildren(
                    e("section", { class: "stack", "aria-label": "Words" },
                      e("div", { class: "row" }, e("h2", { text: `${message} · ${slot}` }), languages.node),
                      e("p", { class: "muted", text: view.summary ?? "" }),
                      view.original ? e("p", {}, e("span", { class: "muted", text: "Original: " }), e("bdi", { text: view.original })) : null,
                      editor,
                      faults,
                      historyOf(place)),
                    e("section", { class: "stack", "aria-label": "Preview" },
                      e("div", { class: "row" }, e("h2", { text: "Preview" }), shownLocale.node, samples.length > 1 ? sample.node : null),
                      e("p", { class: "muted", text: "From sample data. Phones cut long texts at different places." }),
                      frames),
                  );

                  function describe(part) {
                    if (part.frozen !== undefined) return "fixed part";
                    if (part.point !== undefined) return part.point === "br" ? "line break" : part.point;
                    const { field, value, label, shown } = part.chip;
                    const name = label ?? view.variables[field]?.label ?? field ?? value;
                    return shown && shown !== name ? `${name} · ${shown}` : name;
                  }

                  function onchip(part, box, change) {
                    if (!part.chip?.field || form.form === "locked") return;
                    const { chip } = part;
                    showFormats({
                      below: box, place, chip, sample: samples[Number(sample.select.value)], name: chip.label ?? chip.field,
                      onclose: () => box.focus(),
                      onchoose({ function: written, example }) {
                        const { function: _, ...others } = chip;
                        change({ chip: { ...others, shown: example, ...(written ? { function: written } : {}) } });
                      },
                    });
                  }

                  function changed() {
                    isChanged = true;
                    isAsRead = false;
                    write(status, "");
                    clearTimeout(timers.preview);
                    clearTimeout(timers.save);
                    timers.preview = setTimeout(preview, PREVIEW_PAUSE);
                    timers.save = setTimeout(save, SAVE_PAUSE);
                  }

                  // The words of the fields that are on the page, into the form.
                  let fields = [];
                  function collect() {
                    fields.forEach(({ field, row }) => Object.assign(row, field.words()));
                    return form;
                  }

                  function draw() {
                    fields = [];
                    if (!form) {
                      editor.replaceChildren(
                        e("p", { text: view.original ? "Not written in this language yet: readers get the original." : "Not written." }),
                        e("div", { class: "row" },
                          view.copy ? e("button", { class: "main", text: "Begin with the original's words", onclick: () => begin(view.copy) }) : null,
                          e("button", { text: "Begin with nothing", onclick: () => begin({ shape: "string", form: "text", parts: [] }) })),
                      );
                      return;
                    }
                    const rows = form.form === "text" ? [form] : form.rows;
                    const drawn = rows.map((row, at) => drawRow(row, form.form === "text" ? "Words" : rowLabel(row), at));
                    const notes = [];
                    if (form.form === "locked") {
                      notes.push(e("p", { text: rows.length
                        ? "Parts of this text are written by developers and stay as they are. Plain words can be changed."
                        : "This text is written by developers and can't be changed here." }));
                    }
                    const group = form.form === "rows"
                      ? e("fieldset", {}, e("legend", { text: `Depends on ${form.selectors.map(({ field }) => fieldLabel(field)).join(" and ")}` }), ...drawn, adding())
                      : e("div", { class: "stack" }, ...drawn);
                    const canRemove = locale !== studio.session.locales[0].tag || channel;
                    editor.replaceChildren(...notes, group,
                      canRemove ? e("div", { class: "row" }, e("button", { text: "Remove these words", onclick: remove })) : "");
                  }

                  function begin(words) {
                    form = structuredClone(words);
                    draw();
                    changed();
                    editor.querySelector("[contenteditable]")?.focus();
                  }

                  function remove() {
                    form = null;
                    draw();
                    changed();
                  }

                  function drawRow(row, label) {
                    const field = textField({
                      words: row, label, locale, dir, isMultiline: view.multiline || form.shape === "lines", describe,
                      onchange: changed,
                      onleave: () => isChanged && save(),
                      onchip,
                    });
                    fields.push({ field, row });
                    if (form.form === "locked") return field.node;
                    const names = Object.entries(view.variables);
                    const more = select("Insert", [["", "a field…"], ...names.map(([name, { label, sensitive, optional }]) => [
                      name, label + (sensitive ? " (confidential)" : "") + (optional ? " (may be absent)" : ""),
                    ])], "", { "aria-label": `Insert a field into: ${label}` });
                    more.select.addEventListener("change", () => {
                      const name = more.select.value;
                      more.select.value = "";
                      if (name) field.insert({ chip: { field: name, label: view.variables[name].label } });
                    });
                    const isRest = form.form === "text" || row.keys.every((key) => key === null);
                    return e("div", { class: "stack" }, field.node, e("div", { class: "row" },
                      more.node,
                      isRest ? null : e("button", { text: "Remove this row", "aria-label": `Remove the row: ${label}`, onclick: () => dropRow(row) })));
                  }

                  const fieldLabel = (field) => {
                    const name = field.replace(/\.present$/, "");
                    return view.variables[name]?.label ?? name;
                  };

                  function rowLabel(row) {
                    return row.keys.map((key, column) => keyLabel(key, column)).join(" · ");
                  }

                  function keyLabel(key, column) {
                    const choices = view.choices?.[column] ?? [];
                    const selector = form.selectors?.[column];
                    const named = new Set(form.rows.map((row) => row.keys[column]));
                    const left = choices.filter((choice) => !named.has(choice.key));
                    const choice = key === null ? (left.length === 1 ? left[0] : null) : choices.find((one) => one.key === key);
                    if (!choice) return key === null ? "all others" : selector?.choice === "value" ? key : `exactly ${key}`;
                    if (choice.numbers) return `${choice.numbers} (${choice.key})`;
                    if (selector?.field.endsWith(".present")) return choice.key === "true" ? "where there is one" : "where there is none";
                    return { true: "yes", false: "no" }[choice.key] ?? choice.key;
                  }

                  /** Forms that have no row yet, and exact numbers. */
                  function adding() {
                    if (form.selectors.length !== 1) return null;
                    const [selector] = form.selectors;
                    const named = new Set(form.rows.map((row) => row.keys[0]));
                    const left = (view.choices[0] ?? []).filter((choice) => !named.has(choice.key));
                    // The last one that is left is what the row for all others says.
                    const options = left.length > 1 ? left.map((choice) => [choice.key, keyLabel(choice.key, 0)]) : [];
                    const choice = select("Add a row for", [["", "choose…"], ...options, ...(selector.choice === "value" ? [] : [["#", "an exact number…"]])], "");
                    if (choice.select.options.length === 1) return null;
                    const number = e("input", { type: "number", step: 1, "aria-label": "The exact number", hidden: true });
                    const add = e("button", { text: "Add", hidden: true, onclick: () => addRow(String(number.valueAsNumber)) });
                    choice.select.addEventListener("change", () => {
                      const isNumber = choice.select.value === "#";
                      number.hidden = add.hidden = !isNumber;
                      if (isNumber) number.focus();
                      else if (choice.select.value) addRow(choice.select.value);
                    });
                    return e("div", { class: "row" }, choice.node, number, add);
                  }

                  function addRow(key) {
                    if (key === "NaN" || form.rows.some((row) => row.keys[0] === key)) return;
                    collect();
                    const rest = form.rows.find((row) => row.keys[0] === null);
                    form.rows.push({ ...structuredClone(rest), keys: [key] });
                    const order = (view.choices[0] ?? []).map((choice) => choice.key);
                    // Exact numbers first, then the forms in their order, then the rest.
                    const rank = ({ keys: [one] }) => (one === null ? Infinity : order.indexOf(one));
                    form.rows.sort((a, b) => rank(a) - rank(b));
                    draw();
                    changed();
                    fields[form.rows.findIndex((row) => row.keys[0] === key)].field.node.querySelector("[contenteditable]").focus();
                  }

                  function dropRow(row) {
                    collect();
                    form.rows = form.rows.filter((one) => one !== row);
                    draw();
                    changed();
                    editor.querySelector("[contenteditable]").focus();
                  }

                  let asking = null;
                  async function preview() {
                    asking?.abort();
                    if (!isWanted()) return;
                    const mine = (asking = new AbortController());
                    const late = setTimeout(() => frames.classList.add("late"), 500);
                    const body = { place };
                    // What is being saved right now may not have arrived yet.
                    if (!isAsRead) body.form = collect();
                    if (studio.proposal) body.proposal = studio.proposal.id;
                    try {
                      const answer = await ask("POST", "/preview", body, mine.signal);
                      if (!isWanted()) return;
                      seen = answer;
                      showFrames();
                      showFaults();
                    } catch (fault) {
                      if (fault.name !== "AbortError") write(status, sentence(fault.detail ?? String(fault)));
                    } finally {
                      clearTimeout(late);
                      if (mine === asking) frames.classList.remove("late");
                    }
                  }

                  function showFrames() {
                    const tag = shownLocale.select.value;
                    const { dir } = studio.session.locales.find((one) => one.tag === tag);
                    const channels = Object.entries(seen.samples[Number(sample.select.value)]?.renderings[tag] ?? {});
                    frames.replaceChildren(...channels.map(([name, rendering]) => frame(name, rendering, tag, dir, seen.bounds[tag]?.[name])));
                    if (!channels.length) frames.append(e("p", { class: "muted", text: "Nothing is sent with this text." }));
                  }

                  const isHere = ({ place: other }) =>
                    other?.message === message && other.slot === slot && other.locale === locale && (other.channel ?? "") === (channel ?? "");

                  function showFaults() {
                    const own = seen.faults.filter((fault) => isHere(fault) || !fault.old);
                    const keysOf = (fault) => fault.place?.keys?.join(" ");
                    fields.forEach(({ field, row }) => {
                      const mine = own.filter((fault) => isHere(fault) && (!keysOf(fault) || keysOf(fault) === row.keys?.join(" ")));
                      field.note(mine.map((fault) => fault.words).join(" "), mine.some((fault) => fault.severity === "error"));
                    });
                    const elsewhere = own.filter((fault) => !isHere(fault));
                    faults.replaceChildren(...elsewhere.map(({ severity, words, place, code }) => e("li", { class: severity },
                      e("span", { text: `${severity === "error" ? "Fault" : "Hint"}: ${words} ` }),
                      e("span", { class: "muted", text: `${place ? `${place.message} · ${place.slot}, ${place.locale}` : ""} ${code}` }))));
                  }

                  async function save() {
                    clearTimeout(timers.save);
                    if (!isChanged) return saving;
                    isChanged = false;
                    const words = structuredClone(form ? collect() : null);
                    saving = (saving ?? Promise.resolve()).then(() => keep(words));
                    return saving;
                  }

                  async function keep(words) {
                    write(status, "Saving…");
                    try {
                      if (!studio.proposal) useProposal(await ask("POST", "/proposals", {}));
                      const answer = await ask("PUT", `/proposals/${studio.proposal.id}/text`, { place, hash: view.hash, form: words });
                      view = { ...view, hash: answer.hash, variables: answer.variables, choices: answer.form?.form === "rows" ? answer.choices : view.choices };
                      useProposal({ ...studio.proposal, version: answer.version, count: answer.count, state: "draft" });
                      write(status, "Saved");
                    } catch (fault) {
                      isChanged ||= fault.status === 0;
                      write(status, sentence(fault.detail ?? String(fault)));
                      if (fault.code === "conflict") editor.prepend(e("p", { class: "error", role: "alert" }, "Somebody else has changed this text. ",
                        e("button", { text: "Show it as it is now", onclick: () => showText(isWanted, message, slot, locale, channel) })));
                    }
                  }

                  studio.leave = save;
                  draw();
                  // The page is there to be worked with; the frames come when they come.
                  preview();
                }

                """##
        ),
        WebAsset(
            name: "studio-formats.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "8d39bec4bc6421b2112a5d2d8ac7eec4",
            integrity: "sha384-rUZPiLkesKxQxScM4KPt+H5EUHZDK2bsZ+l5+UsG3QuV8kBHhyow+pOzVCG2O50A",
            text: #"""
                // How a field is shown: the menu of a chip, with finished examples.
                import { element as e } from "./dom.js";
                import { ask, pathOf, query, sentence, studio } from "./studio-core.js";

                const WORDS = {
                  label: (name) => `How ${name} is shown`,
                  own: "as set by developers",
                  only: "There is one way to show this.",
                };

                /**
                 * Opens the menu below what it is for; it closes by Escape, by a choice, and when the focus leaves it.
                 *
                 * @param {{ below: HTMLElement, place: object, sample?: string, chip: object, name: string, onchoose: (format: object) => void,
                 *   onclose: () => void }} options
                 */
                export async function showFormats({ below, place, sample, chip, name, onchoose, onclose }) {
                  const { locale, channel } = place;
                  const path = `${pathOf(place)}/formats`;
                  const menu = e("div", { role: "menu", class: "menu", "aria-label": WORDS.label(name), tabindex: -1 });
                  const note = (text) => menu.append(e("button", { role: "menuitem", "aria-disabled": "true", text }));
                  try {
                    const { formats } = await ask("GET", path + query({
                      field: chip.field, function: chip.function && JSON.stringify(chip.function), locale, channel, sample, proposal: studio.proposal?.id,
                    }));
                    for (const one of formats) {
                      const isNow = JSON.stringify(one.function) === JSON.stringify(chip.function);
                      menu.append(e("button", {
                        role: "menuitemradio", "aria-checked": String(isNow), text: one.own ? `${one.example} (${WORDS.own})` : one.example,
                        onclick: () => {
                          close();
                          onchoose(one);
                        },
                      }));
                    }
                    if (formats.length === 0) note(WORDS.only);
                  } catch (fault) {
                    note(sentence(fault.detail ?? String(fault)));
                  }
                  let isOpen = true;
                  /** What has the focus and goes away loses it first, and that closes the menu, too. */
                  function remove() {
                    if (!isOpen) return;
                    isOpen = false;
                    menu.remove();
                  }
                  function close() {
                    remove();
                    onclose();
                  }
                  menu.addEventListener("focusout", (event) => menu.contains(event.relatedTarget) || remove());
                  menu.addEventListener("keydown", (event) => {
                    const items = [...menu.children];
                    const at = items.indexOf(document.activeElement);
                    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
                    if (event.key === "Escape") close();
                    else if (to !== undefined) items[to % items.length].focus();
                    else return;
                    event.preventDefault();
                  });
                  below.parentElement.querySelector(".menu")?.remove();
                  below.after(menu);
                  (menu.querySelector("[aria-checked=true]") ?? menu.firstChild).focus();
                }

                """#
        ),
        WebAsset(
            name: "studio-frames.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "d6d075e38c513b5c5978940994beed9e",
            integrity: "sha384-i3291u1Nd851ED53rIjvr91pnq9lrrd+bEZUOPB2GwHjp6V3BirOiC4tgGBDVbAL",
            text: ##"""
                // What a notification looks like where it is read.
                import { element as e } from "./dom.js";
                import { mailFrame } from "./studio-mail.js";

                /** Marks out of a mail's markup; it is shown as text alone. */
                function plain(html) {
                  const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
                  return html.replace(/<(br|\/p|\/h\d|\/li)[^>]*>/g, "\n").replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]);
                }

                export function frame(channel, rendering, locale, dir, bound) {
                  const { title, body, ...others } = rendering.slots ?? {};
                  const made = e("article", { class: "frame" }, e("h3", { text: channel }));
                  if (!rendering.slots) {
                    made.append(e("p", { class: "error", text: "This can't be shown with this sample." }));
                    return made;
                  }
                  const words = e("div", { class: "stack", lang: rendering.locale ?? locale, dir });
                  if (title) words.append(e("p", { class: "title", text: title }));
                  if (body) words.append(e("p", { class: "body", text: body }));
                  for (const [name, text] of Object.entries(others)) {
                    if (name === "email.html" && rendering.mail) {
                      words.append(mailFrame(rendering, locale, dir));
                      continue;
                    }
                    words.append(e("p", { class: "slot", text: name, lang: "en", dir: "ltr" }), e("p", { class: "body", text: name.endsWith("html") ? plain(text) : text }));
                  }
                  made.append(words);
                  if (rendering.locale && rendering.locale !== locale) made.append(e("p", { class: "note", text: `Not written in ${locale}: shown in ${rendering.locale}.` }));
                  if (rendering.size && rendering.sizeLimit) {
                    const most = bound ? `; at most ${bound.toLocaleString("en")} with these fields` : "";
                    made.append(e("p", { class: "note", text: `${rendering.size.toLocaleString("en")} of ${rendering.sizeLimit.toLocaleString("en")} bytes${most}` }));
                  }
                  return made;
                }

                """##
        ),
        WebAsset(
            name: "studio-history.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "24703992557772b0fd9561e0db1a1204",
            integrity: "sha384-pZiIQC62VGC3jY90cbrPGrQA+PaC2UYtFxjCr9Zv4ji3PbvDdeFhX4tJ7TMlawRE",
            text: #"""
                // What was made of a text before, and what colleagues say about a proposal.
                import { element as e, write } from "./dom.js";
                import { ask, may, pathOf, query, sentence } from "./studio-core.js";

                const WORDS = {
                  history: "History",
                  none: "Nobody has changed this text here yet.",
                  earlier: "Earlier changes",
                  nothing: "nothing",
                  proposal: "Proposal",
                  comments: "Comments",
                  silent: "Nobody has said anything yet.",
                  say: "Say something",
                  send: "Send",
                };

                const moment = (text) => new Date(text).toLocaleString();

                /** The changes of a text, read when somebody opens them. */
                export function historyOf(place) {
                  const { locale, channel } = place;
                  const list = e("ul", { class: "list" });
                  const note = e("p", { role: "status", class: "muted" });
                  const more = e("button", { text: WORDS.earlier, hidden: true });
                  let before;
                  let isRead = false;
                  const read = async () => {
                    const path = `${pathOf(place)}/history`;
                    try {
                      const page = await ask("GET", path + query({ locale, channel, before }));
                      before = page.before;
                      list.append(...page.changes.map(change));
                      more.hidden = !before;
                      write(note, list.childElementCount ? "" : WORDS.none);
                      isRead = true;
                    } catch (fault) {
                      write(note, sentence(fault.detail));
                    }
                  };
                  more.addEventListener("click", read);
                  const details = e("details", { class: "card" }, e("summary", { text: WORDS.history }), list, note, more);
                  details.addEventListener("toggle", () => details.open && !isRead && read());
                  return details;
                }

                function change({ author, at, old, new: now, proposal }) {
                  return e("li", { class: "change" },
                    e("p", { class: "muted" }, e("bdi", { text: author }), `, ${moment(at)} · `, e("a", { href: `#/proposal/${proposal}`, text: WORDS.proposal })),
                    e("p", {}, e("del", {}, e("bdi", { text: old?.words ?? WORDS.nothing })), " → ", e("ins", {}, e("bdi", { text: now?.words ?? WORDS.nothing }))));
                }

                /** The comments of a proposal, and a field for one more. */
                export function commentsOn({ id, comments }) {
                  const list = e("ul", { class: "list" }, ...comments.map(comment));
                  const note = e("p", { role: "status", class: "muted", text: comments.length ? "" : WORDS.silent });
                  const text = e("textarea", { id: "comment", rows: 2, maxlength: 2000 });
                  const send = async () => {
                    if (!text.value.trim()) return text.focus();
                    try {
                      list.append(comment(await ask("POST", `/proposals/${encodeURIComponent(id)}/comments`, { text: text.value })));
                      text.value = "";
                      write(note, "");
                    } catch (fault) {
                      write(note, sentence(fault.detail));
                    }
                  };
                  const field = !may("writer") ? [] : [
                    e("label", { for: "comment", text: WORDS.say }), text, e("button", { text: WORDS.send, onclick: send })];
                  return e("section", { class: "card stack", "aria-label": WORDS.comments }, e("h3", { text: WORDS.comments }), list, note, ...field);
                }

                function comment({ author, at, text }) {
                  return e("li", { class: "change" },
                    e("p", { class: "muted" }, e("bdi", { text: author }), `, ${moment(at)}`),
                    ...text.split("\n").map((line) => e("p", { dir: "auto", text: line })));
                }

                """#
        ),
        WebAsset(
            name: "studio-mail.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "a3ae2ef47adaa199bd6a86293a3ac94e",
            integrity: "sha384-eielyqQauUAFuw0Ti0HtxyTkIxebfGGQom7kw1UD7Re/KX9tXWnkNCzWsiIbu4OS",
            text: #"""
                // A mail as it was previewed, in a frame that loads nothing and runs nothing.
                import { element as e, sheet, write } from "./dom.js";
                import { base, select } from "./studio-core.js";

                const WORDS = {
                  view: "Mail shown",
                  wide: "600 px wide",
                  phone: "360 px wide",
                  dark: "600 px wide, dark",
                  text: "as plain text",
                  title: "The mail",
                  long: "Some mailboxes cut off what comes after 102 kB.",
                };

                /** Mailboxes such as Gmail's show no more of a mail's HTML, in bytes. */
                const MOST = 102 * 1024;

                document.adoptedStyleSheets.push(sheet(`
                .mail { overflow-x: auto; }
                .mail iframe { display: block; inline-size: 600px; block-size: 480px; border: 1px solid var(--border); border-radius: 8px; background: #fff; }
                .mail .phone { inline-size: 360px; }
                .mail .dark { color-scheme: dark; background: #1c1c1e; }
                `));

                /** As it was chosen last: each change of words draws the mail anew. */
                let chosen = "wide";

                /** @param {{ mail: string, slots: object }} rendering of a channel that sends mail, with the ticket of its HTML */
                export function mailFrame(rendering, locale, dir) {
                  const html = rendering.slots["email.html"];
                  const box = e("div", { class: "mail", tabindex: 0, role: "group", "aria-label": WORDS.title });
                  const note = e("p", { class: "note" });
                  const view = select(WORDS.view, ["wide", "phone", "dark", "text"].map((name) => [name, WORDS[name]]), chosen);
                  const draw = () => {
                    chosen = view.select.value;
                    if (chosen === "text") {
                      box.replaceChildren(e("p", { class: "body", lang: rendering.locale ?? locale, dir, text: rendering.slots["email.text"] ?? "" }));
                    } else {
                      const frame = box.querySelector("iframe") ?? e("iframe", { sandbox: "", title: WORDS.title, src: `${base}/mail-preview/${rendering.mail}` });
                      frame.className = chosen;
                      box.replaceChildren(frame);
                    }
                  };
                  view.select.addEventListener("change", draw);
                  draw();
                  if (new TextEncoder().encode(html).length > MOST) write(note, WORDS.long);
                  return e("div", { class: "stack", lang: "en", dir: "ltr" }, view.node, box, note);
                }

                """#
        ),
        WebAsset(
            name: "studio-presence.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "0069cfeffd7ea3f22ee0f033eeb9653a",
            integrity: "sha384-y6a72i7g7UtqsrW3ice9VYiGyCfTa8zlA3DETjkaZtAjVMBdfmr9mT0Rs+fgwQ44",
            text: #"""
                // Who else has a text open, and what happens to it meanwhile: a hint, never a lock.
                import { element as e } from "./dom.js";
                import { base, query, studio } from "./studio-core.js";

                const WORDS = {
                  here: (names) => `${names} ${names.includes(" and ") ? "have" : "has"} this text open, too.`,
                  changed: (name) => `${name} has just kept other words for this text in another proposal.`,
                  tab: "You have this text open in another tab, too.",
                  words: "Other words count now than those that this page was opened with.",
                  show: "Show them",
                };

                export const company = e("div", { role: "status", class: "note company" });

                const tabs = new BroadcastChannel(`carillon${base}`);
                const tab = `${Date.now()} ${Math.random()}`;
                const keyOf = (place) => place && JSON.stringify([place.message, place.slot, place.locale, place.channel ?? ""]);

                let place = null;
                let source = null;
                /** What is to be said, by what it is about. */
                let said = {};
                /** Of the words that count, as this page has them. */
                let revision = null;

                function say(about, ...parts) {
                  said[about] = parts;
                  company.replaceChildren(...Object.values(said).filter((one) => one.length).map((one) => e("p", {}, ...one)));
                }

                /** Begins to listen, as somebody who has this text open; none where the page shows something else. */
                export function follow(next) {
                  place = next?.message ? next : null;
                  said = {};
                  company.replaceChildren();
                  revision = null;
                  tabs.postMessage({ tab, opens: keyOf(place) });
                  listen();
                }

                function listen() {
                  source?.close();
                  source = null;
                  // A tab that nobody sees is nobody's presence, and takes none of the few connections that a browser has.
                  if (document.hidden || !studio.session) return;
                  source = new EventSource(base + "/stream" + query(place ?? {}));
                  const hear = (name, heard) => source.addEventListener(name, ({ data }) => place && heard(JSON.parse(data)));
                  hear("people", ({ people }) => {
                    const others = people.filter((one) => one.name !== studio.session.name && keyOf(one.place) === keyOf(place)).map((one) => one.name);
                    const names = others.length > 1 ? `${others.slice(0, -1).join(", ")} and ${others.at(-1)}` : others[0];
                    say("people", ...(names ? [WORDS.here(names)] : []));
                  });
                  hear("changed", (change) => {
                    if (keyOf(change.place) === keyOf(place) && change.author !== studio.session.name) say("changed", WORDS.changed(change.author));
                  });
                  hear("texts", (texts) => {
                    revision ??= texts.revision;
                    if (texts.revision === revision) return;
                    const show = () => dispatchEvent(new HashChangeEvent("hashchange"));
                    say("words", WORDS.words, " ", e("button", { text: WORDS.show, onclick: show }));
                  });
                }

                document.addEventListener("visibilitychange", listen);
                addEventListener("pagehide", () => source?.close());
                tabs.addEventListener("message", ({ data }) => {
                  if (!place || data.tab === tab) return;
                  const isHere = data.opens === keyOf(place) || data.has === keyOf(place);
                  if (isHere) say("tab", WORDS.tab);
                  // Who opens it hears of those that had it before.
                  if (data.opens === keyOf(place)) tabs.postMessage({ tab, has: data.opens });
                });

                """#
        ),
        WebAsset(
            name: "studio-proposals.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "9cc2dbae8d459870ebfa9cef573da8ce",
            integrity: "sha384-MYJLImriZEH+VrmuQjmooUPEexfhFdH6/PprFA0GN74ItB9m5M6v0sH5NnbWfRSp",
            text: ##"""
                // Proposals: handed in, looked at, and taken away.
                import { element as e, write } from "./dom.js";
                import { commentsOn } from "./studio-history.js";
                import { after, ask, base, before, changedText, main, may, sentence, status, studio, useProposal } from "./studio-core.js";

                const STATES = { draft: "draft", "in-review": "handed in", approved: "approved", rejected: "rejected", withdrawn: "withdrawn", published: "live" };

                export async function showProposals(isWanted) {
                  const { proposals } = await ask("GET", "/proposals");
                  if (!isWanted()) return;
                  main.className = "";
                  const items = proposals.map((one) => e("li", {}, e("a", { href: `#/proposal/${one.id}` },
                    e("strong", { text: one.title || "Without a title" }), " ", e("span", { class: "badge", text: STATES[one.state] }), e("br"),
                    e("span", { class: "muted", text: `${one.author}, ${one.count === 1 ? "1 text" : `${one.count} texts`}, ${new Date(one.changedAt).toLocaleString()}` }))));
                  main.replaceChildren(e("div", { class: "stack" }, e("h2", { text: "Proposals" }),
                    items.length ? e("ul", { class: "list card" }, ...items) : e("p", { text: "There are none yet. Change a text, and one begins." })));
                }

                export async function showProposal(isWanted, id) {
                  const one = await ask("GET", `/proposals/${encodeURIComponent(id)}`);
                  if (!isWanted()) return;
                  main.className = "";
                  const isReviewer = may("reviewer") && (!one.isOwn || studio.session.reviews === "anyone");
                  const note = e("p", { role: "alert", class: "error" });
                  const button = (text, step, isMain) => e("button", { text, class: isMain ? "main" : null, onclick: async () => {
                    try {
                      await ask("POST", `/proposals/${one.id}/${step}`, { version: one.version });
                      if (studio.proposal?.id === one.id) useProposal(null);
                      await showProposal(isWanted, id);
                    } catch (fault) {
                      write(note, sentence(fault.detail));
                    }
                  } });
                  const actions = [];
                  if (one.state === "in-review" && isReviewer) actions.push(button("Approve", "approve", true), button("Reject", "reject"));
                  if (one.isOwn && !["withdrawn", "published"].includes(one.state)) actions.push(button("Withdraw", "withdraw"));
                  if (one.state === "approved" ? may("publisher") : one.state !== "withdrawn" && may("platform")) {
                    if (one.state === "approved" && studio.session.publish === "live") actions.push(button("Publish", "publish", true));
                    actions.push(e("a", { href: `${base}/proposals/${one.id}/patch`, download: "", text: "Take it away as a patch" }));
                  }
                  const changes = one.texts.map(({ place, old, new: words, conflict }) => changedText(place, before(old),
                    conflict ? e("p", { class: "error", text: "The files have changed here since." }) : after(words)));
                  const faults = one.faults.map(({ severity, words, place }) => e("li", { class: severity,
                    text: `${severity === "error" ? "Fault" : "Hint"}: ${words}${place ? ` ${place.message} · ${place.slot}, ${place.locale}` : ""}` }));
                  main.replaceChildren(e("div", { class: "stack" },
                    e("h2", { text: one.title || "Without a title" }),
                    e("p", { class: "muted", text: `${STATES[one.state]} · by ${one.author}${one.reviewer ? ` · looked at by ${one.reviewer}` : ""}` }),
                    e("div", { class: "row" }, ...actions), note,
                    e("ul", { class: "list card" }, ...changes),
                    faults.length ? e("ul", { "aria-label": "What to look at" }, ...faults) : null,
                    commentsOn(one)));
                }

                export function showHandIn() {
                  const title = e("input", { id: "title", type: "text", maxlength: 120, required: true, value: studio.proposal.title });
                  const note = e("p", { role: "alert", class: "error" });
                  const submit = async () => {
                    if (!title.value.trim()) {
                      write(note, "Say in a few words what the change is about.");
                      title.setAttribute("aria-invalid", "true");
                      return title.focus();
                    }
                    try {
                      const { id } = await ask("POST", `/proposals/${studio.proposal.id}/submit`, { version: studio.proposal.version, title: title.value.trim() });
                      useProposal(null);
                      write(status, "Handed in");
                      location.hash = `#/proposal/${id}`;
                    } catch (fault) {
                      write(note, sentence(fault.detail));
                    }
                  };
                  title.addEventListener("keydown", (event) => event.key === "Enter" && submit());
                  main.className = "";
                  main.replaceChildren(e("div", { class: "stack" }, e("h2", { text: "Hand in" }),
                    e("p", { text: `${studio.proposal.count === 1 ? "1 changed text" : `${studio.proposal.count} changed texts`} for others to look at.` }),
                    e("div", { class: "row" }, e("label", { for: "title", text: "What is it about?" }), title),
                    note,
                    e("div", { class: "row" }, e("button", { class: "main", text: "Hand in", onclick: submit }), e("a", { href: "#/texts", text: "Not yet" }))));
                }

                """##
        ),
        WebAsset(
            name: "studio-text.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "99b359a01483cb5fbba19bdc01f39095",
            integrity: "sha384-0laUdi9Kb2hgZdgfFP9tgH0aVr80HVqVxBBmrEfzGTJb0grElW6RujXFjz7PLJZR",
            text: #"""
                // A field for the words of a text: what people type is text, and what shows a value is a chip, moved and removed as one.
                import { element, write } from "./dom.js";

                /** Firefox has no caret before a first chip, and no engine has one behind a line break that ends the words. */
                const EDGE = "\u200b";

                let count = 0;

                /** What a node in a field stands for: the part of a chip, or the mark around words. */
                const parts = new WeakMap();
                const marks = new WeakMap();

                /**
                 * @typedef {{ parts: (string | object)[], marks?: { mark: string, from: number, upTo: number, options?: object[] }[] }} Words
                 * @param {{ words: Words, label: string, locale: string, dir: string, isMultiline: boolean, describe: (part: object) => string,
                 *   onchange: () => void, onleave: () => void,
                 *   onchip: (part: object, box: HTMLElement, change: (part: object) => void) => void }} options
                 * @returns {{ node: HTMLElement, words: () => Words, insert: (part: object) => void, note: (text: string, isError: boolean) => void }}
                 */
                export function textField({ words, label, locale, dir, isMultiline, describe, onchange, onleave, onchip }) {
                  const id = `text-${(count += 1)}`;
                  const name = element("label", { id: `${id}-name`, text: label });
                  const note = element("p", { id: `${id}-note`, class: "note" });
                  const box = element("div", {
                    id, class: "words", role: "textbox", contenteditable: "plaintext-only", tabindex: 0, spellcheck: "true", lang: locale, dir,
                    "aria-multiline": String(isMultiline), "aria-labelledby": name.id, "aria-describedby": note.id,
                  });
                  const keepsEdges = words.parts.some((part) => typeof part === "string" && part.includes(EDGE));
                  let place = null;

                  fill(box, words, describe);
                  if (!keepsEdges) edge(box);
                  name.addEventListener("click", () => box.focus());

                  box.addEventListener("beforeinput", (event) => {
                    const isBreak = event.inputType === "insertLineBreak" || event.inputType === "insertParagraph";
                    if (!isBreak && !event.inputType.startsWith("format")) return;
                    event.preventDefault();
                    if (isBreak && isMultiline) type("\n");
                    else if (isBreak) write(note, "This text has one line.");
                  });
                  box.addEventListener("input", () => {
                    if (!keepsEdges) edge(box);
                    onchange();
                  });
                  box.addEventListener("blur", () => {
                    place = here() ?? place;
                    onleave();
                  });

                  /** Asks how a chip is to be shown; whoever is asked says what becomes of it. */
                  function open(made) {
                    onchip(parts.get(made), box, (part) => {
                      parts.set(made, part);
                      made.textContent = describe(part);
                      box.dispatchEvent(new InputEvent("input", { bubbles: true }));
                    });
                  }
                  box.addEventListener("click", (event) => {
                    const made = event.target.closest(".chip");
                    if (made) open(made);
                  });
                  box.addEventListener("keydown", (event) => {
                    if (!event.altKey || event.key !== "ArrowDown") return;
                    const range = here();
                    const chips = [...box.querySelectorAll(".chip")];
                    // The one before the caret, or else the first.
                    const before = chips.filter((made) => range && range.comparePoint(made, 0) < 0);
                    const made = before.at(-1) ?? chips[0];
                    if (!made) return;
                    event.preventDefault();
                    open(made);
                  });

                  /** Where the caret is, if it is in this field. */
                  function here() {
                    const range = getSelection().rangeCount ? getSelection().getRangeAt(0) : null;
                    return range && box.contains(range.commonAncestorContainer) ? range.cloneRange() : null;
                  }

                  function type(text) {
                    put(document.createTextNode(text));
                  }

                  /** Puts a node where the caret is, or was last, or behind all words. */
                  function put(node) {
                    const range = here() ?? place ?? document.createRange();
                    if (!box.contains(range.commonAncestorContainer)) {
                      range.selectNodeContents(box);
                      range.collapse(false);
                    }
                    box.focus();
                    range.deleteContents();
                    range.insertNode(node);
                    range.setStartAfter(node);
                    range.collapse(true);
                    getSelection().removeAllRanges();
                    getSelection().addRange(range);
                    place = range.cloneRange();
                    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
                  }

                  return {
                    node: element("div", { class: "field" }, name, box, note),
                    words: () => read(box, keepsEdges),
                    insert: (part) => put(chip(part, describe)),
                    note(text, isError) {
                      write(note, text);
                      note.classList.toggle("error", isError);
                      box.setAttribute("aria-invalid", String(isError));
                    },
                  };
                }

                function chip(part, describe) {
                  const made = element("span", { class: "chip", contenteditable: "false", text: describe(part), dir: "auto" });
                  parts.set(made, part);
                  return made;
                }

                function fill(box, words, describe) {
                  const nodes = words.parts.map((part) => (typeof part === "string" ? document.createTextNode(part) : chip(part, describe)));
                  /** Outer marks come first, so each goes around what is there and the next ones into it. */
                  function build(from, upTo, rest) {
                    const made = [];
                    for (let at = from; at < upTo; ) {
                      const next = rest.findIndex((mark) => mark.from === at && mark.upTo <= upTo);
                      if (next < 0) {
                        made.push(nodes[at]);
                        at += 1;
                        continue;
                      }
                      const { mark, options, upTo: end } = rest[next];
                      const around = element("span", { class: `mark mark-${mark}` }, ...build(at, end, rest.slice(next + 1)));
                      marks.set(around, options ? { mark, options } : { mark });
                      made.push(around);
                      at = end;
                    }
                    return made;
                  }
                  box.replaceChildren(...build(0, nodes.length, words.marks ?? []));
                }

                /** Marks that are around whole paragraphs: what is typed at an end of them belongs to them. */
                const BLOCKS = new Set(["p", "h1", "h2", "h3", "ul", "ol", "li"]);

                /** Keeps a place for the caret at both ends. */
                function edge(box) {
                  const inner = (side) => {
                    let at = box;
                    while (marks.has(at[side]) && BLOCKS.has(marks.get(at[side]).mark)) at = at[side];
                    return at;
                  };
                  const [first, last] = [inner("firstChild"), inner("lastChild")];
                  if (first.firstChild?.nodeType !== Node.TEXT_NODE) first.prepend(EDGE);
                  if (last.lastChild?.nodeType !== Node.TEXT_NODE || last.lastChild.data.endsWith("\n")) last.append(EDGE);
                }

                function read(box, keepsEdges) {
                  const found = [];
                  const around = [];
                  /** Where a mark begins or ends: texts don't run together there. */
                  const borders = new Set();
                  const add = (data) => {
                    const text = keepsEdges ? data : data.replaceAll(EDGE, "");
                    if (!text) return;
                    const last = found.length - 1;
                    if (typeof found[last] === "string" && !borders.has(found.length)) found[last] += text;
                    else found.push(text);
                  };
                  (function walk(parent) {
                    for (const child of parent.childNodes) {
                      if (child.nodeType === Node.TEXT_NODE) add(child.data);
                      else if (parts.has(child)) found.push(parts.get(child));
                      else if (child.tagName === "BR") add("\n");
                      else if (marks.has(child)) {
                        const mark = { ...marks.get(child), from: found.length };
                        borders.add(found.length);
                        around.push(mark);
                        walk(child);
                        mark.upTo = found.length;
                        borders.add(found.length);
                      } else walk(child);
                    }
                  })(box);
                  return { parts: found, marks: around.filter((mark) => mark.from < mark.upTo) };
                }

                """#
        ),
        WebAsset(
            name: "studio-texts.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "32d6ff381a7e4bf48d46b056128828db",
            integrity: "sha384-pLFVKuxPt9Yb3fCR/oWQHQ79P292sieTzZuqZ0DvbiBzhw7RXMt/H3SqZqmJp+4V",
            text: #"""
                // All texts of a tenant, with what is to be done in each language.
                import { element as e, write } from "./dom.js";
                import { addressOf, ask, main, query, select, studio } from "./studio-core.js";

                const filter = { words: "", locale: "" };

                export async function showTexts(isWanted) {
                  const { texts, locales } = await ask("GET", `/texts${query({ proposal: studio.proposal?.id })}`);
                  if (!isWanted()) return;
                  main.className = "";
                  filter.locale ||= locales[0];
                  const search = e("input", { id: "search", type: "search", value: filter.words });
                  const choice = select("Language", locales.map((tag) => [tag, tag]), filter.locale);
                  const list = e("ul", { class: "list" });
                  const found = e("p", { class: "muted", role: "status" });
                  const shown = () => {
                    filter.words = search.value;
                    filter.locale = choice.select.value;
                    const words = filter.words.trim().toLowerCase();
                    const hits = texts.filter(({ message, slot, words: text = "" }) => `${message} ${slot} ${text}`.toLowerCase().includes(words));
                    list.replaceChildren(...hits.map((text) => e("li", {}, textLink(text, filter.locale))));
                    write(found, hits.length === 1 ? "1 text" : `${hits.length} texts`);
                  };
                  search.addEventListener("input", shown);
                  choice.select.addEventListener("change", shown);
                  main.replaceChildren(
                    e("div", { class: "stack" },
                      e("h2", { text: "Texts" }),
                      e("div", { class: "row" }, e("label", { for: "search", text: "Search" }), search, choice.node, found),
                      e("div", { class: "card" }, list)),
                  );
                  shown();
                }

                function textLink({ message, slot, channel, states, words }, locale) {
                  const state = states[locale] ?? {};
                  const badges = [];
                  if (state.missing) badges.push("missing");
                  if (state.stale) badges.push("original has changed");
                  if (state.errors) badges.push("has faults");
                  return e("a", { href: addressOf({ message, slot, locale, channel }) },
                    e("strong", { text: `${message} · ${slot}${channel ? ` (only ${channel})` : ""}` }),
                    ...badges.flatMap((text) => [" ", e("span", { class: "badge", text })]),
                    e("br"),
                    e("bdi", { class: "muted", text: words ?? "" }));
                }

                """#
        ),
        WebAsset(
            name: "studio-versions.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "e93a713cbcf4c1082f083a3263e96ad9",
            integrity: "sha384-t0gz9CFRE1yIH/5zgLrgyMsOQgQ9/KhNGhyvZHSumW/dd97nKP3YuDmfVxuFgmpg",
            text: #"""
                // What was published: what is live beside the files, what each version changed, and the way back.
                import { element as e, write } from "./dom.js";
                import { after, ask, base, before, changedText, main, may, sentence } from "./studio-core.js";

                const REASONS = {
                  changed: "The files have other words by now: they are shown.",
                  gone: "The files don't have this text any more.",
                  invalid: "These words don't fit the files any more: theirs are shown.",
                };
                const origin = ({ proposal, restored }) =>
                  proposal ? "" : restored === 0 ? "back to the files" : `words of version ${restored}`;

                const titleOf = ({ number, note }) => `Version ${number}${note ? `: ${note}` : ""}`;

                export async function showVersions(isWanted) {
                  const { publish, live, versions, texts } = await ask("GET", "/versions");
                  if (!isWanted()) return;
                  main.className = "";
                  const isPublisher = may("publisher") && publish === "live";
                  const items = versions.map((one) => e("li", {}, e("a", { href: `#/version/${one.number}` },
                    e("strong", { text: titleOf(one) }),
                    ...(one.number === live ? [" ", e("span", { class: "badge", text: "live" })] : []), e("br"),
                    e("span", { class: "muted", text: [one.author, origin(one), new Date(one.publishedAt).toLocaleString()].filter(Boolean).join(", ") }))));
                  const shown = texts.map(({ place, files, words, state, reason }) => changedText(place,
                    e("p", {}, e("span", { class: "muted", text: "In the files: " }), e("bdi", { text: files ?? "nothing" })),
                    e("p", {}, e("span", { class: "muted", text: "Published: " }), e("bdi", { text: words ?? "nothing" })),
                    state === "set-aside" ? e("p", { class: "error", text: REASONS[reason] ?? "It is set aside." }) : null,
                    state === "in-files" ? e("p", { class: "muted", text: "The files have these words by now." }) : null));
                  main.replaceChildren(e("div", { class: "stack" }, e("h2", { text: "Versions" }),
                    publish === "live" ? null : e("p", { text: "Words go live with the files here. Approved proposals are taken away as patches." }),
                    items.length ? e("ul", { class: "list card" }, ...items) : e("p", { text: "Nothing was published yet: the words of the files are live." }),
                    live ? e("h3", { text: "Live beside the files" }) : null,
                    shown.length ? e("ul", { class: "list card" }, ...shown) : live ? e("p", { text: "Nothing: the words of the files are live." }) : null,
                    shown.length && may("publisher")
                      ? e("p", {}, e("a", { href: `${base}/versions/${live}/patch`, download: "", text: "Take it away as a patch" })) : null,
                    isPublisher && texts.length ? restore(0, live, "Show the words of the files again") : null));
                }

                export async function showVersion(isWanted, number) {
                  const [one, { live, publish }] = await Promise.all([ask("GET", `/versions/${encodeURIComponent(number)}`), ask("GET", "/versions")]);
                  if (!isWanted()) return;
                  main.className = "";
                  const isPublisher = may("publisher") && publish === "live";
                  const changes = one.texts.map(({ place, old, new: words }) => changedText(place, before(old), after(words)));
                  const back = one.number - 1;
                  main.replaceChildren(e("div", { class: "stack" },
                    e("h2", { text: titleOf(one) }),
                    e("p", { class: "muted", text: [one.number === live ? "live" : "", `by ${one.author}`, origin(one), new Date(one.publishedAt).toLocaleString()].filter(Boolean).join(" · ") }),
                    one.proposal ? e("p", {}, e("a", { href: `#/proposal/${one.proposal}`, text: "The proposal" })) : null,
                    changes.length ? e("ul", { class: "list card" }, ...changes) : e("p", { text: "No words differ from the version before." }),
                    isPublisher && one.number === live ? restore(back, live, back ? `Go back to version ${back}` : "Go back to the words of the files") : null,
                    isPublisher && one.number !== live ? restore(one.number, live, "Make this version live again") : null));
                }

                /** A button that asks for a reason first. */
                function restore(number, live, text) {
                  const reason = e("input", { id: "reason", type: "text", maxlength: 120, required: true });
                  const note = e("p", { role: "alert", class: "error" });
                  const send = async () => {
                    if (!reason.value.trim()) {
                      write(note, "Say in a few words why.");
                      reason.setAttribute("aria-invalid", "true");
                      return reason.focus();
                    }
                    try {
                      const made = await ask("POST", `/versions/${number}/restore`, { live, reason: reason.value.trim() });
                      location.hash = `#/version/${made.number}`;
                    } catch (fault) {
                      write(note, sentence(fault.detail));
                    }
                  };
                  reason.addEventListener("keydown", (event) => event.key === "Enter" && send());
                  const form = e("div", { class: "stack", hidden: true },
                    e("div", { class: "row" }, e("label", { for: "reason", text: "Why?" }), reason, e("button", { class: "main", text: "Go back now", onclick: send })), note);
                  const open = e("button", { text, onclick: () => {
                    form.hidden = false;
                    open.hidden = true;
                    reason.focus();
                  } });
                  return e("div", {}, open, form);
                }

                """#
        ),
        WebAsset(
            name: "studio.css",
            contentType: "text/css; charset=utf-8",
            digest: "dba3a7293cef8edaafa8ccd74c35c657",
            integrity: "sha384-v3/hW8NevrJr3MxF6+kpAtK0nFGfCfIuyyDXOnc/CX/wt2RIzeJAlSL8tvEC0JJ4",
            text: #"""
                /* The studio: one column on a phone, list and editor beside one another where there is room. */
                :root {
                  color-scheme: light dark;
                  --text: light-dark(#111827, #f3f4f6);
                  --muted: light-dark(#4b5563, #a7b0be);
                  --surface: light-dark(#fff, #111827);
                  --background: light-dark(#f6f7f9, #0b1120);
                  --border: light-dark(#d0d5dd, #344054);
                  --accent: light-dark(#0b6e35, #6fd39b);
                  --on-accent: light-dark(#fff, #0b1120);
                  --danger: light-dark(#b42318, #fda29b);
                  --warning: light-dark(#8a4b00, #fdb022);
                  --focus: light-dark(#1d4ed8, #93c5fd);
                  --chip: light-dark(#e7f0ff, #1d2b45);
                  font: 100%/1.45 system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif;
                  background: var(--background);
                  color: var(--text);
                }

                *, ::before, ::after { box-sizing: border-box; }
                [hidden] { display: none !important; }
                body { margin: 0; overflow-wrap: anywhere; }
                h1, h2, h3, p, ul { margin: 0; padding: 0; }
                h1 { font-size: 1.25rem; }
                h2 { font-size: 1.125rem; }
                h3 { font-size: 1rem; }
                ul { list-style: none; }
                a { color: var(--accent); }
                main:focus { outline: none; }
                :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }

                header {
                  display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; padding: 10px 20px;
                  background: var(--surface); border-block-end: 1px solid var(--border);
                }
                header nav { display: flex; flex-wrap: wrap; gap: 4px; flex: 1 1 auto; }
                header nav a { padding: 10px 12px; text-decoration: none; border-radius: 8px; color: inherit; }
                header nav a[aria-current] { background: var(--chip); font-weight: 600; }
                .who { color: var(--muted); }

                button, select, input {
                  max-inline-size: 100%;
                  min-block-size: 44px; padding: 6px 14px; border: 1px solid var(--border); border-radius: 8px;
                  background: var(--surface); color: inherit; font: inherit;
                }
                button { cursor: pointer; }
                button.main { background: var(--accent); color: var(--on-accent); border-color: transparent; font-weight: 600; }
                button:disabled { opacity: .6; cursor: default; }
                label { font-weight: 600; }
                .row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; min-inline-size: 0; }
                .stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px; align-content: start; min-inline-size: 0; }
                .muted, .note { color: var(--muted); font-size: .9375rem; }
                .note:empty { display: none; }
                .error { color: var(--danger); }
                .warning { color: var(--warning); }

                main { padding: 20px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; max-inline-size: 1500px; margin-inline: auto; }
                @media (min-width: 62rem) { main.wide { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }

                .card { background: var(--surface); border: 1px solid var(--border); border-radius: 12px; padding: 16px; }
                .list li + li { border-block-start: 1px solid var(--border); }
                .list a { display: block; padding: 12px 4px; color: inherit; text-decoration: none; }
                .list a:hover strong { text-decoration: underline; }
                .badge { display: inline-block; padding: 1px 8px; border: 1px solid var(--border); border-radius: 10px; font-size: .8125rem; }

                .field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; }
                .words {
                  min-block-size: 44px; padding: 10px 12px; border: 1px solid var(--border); border-radius: 8px; background: var(--surface);
                  white-space: pre-wrap;
                }
                .words[aria-invalid="true"] { border-color: var(--danger); }
                .words[aria-multiline="true"] { min-block-size: 88px; }
                .chip { display: inline-block; max-inline-size: 100%; padding: 1px 8px; margin-inline: 1px; border-radius: 10px; background: var(--chip); border: 1px solid var(--border); }
                .mark { border-block-end: 2px dotted var(--muted); }
                .mark-b, .mark-strong { font-weight: 700; }
                .mark-i, .mark-em { font-style: italic; }
                .menu { display: grid; padding: 4px; border: 1px solid var(--border); border-radius: 8px; background: var(--surface); }
                .menu button { border: 0; text-align: start; }
                .menu [aria-checked="true"] { background: var(--chip); font-weight: 600; }
                .words .chip { cursor: pointer; }
                fieldset { margin: 0; padding: 12px 16px 16px; border: 1px solid var(--border); border-radius: 12px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px; min-inline-size: 0; }
                legend { font-weight: 600; padding-inline: 4px; }

                .frames { display: grid; gap: 14px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); }
                .frame { border: 1px solid var(--border); border-radius: 14px; padding: 12px 14px; background: var(--background); display: grid; gap: 6px; align-content: start; }
                .frame h3 { margin: 0; font-size: .8125rem; font-weight: 600; color: var(--muted); }
                .frame .title { font-weight: 700; }
                .frame .body { white-space: pre-line; }
                .frame .slot { font-size: .875rem; color: var(--muted); }
                .late { opacity: .85; }
                .change { display: grid; gap: 4px; padding-block: 10px; }
                del { color: var(--danger); }
                ins { color: var(--accent); text-decoration: none; font-weight: 600; }
                .hide { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
                @media (forced-colors: active) { .chip, .badge, button { border: 1px solid; } }
                @media (prefers-reduced-motion: no-preference) { .frames { transition: opacity .15s; } }

                """#
        ),
        WebAsset(
            name: "studio.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "e07e3192cda383fa39012000f766b5e3",
            integrity: "sha384-SnmJxxkS7p0DUsdSCnoIEaQPopnvbgNHok79gHocB6QKhJ0V/ibk9ZMw8Kmf5iRE",
            text: ##"""
                // The studio: where a tenant's staff change its texts. This begins it, and leads from screen to screen.
                import { element as e } from "./dom.js";
                import { ask, handIn, main, sentence, status, studio, useProposal } from "./studio-core.js";
                import { showText } from "./studio-editor.js";
                import { company, follow } from "./studio-presence.js";
                import { showHandIn, showProposal, showProposals } from "./studio-proposals.js";
                import { showTexts } from "./studio-texts.js";
                import { showVersion, showVersions } from "./studio-versions.js";

                async function start() {
                  const links = [["#/texts", "Texts"], ["#/proposals", "Proposals"], ["#/versions", "Versions"]].map(([href, text]) => e("a", { href, text }));
                  const header = e(
                    "header",
                    {},
                    e("h1", { text: studio.session.tenant.name }),
                    e("nav", { "aria-label": "Studio" }, ...links),
                    status,
                    company,
                    handIn,
                    e("span", { class: "who", text: `${studio.session.name}, ${studio.session.role}` }),
                    e("button", { text: "Sign out", onclick: signOut }),
                  );
                  document.body.append(header, main);
                  const known = await ask("GET", "/proposals");
                  useProposal(known.proposals.find((one) => one.isOwn && ["draft", "rejected"].includes(one.state)) ?? null);
                  addEventListener("hashchange", () => route(links, true));
                  document.addEventListener("visibilitychange", () => document.hidden && studio.leave());
                  await route(links, false);
                }

                async function signOut() {
                  await studio.leave();
                  await ask("DELETE", "/session").catch(() => {});
                  location.reload();
                }

                /** Counts what was asked for: an answer that comes late isn't shown over what was asked for after it. */
                let turn = 0;

                async function route(links, moves) {
                  const mine = (turn += 1);
                  const isWanted = () => mine === turn;
                  await studio.leave();
                  if (!isWanted()) return;
                  studio.leave = async () => {};
                  const [, view = "texts", ...rest] = location.hash.split("/").map(decodeURIComponent);
                  const [message, slot, locale, channel] = view === "text" ? rest : [];
                  follow({ message, slot, locale, channel });
                  for (const link of links) {
                    const isHere = link.getAttribute("href") === (view.startsWith("proposal") ? "#/proposals" : view.startsWith("version") ? "#/versions" : "#/texts");
                    isHere ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
                  }
                  try {
                    if (view === "text") await showText(isWanted, ...rest);
                    else if (view === "proposals") await showProposals(isWanted);
                    else if (view === "proposal") await showProposal(isWanted, ...rest);
                    else if (view === "versions") await showVersions(isWanted);
                    else if (view === "version") await showVersion(isWanted, ...rest);
                    else if (view === "hand-in" && studio.proposal?.count) showHandIn();
                    else await showTexts(isWanted);
                  } catch (fault) {
                    if (!isWanted()) return;
                    main.replaceChildren(e("p", { class: "error", text: sentence(fault.detail ?? String(fault)) }));
                  }
                  // Who came by a link wants to read on from the top of what it led to.
                  if (moves && isWanted()) main.focus();
                }

                const code = new URLSearchParams(location.hash.slice(1)).get("code");
                if (code) {
                  history.replaceState(null, "", location.pathname); // It's worth a session; nobody need see it.
                  await ask("POST", "/session", { code }).catch(() => {}); // An old code with a living session is fine.
                }

                try {
                  studio.session = await ask("GET", "/session");
                  await start();
                } catch (fault) {
                  document.body.append(main);
                  const isSignedOut = fault.status === 401;
                  main.append(
                    e("h1", { text: "Studio" }),
                    e("p", { text: isSignedOut ? "Open the studio by a link that is meant for you. A link works once; ask for a new one." : sentence(fault.detail) }),
                  );
                }

                """##
        ),
        WebAsset(
            name: "switch.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "7fc94eb4089803a7dd547c8053d93dce",
            integrity: "sha384-vwco59DjGAr31UJNXx8CBBLqS0pSqVLugiquSpIpOSpXoBwvPn4SDJ7rJtr7YD5n",
            text: #"""
                // A switch that looks the same in every view, and is a checkbox to everything that reads the page.

                import { element, sheet } from "./dom.js";

                export const switchStyle = sheet(`
                  [role="switch"] {
                    appearance: none;
                    flex: none;
                    box-sizing: border-box;
                    inline-size: 44px;
                    block-size: 24px;
                    margin: 0;
                    padding: 2px;
                    border: 2px solid var(--muted);
                    border-radius: 12px;
                    background: var(--surface);
                    cursor: inherit;
                  }
                  [role="switch"]::before {
                    content: "";
                    display: block;
                    inline-size: 16px;
                    block-size: 16px;
                    border-radius: 50%;
                    background: var(--muted);
                  }
                  [role="switch"]:checked { background: var(--accent); border-color: var(--accent); }
                  [role="switch"]:checked::before { background: var(--on-accent); margin-inline-start: 20px; }
                  [role="switch"]:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
                  [role="switch"][aria-disabled="true"] { border-style: dashed; }
                  .status { margin-block: var(--gap) 0; color: var(--muted); }
                  .status.failed { color: var(--danger); }
                  @media (prefers-reduced-motion: no-preference) {
                    [role="switch"]::before { transition: margin-inline-start 120ms; }
                  }
                  @media (forced-colors: active) {
                    [role="switch"] { forced-color-adjust: none; background: Canvas; border-color: CanvasText; }
                    [role="switch"]::before { background: CanvasText; }
                    [role="switch"]:checked { background: Highlight; border-color: Highlight; }
                    [role="switch"]:checked::before { background: HighlightText; }
                    [role="switch"]:focus-visible { outline-color: Highlight; }
                  }
                `);

                /** `props`: as `element` takes them. One that is `aria-disabled` can be reached and read, and doesn't turn. */
                export function toggle(props) {
                  return element("input", {
                    type: "checkbox",
                    role: "switch",
                    part: "switch",
                    onclick: (event) => {
                      if (event.currentTarget.getAttribute("aria-disabled") === "true") event.preventDefault();
                    },
                    ...props,
                  });
                }

                /** The line under a view that says what became of a change. */
                export class StatusLine {
                  element = element("p", { role: "status", part: "status", class: "status" });
                  #frame = 0;

                  say(text, isFailure = false) {
                    cancelAnimationFrame(this.#frame);
                    this.element.classList.toggle("failed", isFailure);
                    // The same words twice are told twice only where the text was away in between.
                    this.element.textContent = "";
                    if (text) this.#frame = requestAnimationFrame(() => (this.element.textContent = text));
                  }
                }

                """#
        ),
        WebAsset(
            name: "views.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "02fa1307123706afcec9ab9f38ccaad2",
            integrity: "sha384-YNhokQP+3+5nX7HDrmur7gr0Z8Ga5YfRRkcswt4OI56kOfjhR1VEDNbz1Jh3djEy",
            text: #"""
                // Loaded where it is asked for: the page's own buttons, and reading along as the reader scrolls.
                import { arrange, element, icon, set, sheet, write } from "./dom.js";

                const PATHS = {
                  Back: "M19 12H5M11 6l-6 6 6 6",
                  Settings: "M4 7h9M19 7h1M4 17h1M11 17h9M13 7a3 3 0 1 0 6 0 3 3 0 0 0-6 0ZM5 17a3 3 0 1 0 6 0 3 3 0 0 0-6 0Z",
                };

                const look = sheet(`
                :host([view=page]) .panel { max-inline-size: 680px; margin-inline: auto; }
                h1.title { font-size: 1.375em; }
                :dir(rtl) > .Back { transform: scaleX(-1); }
                .tool { padding: 0; }
                `);

                /** Back and settings, in the slots that a page may fill with its own. */
                export class Page {
                  #settings = null;

                  constructor(inbox) {
                    const tool = (name, onclick) => element("button", { class: "tool", part: "action", onclick }, icon(name, 22, PATHS));
                    this.inbox = inbox;
                    inbox.page = this;
                    this.back = tool("Back", () => (this.#settings ? this.#show(false) : history.back()));
                    this.gear = tool("Settings", () => this.#show(true));
                    inbox.start.append(this.back);
                    inbox.end.append(this.gear);
                    if (!inbox.shadowRoot.adoptedStyleSheets.includes(look)) inbox.shadowRoot.adoptedStyleSheets.push(look);
                    if (inbox.view === "preferences") this.#show(true);
                    else if (inbox.feed) inbox.update();
                  }

                  update() {
                    const { feed, view, heading, all } = this.inbox;
                    const settings = Boolean(this.#settings);
                    if (settings) write(heading, feed.text("inbox.settings"));
                    set(this.back, "aria-label", feed.text("inbox.back"));
                    set(this.gear, "aria-label", feed.text("inbox.settings"));
                    this.back.hidden = view === "preferences" || (!settings && history.length < 2);
                    this.back.style.visibility = feed.words ? "" : "hidden"; // Its place is kept, so the title doesn't move.
                    this.gear.hidden = settings || !feed.words?.preferences?.length || !["ready", "stale"].includes(feed.state);
                    all.hidden ||= settings;
                  }

                  async #show(settings) {
                    const { inbox } = this;
                    if (settings) await import("./preferences.js");
                    this.#settings = settings ? element("carillon-preferences") : null;
                    arrange(inbox.panel, [inbox.top, this.#settings ?? inbox.list.body, inbox.foot]);
                    if (inbox.feed) inbox.update();
                    if (inbox.view === "page") inbox.heading.focus();
                  }
                }

                const watches = new WeakMap();

                /** Marks cards as they come into sight, and loads more at the end: a few times only, so what follows can be reached. */
                export function watch(inbox) {
                  const { list, autoRead, more } = inbox;
                  if (!list.live) return;
                  const watch = watches.get(inbox) ?? { loads: 0, observer: new IntersectionObserver((entries) => seen(entries), { threshold: 0.6 }) };
                  const seen = (entries) => {
                    const targets = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
                    if (targets.includes(inbox.list.live.more) && !inbox.feed.busy && watch.loads++ < 5) inbox.feed.more();
                    const items = targets.map(({ item }) => item).filter(Boolean);
                    if (items.length && !document.hidden) inbox.list.live.markShown(items);
                  };
                  watches.set(inbox, watch);
                  watch.observer.disconnect();
                  if (more === "scroll") watch.observer.observe(list.live.more);
                  if (autoRead === "visible") for (const root of list.body.querySelectorAll(".unread")) watch.observer.observe(root);
                }

                """#
        ),
        WebAsset(
            name: "worker.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "094e8c3a510552e55856c39dbcc398e6",
            integrity: "sha384-UuqJXOzFVRspyDqsiIMuxR75xfMPng3YaorpPyw7ut7JPf4fSOSXvb+PtqV73VPi",
            text: #"""
                // The service worker: shows pushes, opens what they lead to, and keeps the subscription when the browser changes it.
                //
                // A classic script, so that a page's own worker can take it in: importScripts("https://HOST/v1/assets/worker.js").
                // It holds no token. What it must know, permission.js tells it and it keeps in the Cache API; a worker is stopped at any time.

                (() => {
                  "use strict";

                  const VERSION = 1;
                  const CACHE = "carillon-worker";
                  const KEY = "/carillon-worker-settings";
                  // How long an open tab has to say that it shows this notification already. The stream is about as fast as the push.
                  const PATIENCE = 500;

                  /** `{ src, tenant, origins, publicKey, device, isOn }`, as permission.js sent it; an empty object before. */
                  async function settings() {
                    try {
                      const kept = await (await caches.open(CACHE)).match(KEY);
                      return kept ? await kept.json() : {};
                    } catch {
                      return {};
                    }
                  }

                  async function keep(value) {
                    const cache = await caches.open(CACHE);
                    if (value === null) await cache.delete(KEY);
                    else await cache.put(KEY, new Response(JSON.stringify(value)));
                  }

                  function windows() {
                    return self.clients.matchAll({ type: "window", includeUncontrolled: true });
                  }

                  function text(value) {
                    return typeof value === "string" && value !== "" ? value : undefined;
                  }

                  /** The notification's id, under either of the names that tenants give it in `data`. */
                  function identifier(data) {
                    return text(data?.notificationId) ?? text(data?.notification_id);
                  }

                  /** The link as it may be followed, or null: over HTTPS or to ourselves, to an origin that the tenant named, without a user. */
                  function checked(link, origins) {
                    let url;
                    try {
                      url = new URL(link);
                    } catch {
                      return null;
                    }
                    if (url.username || url.password) return null;
                    if (url.origin === self.location.origin) return url.href;
                    if (url.protocol !== "https:" || !Array.isArray(origins)) return null;
                    return origins.includes(url.origin) ? url.href : null;
                  }

                  /** A picture's address, where it is one that can't be anything else. */
                  function picture(link) {
                    return text(link)?.startsWith("https://") ? link : undefined;
                  }

                  // Showing

                  self.addEventListener("push", (event) => {
                    let message;
                    try {
                      message = event.data?.json();
                    } catch {
                      return;
                    }
                    if (message === null || typeof message !== "object") return;
                    event.waitUntil(received(message));
                  });

                  async function received(message) {
                    await setBadge(message.app_badge);
                    const shown = message.notification;
                    if (!text(shown?.title)) {
                      const id = identifier(message.data);
                      for (const client of await windows()) client.postMessage({ carillon: VERSION, tell: "push", id });
                      return;
                    }
                    const id = identifier(shown.data);
                    if (id && (await isShown(id))) return;
                    await self.registration.showNotification(shown.title, options(shown, id));
                  }

                  function options(shown, id) {
                    const tag = text(shown.tag) ?? id;
                    const actions = Array.isArray(shown.actions) ? shown.actions : [];
                    const links = {};
                    for (const action of actions) links[action?.action] = action?.navigate;
                    const found = {
                      body: text(shown.body),
                      lang: text(shown.lang),
                      dir: ["ltr", "rtl"].includes(shown.dir) ? shown.dir : "auto",
                      tag,
                      // Without a tag, browsers refuse it.
                      renotify: tag ? shown.renotify === true : undefined,
                      icon: picture(shown.icon),
                      badge: picture(shown.badge),
                      image: picture(shown.image),
                      silent: typeof shown.silent === "boolean" ? shown.silent : undefined,
                      requireInteraction: shown.requireInteraction === true ? true : undefined,
                      timestamp: Number.isSafeInteger(shown.timestamp) ? shown.timestamp : undefined,
                      vibrate: shown.silent === true ? undefined : shown.vibrate,
                      actions: actions
                        .filter((action) => text(action?.action) && text(action?.title))
                        .map((action) => ({ action: action.action, title: action.title, icon: picture(action.icon) })),
                      data: { carillon: VERSION, id, navigate: text(shown.navigate), links },
                    };
                    // An undefined member isn't the same as none in every browser.
                    for (const name of Object.keys(found)) if (found[name] === undefined) delete found[name];
                    return found;
                  }

                  /** Whether a tab that the reader sees has this notification in its list. */
                  async function isShown(id) {
                    const seen = (await windows()).filter((client) => client.visibilityState === "visible");
                    if (seen.length === 0) return false;
                    return new Promise((resolve) => {
                      setTimeout(() => resolve(false), PATIENCE);
                      for (const client of seen) {
                        const channel = new MessageChannel();
                        channel.port1.onmessage = ({ data }) => {
                          if (data?.shown === true) resolve(true);
                        };
                        client.postMessage({ carillon: VERSION, ask: "shown", id }, [channel.port2]);
                      }
                    });
                  }

                  async function setBadge(value) {
                    const count = Number.parseInt(value, 10);
                    try {
                      if (count > 0) await self.navigator.setAppBadge?.(count);
                      else if (count === 0) await self.navigator.clearAppBadge?.();
                    } catch {
                      // Only installed apps have one.
                    }
                  }

                  // Opening

                  self.addEventListener("notificationclick", (event) => {
                    const data = event.notification.data;
                    if (data?.carillon !== VERSION) return;
                    event.notification.close();
                    event.waitUntil(open((event.action && data.links?.[event.action]) || data.navigate));
                  });

                  async function open(link) {
                    const { origins } = await settings();
                    const url = checked(link, origins);
                    const tabs = await windows();
                    // Never a tab that shows something else: what is being written there would be lost.
                    const tab = url === null ? tabs[0] : tabs.find((tab) => tab.url === url);
                    if (tab) return tab.focus();
                    return self.clients.openWindow(url ?? self.registration.scope);
                  }

                  // The subscription

                  self.addEventListener("message", (event) => {
                    if (event.data?.carillon !== VERSION || event.data.settings === undefined) return;
                    event.waitUntil(keep(event.data.settings).then(() => event.ports[0]?.postMessage({ kept: true })));
                  });

                  self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

                  /** Subscribes anew, and registers it where a cookie can do that; otherwise the next page that opens does. */
                  async function renew(event) {
                    const { src, device, isOn, publicKey } = await settings();
                    const key = event.oldSubscription?.options?.applicationServerKey ?? publicKey;
                    let subscription = event.newSubscription;
                    if (!subscription && key) {
                      subscription = await self.registration.pushManager.subscribe({
                        userVisibleOnly: true,
                        applicationServerKey: key,
                      });
                    }
                    for (const client of await windows()) client.postMessage({ carillon: VERSION, tell: "subscription" });
                    if (!subscription || !isOn || !src || new URL(src).origin !== self.location.origin) return;
                    await fetch(`${src}/devices`, {
                      method: "POST",
                      credentials: "same-origin",
                      headers: { "Content-Type": "application/json" },
                      body: JSON.stringify({ ...device, token: token(subscription) }),
                    });
                  }

                  /** The same text as permission.js makes of it. */
                  function token(subscription) {
                    const { endpoint, keys } = subscription.toJSON();
                    return JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
                  }
                })();

                """#
        ),
    ]
}
