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
