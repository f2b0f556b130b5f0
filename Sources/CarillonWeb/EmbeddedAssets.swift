// Written by Tests/Tools/embed-web.py from the files in Assets; run it after a change there.
// swift-format-ignore-file

extension WebAsset {
    /// Over the names and contents of all files: a segment of their lasting addresses.
    public static let hash = "b65ef7fab2728f81"

    /// Every file, by name.
    public static let all: [WebAsset] = [
        WebAsset(
            name: "bell.svg",
            contentType: "image/svg+xml",
            digest: "62aa373e5adb34bbc6e2723555b4884c",
            integrity: "sha384-voeXFALvUJXtABZaJCo3We/NqMvIOe18w17GYkMsUnKb9A3yeaoXCQesgSOY5XAJ",
            source: "62aa373e5adb34bbc6e2723555b4884cfbb2c06ddb18fd5ae12f23a2c7f74604",
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
            source: "6c2bfa9d38404a0dac1373fb3b2063694fd24a851587623e4a152ee7a6e2bb9b",
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
            digest: "643384cbaeb28886d907b13e2f3a5962",
            integrity: "sha384-WMKIrj9IiO07vVsKhLOMs1CTXCQpKrF8kll84vECGZg4M4HzJ9Z1pDUsEf6pOrEm",
            source: "0b16c36336d9a6a2e496f498d80171918ffa255217b702bc248c4517914bcc77",
            text: ##"""
                export function element(tag,props={},...children){const made=document.createElement(tag);if(tag==="button")made.type=tag;for(const[name,value]of Object.entries(props)){if(name==="text")made.textContent=value;else if(name.startsWith("on"))made.addEventListener(name.slice(2),value);else set(made,name,value);}
                made.append(...children.filter((child)=>child!=null));return made;}
                export function set(target,name,value){if(value==null||value===false)target.removeAttribute(name);else if(target.getAttribute(name)!==String(value))target.setAttribute(name,value===true?"":value);}
                export function write(target,text){if(target.textContent!==text)target.textContent=text;}
                export function arrange(parent,nodes){const kept=new Set(nodes);for(const child of[...parent.children])if(!kept.has(child))child.remove();nodes.forEach((node,at)=>parent.children[at]===node||parent.insertBefore(node,parent.children[at]??null));}
                export function sheet(css){const made=new CSSStyleSheet();made.replaceSync(css);return made;}
                export function define(tag,constructor){if(!customElements.get(tag))customElements.define(tag,constructor);}
                export function upgrade(target,...names){for(const name of names){if(!Object.hasOwn(target,name))continue;const value=target[name];delete target[name];target[name]=value;}}
                export function emit(target,type,detail,cancelable=false){return target.dispatchEvent(new CustomEvent(type,{detail,cancelable,bubbles:true,composed:true}));}
                const SVG="http://www.w3.org/2000/svg";const PATHS={ArrowUpRight:"M7 17 17 7M9 7h8v8",ScanLine:"M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 12h8",TrendingUp:"M3 17l6-6 4 4 8-8M15 7h6v6",Smartphone:"M6 3h12v18H6ZM11 18h2",Bell:"M6 10a6 6 0 0 1 12 0c0 4 1 5 2 7H4c1-2 2-3 2-7ZM10 20a2 2 0 0 0 4 0",};export function icon(name,size=20,paths=PATHS){const drawing=document.createElementNS(SVG,"svg");const path=document.createElementNS(SVG,"path");const attributes={width:size,height:size,viewBox:"0 0 24 24","aria-hidden":true,class:name};for(const[key,value]of Object.entries(attributes))drawing.setAttribute(key,value);path.setAttribute("d",Object.hasOwn(paths,name)?paths[name]:"");drawing.append(path);return drawing;}
                const PROPERTIES={"on-accent":"light-dark(#fff, #0b1120)",background:"light-dark(#f6f7f9, #0b1120)",surface:"light-dark(#fff, #111827)",text:"light-dark(#111827, #f3f4f6)",muted:"light-dark(#566070, #a7b0be)",border:"light-dark(#e4e7ec, #2a3445)",badge:"light-dark(#c81e1e, #f87171)","on-badge":"light-dark(#fff, #111827)",unread:"#3b82f6",focus:"light-dark(#1d4ed8, #93c5fd)",danger:"light-dark(#b42318, #fda29b)",radius:"14px",gap:"12px","icon-size":"40px",motion:"160ms","font-size":"1rem","line-height":"1.45",font:"inherit","panel-width":"400px","panel-height":"640px",shadow:"0 12px 40px rgb(15 23 42 / .2)",};export const base=sheet(`
                :host {
                  --theme: var(--theme-accent, #0b6e35);
                  --accent: var(--carillon-accent, light-dark(var(--theme), color-mix(in oklab, var(--theme) 50%, white)));
                  ${Object.entries(PROPERTIES).map(([name,value])=>`--${name}: var(--carillon-${name}, var(--theme-${name}, ${value}));`).join("")}
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
                `);export const look=sheet(`
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
            digest: "89864b8aec25881b303ab91487757562",
            integrity: "sha384-1xk+WT6ywStXa8CNgCULmkMKGX19kwaNtczWcA5zV8q3RpDqYIHvKsFv63xeJYqN",
            source: "ae9d24803896c7f797d7b04b2a8e9a7dc828f1e7e9d2ae844725d2d7f6f2e30e",
            text: #"""
                import{upgrade}from"./dom.js";import{CarillonFeed}from"./feed.js";export class FeedElement extends HTMLElement{static observedAttributes=["src","base","tenant","for","locale"];joined=null;#given=null;#getToken=null;#connection=null;get feed(){return this.#given??this.joined;}
                set feed(feed){this.#given=feed;this.#reconnect();}
                get getToken(){return this.#getToken;}
                set getToken(getToken){this.#getToken=getToken;if(this.joined)this.joined.getToken=getToken;}
                connectedCallback(){upgrade(this,"feed","getToken");this.#connect();}
                disconnectedCallback(){this.#disconnect();}
                attributeChangedCallback(name,before,after){if(before!==after)this.#reconnect();}
                canJoin(){return true;}
                speak(target){const words=this.joined?.words;target.lang=words?.locale??"";target.dir=words?.dir??"auto";for(const[name,value]of Object.entries(words?.inbox?.theme??{}))this.style.setProperty(`--theme-${name}`,value);}
                #reconnect(){if(!this.isConnected)return;this.#disconnect();this.#connect();}
                #connect(){const feed=this.#given??CarillonFeed.for(this);if(!feed||this.#connection||!this.canJoin())return;this.joined=feed;if(this.#getToken)feed.getToken=this.#getToken;this.#connection=new AbortController();this.follow(feed,this.#connection.signal);feed.join(this,"words");this.consider();}
                #disconnect(){this.#connection?.abort();this.#connection=null;this.joined?.leave(this);this.release();this.joined=null;}}

                """#
        ),
        WebAsset(
            name: "feed.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "3cd43861d8d13c93b608135ec66f670e",
            integrity: "sha384-gjfgowaeKxyI4eKZxD5xb7KVdtNiOUxGw4dXPhgjNNCfDwSm8i5ahW/D3571lCeV",
            source: "051a5697762fbc630359a1a49b599da5d3a8a8e547246ccf2265786dba4c1a2d",
            text: ###"""
                const SILENCE=45_000;const HIDDEN_ALONE=300_000;const FOLLOWER_PATIENCE=200;const LEADER_PATIENCE=2000;const WANTS={words:0,number:1,items:2};const WATCHED=["online","offline","pagehide","pageshow","visibilitychange"];const feeds=new Map();export class CarillonFeed extends EventTarget{static for(element){const owner=ownerOf(element);if(!owner)return null;const settings={src:sourceOf(owner),locale:owner.getAttribute("locale")||owner.closest("[lang]")?.lang||"",order:owner.getAttribute("order")==="priority"?"priority":"",category:owner.getAttribute("category")??"",unread:owner.hasAttribute("unread-only")?"true":"",limit:Math.min(Number(owner.getAttribute("page-size"))||20,100),};const key=JSON.stringify(settings);if(!feeds.has(key))feeds.set(key,new CarillonFeed(settings));return feeds.get(key);}
                words=null;items=[];state="idle";busy=false;hasMore=false;zone=null;#settings;#getToken=null;#members=new Map();#life=new AbortController();#token=null;#renewal=null;#user=null;#skew=0;#name=null;#channel=null;#reign=null;#live=false;#failures=0;#retry=1000;#clock=0;#badgeAt=0;#turn=0;#unread=0;#told=0;#lastId=null;#position=null;#cursor=null;#loaded=false;#marks=new Map();#marking=null;#touched=false;constructor({src,locale,...settings}){super();this.src=src;this.locale=locale;this.#settings=settings;}
                get getToken(){return this.#getToken;}
                set getToken(value){if(value===this.#getToken)return;this.#getToken=value;this.#token=null;this.#restart();}
                get unreadCount(){let count=this.#unread;for(const{delta}of this.#marks.values())count+=delta;return Math.max(0,count);}
                text(id,args){return say(this.words,id,args);}
                now(){return Date.now()+this.#skew;}
                join(element,wants){const before=this.#level;this.#members.set(element,WANTS[wants]);if(before<0)for(const type of WATCHED)addEventListener(type,this);if(before<0||(!before&&this.#level))this.#restart();else if(this.#badgeAt)this.#settle();}
                leave(element){this.#members.delete(element);setTimeout(()=>{if(this.#level>=0)return;this.#halt();for(const type of WATCHED)removeEventListener(type,this);});}
                get #level(){return Math.max(-1,...this.#members.values());}
                handleEvent({type,persisted}){if(type==="pagehide")this.#halt(this.#marking?.send());else if(type==="pageshow")persisted&&this.#restart();else if(type==="offline")this.#loaded&&this.#become("stale");else if(document.hidden)this.#hide();else{this.emit("wake");this.#marking?.send();this.#seek();this.#touch();}}
                #halt(){this.#life.abort();this.#reign?.abort();this.#channel?.close();this.#reign=this.#channel=null;this.emit("wake");}
                #restart(){this.#halt();this.#life=new AbortController();this.#loaded=this.busy=false;this.#badgeAt=this.#failures=0;const{signal}=this.#life;if(this.#level>=0)this.#persist(()=>this.#loadWords(),signal);if(this.#level>0)this.#persist(()=>this.#begin(signal),signal);}
                async #begin(signal){if(!this.#getToken)return this.#become("idle");if(!this.items.length)this.#become("loading");await this.#authorize();if(signal.aborted)return;this.#name=`carillon 1:${this.src}:${this.locale}:${this.#user??Math.random()}`;this.#channel=new BroadcastChannel(this.#name);this.#channel.onmessage=({data})=>this.#apply(data);this.#seek();setTimeout(()=>signal.aborted||this.#reign?.leads||this.#settle(),FOLLOWER_PATIENCE);}
                async #persist(task,signal){while(!signal.aborted){const wait=await task().catch((error)=>this.#failed(error,signal));if(wait===undefined)return;await new Promise((resolve)=>{setTimeout(resolve,wait);this.addEventListener("wake",resolve,{once:true});});}}
                #failed(error,signal){if(signal.aborted)return;this.#failures+=1;if(this.#failures>1||!navigator.onLine){this.#live=false;this.#become(this.#loaded?"stale":"error",error);this.#tellState();}
                return error.problem?.retryAfter??Math.min(30_000,500*2**this.#failures)*(0.75+Math.random()/2);}
                async #loadWords(cache){const wish=this.locale&&`?locale=${encodeURIComponent(this.locale)}`;const response=await fetch(`${this.src}/inbox-words${wish}`,{cache});if(response.status===404)return this.#end("gone");this.words=await bodyOf(response);this.#touch();}
                async request(path,{method="GET",headers,body,...rest}={}){const ask=async(refused)=>{const{value,user}=(await this.#authorize(refused))??{};return fetch(`${this.src}/${path}`,{...rest,method,credentials:user?"same-origin":"omit",headers:{...headers,...(value&&{Authorization:`Bearer ${value}`}),...(body!==undefined&&{"Content-Type":"application/json"}),},body:JSON.stringify(body),});};let response=await ask();if(response.status===401&&this.#token)response=await ask(this.#token);if(response.status===401)this.#end("signed-out");this.#sync(response.headers.get("date"));return response;}
                async #authorize(refused){const held=this.#token;if(!held||held===refused||held.expires-30_000<this.now()){this.#renewal??=this.#renew(Boolean(held)).finally(()=>(this.#renewal=null));await this.#renewal;}
                return this.#token;}
                async #renew(refresh){const asked=this.#getToken;const value=await asked?.({refresh,signal:this.#life.signal});if(asked!==this.#getToken)return this.#renew(false);if(!value)return this.#end("signed-out");const{user}=value;const{exp,iat,nbf,jti,...rest}=user?{}:claimsOf(value);this.#token={value:!user&&value,user,expires:exp*1000||Infinity};this.#own(user??rest.sub??(Object.keys(rest).length?JSON.stringify(rest):null));}
                #own(user){const other=this.#user!==null&&user!==this.#user;this.#user=user;if(!other)return;this.#drop();this.#restart();}
                #drop(){this.#turn+=1;this.items=[];this.hasMore=this.busy=this.#loaded=false;this.#unread=0;this.#lastId=this.#position=this.#cursor=null;this.#marks.clear();this.#marking?.queue.clear();this.#touch();}
                #end(state){this.#halt();this.#drop();this.#become(state);}
                #sync(date){const skew=Date.parse(date)-Date.now();if(skew)this.#skew=Math.abs(skew)>2000?skew:0;}
                async signOut(){const last=[];this.emit("sign-out",{waitUntil:(work)=>last.push(work)});await Promise.allSettled(last);this.#tell({name:"sign-out"});this.#leave();}
                #leave(){this.#token=this.#user=null;this.#end("signed-out");}
                #tell(message){this.#channel?.postMessage(message);}
                #tellState(){if(this.#reign?.leads)this.#tell({name:"state",data:{unreadCount:this.#unread,lastId:this.#lastId,live:this.#live,known:this.#badgeAt}});}
                #seek(){if(this.#reign||!this.#channel)return;const waits=!document.hidden;this.#tell({name:"hello",data:{waits}});if(!waits)return;const reign=(this.#reign=new AbortController());const lead=()=>{reign.leads=true;return this.#persist(()=>this.#follow(reign.signal),reign.signal);};if(!navigator.locks)return lead();const otherwise=({name})=>(name==="AbortError"?this.#abdicate(reign):lead());const claim=(options)=>navigator.locks.request(this.#name,options,lead).catch(otherwise);claim({signal:reign.signal});setTimeout(()=>reign.leads||reign.heard||reign.signal.aborted||claim({steal:true}),LEADER_PATIENCE);}
                #hide(){const reign=this.#reign;this.#tell({name:"hidden"});if(reign)setTimeout(()=>document.hidden&&this.#abdicate(reign),reign.leads&&HIDDEN_ALONE);}
                #abdicate(reign){reign.abort();if(this.#reign!==reign)return;this.#reign=null;this.#seek();}
                async #follow(reign){const own=new AbortController();const stop=()=>own.abort();let timer;const alive=()=>{clearTimeout(timer);timer=setTimeout(stop,SILENCE);};reign.addEventListener("abort",stop);try{alive();const response=await this.request(`stream?${this.#query()}`,{headers:{Accept:"text/event-stream",...(this.#lastId&&{"Last-Event-ID":this.#lastId})},cache:"no-store",signal:own.signal,});if(response.status===404||response.status===410)return this.#vanish();if(!response.ok)await bodyOf(response);for await(const event of eventsOf(response.body,alive)){if(reign.aborted)return;this.#retry=event.retry||this.#retry;if(event.name==="end")return this.#ended(event.data.reason);this.#live=true;this.#failures=0;this.#tell(event);this.#apply(event);}
                throw new TypeError("The stream broke off");}finally{clearTimeout(timer);stop();}}
                #ended(reason){if(reason==="removed"||reason==="erased")return this.#vanish();if(reason==="reloaded")this.#loadWords("no-cache").catch(()=>{});if(reason!=="token-expired")return this.#retry*(1+Math.random());if(this.#token)this.#token.expires=0;return 0;}
                #vanish(){this.#tell({name:"gone"});this.#end("gone");}
                #apply({name,data,id}){const at=++this.#clock;const whole=data?.before===this.#position;if(id)this.#lastId=this.#position=id;if(name==="badge")this.#badge(data);else if(name==="read")this.#mark((marking)=>marking.hear(data,at,whole));else if(name==="notification")this.#arrive(data);else if(name==="reset")this.load();else if(name==="gone")this.#end("gone");else if(name==="sign-out")this.emit(name),this.#leave();else if(name==="hello"&&data.waits&&document.hidden&&this.#reign)this.#abdicate(this.#reign);else if(name==="hello")this.#tellState();else if(name==="hidden"&&this.#reign)this.#tell({name:"hello",data:{waits:true}});else if(name==="state"){if(this.#reign)this.#reign.heard=true;if(!data.known)return;this.#lastId??=data.lastId;if(!this.#badgeAt)this.#badge(data);if(this.#loaded)this.#become(data.live?"ready":"stale");}}
                #badge({unreadCount}){this.#badgeAt=++this.#clock;this.#unread=unreadCount;if(this.#loaded)this.#become("ready");if(this.#reign?.leads)this.#tellState();this.#settle();this.#touch();}
                #settle(){if(this.#loaded||this.busy||this.#life.signal.aborted)return;if(this.#level===WANTS.items)this.load();else if(!this.#badgeAt)this.#ask({limit:1}).catch(()=>{});}
                find(id){return this.items.find((item)=>item.id===id);}
                #arrive(item){const held=this.find(item.id);const{category,unread}=this.#settings;if(held)Object.assign(held,item);else if((!category||category.split(",").includes(item.category))&&!(unread&&item.isRead)){item.arrived=this.#clock;const place=this.#pin(item).pinned?0:this.items.filter(({pinned})=>pinned).length;this.items=[...this.items.slice(0,place),item,...this.items.slice(place)];this.emit("notification",item);}
                this.#touch();}
                #pin(item){item.pinned=this.#settings.order&&item.priority==="high"&&!item.isRead;return item;}
                async load(cursor){const turn=++this.#turn;const asked=this.#clock;if(!this.items.length)this.#become("loading");this.busy=true;this.#touch();try{const page=await this.#ask(cursor&&{cursor});await this.#marker();if(!page||turn!==this.#turn)return;for(const item of page.items){const mark=this.#marks.get(item.id);if(mark?.pending||mark?.at>asked)item.isRead=mark.read;item.arrived=asked;if(!cursor)this.#pin(item);}
                const known=new Set(page.items.map(({id})=>id));this.items=[...this.items.filter(({id,arrived})=>!known.has(id)&&(cursor||arrived>asked)),...page.items];this.hasMore=page.hasMore;this.#cursor=page.nextCursor;this.#loaded=true;this.#become("ready");}catch(error){if(turn===this.#turn&&!this.#life.signal.aborted)this.#become(this.items.length?"stale":"error",error);}finally{if(turn===this.#turn)this.busy=false;this.#touch();}}
                async more(){if(this.#cursor&&!this.busy)await this.load(this.#cursor);}
                async #ask(query){const asked=this.#clock;const response=await this.request(`notifications?${this.#query(this.#settings,query)}`,{signal:this.#life.signal});if(response.status===401)return;const page=await bodyOf(response);this.zone=page.zone??this.zone;this.#sync(page.now);if(this.#badgeAt<=asked)this.#unread=page.unreadCount;if(this.#clock===asked)this.#position=page.position??this.#position;return page;}
                #query(...settings){const wanted=Object.assign({for:"inbox",locale:this.locale},...settings);return new URLSearchParams(Object.entries(wanted).filter(([,value])=>value));}
                async refresh(){if(this.#life.signal.aborted){this.#token=null;return this.#restart();}
                this.emit("wake");await this.load();}
                async #marker(){const{Marks}=await import("./marks.js");return(this.#marking??=new Marks(this,this.#marks,(change)=>(this.#unread+=change)));}
                async #mark(work){work(this.#marking??(await this.#marker()));}
                mark(ids,read,by="user"){const at=++this.#clock;return this.#mark((marking)=>marking.mark(ids,read,by,at));}
                markAll(){return this.#mark((marking)=>marking.all(this.#position,++this.#clock));}
                changed(ids,isRead,by){if(ids.length)this.emit("read",{ids,isRead,by});this.#touch();}
                #become(state,error){if(state===this.state)return;Object.assign(this,{state,problem:error&&(error.problem??{title:error.message})});this.emit("state",{state,problem:this.problem});this.#touch();}
                #touch(){if(this.#touched)return;this.#touched=true;queueMicrotask(()=>{this.#touched=false;const count=this.unreadCount;if(count!==this.#told)this.emit("unread",{count});this.#told=count;this.emit("change");});}
                emit(type,detail){this.dispatchEvent(new CustomEvent(type,{detail}));}}
                async function*eventsOf(body,alive){const reader=body.pipeThrough(new TextDecoderStream()).getReader();for(let rest="";;){const{done,value}=await reader.read();if(done)return;alive();const blocks=(rest+value).split("\n\n");rest=blocks.pop();for(const block of blocks){const fields={};for(const[,name,text]of block.matchAll(/^(\w+): ?([^\n]*)$/gm))fields[name]=text;const{event,id,retry,data="null"}=fields;if(event||retry)yield{name:event,id,retry:Number(retry),data:JSON.parse(data)};}}}
                async function bodyOf(response){const body=await response.json().catch(()=>({}));if(response.ok)return body;const problem={status:response.status,...body};const seconds=Number(response.headers.get("retry-after"));if(seconds)problem.retryAfter=seconds*1000;throw Object.assign(new Error(problem.title),{problem});}
                function claimsOf(token){try{return JSON.parse(atob(token.split(".")[1].replace(/-/g,"+").replace(/_/g,"/")));}catch{return{};}}
                function ownerOf(element){for(let at=element;at;at=at.parentElement??at.getRootNode().host)if(sourceOf(at))return at;const inbox=element.getRootNode().getElementById?.(element.getAttribute("for"))??document.querySelector("carillon-inbox");return inbox&&sourceOf(inbox)&&inbox;}
                function sourceOf(element){if(!element.localName.startsWith("carillon-"))return null;const tenant=element.getAttribute("tenant");const src=element.getAttribute("src")??(tenant&&`${element.getAttribute("base")??""}/v1/${tenant}`);return src&&new URL(src,document.baseURI).href.replace(/\/+$/,"");}
                const STAND_INS={"bell.label":"Notifications","center.title":"Notifications","inbox.retry":"Try again"};function say(document,id,args={}){const word=document?.words[id]??STAND_INS[id]??"";if(typeof word==="string")return word;const locale=word.locale??document.locale;const{select,of="count",exact,forms}=word;const value=args[of];const form=intl(Intl.PluralRules,locale,select==="ordinal"?{type:select}:{}).select(value);const parts=forms?exact?.[value]??forms[form]??forms.other:word;return parts.map((part)=>{if(part==="#")return number(value,locale);return part.value?args[part.value]??"":part.replaceAll("##","#");}).join("");}
                export const number=(value,locale)=>intl(Intl.NumberFormat,locale).format(value);const made={};export function intl(Type,locale,options){const key=Type.name+locale+JSON.stringify(options);try{return(made[key]??=new Type(locale,options));}catch{return(made[key]=new Type("sv"));}}

                """###
        ),
        WebAsset(
            name: "inbox.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "6c32b18c36d33c4c2aaf1edadd6434ab",
            integrity: "sha384-X/Ig9sM8V3FDcxv8ZkxJVCNVqSoKltuBgI2NXiqbIF6X1fuXQg+SGLal3FPmsEYx",
            source: "36194be2c9c7710042ad84ef7fe569151fdf33d2e915fb6aa9404d665350c620",
            text: #"""
                import{arrange,base,define,element,emit,icon,look,set,upgrade,write}from"./dom.js";import{CarillonFeed,intl,number}from"./feed.js";export{CarillonFeed};export const CHOICES={view:["bell","panel","page","preferences"],order:["time","priority"],more:["button","scroll"],"auto-read":["none","open","visible"],badge:["count","dot","none"],placement:["end","start"],theme:["auto","light","dark"],links:["web","event"],};const FLAG="unread-only";const NAMES=[...Object.keys(CHOICES),FLAG,"src","base","tenant","locale","href","category","page-size","badge-max","for"];const EVENTS=["change","notification","read","unread","state","refused"];const camel=(name)=>name.replace(/-./g,(found)=>found[1].toUpperCase());class CarillonElement extends HTMLElement{static observedAttributes=[...NAMES,"lang"];feed=null;#getToken=null;constructor(){super();this.attachShadow({mode:"open"}).adoptedStyleSheets=[base,look];}
                get getToken(){return this.#getToken;}
                set getToken(value){this.#getToken=value;if(this.feed)this.feed.getToken=value;}
                get items(){return this.feed?.items??[];}
                get unreadCount(){return this.feed?.unreadCount??0;}
                get state(){return this.feed?.state??"idle";}
                connectedCallback(){upgrade(this,"getToken","renderItem","renderIcon",...NAMES.map(camel));this.build();this.#attach(CarillonFeed.for(this));}
                disconnectedCallback(){this.#attach(null);}
                attributeChangedCallback(name){if(!this.isConnected||!this.bell)return;if(name==="view"||name==="href")this.build();this.#attach(CarillonFeed.for(this));}
                #attach(feed){if(feed!==this.feed){for(const type of EVENTS){this.feed?.removeEventListener(type,this);feed?.addEventListener(type,this);}
                this.feed?.leave(this);this.feed=feed;}
                if(!feed)return;if(this.#getToken)feed.getToken=this.#getToken;feed.join(this,this.wants);this.update();}
                handleEvent({type}){if(type==="change")this.update();}
                makeBell(href,onclick){this.count=element("span",{class:"badge",part:"badge","aria-hidden":"true"});this.bell=element(href?"a":"button",{class:"bell button",part:"bell",href,onclick},element("slot",{name:"bell-icon"},icon("Bell",24)),this.count);}
                update(){const{locale,dir,inbox}=this.feed.words??{};const count=this.unreadCount;const most=Number(this.badgeMax)||99;for(const root of this.shadowRoot.children){set(root,"lang",locale);set(root,"dir",dir);}
                for(const[name,value]of Object.entries(inbox?.theme??{}))this.style.setProperty(`--theme-${name}`,value);set(this.bell,"aria-label",this.feed.text("bell.label",{count}));this.count.hidden=!count||!locale||this.badge==="none";write(this.count,this.badge==="dot"?"":count>most?`${number(most,locale)}+`:number(count,locale));}}
                for(const name of NAMES){Object.defineProperty(CarillonElement.prototype,camel(name),{get(){const value=this.getAttribute(name);const known=CHOICES[name];if(name===FLAG)return value!==null;return known&&!known.includes(value)?known[0]:value??"";},set(value){set(this,name,value);},});}
                export class CarillonBell extends CarillonElement{wants="number";get #inbox(){return this.getRootNode().getElementById?.(this.for);}
                get #target(){return this.href||(!this.for&&this.feed?.words?.inbox?.bellHref);}
                build(){let open=false;this.link=this.#target;this.makeBell(this.link,()=>{this.#inbox?.[open?"close":"open"]();open=false;});this.shadowRoot.replaceChildren(this.bell);this.bell.addEventListener("pointerdown",()=>(open=this.#inbox?.isOpen));}
                focus(){this.bell.focus();}
                update(){if(this.link!==this.#target)this.build();super.update();set(this.bell,"aria-expanded",!this.link&&String(Boolean(this.#inbox?.isOpen)));}}
                export class CarillonInbox extends CarillonElement{wants="items";isOpen=false;quiet=false;#byKeyboard=false;#hadFocus=false;#opener=null;build(){const{view}=this;const level=view==="page"?1:2;this.list=new List(this,level+1);this.heading=element(`h${level}`,{class:"title",part:"title",id:"title",tabindex:"-1"});this.all=element("button",{class:"plain",part:"mark-all",onclick:()=>this.markAll()});this.start=element("slot",{name:"header-start"});this.end=element("slot",{name:"header-end"});this.top=element("div",{class:"top",part:"header"},this.start,this.heading,this.all,this.end);this.foot=element("slot",{name:"footer"});this.panel=element("div",{class:"panel",part:"panel"},this.top,this.list.body,this.foot);this.page=["bell","panel"].includes(view)?undefined:null;this.makeBell(null,({detail})=>(this.#byKeyboard=!detail));this.shadowRoot.replaceChildren(...(view==="bell"?[this.bell,this.panel]:[this.panel]));if(view==="bell")this.#float();else if(view!=="panel")import("./views.js").then(({Page})=>new Page(this));}
                #float(){const{bell,panel}=this;bell.popoverTargetElement=panel;for(const[name,value]of Object.entries({popover:"auto",role:"dialog","aria-labelledby":"title"}))set(panel,name,value);set(bell,"aria-haspopup","dialog");set(bell,"aria-expanded","false");panel.addEventListener("beforetoggle",()=>(this.#hadFocus=panel.contains(this.shadowRoot.activeElement)));panel.addEventListener("toggle",({newState})=>this.#toggled(newState==="open"));panel.addEventListener("focusout",({relatedTarget:to})=>{if(to&&to!==bell&&!panel.contains(to)&&!this.contains(to))this.close();});}
                update(){super.update();const{feed}=this;if(this.page!==null)write(this.heading,feed.text("center.title"));write(this.all,feed.text("inbox.mark-all"));this.all.hidden=!feed.unreadCount||!feed.items.length;this.list.update();this.page?.update();const shown=(this.isOpen||this.view!=="bell")&&!document.hidden;if(shown&&this.autoRead==="open")this.list.live?.markShown(this.items);if(this.autoRead==="visible"||this.more==="scroll")import("./views.js").then(({watch})=>watch(this));}
                handleEvent(event){const{type,detail}=event;if(detail?.problem)this.quiet=!emit(this,"carillon-error",detail,true);super.handleEvent(event);if(type==="notification")emit(this,"carillon-notification",detail,true)&&this.list.live?.announce(detail);else if(type==="refused")this.list.live?.refuse();else if(type!=="change")emit(this,`carillon-${type}`,detail);}
                open(){this.#opener=document.activeElement;this.#byKeyboard=true;if(this.view==="bell")this.panel.showPopover();}
                close(){if(this.view==="bell")this.panel.hidePopover();}
                #toggled(open){this.isOpen=open;set(this.bell,"aria-expanded",String(open));emit(this,"carillon-toggle",{open});if(open){if(this.#byKeyboard)this.heading.focus();}else{this.list.fresh.clear();this.list.held.clear();if(this.#hadFocus)(this.#opener??this.bell).focus();this.#opener=null;}
                this.feed?.emit("change");}
                mark(ids,read){for(const id of ids)this.list.fresh.delete(id);this.feed.mark(ids,read);this.update();}
                markAll(){this.list.fresh.clear();if(this.shadowRoot.activeElement===this.all)this.heading.focus();return this.feed.markAll();}
                refresh(){return this.feed?.refresh();}
                signOut(){this.feed?.signOut();}}
                class List{fresh=new Set();#cards=new Map();#groups=new Map();held=new Set();constructor(inbox,level){this.inbox=inbox;this.level=level;this.list=element("div",{part:"list"});import("./live.js").then(({Live})=>{this.live=new Live(this);if(inbox.feed)inbox.update();});this.body=element("div",{class:"body"},element("slot",{name:"before-list"}),this.list);}
                update(){const{feed}=this.inbox;const items=feed.words?feed.items.filter(({id})=>!this.held.has(id)):[];this.#arrange(items);this.live?.update(items.length);}
                #arrange(items){const{feed}=this.inbox;const today=dayOf(feed.now(),feed.zone??feed.words?.timeZone);const yesterday=dayOf(Date.parse(today)-86_400_000,"UTC");const days=new Map();for(const item of items){const when=item.day===today?"today":item.day===yesterday?"yesterday":"date";const key=item.pinned?"high":item.day;const text=item.pinned?feed.text("inbox.high"):when==="date"?item.dayLabel:feed.text(`group.${when}`);if(!days.has(key))days.set(key,{text,cards:[]});days.get(key).cards.push(this.#card(item,when));}
                keep(this.#cards,new Set(items.map(({id})=>id)));keep(this.#groups,days);arrange(this.list,[...days].map(([key,{text,cards}])=>{if(!this.#groups.has(key))this.#groups.set(key,this.#group(`day-${key}`));const group=this.#groups.get(key);write(group.firstChild,text);arrange(group.lastChild,this.live?this.live.slice(group.lastChild,cards):cards);return group;}));}
                #group(id){const heading=element(`h${this.level}`,{class:"day",part:"group-heading",id});return element("section",{part:"group","aria-labelledby":id},heading,element("ul",{role:"list"}));}
                #card(item,when){const{feed}=this.inbox;if(!this.#cards.has(item.id))this.#cards.set(item.id,card(this.inbox,item));const{root,label,title,words,time,tick}=this.#cards.get(item.id);const unread=!item.isRead||this.fresh.has(item.id);const high=item.priority==="high";const look=`card${unread?" unread":""}${high?" high":""}`;const action=feed.text(item.isRead?"inbox.mark-unread":"inbox.mark-read");root.item=item;set(root,"class",look);set(root,"part",item.category?`${look} category-${item.category}`:look);if(!title)return root;write(label,`${feed.text("card.label",{isRead:!unread})}, ${high?`${feed.text("inbox.high")}, `:""}`);write(title,item.title??"");write(words,item.body??"");write(time,item.times?.[when]??"");set(tick,"title",action);set(tick,"aria-label",`${action}: ${item.title??""}`);return root;}}
                function keep(held,wanted){for(const key of held.keys())if(!wanted.has(key))held.delete(key);}
                const dayOf=(instant,timeZone)=>intl(Intl.DateTimeFormat,"sv",{timeZone}).format(instant);const patterns={};function copy(tag,{lang,dir,icon:drawing,color,background}){const key=[tag,lang,dir,drawing,color,background].join();if(!patterns[key]){const circle=element("span",{class:"icon",part:"icon","aria-hidden":"true"},icon(drawing));circle.style.setProperty("--ink",color??"");circle.style.setProperty("--tint",background??"");const name={class:tag==="span"?"name":"name go",part:"card-title"};patterns[key]=element("li",{},circle,element("div",{class:"text"},element("p",{},element(tag,name,element("span",{class:"hide"}),element("bdi",{lang,dir}))),element("p",{class:"words",part:"card-body"},element("bdi",{lang,dir})),element("p",{class:"time",part:"card-time"})),element("button",{class:"tick",part:"action"},element("span",{class:"dot",part:"dot"})));}
                return patterns[key].cloneNode(true);}
                function drawn(draw){try{return draw();}catch(error){reportError(error);}}
                function card(inbox,item){const{words}=inbox.feed;const own=drawn(()=>inbox.renderItem?.(item));if(own)return{root:element("li",{},own)};const href=webLink(item.deepLink?.web,words.origins);const root=copy(href?"a":inbox.links==="event"&&item.deepLink?"button":"span",item);const[circle,name,label,title,body,time,tick]=root.querySelectorAll(".icon, .name, .hide, bdi, .time, .tick");if(href)name.href=href;const mark=drawn(()=>inbox.renderIcon?.(item.icon,item));if(mark)circle.replaceChildren(mark);const src=webLink(item.imageUrl,words.inbox?.imageOrigins);if(src)time.after(element("img",{class:"picture",alt:"",loading:"lazy",referrerpolicy:"no-referrer",src}));return{root,label,title,words:body,time,tick};}
                function webLink(text,origins=[]){if(!URL.canParse(text)||/[\s\\\p{Cc}]/u.test(text))return null;const{origin,protocol}=new URL(text);const known=origin===location.origin||(protocol==="https:"&&origins.includes(origin));const path=text.slice(origin.length).split(/[?#]/)[0];const plain=text.startsWith(origin)&&/^(\/|$)/.test(path)&&!/(^|\/)\.\.?(\/|$)|%(25)*(2e|2f|5c)/i.test(path);return known&&plain?text:null;}
                define("carillon-inbox",CarillonInbox);define("carillon-bell",CarillonBell);

                """#
        ),
        WebAsset(
            name: "live.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "c5f7d944e9e095d37a30f7a737ff3757",
            integrity: "sha384-31hL2CXJxXKpPKPwXwyXQNg4xf46tIiqPWIt/CEQD2kVIZ1e2FzUPyuclBaRZ5+G",
            source: "14783873837f7fbf75a2616e35e3dba916a2973959c80f7de96ab6f1f6f1d0f9",
            text: #"""
                import{arrange,element,emit,icon,set,sheet,write}from"./dom.js";import{CHOICES}from"./inbox.js";const GATHER=2000;const SHOWN=6000;const SLICE=10;const CARD_HEIGHT=92;const LOW_HEIGHT=80;const STEPS={ArrowDown:1,ArrowUp:-1,Home:-Infinity,End:Infinity};const SLOTS={ready:"empty",stale:"empty",error:"error",gone:"error","signed-out":"signed-out"};const look=sheet(`
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
                `);export class Live{#count=0;#timer=0;#notice=null;#stands=null;#seen=new Set();constructor(list){this.list=list;this.note=element("div",{class:"note",part:"error"});this.new=element("button",{class:"new main",part:"more",onclick:()=>this.#release()});this.states=element("div");this.more=element("button",{class:"more plain",part:"more",onclick:()=>list.inbox.feed.more()});this.status=element("p",{role:"status",part:"status",class:"hide"});list.list.before(this.note,this.new);list.list.after(this.states,this.more,this.status);list.list.addEventListener("click",(event)=>this.#press(event));const{adoptedStyleSheets}=list.inbox.shadowRoot;if(!adoptedStyleSheets.includes(look))adoptedStyleSheets.push(look);list.list.addEventListener("keydown",(event)=>this.#move(event));this.#warn();this.#tick();}
                update(count){const{held,inbox,list}=this.list;const{feed,quiet}=inbox;const waits=!feed.words||(feed.busy&&feed.state!=="error");const note=count&&feed.state==="stale"?"inbox.offline":this.#notice;set(list,"aria-busy",feed.busy&&"true");this.#stand(count?"items":waits&&feed.state!=="signed-out"?"":feed.state);this.note.hidden=!note||quiet;write(this.note,note?feed.text(note):"");this.more.hidden=!count||!feed.hasMore;write(this.more,feed.text("inbox.more"));this.new.hidden=!held.size;write(this.new,held.size?feed.text("inbox.new",{count:held.size}):"");}
                slice(list,cards){const slices=new Map();const nodes=[];for(const card of cards.toReversed()){const home=card.parentNode;set(card,"role","listitem");let[slice]=nodes;if(home===list)slice=card;else if(home&&home!==slice&&home.parentNode===list&&!slices.has(home))slice=home;else if(home!==slice&&!(slices.get(slice)?.length<SLICE))slice=element("div",{class:"slice",role:"none"});if(slice!==nodes[0])nodes.unshift(slice);if(slice===card)continue;if(!slices.has(slice))slices.set(slice,[]);slices.get(slice).unshift(card);}
                const{feed,view}=this.list.inbox;const screen=view==="bell"?0:innerHeight;let start=feed.items.indexOf(cards.at(-1).item)+1;for(const[slice,held]of slices){start-=held.length;slice.classList.toggle("far",start*LOW_HEIGHT>=screen);slice.style.containIntrinsicBlockSize=`auto ${held.length*CARD_HEIGHT}px`;arrange(slice,held);}
                return nodes;}
                announce({id}){const{list,body,inbox}=this.list;const edge=inbox.view==="bell"?body.getBoundingClientRect().top:0;if(list.checkVisibility()&&list.getBoundingClientRect().top<edge-8){this.list.held.add(id);this.list.update();}
                this.#count+=1;this.#speak("inbox.new",GATHER);}
                markShown(items){const{fresh,inbox}=this.list;const ids=new Set(items.map(({id})=>id).filter((id)=>!this.#seen.has(id)));for(const{id,isRead}of items)if(!isRead&&ids.has(id))fresh.add(id);for(const id of ids)this.#seen.add(id);if(ids.size)inbox.feed.mark([...ids],true,"auto");}
                refuse(){this.#notice="inbox.not-saved";this.#speak("inbox.not-saved",0);}
                #stand(state){const{feed,quiet}=this.list.inbox;const name=SLOTS[state];const text=feed.text(name==="empty"?"center.empty":`inbox.${name}`);this.states.hidden=quiet&&name==="error";if(this.#stands===state+text)return;this.#stands=state+text;const ghosts=state?[]:[1,2,3].map(()=>element("div",{class:"ghost"}));const retry=state==="error"&&element("button",{class:"main",part:"action",text:feed.text("inbox.retry"),onclick:()=>feed.refresh()});const shown=element("div",{class:"state",part:name},icon("Bell",48),element("p",{text}),retry||null);this.states.replaceChildren(...(name?[element("slot",{name},shown)]:ghosts));}
                #release(){const{held,list}=this.list;const[first]=held;held.clear();this.list.update();list.scrollIntoView();go([...list.querySelectorAll(".card")].find(({item})=>item.id===first));}
                #tick(){setTimeout(()=>{const{inbox}=this.list;if(!inbox.isConnected||inbox.list!==this.list)return;if(inbox.feed)inbox.update();this.#tick();},60_000-(Date.now()%60_000));}
                #warn(){const{inbox}=this.list;for(const[name,known]of Object.entries(CHOICES)){const value=inbox.getAttribute(name);if(value&&!known.includes(value))console.warn(`<${inbox.localName}>: ${name} can’t be “${value}”; known are ${known.join(", ")}`);}}
                #speak(id,wait){const{status}=this;const{inbox}=this.list;clearTimeout(this.#timer);this.#timer=setTimeout(()=>{write(status,inbox.feed?.text(id,{count:this.#count})??"");this.#count=0;if(inbox.feed)this.list.update();this.#timer=setTimeout(()=>{write(status,"");this.#notice=null;if(inbox.feed)this.list.update();},SHOWN);},wait);}
                #press(event){const{inbox}=this.list;const{item}=event.target.closest(".card")??{};if(event.target.closest(".card > .tick"))inbox.mark([item.id],!item.isRead);if(!event.target.closest(".card > .text .go"))return;if(emit(inbox,"carillon-open",{item},true))inbox.mark([item.id],true);else event.preventDefault();}
                #move(event){const step=STEPS[event.key];if(!step||event.ctrlKey||event.metaKey||event.altKey)return;const cards=[...this.list.list.querySelectorAll(".card")];const at=cards.findIndex((card)=>card.contains(event.target));event.preventDefault();go(cards[Math.max(0,Math.min(cards.length-1,at+step))]);}}
                function go(card){card?.querySelector("a, button")?.focus();card?.scrollIntoView({block:"nearest"});}

                """#
        ),
        WebAsset(
            name: "marks.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "49675c6e768b59b3454ced8889e70149",
            integrity: "sha384-vU6X8opVcJblnTVNJQLhNrNgJL8+ERiOX+uiPE+zKV7ZGiQFAU6YjlK8/EYTczta",
            source: "7eb1d3c82c7f02180fa3ca08ddfa9eff3e30a76ade76166fd6d3ee16e4f25e88",
            text: #"""
                const GATHER=30;const AGAIN=5000;export class Marks{queue=new Map();#sending=false;constructor(feed,marks,count){this.feed=feed;this.marks=marks;this.count=count;}
                mark(ids,read,by,at){for(const id of this.#show(ids,read,by,at))this.queue.set(id,read);setTimeout(()=>this.send(),GATHER);}
                async all(before,at){const ids=this.#show(this.feed.items.map(({id})=>id),true,"user",at);const rest=this.feed.unreadCount;this.count(-rest);const outcome=await this.#patch(ids,true,{all:true,read:true,...(before&&{before})});if(outcome==="kept")for(const id of ids)this.queue.set(id,true);if(outcome!=="sent")this.feed.load();}
                async send(){if(this.#sending||!this.queue.size||!navigator.onLine)return;this.#sending=true;const[[,read]]=this.queue;const ids=[...this.queue.keys()].filter((id)=>this.queue.get(id)===read).slice(0,100);for(const id of ids)this.queue.delete(id);const outcome=await this.#patch(ids,read,{ids,read});if(outcome==="kept")for(const id of ids)if(!this.queue.has(id))this.queue.set(id,read);this.#sending=false;setTimeout(()=>this.send(),outcome==="kept"?AGAIN:0);}
                hear({ids,isRead,all},at,whole){const{items,busy}=this.feed;if(all&&(busy||!whole))this.feed.load();if(all&&!whole)return;const changed=[];for(const id of ids??items.map((item)=>item.id)){this.confirm(id,isRead);if(this.marks.get(id)?.pending)continue;this.marks.set(id,{at,read:isRead,delta:0});const item=this.feed.find(id);if(item?.isRead!==!isRead)continue;item.isRead=isRead;changed.push(id);}
                this.feed.changed(changed,isRead,"elsewhere");}
                confirm(id,read){const mark=this.marks.get(id);if(!mark?.pending)return;const left=mark.read===read||!mark.delta?0:mark.read?-1:1;this.count(mark.delta-left);mark.delta=left;mark.pending=mark.read!==read;}
                #show(ids,read,by,at){const changed=ids.filter((id)=>this.feed.find(id)?.isRead!==read);for(const id of changed){const item=this.feed.find(id);const change=item?(read?-1:1):0;this.marks.set(id,{at,read,by,delta:(this.marks.get(id)?.delta??0)+change,pending:true});if(item)item.isRead=read;}
                this.feed.changed(changed,read,by);return changed;}
                async #patch(ids,read,body){try{const{ok,status}=await this.feed.request("notifications",{method:"PATCH",body,keepalive:true});if(ok)for(const id of ids)this.confirm(id,read);else this.#undo(ids,read,status);return ok?"sent":"refused";}catch{return"kept";}finally{this.feed.changed([]);}}
                #undo(ids,read,status){const undone=ids.filter((id)=>this.marks.get(id)?.pending&&this.marks.get(id).read===read);const told=!ids.length||undone.some((id)=>this.marks.get(id).by==="user");for(const id of undone){this.marks.delete(id);const item=this.feed.find(id);if(item)item.isRead=!read;}
                if(told)this.feed.emit("refused",{problem:{status}});}}

                """#
        ),
        WebAsset(
            name: "page.css",
            contentType: "text/css; charset=utf-8",
            digest: "cf318af20697d83631774629de710b81",
            integrity: "sha384-ZVmdypyc+B6UVYh5SoPijvZrNkje3uOEE6q+Unax4SopjvTJxKa1TJ/OXVKTdgeR",
            source: "f06402627959df8fa3849e7d8b55ea7bac9fcb9076508fc2e8a0eeceda4b93c4",
            text: #"""
                :root{color-scheme:light dark;font:100%/1.45 system-ui,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif;background:light-dark(#f6f7f9,#0b1120)}body{margin:0}carillon-inbox[view="page"]{display:block}carillon-inbox[view="page"]::part(panel){min-block-size:100vb;max-inline-size:680px;margin-inline:auto}header{display:flex;align-items:center;justify-content:space-between;gap:16px;min-block-size:60px;box-sizing:border-box;padding-block:8px;padding-inline:24px;background:light-dark(#fff,#111827);border-block-end:1px solid light-dark(#e4e7ec,#2a3445)}header h1{margin:0;font-size:1.25rem;color:light-dark(#111827,#f3f4f6)}

                """#
        ),
        WebAsset(
            name: "page.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "7b4d56bebc43abaa9792aab85a224e1a",
            integrity: "sha384-rJED6DgvwCpP4g48Q3yqgqMpGSbsOru7VTzu2m8Yfp6aZrCcEaJWWthXRlkrFMDw",
            source: "744c32661a5611d8826409598ca59c4ba6db244b78707949ac8419e9515b1d6a",
            text: #"""
                import"./inbox.js";import"./views.js";const inbox=document.querySelector("carillon-inbox");const src=`${inbox.getAttribute("base")??""}/v1/${inbox.getAttribute("tenant")}`;const origins=(inbox.getAttribute("token-origins")??"").split(/\s+/).filter(Boolean);inbox.setAttribute("role","main");const code=new URLSearchParams(location.hash.slice(1)).get("code");if(code){history.replaceState(null,"",location.pathname+location.search);const request={method:"POST",headers:{"Content-Type":"application/json"},body:JSON.stringify({code})};await fetch(`${src}/inbox/session`,request).catch(()=>{});}
                if(parent!==window&&!code)inbox.getToken=tokenFromParent;else inbox.getToken=session;inbox.feed.addEventListener("sign-out",({detail})=>{if(inbox.getToken===session)detail?.waitUntil(fetch(`${src}/inbox/session`,{method:"DELETE",keepalive:true}));});addEventListener("message",(event)=>{if(event.source===window&&event.origin===location.origin)accept(event.data);});async function session({signal}){const response=await fetch(`${src}/inbox/session`,{signal,cache:"no-store"});if(response.ok)return{user:(await response.json()).userId};if(response.status===401)return"";throw new Error(response.statusText);}
                function tokenFromParent({refresh}){return new Promise((resolve)=>{const listen=({source,origin,data})=>{if(source!==parent||!origins.includes(origin)||!isToken(data))return;removeEventListener("message",listen);resolve(data.token);};addEventListener("message",listen);for(const origin of origins)parent.postMessage({type:"carillon-token-wanted",refresh},origin);setTimeout(resolve,10_000,"");});}
                function accept(data){if(!isToken(data))return;inbox.getToken=async()=>data.token;}
                function isToken(data){return data?.type==="carillon-token"&&typeof data.token==="string";}

                """#
        ),
        WebAsset(
            name: "permission.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "f5574e1da792553968b0f43682555648",
            integrity: "sha384-ASTjCZqA2WPxigGNxCcGCDU0u9wvsuiskOcc1uKSLuaW2hWc8rh+Rs5Txb7AOy81",
            source: "2f3b1139d1d8dc69e6d3356675090de87242e6b086129c14fc5207becb3839fa",
            text: #"""
                import{base,define,element,emit,sheet}from"./dom.js";import{FeedElement}from"./feed-element.js";import{StatusLine,switchStyle,toggle as makeSwitch}from"./switch.js";const style=sheet(`
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
                `);const POSTPONED=30*24*60*60*1000;const WORKER_WAITS=500;const STAND_IN={"permission.request.title":"Notifications","permission.request.body":"Get notified when something happens. Your browser will ask whether you allow it.","permission.request.action":"Turn on","permission.request.dismiss":"Not now","permission.denied.title":"Notifications are blocked","permission.denied.body":"Allow notifications for this site in the settings beside the browser's address bar.",};export class CarillonPermission extends FeedElement{#root=this.attachShadow({mode:"open"});#title=element("h2",{id:"title",part:"title",tabindex:"-1"});#content=element("div",{class:"content"});#status=new StatusLine();#section=element("section",{part:"panel","aria-labelledby":"title",hidden:true});#switch=null;#push=null;#asked=null;#state="unsupported";#wish=false;#isTurning=false;#face="";constructor(){super();this.#root.adoptedStyleSheets=[base,switchStyle,style];this.#section.append(this.#title,this.#content,this.#status.element);this.#root.append(this.#section);}
                get state(){return this.#state;}
                async request(){if(this.#state!=="not-determined")return;const answer=Notification.requestPermission();this.#show("requesting");await this.#decide(await answer,true);}
                canJoin(){return isSupported();}
                follow(feed,signal){const again=()=>this.#push&&!this.#isBusy&&this.#decide(Notification.permission,false);feed.addEventListener("change",()=>this.consider(),{signal});feed.addEventListener("sign-out",(event)=>this.#end(event),{signal});addEventListener("storage",(event)=>event.key===this.#push?.choiceKey&&again(),{signal});answerWorker(feed,{signal,onSubscription:again});this.#watch(signal);}
                consider(){const feed=this.joined;const leave=feed.getToken;if(!feed.words?.push||!leave)return;if(leave===this.#asked)return this.#render();this.#asked=leave;this.#push=new Push(feed,{worker:this.getAttribute("worker"),scope:this.getAttribute("scope"),deviceId:this.getAttribute("device-id"),toggle:this.getAttribute("preference"),});this.#decide(Notification.permission,false);}
                release(){this.#push=this.#asked=null;this.#show("unsupported");}
                async #watch(signal){try{const permission=await navigator.permissions.query({name:"notifications"});const change=()=>{if(this.#push&&!this.#isBusy)this.#decide(Notification.permission,this.#state==="denied");};permission.addEventListener("change",change,{signal});}catch{}}
                get #isBusy(){return this.#state==="requesting"||this.#state==="granted"||this.#isTurning;}
                async #decide(permission,isWanted){const push=this.#push;if(permission==="denied")return this.#show("denied");if(permission!=="granted")return this.#show("not-determined");this.#show("granted");try{const isOn=isWanted?await push.turn(true):await push.resume();if(push===this.#push)this.#show(isOn?"active":"disabled");}catch(error){if(push!==this.#push)return;if(error.status===401)return this.#show("unsupported");this.#show("disabled");this.#fail(error);}}
                async #turn(isOn){const push=this.#push;this.#wish=isOn;this.#show(isOn?"active":"disabled");this.#status.say("");if(this.#isTurning)return;this.#isTurning=true;let was=!isOn;try{while(was!==this.#wish)was=await push.turn(this.#wish);if(push===this.#push)this.#status.say(this.joined.text("inbox.saved"));}catch(error){if(push===this.#push){this.#show(was?"active":"disabled");this.#fail(error);}}
                this.#isTurning=false;}
                #end({detail}){const ended=this.#push?.end();detail?.waitUntil?.(ended);this.#push=null;this.#show("unsupported");}
                #fail(error){const problem=error.problem??{title:String(error.message)};if(!emit(this,"carillon-error",{problem},true))return;this.#status.say(this.joined.text(error.status===401?"inbox.signed-out":"inbox.not-saved"),true);}
                #show(state){const isNew=state!==this.#state;this.#state=state;this.#render();if(isNew)emit(this,"carillon-permission",{state});}
                #render(){const face=this.#faceOfState();const words=this.joined?.words;this.#section.hidden=face==="";this.speak(this.#section);const hadFocus=this.#root.activeElement!==null;const key=`${face} ${words?.locale}`;if(key!==this.#face){this.#face=key;this.#switch?.remove();this.#switch=null;this.#status.say("");if(face==="")this.#fill("");else if(face==="question")this.#fillQuestion();else if(face==="denied")this.#fill(this.#word("denied","title"),this.#paragraph("denied"));else this.#fillSwitch();if(hadFocus&&face!=="")(this.#switch??this.#title).focus();}
                const isWaiting=this.#state==="requesting"||this.#state==="granted";for(const control of this.#root.querySelectorAll("button, input")){if(isWaiting)control.setAttribute("aria-disabled","true");else control.removeAttribute("aria-disabled");}
                if(this.#switch)this.#switch.checked=this.#state==="active";}
                #faceOfState(){switch(this.#state){case"unsupported":return"";case"not-determined":return recall(this.#push.laterKey)>Date.now()?"":"question";case"requesting":return"question";case"denied":return"denied";default:return"switch";}}
                #fill(title,...content){this.#title.replaceChildren(title);this.#content.replaceChildren(...content);}
                #fillQuestion(){const button=(kind,part,onclick)=>
                element("button",{class:kind,type:"button",part:"action",text:this.#word("request",part),onclick:()=>this.#state==="not-determined"&&onclick(),});this.#fill(this.#word("request","title"),this.#paragraph("request"),element("div",{class:"buttons"},button("main","action",()=>this.request()),button("plain","dismiss",()=>this.#postpone()),),);}
                #fillSwitch(){this.#fill(element("label",{for:"switch",text:this.#word("request","title")}));this.#switch=makeSwitch({id:"switch",onchange:(event)=>this.#turn(event.target.checked)});this.#title.after(this.#switch);}
                #paragraph(text){return element("p",{text:this.#word(text,"body")});}
                #postpone(){remember(this.#push.laterKey,Date.now()+POSTPONED);this.#render();emit(this,"carillon-permission",{state:this.#state});}
                #word(text,part){const feed=this.joined;for(const id of[`permission.${text}-web`,`permission.${text}`]){const member=feed.words.words?.[id]?.[part];const found=feed.text(`${id}.${part}`)||(typeof member==="string"?member:"");if(found)return found;}
                return STAND_IN[`permission.${text}.${part}`]??"";}}
                class Push{#feed;#options;constructor(feed,options={}){this.#feed=feed;this.#options=options;}
                get choiceKey(){return`carillon:push:${this.#feed.src}`;}
                get laterKey(){return`carillon:later:${this.#feed.src}`;}
                async resume(){if(recall(this.choiceKey)!=="on")return false;const{toggle}=this.#options;if(!toggle){await this.#register();return true;}
                const[values]=await Promise.all([this.#ask("preferences"),this.#register()]);return values[toggle]!==false;}
                async turn(isOn){const{toggle}=this.#options;if(isOn)await this.#register();if(toggle)await this.#ask("preferences","PATCH",{[toggle]:isOn});else if(!isOn)await this.#unregister();if(isOn||!toggle)remember(this.choiceKey,isOn?"on":"off");return isOn;}
                async end(){forget(this.choiceKey);try{await this.#unregister();}catch{}
                const registration=await this.#registration();const subscription=await registration?.pushManager.getSubscription();await subscription?.unsubscribe();registration?.active?.postMessage({carillon:1,settings:null});}
                async #register(){const subscription=await this.#subscribe();const device=this.#device();const registered=await this.#ask("devices","POST",{...device,token:token(subscription)});await this.#tellWorker(device,true);return registered;}
                async #unregister(){const registration=await this.#registration();const subscription=await registration?.pushManager.getSubscription();if(!subscription)return;await this.#ask(`devices/${encodeURIComponent(token(subscription))}`,"DELETE",undefined,[404]);await this.#tellWorker(this.#device(),false);}
                async #subscribe(){const{script,scope}=this.#worker();const registration=await navigator.serviceWorker.register(trusted(script),scope?{scope}:{});await active(registration);const key=bytes(this.#feed.words.push.publicKey);const subscription=await registration.pushManager.getSubscription();if(subscription){const former=subscription.options.applicationServerKey;if(!former||isEqual(new Uint8Array(former),key))return subscription;await subscription.unsubscribe();}
                return registration.pushManager.subscribe({userVisibleOnly:true,applicationServerKey:key});}
                #device(){const key=`carillon:device:${this.#feed.src}`;let deviceId=this.#options.deviceId??recall(key);if(!deviceId)remember(key,(deviceId=crypto.randomUUID()));return{platform:"web",plugin:this.#feed.words.push.plugin,deviceId,locale:this.#feed.words.locale,timeZone:Intl.DateTimeFormat().resolvedOptions().timeZone,};}
                #worker(){const{worker,scope}=this.#options;if(worker)return{script:new URL(worker,document.baseURI).href,scope};const ours=new URL("./worker.js",import.meta.url);if(ours.origin===location.origin)return{script:ours.href,scope:scope??new URL(".",location.href).pathname};return{script:new URL("/carillon-worker.js",location.href).href,scope};}
                #registration(){const{script,scope}=this.#worker();return navigator.serviceWorker.getRegistration(new URL(scope??".",scope?location.href:script).href);}
                async #tellWorker(device,isOn){const registration=await this.#registration();const{src,words}=this.#feed;const settings={src,tenant:words.tenant,origins:words.origins??[],publicKey:words.push.publicKey,device,isOn};registration?.active?.postMessage({carillon:1,settings});}
                async #ask(path,method="GET",body=undefined,forgiven=[]){const response=await this.#feed.request(path,{method,body});if(!response.ok&&!forgiven.includes(response.status)){const problem=await response.json().catch(()=>null);throw Object.assign(new Error(problem?.title??`HTTP ${response.status}`),{status:response.status,problem});}
                return response.json().catch(()=>null);}}
                export function endPush(feed,options){return isSupported()?new Push(feed,options).end():Promise.resolve();}
                export function answerWorker(feed,{signal,onSubscription}={}){navigator.serviceWorker?.addEventListener("message",({data,ports})=>{if(data?.carillon!==1)return;if(data.tell==="subscription")onSubscription?.();if(data.ask!=="shown"||document.visibilityState!=="visible")return;const answer=()=>ports[0]?.postMessage({shown:true});if(feed.items.some((item)=>item.id===data.id))return answer();const late=({detail})=>detail.id===data.id&&answer();feed.addEventListener("notification",late,{signal:AbortSignal.timeout(WORKER_WAITS)});},{signal},);}
                function token(subscription){const{endpoint,keys}=subscription.toJSON();return JSON.stringify({endpoint,keys:{p256dh:keys.p256dh,auth:keys.auth}});}
                function isSupported(){return isSecureContext&&"Notification"in globalThis&&"PushManager"in globalThis&&"serviceWorker"in navigator;}
                async function active(registration){const worker=registration.installing??registration.waiting;if(registration.active||!worker)return;await new Promise((resolve,reject)=>{worker.addEventListener("statechange",()=>{if(worker.state==="activated")resolve();if(worker.state==="redundant")reject(new Error("the service worker couldn't be installed"));});});}
                let policy;function trusted(script){policy??=globalThis.trustedTypes?.createPolicy("carillon",{createScriptURL(url){if(new URL(url).origin!==location.origin)throw new TypeError("a service worker is of the page's origin");return url;},})??{createScriptURL:(url)=>url};return policy.createScriptURL(script);}
                function bytes(base64url){const text=atob(base64url.replaceAll("-","+").replaceAll("_","/"));return Uint8Array.from(text,(character)=>character.charCodeAt(0));}
                function isEqual(one,other){return one.length===other.length&&one.every((byte,index)=>byte===other[index]);}
                const unkept=new Map();function recall(key){try{return localStorage.getItem(key)??unkept.get(key)??null;}catch{return unkept.get(key)??null;}}
                function remember(key,value){unkept.set(key,value);try{localStorage.setItem(key,value);}catch{}}
                function forget(key){unkept.delete(key);try{localStorage.removeItem(key);}catch{}}
                define("carillon-permission",CarillonPermission);

                """#
        ),
        WebAsset(
            name: "preferences.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "c9949b98ed327bc3380b61fd8738f5ad",
            integrity: "sha384-4ZS27v0NvmGet4ZST54rovXLTHdupRMT/QZ7cQzRULUIJf7pOA4rEbr2Mi4oVd5R",
            source: "61f0f9f1583fece0aac85ce1dc0762e343ac072a690ba454bae667cc045a67f2",
            text: #"""
                import{base,define,element,emit,sheet}from"./dom.js";import{FeedElement}from"./feed-element.js";import{StatusLine,switchStyle,toggle as makeSwitch}from"./switch.js";const style=sheet(`
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
                `);export class CarillonPreferences extends FeedElement{#root=this.attachShadow({mode:"open"});#list=element("ul",{role:"list",part:"list",hidden:true});#note=element("div",{part:"error",class:"error"});#status=new StatusLine();#box=element("div",{},this.#list,this.#note,this.#status.element);#words=null;#asked=null;#saved=null;#changed=new Map();#sending=null;#inputs=new Map();constructor(){super();this.#root.adoptedStyleSheets=[base,switchStyle,style];this.#root.append(this.#box);}
                get values(){return Object.fromEntries([...this.#inputs].map(([id,input])=>[id,input.checked]));}
                async refresh(){const feed=this.joined;const leave=feed?.getToken;if(!feed?.words||!leave)return;this.#asked=leave;this.#list.setAttribute("aria-busy","true");const answer=await ask(feed,"GET");if(feed!==this.joined)return;this.#list.removeAttribute("aria-busy");if(answer.values)this.#saved=answer.values;else if(answer.status===401)this.#forget();else if(!this.#saved)this.#showError("inbox.error",answer.problem);if(this.#saved)this.#render();}
                follow(feed,signal){feed.addEventListener("change",()=>this.consider(),{signal});feed.addEventListener("sign-out",()=>this.#forget(),{signal});const seen=()=>document.visibilityState==="visible"&&this.#saved&&this.refresh();document.addEventListener("visibilitychange",seen,{signal});}
                release(){this.#words=this.#asked=this.#saved=null;this.#empty();}
                consider(){const{words,getToken:leave,state}=this.joined;if(!words)return state==="error"&&!this.#note.firstChild&&this.#showError("inbox.error",this.joined.problem);if(leave&&leave!==this.#asked)this.refresh();else if(this.#saved&&words!==this.#words)this.#render();}
                #forget(){this.#saved=null;this.#showError("inbox.signed-out");}
                #empty(){this.#changed.clear();this.#inputs.clear();this.#list.replaceChildren();this.#list.hidden=true;this.#note.replaceChildren();this.#status.say("");}
                #render(){const{words}=this.joined;if(words!==this.#words||this.#note.firstChild){const focused=[...this.#inputs].find(([,input])=>input===this.#root.activeElement)?.[0];this.#words=words;this.#inputs.clear();this.speak(this.#box);this.#list.setAttribute("aria-label",this.joined.text("inbox.settings"));this.#list.replaceChildren(...words.preferences.map((toggle,index)=>this.#item(toggle,index)));this.#list.hidden=this.#inputs.size===0;this.#note.replaceChildren();this.#inputs.get(focused)?.focus();}
                for(const toggle of words.preferences)this.#inputs.get(toggle.id).checked=this.#value(toggle);}
                #item(toggle,index){const description=toggle.description?element("span",{class:"description",id:`description-${index}`,text:toggle.description}):null;const input=makeSwitch({"aria-labelledby":`name-${index}`,"aria-describedby":description?description.id:null,"aria-disabled":toggle.locked?"true":null,onchange:()=>this.#change(toggle,input.checked),});this.#inputs.set(toggle.id,input);const name=element("span",{class:"name",id:`name-${index}`,text:toggle.label??toggle.id});return element("li",{},element("label",{},name,description,input));}
                #value(toggle){return this.#changed.get(toggle.id)??this.#sending?.[toggle.id]??this.#saved[toggle.id]??toggle.default;}
                #showError(id,problem=null){this.#empty();this.speak(this.#box);const isError=id==="inbox.error";if(isError&&!emit(this,"carillon-error",{problem},true))return;const text=element("p",{text:this.joined.text(id)});const retry=element("button",{class:"plain",type:"button",part:"action",text:this.joined.text("inbox.retry"),onclick:()=>this.joined.words?this.refresh():this.joined.refresh(),});this.#note.replaceChildren(...(isError?[text,retry]:[text]));}
                #change(toggle,isOn){if(this.#saved[toggle.id]===isOn&&!this.#sending)this.#changed.delete(toggle.id);else this.#changed.set(toggle.id,isOn);emit(this,"carillon-preference",{id:toggle.id,value:isOn});if(!this.#sending)this.#save();}
                async #save(){const feed=this.joined;while(this.#changed.size>0&&feed===this.joined){this.#sending=Object.fromEntries(this.#changed);this.#changed.clear();const answer=await ask(feed,"PATCH",this.#sending);this.#sending=null;if(feed!==this.joined||!this.#saved)return;if(answer.status===401)return this.#forget();if(answer.values)this.#saved=answer.values;else emit(this,"carillon-error",{problem:answer.problem});if(this.#changed.size===0){this.#status.say(feed.text(answer.values?"inbox.saved":"inbox.not-saved"),!answer.values);}
                this.#render();}}}
                async function ask(feed,method,body){try{const response=await feed.request("preferences",{method,body});const answer=await response.json().catch(()=>null);return response.ok&&answer?{values:answer}:{status:response.status,problem:answer};}catch{return{status:0,problem:null};}}
                define("carillon-preferences",CarillonPreferences);

                """#
        ),
        WebAsset(
            name: "studio-ar.json",
            contentType: "application/json; charset=utf-8",
            digest: "e7290b2dd8add078deea38fc4b467176",
            integrity: "sha384-X58rLqSZBn08pdfYi2uHAEuCdKBE7Afngytjw6rtPguSKDURQfZWwfhoXK/gcybm",
            source: "696ac7936383850a9812b17aa8ffd8a93cd185a563faf78f3346ad23b46e4d11",
            text: #"""
                {"locale":"ar","messages":{"page":{"studio":"الاستوديو","texts":"النصوص","proposals":"المقترحات","versions":"الإصدارات","hand-in":"تقديم","sign-out":"تسجيل الخروج","language":"لغة هذه الصفحة","signed-out":"افتح الاستوديو عبر رابط مخصص لك. يعمل الرابط مرة واحدة؛ اطلب رابطًا جديدًا.","nothing":"لا شيء","before":"قبل:","after":"بعد:","comma":"، ","settings":"الإعدادات"},"role":{"viewer":"مطّلع","writer":"كاتب","reviewer":"مراجع","publisher":"ناشر","platform":"المنصة"},"state":{"draft":"مسودة","in-review":"مقدَّم","approved":"موافق عليه","rejected":"مرفوض","withdrawn":"مسحوب","published":"منشور"},"texts":{"language":"اللغة","search":"بحث","missing":"ناقص","stale":"تغيّر الأصل","faulty":"فيه أخطاء","only":"({$channel} فقط)","count":{"match":["count"],"when":{"zero":"لا نصوص","one":"نص واحد","two":"نصان","few":"{$count} نصوص","many":"{$count} نصًا","*":"{$count} نص"}},"slash":"المفتاح «/» ينتقل إلى الحقل فوق القائمة","found":"{$locale}: {$words}","copied":"لم يُترجم بعد"},"proposals":{"untitled":"بلا عنوان","none":"لا توجد مقترحات بعد. غيّر نصًا فيبدأ مقترح.","approve":"موافقة","reject":"رفض","withdraw":"سحب","publish":"نشر","patch":"تنزيله كرقعة","conflict":"تغيّرت الملفات هنا منذ ذلك الحين.","by":"بقلم {$name}","reviewed":"راجعه {$name}","say-what":"صف التغيير ببضع كلمات.","waits":"ينظر فيه شخص آخر الآن.","handed-in":"تم التقديم","changed":{"match":["count"],"when":{"zero":"لا نصوص متغيرة ليراجعها آخرون.","one":"نص واحد متغيّر ليراجعه آخرون.","two":"نصان متغيران ليراجعهما آخرون.","few":"{$count} نصوص متغيرة ليراجعها آخرون.","many":"{$count} نصًا متغيرًا ليراجعها آخرون.","*":"{$count} نص متغير ليراجعها آخرون."}},"about":"ما موضوعه؟","not-yet":"ليس بعد","go-on":"متابعته","faulty":"في بعض هذه النصوص أخطاء، وهي مذكورة أدناه.","unsent":"لم يُحفظ بعد لتعذّر الوصول إلى الخادم. افتحه فيُرسل:","mend":"توجد أخطاء. أصلحها أولًا.","stays":"يمكن أن تبقى التنبيهات كما هي","tick":"عالج التنبيهات، أو أشر إلى أنها يمكن أن تبقى."},"versions":{"titled":"الإصدار {$number}: {$note}","untitled":"الإصدار {$number}","of-files":"عودة إلى الملفات","of-version":"كلمات الإصدار {$number}","in-files":"في الملفات:","published":"منشور:","caught-up":"أصبحت هذه الكلمات في الملفات.","with-files":"تُنشر الكلمات هنا مع الملفات. تُنزَّل المقترحات الموافق عليها كرقع.","none":"لم يُنشر شيء بعد: كلمات الملفات هي السارية.","beside":"المنشور إلى جانب الملفات","nothing-beside":"لا شيء: كلمات الملفات هي السارية.","files-again":"إظهار كلمات الملفات من جديد","proposal":"المقترح","no-change":"لا تختلف أي كلمات عن الإصدار السابق.","back-to":"العودة إلى الإصدار {$number}","back-to-files":"العودة إلى كلمات الملفات","again":"نشر هذا الإصدار من جديد","why":"لماذا؟","say-why":"اذكر السبب ببضع كلمات.","now":"العودة الآن","this-text":"العودة في هذا النص وحده"},"aside":{"changed":"في الملفات كلمات أخرى الآن: وهي الظاهرة.","gone":"لم يعد هذا النص في الملفات.","invalid":"لم تعد هذه الكلمات تناسب الملفات: تظهر كلمات الملفات.","other":"وُضع جانبًا."},"history":{"history":"السجل","none":"لم يغيّر أحد هذا النص هنا بعد.","earlier":"تغييرات أقدم","proposal":"مقترح","comments":"التعليقات","silent":"لم يقل أحد شيئًا بعد.","say":"أضف تعليقًا","send":"إرسال"},"formats":{"label":"طريقة عرض {$field}","own":"كما حدده المطورون","only":"هناك طريقة واحدة لعرض هذا."},"preview":{"title":"معاينة","about":"من بيانات نموذجية. موضع القص في الهواتف تقديري: يختلف العرض وحجم النص والنظام.","languages":"معروض باللغة","sample":"النموذج","main":"الرئيسي","made-shortest":"مصطنع: الأقصر","made-longest":"مصطنع: الأطول","made-absent":"مصطنع: كل اختياري غائب","made-unusual":"مصطنع: علامات غير مألوفة","size":"حجم النص","tone":"الألوان","tone-page":"مثل هذه الصفحة","tone-light":"فاتحة","tone-dark":"داكنة","cut":"يُقص","none":"لا يُرسل شيء بهذا النص."},"device":{"lock":"آيفون، شاشة القفل","banner":"آيفون، شريط","collapsed":"أندرويد، مطوي","expanded":"أندرويد، موسّع","browser":"المتصفح","inbox":"صندوق التطبيق","mailbox":"قائمة البريد","mail":"رسالة البريد","bubble":"رسالة نصية"},"frame":{"now":"الآن","size":"حجم الرسالة","bytes":"{$bytes} من {$limit} بايت","bytes-at-most":"{$bytes} من {$limit} بايت؛ وعلى الأكثر {$most} بهذه الحقول","parts":{"match":["count"],"when":{"zero":"لا أجزاء ({$alphabet})","one":"جزء واحد ({$alphabet})","two":"جزآن ({$alphabet})","few":"{$count} أجزاء ({$alphabet})","many":"{$count} جزءًا ({$alphabet})","*":"{$count} جزء ({$alphabet})"}},"failure":"لا يمكن عرض هذا بهذا النموذج.","fallback":"غير مكتوب بـ{$locale}: يظهر بـ{$shown}.","cut-title":"يُقص العنوان هنا تقريبًا.","cut-body":"يُقص النص هنا تقريبًا.","cut-both":"يُقص العنوان والنص هنا تقريبًا.","image":"صورة: {$name}"},"mail":{"view":"عرض الرسالة","wide":"بعرض 600 بكسل","phone":"بعرض 360 بكسل","dark":"بعرض 600 بكسل، داكن","text":"نصًا عاديًا","title":"رسالة البريد","long":"بعض صناديق البريد تقطع ما بعد 102 كيلوبايت."},"company":{"one":"{$names} يفتح هذا النص أيضًا.","several":"{$names} يفتحون هذا النص أيضًا.","changed":"حفظ {$name} للتو كلمات أخرى لهذا النص في اقتراح آخر.","tab":"هذا النص مفتوح لديك في علامة تبويب أخرى أيضًا.","words":"تسري الآن كلمات غير التي فُتحت بها هذه الصفحة.","show":"أظهرها"},"editor":{"title":"الكلمات","words":"الكلمات","faults":"ما يجب النظر فيه","fault":"خطأ: {$words}","hint":"تنبيه: {$words}","original":"الأصل:","words-of-all":"كلمات كل القنوات","viewer":"يمكنك الاطلاع على هذا النص؛ أما تغييره فللكتّاب.","other-language":"يمكنك الاطلاع على هذا النص. أنت تكتب بـ{$own}؛ وهذا بـ{$locale}.","fixed":"جزء ثابت","line-break":"فاصل أسطر","unwritten":"غير مكتوب.","unwritten-language":"غير مكتوب بهذه اللغة بعد: يرى القراء الأصل.","unwritten-channel":"لا كلمات خاصة به: يرى القراء كلمات كل القنوات.","begin-original":"البدء بكلمات الأصل","begin-general":"البدء بكلمات كل القنوات","begin-empty":"البدء من لا شيء","locked-parts":"أجزاء من هذا النص كتبها المطورون وتبقى كما هي. يمكن تغيير الكلمات العادية.","locked":"هذا النص كتبه المطورون ولا يمكن تغييره هنا.","depends-on":"يعتمد على: {$fields}","and":"و","remove":"إزالة هذه الكلمات","undo":"تراجع","redo":"إعادة","insert":"إدراج","a-field":"حقل…","insert-into":"إدراج حقل في: {$row}","confidential":"سري","optional":"قد يغيب","and-absent":"وعندما لا يوجد «{$field}»؟","other-words-then":"كلمات أخرى لحال عدم وجوده","remove-row":"إزالة هذا الصف","remove-the-row":"إزالة الصف: {$row}","all-others":"كل ما عدا ذلك","exactly":"{$number} بالضبط","present":"عند وجوده","absent":"عند عدم وجوده","yes":"نعم","no":"لا","add-row":"إضافة صف لـ","choose":"اختر…","exact-number":"عدد محدد…","the-number":"العدد المحدد","add":"إضافة","as":"مثل {$row}","own-words":"كتابة كلمات خاصة","own-words-for":"كتابة كلمات خاصة لـ: {$row}","shape":"ما يعتمد عليه هذا النص","depend":"الاعتماد على","by-amount":"العدد: {$field}","by-position":"الترتيب (الأول، الثاني): {$field}","by-value":"القيمة: {$field}","by-presence":"وجوده أو عدمه: {$field}","depend-no-more":"عدم الاعتماد على {$field}","choose-kept":"اختر ما يبقى…","keep":"إبقاء: {$row}","others":"كلمات أخرى لقناة","same-words":"الكلمات نفسها","write-others":"كتابة كلمات أخرى لـ{$channel}","change-others":"تغيير كلمات {$channel}","one-line":"لهذا النص سطر واحد.","saving":"جارٍ الحفظ…","saved":"تم الحفظ","back":"عاد ما كتبته من قبل.","merged":"غيّر شخص آخر صفوفًا أخرى؛ والتغييران كلاهما هنا.","conflict":"غيّر شخص آخر هذا النص أيضًا. اختر الكلمات التي تبقى.","mine":"كلماتك","theirs":"الكلمات الأخرى","keep-mine":"إبقاء كلماتك","take-theirs":"أخذ الكلمات الأخرى","of-message":"نصوص هذه الرسالة","source":"كما كتبه المطورون","fields":"الحقول"},"marks":{"of":"التنسيق: {$row}","strong":"غامق","em":"تأكيد","p":"فقرة","h1":"عنوان ١","h2":"عنوان ٢","h3":"عنوان ٣","ul":"قائمة","ol":"قائمة مرقمة","link":"رابط","button":"زر","choose-words":"اختر كلمات أولًا.","leads-to":"يقود إلى","put":"إدراج","not-yet":"ليس بعد"},"overview":{"title":"ما بقي عمله","all-done":"كل النصوص مكتوبة بكل اللغات.","kind":"{$locale}: {$kind} ({$count})","waiting":{"match":["count"],"when":{"zero":"لا مقترحات تنتظر المراجعة","one":"مقترح واحد ينتظر المراجعة","two":"مقترحان ينتظران المراجعة","few":"{$count} مقترحات تنتظر المراجعة","many":"{$count} مقترحًا تنتظر المراجعة","*":"{$count} مقترح تنتظر المراجعة"}},"live":"المنشور إلى جانب الملفات: الإصدار {$number}","show":"إظهار","everything":"الكل","mine":"ما غيّرته أنا"},"compare":{"all":"كل اللغات","title":"{$name} بكل اللغات","channel":"القناة","change":"تغيير {$locale}","look":"عرض {$locale}"},"readings":{"row":"يُقرأ الصف هكذا: {$row}"},"look":{"how":"طريقة العرض","lock":"شاشة القفل","shown":"الكلمات ظاهرة","hidden":"الكلمات مخفية","notification":"إشعار","joints":"إظهار ما يبقى معًا","numbers":"أعداد الصفوف: {$field}","as-sample":"كما في النموذج"},"pieces":{"lists":"الحقول في قوائم","words":"كلمات {$number}","of":"{$piece}، {$row}","add":"إضافة كلمات","add-to":"إضافة كلمات: {$row}","another-way":"طريقة عرض أخرى","earlier":"نقل إلى أعلى: {$piece}","later":"نقل إلى أسفل: {$piece}","remove":"إزالة: {$piece}"},"cells":{"find":"البحث عن صف","which":"إظهار","all":"كل الصفوف","own":"ما له كلمات خاصة","falling":"ما ليس له كلمات خاصة","count":{"match":["count"],"when":{"zero":"لا صفوف","one":"صف واحد","two":"صفان","few":"{$count} صفوف","many":"{$count} صفًا","*":"{$count} صف"}}},"summary":{"faults":{"match":["count"],"when":{"zero":"لا أخطاء","one":"خطأ واحد","two":"خطآن","few":"{$count} أخطاء","many":"{$count} خطأ","*":"{$count} خطأ"}},"hints":{"match":["count"],"when":{"zero":"لا تنبيهات","one":"تنبيه واحد","two":"تنبيهان","few":"{$count} تنبيهات","many":"{$count} تنبيهًا","*":"{$count} تنبيه"}},"none":"لم يبقَ ما يجب النظر فيه."},"fault":{"T0108":"لا كلمات هنا بعد.","T0209":"لبعض الأعداد لا يوجد صف خاص. أضف الصيغة الناقصة.","T0210":"هذا النص لازم هنا، لكنه فارغ.","T0212":"قد يغيب حقل في هذا النص. اختر كلمات أخرى لحال غيابه.","T0213":"لا يظهر هذا الصف أبدًا، لأن صفوفًا أخرى تسبقه.","T0218":"يجب أن يبقى هذا النص في سطر واحد.","T0219":"في هذا النص حقل سري لا يمكن عرضه هنا.","T0220":"قد تصبح هذه الرسالة أكبر من أن تُرسل. استخدم كلمات أقل.","T0224":"لا عنوان للرابط هنا.","T0901":"لا شيء يستخدم هذا النص.","T0902":"لا شيء يستخدم هذا المصطلح.","T0906":"هذه الكلمات تكاد تطابق كلمات نص آخر.","T0907":"ليس النص بهذه اللغة بعد.","T0908":"يعرض الأصل حقلًا لا تعرضه هذه الترجمة.","T0921":"لا أثر لـ HTML هنا: يراه القراء كما هو.","T0961":"هذه الكلمات هي نفسها بلغة أخرى.","T0962":"يأتي هذا الوقت بحرف جرّه معه.","T0980":"لن يُملأ هذا: أدرج الحقل من القائمة.","T0981":"يرى القراء هذا كما هو: اكتب العلامة نفسها.","T0982":"هذا الصف لأعداد عدّة، لكنه لا يعرض العدد.","others":"هنا ما يحتاج إلى مساعدة مطور."},"problem":{"too-large":"هذا أطول من أن يُحفظ.","direction":"علامة غير مرئية تقلب اتجاه الكلمات. أزلها أو اكتبها من جديد.","offline":"لا يمكن الوصول إلى الخادم الآن.","conflict":"تغيّر هذا في هذه الأثناء. انظر إليه من جديد.","unauthenticated":"لقد سُجّل خروجك. افتح الاستوديو برابط جديد.","forbidden":"دورك لا يسمح بذلك.","not-found":"لم يعد هذا هنا.","unavailable":"لا يستطيع الخادم فعل هذا الآن. حاول بعد قليل.","validation":"لا يمكن حفظ هذا كما هو.","rate-limited":"جُرّب ذلك بما يكفي. حاول مرة أخرى بعد قليل.","code-refused":"لا يعرض أي تطبيق هذا الرمز، أو لم يعد يعرضه. اطلب رمزًا جديدًا."},"phone":{"title":"جرّبه على هاتف","about":"يُرسَل ببيانات نموذجية وتسبق العنوانَ كلمةُ “[Test]”. لا يُحفَظ ولا يُحتسَب في أي مكان.","to":"إلى","by":"عبر","exact":"الكلمات كما هي، من دون “[Test]”","send":"أرسل","accepted":"تسلّمه المزوّد.","deferred":"لا يتسلّم المزوّد شيئًا الآن.","refused":"رفضه المزوّد.","too-large":"حجمه أكبر مما يقبله المزوّد.","gone":"لم يعد الوصول إلى الجهاز ممكنًا.","misconfigured":"القناة غير مضبوطة على نحو صحيح.","uncertain":"قطع المزوّد الاتصال: ربما وصل.","unanswered":"لم يُجب المزوّد خلال عشر ثوانٍ.","bytes":"{$count} بايت","nobody":"لا يوجد من يُرسَل إليه بعد. اقترن بتطبيقك.","code":"الرمز الذي يعرضه تطبيقك","pair":"اقترن","paired":"يمكنك الآن إرسال اختبارات إلى {$name}.","until":"{$name}، حتى {$time}","end":"أنهِ","ended":"لم يعد بإمكانك إرسال اختبارات إلى {$name}.","cannot":"لا يمكن إرسال هذا إلى هذا المستلم عبر هذه القناة."},"fix":{"of":"إصلاح: {$row}","add-forms":"أضف ما ينقص: {$rows}","add-absent":"كلمات أخرى عندما لا يوجد «{$field}»","remove-field":"أخرج «{$field}»","add-field":"أدخل «{$field}»","remove-row":"إزالة هذا الصف","one-line":"اجعله في سطر واحد","copy-original":"البدء بكلمات الأصل","remove-text":"إزالة هذه الكلمات","bring-back":"استعد الكلمات كما كانت","correct":"صحّحه"},"terms":{"term":"مصطلح","title":"المصطلحات","about":"كلمات تأخذها نصوص عدّة بالاسم: أيّ تغيير هنا يغيّرها كلها. يضيف المطورون المصطلحات ويزيلونها في الملفات.","used":{"match":["count"],"when":{"zero":"غير مستعمل في أيّ نص","one":"مستعمل في نص واحد","two":"مستعمل في نصين","few":"مستعمل في {$count} نصوص","many":"مستعمل في {$count} نصًا","*":"مستعمل في {$count} نص"}},"in":"في الرسالة"},"settings":{"signed-in":"سجّلوا الدخول برابط","links":"من يدير الخدمة ينشئ الروابط. الرابط الذي لم يفتحه أحد بعد ليس هنا.","profile":"محدّد في profile.json","of-file":"يغيّرها المطوّرون في الملفات؛ وتحت كل منها مفتاحها هناك.","publish":"النشر","publish-proposal":"تُنشر الكلمات مع الملفات","publish-live":"تُنشر الكلمات فورًا","reviews":"من يوافق","reviews-others":"شخص غير الكاتب","reviews-anyone":"كل من يحقّ له أن يراجع","recipients":"مستلمو الاختبار","nobody":"لا أحد","retention":"مدة حفظ السجل","days":{"match":["count"],"when":{"zero":"أقل من يوم","one":"يوم واحد","two":"يومان","few":"{$count} أيام","many":"{$count} يومًا","*":"{$count} يوم"}},"tokens":"تسجيل الدخول عبر مزوّد هوية","tokens-on":"نعم","tokens-off":"لا","record":"من فعل ماذا","recorded":"كل تسجيل دخول وتغيير وموافقة ونشر واختبار سطر في سجل تدقيق الخدمة، بلا كلمات. وما آلت إليه النصوص في هذه القوائم، وفي السجل تحت كل نص.","since":"منذ {$start}، آخر استعمال {$used}","own":"هذا أنت.","end":"سجّل الخروج","ended":"سُجّل خروج {$name}."},"context":{"now":"الوقت","zone":"المنطقة الزمنية","recipient":"القارئ","again":"كما في النماذج"},"samples":{"title":"نماذجك","about":"تُحفظ القيم المعروضة الآن نموذجًا: يراه الآخرون مع مقترحك، ويصل إلى المطورين مع الكلمات.","name":"الاسم","keep":"احفظ هذه القيم نموذجًا","shape":"للاسم 40 علامة على الأكثر: من a إلى z وأرقام وشرطات.","taken":"يوجد نموذج بهذا الاسم.","kept":"حُفظ: {$name}","gone":"أُزيل: {$name}","remove":"إزالة","remove-one":"إزالة النموذج {$name}","of":"نموذج: {$event} · {$name}","count":{"match":["count"],"when":{"zero":"لا نماذج.","one":"يرافقه نموذج واحد.","two":"يرافقه نموذجان.","few":"ترافقه {$count} نماذج.","many":"يرافقه {$count} نموذجًا.","*":"يرافقه {$count} نموذج."}}},"names":{"tenant":"المنتج","recipient":"المستلم","link":"الرابط"}}}

                """#
        ),
        WebAsset(
            name: "studio-compare.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "01b724fecf1805e74bfcae0dd8c42466",
            integrity: "sha384-py3bbUBdrKVokmBsdFEFdGpbPO8trhQdaAzAPCeasZmZTFkKMV8ac3hW+gyW3mOc",
            source: "c975d846c6a0a4c521392373117438385ad38a14ff08eec0f65b8f74da5ed84f",
            text: #"""
                import{element as e}from"./dom.js";import{addressOf,ask,dirOf,main,may,nameOf,pathOf,query,select,studio}from"./studio-core.js";import{named,namesOf}from"./studio-form.js";import{dress,fitting,framesOf,markCuts}from"./studio-frames.js";import{language,say}from"./studio-words.js";const names=new Intl.DisplayNames(language,{type:"language"});export async function showCompare(isWanted,message,slot,channel,of){const place=channel?{message,slot,channel}:{message,slot};const tags=studio.session.locales.map(({tag})=>tag);const proposal=of||studio.proposal?.id;const preview=(more)=>ask("POST","/preview",{place:{...place,locale:tags[0]},...more});const[list,before,after,...views]=await Promise.all([ask("GET",`/texts${query({proposal})}`),of?preview():null,preview(proposal?{proposal}:{}),...tags.map(async(locale)=>named(await ask("GET",pathOf(place)+query({locale,channel,proposal})))),]);if(!isWanted())return;const states=list.texts.find((one)=>one.message===message&&one.slot===slot&&(one.channel??"")===(channel??""))?.states??{};const channels=channel?[channel]:views[0].channels;const samples=after.samples.map(({sample},at)=>[String(at),sample??say("preview.main")]);const through=select(say("compare.channel"),channels.map((one)=>[one,one]),channels.at(-1)??"");const sample=select(say("preview.sample"),samples,"0");const sides=tags.map((locale,at)=>({locale,view:views[at],frames:e("div",{class:"frames one"})}));const all=e("div",{class:"compared"},...sides.map(side));function side({locale,view,frames}){const badges=["missing","stale"].filter((name)=>states[locale]?.[name]).map((name)=>e("span",{class:"badge",text:say(`texts.${name}`)}));if(states[locale]?.errors)badges.push(e("span",{class:"badge",text:say("texts.faulty")}));const id=`language-${locale}`;const change=say(may("writer",locale)?"compare.change":"compare.look",{locale});return e("section",{class:"card stack","aria-labelledby":id},e("div",{class:"row"},e("h3",{id,text:`${names.of(locale)} (${locale})`}),...badges),words(view,locale),e("p",{},e("a",{href:addressOf({...place,locale}),text:change})),frames);}
                function words(view,locale){const{form}=view;if(!form)return e("p",{class:"muted",text:say(channel?"editor.unwritten-channel":view.original?"editor.unwritten-language":"editor.unwritten")});const{labelOf,legend}=namesOf(view,form);const shown=({chip,point})=>(point==="br"?"\n":e("span",{class:"chip",dir:"auto",text:chip?view.variables[chip.field]?.label??chip.label??chip.value??chip.field:say("editor.fixed")}));const line=(row)=>e("p",{class:"said",lang:locale,dir:dirOf(locale)},...row.parts.map((part)=>(typeof part==="string"?part:shown(part))));if(form.form==="text")return line(form);return e("div",{class:"stack"},form.form==="rows"?e("p",{class:"muted",text:legend()}):null,e("dl",{},...form.rows.map((row)=>e("div",{},e("dt",{text:labelOf(row)}),e("dd",{},line(row))))));}
                function draw(){for(const{locale,frames}of sides){const seen=(preview)=>{const rendering=preview?.samples[Number(sample.select.value)]?.renderings[locale]?.[through.select.value];return rendering?framesOf(through.select.value,rendering,locale,dirOf(locale)).slice(0,1):[];};const named=(id)=>(before?[e("p",{class:"muted",text:say(id)})]:[]);frames.replaceChildren(...named("page.before"),...seen(before),...named("page.after"),...seen(after));dress(frames);markCuts(frames);}}
                main.className="";main.replaceChildren(e("div",{class:"stack"},e("h2",{text:say("compare.title",{name:nameOf({message,slot,channel})})}),views[0].summary?e("p",{class:"muted"},e("bdi",{text:views[0].summary})):null,e("div",{class:"row"},channels.length>1?through.node:null,samples.length>1?sample.node:null),all));for(const one of[through,sample])one.select.addEventListener("change",draw);draw();fitting(all,all);}

                """#
        ),
        WebAsset(
            name: "studio-context.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "d155a6f875728a7a7a423f41ac69891c",
            integrity: "sha384-GOiFCxp5qmJr3C/FzJBYJhkHzGouxJcmM23wv9r5GowEHw6gtfl7eVCi5QwNdzGg",
            source: "e8bc15abfe8a2f00f7d25340929ffcefc8c7229dd1b8d414bea4392a95911d6d",
            text: #"""
                import{element as e}from"./dom.js";import{select}from"./studio-core.js";import{say}from"./studio-words.js";const wall=(time,zone)=>new Intl.DateTimeFormat("sv",{timeZone:zone,dateStyle:"short",timeStyle:"short"}).format(time).replace(" ","T");function instant(text,zone){const wanted=Date.parse(`${text}Z`);let time=wanted;for(let step=0;step<2;step+=1)time+=wanted-Date.parse(`${wall(time,zone)}Z`);return new Date(time).toISOString();}
                export function contextControls(onask){let given=null;let chosen={};const now=e("input",{type:"datetime-local",id:"context-now"});const zone=select(say("context.zone"),[],"");const recipient=e("input",{type:"text",id:"context-recipient",maxlength:256,size:12,spellcheck:"false",autocomplete:"off"});const again=e("button",{text:say("context.again"),onclick:()=>{chosen={};show();onask();now.focus();}});const node=e("div",{class:"row controls",hidden:true},e("span",{class:"row"},e("label",{for:now.id,text:say("context.now")}),now),zone.node,e("span",{class:"row"},e("label",{for:recipient.id,text:say("context.recipient")}),recipient),again);function show(){const all={...given,...chosen};zone.select.value=all.zone;now.value=wall(Date.parse(all.now),all.zone);recipient.value=all.recipient;again.hidden=!Object.keys(chosen).length;}
                function choose(name,value){if(!value||value===given[name])delete chosen[name];else chosen[name]=value;show();onask();}
                now.addEventListener("change",()=>choose("now",now.value&&instant(now.value,zone.select.value)));zone.select.addEventListener("change",()=>choose("zone",zone.select.value));recipient.addEventListener("change",()=>choose("recipient",recipient.value.trim()));return{node,wish:()=>chosen,show(context){if(!context||given)return;given={zone:"UTC",...context};const zones=new Set([given.zone,"UTC",...Intl.supportedValuesOf("timeZone")]);zone.select.replaceChildren(...Array.from(zones,(one)=>e("option",{value:one,text:one})));node.hidden=false;show();},};}

                """#
        ),
        WebAsset(
            name: "studio-core.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "85e45018704063113356d843cd821233",
            integrity: "sha384-jq/ZVESqJarN7WuzZFeOXJBiTSd36rHMF6Q+taSKOxXBIEOarzt1sOscEsYB2prj",
            source: "69c1cb8ed74f5b086c59f621f4025c5bb185d6995e02a8af84b0698556133569",
            text: ##"""
                import{element as e}from"./dom.js";import{say}from"./studio-words.js";const tenant=document.body.dataset.tenant;export const base=`/v1/${tenant}/studio`;export const studio={session:null,proposal:null,leave:async()=>{},};export const main=e("main",{id:"main",tabindex:-1});export const status=e("p",{role:"status",class:"muted"});export const handIn=e("button",{text:say("page.hand-in"),class:"main",hidden:true,onclick:()=>(location.hash="#/hand-in")});export async function ask(method,path,body,signal){const request={method,signal,cache:"no-store",keepalive:method==="PUT"};if(body!==undefined){request.headers={"Content-Type":"application/json"};request.body=JSON.stringify(body);}
                let answer;try{answer=await fetch(base+path,request);}catch(fault){if(fault.name==="AbortError")throw fault;throw{status:0,detail:say("problem.offline"),code:"offline"};}
                if(answer.status===204)return null;const json=await answer.json().catch((fault)=>{if(fault.name==="AbortError")throw fault;return{};});if(!answer.ok)throw{status:answer.status,detail:json.detail??answer.statusText,code:json.code};return json;}
                export function query(values){const given=Object.entries(values).filter(([,value])=>value);return given.length?`?${new URLSearchParams(given)}`:"";}
                export function addressOf({message,slot,locale,channel}){return`#/text/${[message,slot,locale,channel??""].map(encodeURIComponent).join("/")}`;}
                export function compareOf({message,slot,channel},of=""){return`#/compare/${[message,slot,channel??"",of].map(encodeURIComponent).join("/")}`;}
                export const pathOf=({message,slot})=>`/texts/${encodeURIComponent(message)}/${encodeURIComponent(slot)}`;const TERMS="$terms";export const isTerm=({message})=>message===TERMS;export const nameOf=({message,slot,locale,channel})=>
                `${message===TERMS?say("terms.term"):message} · ${slot}${channel?` ${say("texts.only",{channel})}`:""}${locale?`, ${locale}`:""}`;export function changedText(place,...below){return e("li",{class:"change"},e("a",{href:addressOf(place),text:nameOf({...place,channel:null})}),...below);}
                export const labelled=(id,words,tag="bdi")=>
                e("p",{},e("span",{class:"muted",text:`${say(id)} `}),e(tag,{},e("bdi",{text:words??say("page.nothing")})));export const before=(words)=>labelled("page.before",words,"del");export const after=(words)=>labelled("page.after",words,"ins");const ROLES=["viewer","writer","reviewer","publisher","platform"];export const may=(role,locale)=>studio.session.roles.some((grant)=>{const[own,of]=grant.split(":");return ROLES.indexOf(own)>=ROLES.indexOf(role)&&(!locale||!of||of===locale);});export const dirOf=(locale)=>studio.session.locales.find((one)=>one.tag===locale)?.dir??"ltr";export const hasChanges=()=>Boolean(studio.proposal?.count||studio.proposal?.sampleCount);export function useProposal(one){studio.proposal=one;handIn.hidden=!hasChanges();}
                export const ownOf=(proposals)=>["draft","rejected"].map((state)=>proposals.find((one)=>one.isOwn&&one.state===state)).find(Boolean)??null;export async function beginProposal(){useProposal(ownOf((await ask("GET","/proposals")).proposals)??(await ask("POST","/proposals",{})));}
                export function select(label,options,value,attributes={}){const id=`choice-${(select.count=(select.count??0)+1)}`;const made=e("select",{id,...attributes},...options.map(([key,text,disabled])=>e("option",{value:key,text,disabled})));made.value=value;return{select:made,node:e("span",{class:"row"},e("label",{for:id,text:label}),made)};}
                const NO_SLASH="carillon-studio-no-slash";let isSlashOff=false;try{isSlashOff=localStorage.getItem(NO_SLASH)!==null;}catch{}
                export const leadsBySlash=()=>!isSlashOff;export function chooseSlash(isOn){isSlashOff=!isOn;try{if(isOn)localStorage.removeItem(NO_SLASH);else localStorage.setItem(NO_SLASH,"");}catch{}}

                """##
        ),
        WebAsset(
            name: "studio-editor.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "d94a5767bc8178aef8b11020f1511f3e",
            integrity: "sha384-i1yS0imbld4ZcWJy3dRLqSmFdkGD1QSbrFkcNWUL0PbkGG7PoQOVFOTmgTpSUYYp",
            source: "2384026531483e706b8a963cfe51c77a9d7f90f4d70c2141386878fc9a2c6be0",
            text: #"""
                import{element as e,write}from"./dom.js";import{addressOf,ask,beginProposal,compareOf,dirOf,isTerm,labelled,main,may,nameOf,pathOf,query,select,status,studio,useProposal}from"./studio-core.js";import{fixButtons,identity,MISSING}from"./studio-fixes.js";import{drawForm,named,namesOf,numberOf}from"./studio-form.js";import{showFormats}from"./studio-formats.js";import{historyOf}from"./studio-history.js";import{chooseLists,showsLists}from"./studio-pieces.js";import{bothWords,essenceOf,merged,rebased,wait,waiting}from"./studio-keeping.js";import{phonePanel}from"./studio-phone.js";import{previewPanel}from"./studio-preview.js";import{Steps}from"./studio-steps.js";import{finding,say,told}from"./studio-words.js";const PREVIEW_PAUSE=120;const SAVE_PAUSE=800;const RETRY_PAUSE=5000;const TELL_PAUSE=1000;let isPressed=false;addEventListener("pointerdown",()=>(isPressed=true),true);for(const kind of["pointerup","pointercancel"])addEventListener(kind,()=>(isPressed=false),true);const afterPress=(work)=>(isPressed?addEventListener("pointerup",()=>setTimeout(work),{once:true}):work());export async function showText(isWanted,message,slot,locale,channel){const place=channel?{locale,message,slot,channel}:{locale,message,slot};const path=pathOf(place);const read=async()=>named(await ask("GET",path+query({locale,channel,proposal:studio.proposal?.id})));let view=await read();if(!isWanted())return;let form=view.form;let kept=structuredClone(form);let isChanged=false;let isAsRead=true;let saving=null;let isRefused=false;const timers={};const dir=dirOf(locale);const isLocked=!may("writer",locale);const steps=new Steps();const copied=e("span",{class:"badge",text:say("texts.copied"),hidden:!view.copied});const editor=e("div",{class:"stack"});const faults=e("ul",{"aria-label":say("editor.faults"),class:"stack faults"});const counted=e("p",{role:"status",class:"note"});const panel=previewPanel({locale,message,samples:view.samples,uses:view.uses,canMakeUp:view.channels.length>0,onask:()=>preview()});const languages=select(say("texts.language"),studio.session.locales.map(({tag})=>[tag,tag]),locale);let seen=null;languages.select.addEventListener("change",()=>{location.hash=addressOf({...place,locale:languages.select.value});});main.className="wide";main.replaceChildren(e("section",{class:"stack","aria-label":say("editor.title")},e("div",{class:"row"},e("h2",{text:nameOf({message,slot,channel})}),languages.node,copied,e("a",{href:compareOf(place),text:say("compare.all")})),view.uses?e("p",{class:"muted",text:say("terms.used",{count:view.uses.length})}):null,view.summary?e("p",{class:"muted"},e("bdi",{text:view.summary})):null,view.slots.length>1?e("nav",{class:"row slots","aria-label":say("editor.of-message")},...view.slots.map((one)=>e("a",{href:addressOf({...place,slot:one,channel:null}),text:one,"aria-current":one===slot&&!channel?"page":null}))):null,channel?e("p",{},e("a",{href:addressOf({...place,channel:null}),text:say("editor.words-of-all")})):null,view.original?labelled("editor.original",view.original):null,isLocked?e("p",{class:"warning",text:may("writer")?say("editor.other-language",{locale,own:ownLanguages()}):say("editor.viewer")}):null,editor,counted,faults),panel.node,e("div",{class:"stack"},otherWords(),historyOf(place)),);const phone=phonePanel(place,channel?[channel]:view.channels,()=>({sample:panel.sample()??undefined,proposal:studio.proposal?.id,...(isAsRead?{}:{form:collect()}),}));if(phone)panel.node.append(phone);function ownLanguages(){return studio.session.roles.map((grant)=>grant.split(":")[1]).filter(Boolean).join(", ");}
                function otherWords(){const others=view.others??[];if(!others.length)return"";return e("details",{class:"card"},e("summary",{text:say("editor.others")}),e("ul",{class:"list"},...others.map(({channel:one,own})=>
                e("li",{class:"change"},e("strong",{text:one}),own===null?e("span",{class:"muted",text:say("editor.same-words")}):e("bdi",{lang:locale,text:own}),own===null&&isLocked?null:e("a",{href:addressOf({...place,channel:one}),text:say(own===null?"editor.write-others":"editor.change-others",{channel:one})})))));}
                function describe(part){if(part.frozen!==undefined)return say("editor.fixed");if(part.point!==undefined)return part.point==="br"?say("editor.line-break"):part.point;const{field,value,label,shown}=part.chip;const name=view.variables[field]?.label??label??field??value;return shown&&shown!==name?`${name} · ${shown}`:name;}
                function onchip(part,box,change){if(!part.chip?.field||form.form==="locked"||isLocked)return;const{chip}=part;showFormats({below:box,place,chip,sample:panel.sample(),name:chip.label??chip.field,onclose:()=>box.focus(),onchoose({function:written,example}){const{function:_,...others}=chip;change({chip:{...others,shown:example,...(written?{function:written}:{})}});},});}
                function adopt(part){const variable=view.variables[part.chip?.field];if(variable&&!variable.refused){const{field,function:written}=part.chip;return{chip:{field,label:variable.label,...(written?{function:written}:{})}};}
                return part.chip?part.chip.label??part.chip.value??"":"";}
                function hold(){isChanged=true;isAsRead=false;wait(place,{hash:view.hash,base:kept,form});clearTimeout(timers.save);timers.save=setTimeout(save,SAVE_PAUSE);}
                function changed(isTyping=false){isWriting=isTyping;steps.add({form:collect(),choices:view.choices},isTyping);touched();}
                function touched(){hold();write(status,"");clearTimeout(timers.preview);timers.preview=setTimeout(preview,PREVIEW_PAUSE);showSteps();}
                let fields=[];let names=namesOf(view,null);function collect(){fields.forEach(({field,row})=>Object.assign(row,{marks:undefined},field.words()));return form;}
                const back=e("button",{text:say("editor.undo"),onclick:()=>step(-1)});const forth=e("button",{text:say("editor.redo"),onclick:()=>step(1)});function showSteps(){back.disabled=!steps.canGo(-1);forth.disabled=!steps.canGo(1);}
                function step(by){const state=steps.go(by);if(!state)return;const at=fields.findIndex(({field})=>field.node.contains(document.activeElement));({form}=state);view={...view,choices:state.choices};draw();hold();preview();(fields[at]??fields[0])?.field.focus();}
                editor.addEventListener("keydown",(event)=>{if(!(event.ctrlKey||event.metaKey)||event.altKey)return;const key=event.key.toLowerCase();const by=key==="z"?(event.shiftKey?1:-1):key==="y"?1:0;if(!by||event.target.closest("input:not(.piece)"))return;event.preventDefault();step(by);});function draw(){fields=[];names=namesOf(view,form);showSteps();if(!form){panel.number(null);const fallback=channel?"editor.unwritten-channel":view.original?"editor.unwritten-language":"editor.unwritten";editor.replaceChildren(e("p",{text:say(fallback)}),isLocked?"":e("div",{class:"row"},view.copy?e("button",{class:"main",text:say(channel?"editor.begin-general":"editor.begin-original"),onclick:()=>begin(view.copy)}):null,e("button",{text:say("editor.begin-empty"),onclick:()=>begin({shape:"string",form:"text",parts:[]})}),steps.canGo(-1)?back:null));return;}
                const drawn=drawForm({view,form,isLocked,locale,dir,field:{describe,adopt,onleave,onchip,onstep:step},onchange:()=>changed(true),onredraw(change,focus){form=change(collect());draw();changed();fields[focus?.(form)??0]?.field.focus();},onshape:shape,});({fields}=drawn);const selecting=numberOf(form,view.choices);panel.number(selecting&&{...selecting,label:view.variables[selecting.field]?.label??selecting.field});if(seen)showReadings();editor.replaceChildren(...drawn.nodes,isLocked?"":e("div",{class:"row"},back,forth,canRemove()?e("button",{text:say("editor.remove"),onclick:remove}):null,form.form==="locked"||view.routes!==undefined||isTerm(place)?null:lists()));}
                const canRemove=()=>Boolean(locale!==studio.session.locales[0].tag||channel)&&!isTerm(place);function onleave(){if(isWriting&&seen){isWriting=false;afterPress(showFaults);}
                if(isChanged)save();}
                function lists(){const toggle=e("button",{text:say("pieces.lists"),"aria-pressed":String(showsLists()),onclick:()=>{collect();chooseLists(!showsLists());draw();if(seen)showFaults();editor.querySelector("[aria-pressed]").focus();}});return toggle;}
                function begin(words){form=structuredClone(words);draw();changed(true);fields[0]?.field.focus();}
                function remove(){form=null;draw();changed();editor.querySelector("button")?.focus();}
                async function shape(change,at=0){try{const answer=await ask("POST","/shape",{place,form:collect(),...change,...(studio.proposal?{proposal:studio.proposal.id}:{})});if(!isWanted())return;view={...view,choices:answer.choices,dependencies:answer.dependencies,variables:named(answer).variables};form=answer.form.form==="rows"?namesOf(view,answer.form).sorted(answer.form):answer.form;draw();changed();(fields[at]??fields.at(-1))?.field.focus();}catch(fault){write(status,told(fault));}}
                let asking=null;let looked=null;const written=()=>JSON.stringify(form&&collect());async function preview(){asking?.abort();if(!isWanted())return;const words=written();const mine=(asking=new AbortController());const late=setTimeout(()=>panel.frames.classList.add("late"),500);const body={place,...panel.wish()};if(!isAsRead)body.form=collect();if(studio.proposal)body.proposal=studio.proposal.id;try{const answer=await ask("POST","/preview",body,mine.signal);if(!isWanted())return;seen=answer;looked=words;panel.show(answer);showReadings();showFaults();}catch(fault){if(fault.name!=="AbortError")write(status,why(fault,words));}finally{clearTimeout(late);if(mine===asking)panel.frames.classList.remove("late");}}
                function isHere(fault){const at=fault.place;return at?.message===message&&at.slot===slot&&at.locale===locale&&(at.channel??"")===(channel??"");}
                function showReadings(){const known=new Map(seen.readings.map(({keys,readings})=>[JSON.stringify(keys),readings]));for(const{row,readings:list}of fields){const readings=known.get(JSON.stringify(row.keys))??[];list.hidden=!readings.length;list.replaceChildren(...readings.map(({number,words})=>
                e("li",{},e("span",{class:"reading-number",text:number}),e("span",{lang:locale,dir,text:words}))));}}
                let isTold=false;function tell(own){clearTimeout(timers.tell);timers.tell=setTimeout(()=>{const errors=own.filter(({severity})=>severity==="error").length;const parts=[errors&&say("summary.faults",{count:errors}),own.length>errors&&say("summary.hints",{count:own.length-errors})].filter(Boolean);write(counted,parts.join(say("page.comma"))||(isTold?say("summary.none"):""));isTold||=parts.length>0;},TELL_PAUSE);}
                let isWriting=false;let toldOf=new Set();function showFaults(){const all=seen.faults.filter((fault)=>isHere(fault)||!fault.old);const own=all.filter((fault)=>!isWriting||!isHere(fault)||!MISSING.has(fault.code)||toldOf.has(identity(fault)));if(!isWriting)toldOf=new Set(own.map(identity));const keysOf=({keys})=>JSON.stringify(keys);const rowOf=(fault)=>isHere(fault)&&(fields.length===1?fields[0]:fields.find(({row})=>row.keys&&keysOf(row)===keysOf(fault.place)));for(const one of fields){const mine=own.filter((fault)=>rowOf(fault)===one);one.field.note(mine.map((fault)=>`${finding(fault)} (${fault.code})`).join(" "),mine.some((fault)=>fault.severity==="error"));fill(one.fixes,mine,()=>each(mine.flatMap((fault)=>fixes(fault,one.row))));one.fixes.hidden=!one.fixes.childElementCount;}
                tell(own);const left=own.filter((fault)=>!rowOf(fault));fill(faults,left,()=>left.map((fault)=>e("li",{class:`row ${fault.severity}`},e("span",{text:finding(fault)}),e("span",{class:"muted",text:`${fault.place&&!isHere(fault)&&!fault.fixes?nameOf(fault.place):""} ${fault.code}`}),...fixes(fault,null))));}
                const each=(buttons)=>buttons.filter(({textContent},at)=>buttons.findIndex((one)=>one.textContent===textContent)===at);const said=new WeakMap();function fill(target,about,make){const now=JSON.stringify([form?.rows?.map(({keys})=>keys),about.map((fault)=>[identity(fault),fault.fixes?.map(identity)])]);if(said.get(target)===now)return;said.set(target,now);target.replaceChildren(...make());}
                function fixes(fault,row){return fixButtons(fault,{form,row,names,isHere,isLocked:isLocked||form?.form==="locked",isBegun:!form&&Boolean(view.copy),comma:say("page.comma"),onmend:(fix)=>mend(fault,fix,row)});}
                async function mend(fault,fix,row){if(looked!==written()){clearTimeout(timers.preview);await preview();}
                const known=seen.faults.filter((one)=>identity(one)===identity(fault)).flatMap((one)=>one.fixes??[]);const now=looked===written()&&known.find((one)=>identity(one)===identity(fix));if(!now)return undefined;if(!isHere(now))return mendElsewhere(now);if(!now.form)return remove();return shape({form:now.form},fields.findIndex((one)=>one.row===row));}
                async function mendElsewhere({place:at,hash,form:words}){try{await save();await put(at,hash,words);write(status,say("editor.saved"));(fields[0]?.field??main).focus();preview();}catch(fault){write(status,told(fault));}}
                async function isOver(){const{state}=await ask("GET",`/proposals/${studio.proposal.id}`);return["published","withdrawn"].includes(state);}
                const why=(fault,words)=>(fault.status===422&&/[\u202a-\u202e\u2066-\u2069]/.test(words)?say("problem.direction"):told(fault));async function put(at,hash,words){if(!studio.proposal)await beginProposal();const send=()=>ask("PUT",`/proposals/${studio.proposal.id}/text`,{place:at,hash,form:words});const answer=await send().catch(async(fault)=>{if(fault.code!=="conflict"||!(await isOver()))throw fault;await beginProposal();return send();});useProposal({...studio.proposal,version:answer.version,count:answer.count,state:"draft"});return answer;}
                async function save(){clearTimeout(timers.save);if(!isChanged)return saving;isChanged=false;const words=structuredClone(form?collect():null);saving=(saving??Promise.resolve()).then(()=>keep(words));return saving;}
                async function keep(words){if(!isRefused)write(status,say("editor.saving"));try{const answer=await put(place,view.hash,words);view={...view,hash:answer.hash,copy:answer.copy,variables:named(answer).variables,choices:answer.form?.form==="rows"?answer.choices:view.choices};kept=words;isRefused=false;if(!form&&!words&&isWanted()){const isAt=editor.contains(document.activeElement);view.choices=answer.choices;draw();if(isAt)editor.querySelector("button")?.focus();}
                copied.hidden=!answer.copied;if(!isChanged)wait(place,null);write(status,say("editor.saved"));}catch(fault){write(status,why(fault,JSON.stringify(words)));if(![400,403,404,409,413,422].includes(fault.status)){isChanged=isRefused=true;if(isWanted())timers.save=setTimeout(save,RETRY_PAUSE);}
                if(fault.code==="conflict"&&isWanted())await meet(kept,words);}}
                async function meet(from,waited){const theirs=await read();if(!isWanted())return;const mine=()=>(waited!==undefined?waited:form&&structuredClone(collect()));const take=(words,isKept)=>{let last;steps.rebase(({form:one})=>{const now=rebased(from,one,theirs.form);if(!now||essenceOf(now)===last)return null;last=essenceOf(now);return{form:now,choices:theirs.choices};});view=theirs;kept=structuredClone(theirs.form);form=structuredClone(words);if(essenceOf(form)!==last)steps.add({form,choices:view.choices});isWriting=false;draw();isAsRead=isKept;if(isKept){isChanged=false;wait(place,null);write(status,"");preview();}else touched();fields[0]?.field.focus();};const both=merged(from,mine(),theirs.form);if(both){take(both,false);write(status,say("editor.merged"));return;}
                editor.querySelector(":scope > [role=alert]")?.remove();editor.prepend(bothWords({mine:mine(),theirs:theirs.form,describe,dir,locale,onmine:()=>take(mine(),false),ontheirs:()=>take(theirs.form,true),}));editor.querySelector("[role=alert] button").focus();}
                if(!isLocked)studio.leave=save;steps.add({form,choices:view.choices});draw();const unsent=isLocked?null:waiting(place);if(unsent&&unsent.hash===view.hash){({form}=unsent);draw();changed();write(status,say("editor.back"));}else if(unsent)await meet(unsent.base,unsent.form);preview();}

                """#
        ),
        WebAsset(
            name: "studio-en.json",
            contentType: "application/json; charset=utf-8",
            digest: "1b407deb48d75e7a286b65178386246b",
            integrity: "sha384-RnsAYHFrN/tzd8NXTkldVz6zVBtICkFnmLDK4THWTZOHyro3inlbSXJ0cTFA921x",
            source: "50071301c5dd387200387cf1f5c1e176496402b7ec7675812172936f89cc0688",
            text: #"""
                {"locale":"en","messages":{"page":{"studio":"Studio","texts":"Texts","proposals":"Proposals","versions":"Versions","hand-in":"Hand in","sign-out":"Sign out","language":"Language of this page","signed-out":"Open the studio by a link that is meant for you. A link works once; ask for a new one.","nothing":"nothing","before":"Before:","after":"After:","comma":", ","settings":"Settings"},"role":{"viewer":"viewer","writer":"writer","reviewer":"reviewer","publisher":"publisher","platform":"platform"},"state":{"draft":"draft","in-review":"handed in","approved":"approved","rejected":"rejected","withdrawn":"withdrawn","published":"live"},"texts":{"language":"Language","search":"Search","missing":"missing","stale":"original has changed","faulty":"has faults","only":"(only {$channel})","count":{"match":["count"],"when":{"one":"{$count} text","*":"{$count} texts"}},"slash":"The key “/” goes to the field above the list","found":"{$locale}: {$words}","copied":"not translated yet"},"proposals":{"untitled":"Without a title","none":"There are none yet. Change a text, and one begins.","approve":"Approve","reject":"Reject","withdraw":"Withdraw","publish":"Publish","patch":"Take it away as a patch","conflict":"The files have changed here since.","by":"by {$name}","reviewed":"looked at by {$name}","say-what":"Say in a few words what the change is about.","waits":"Somebody else looks at it now.","handed-in":"Handed in","changed":{"match":["count"],"when":{"one":"{$count} changed text for others to look at.","*":"{$count} changed texts for others to look at."}},"about":"What is it about?","not-yet":"Not yet","go-on":"Go on with it","faulty":"Some of these texts have faults; they are named below.","unsent":"Not kept yet, because the host wasn't reached. Open it, and it is sent:","mend":"There are faults. Mend them first.","stays":"The hints may stay as they are","tick":"Mend the hints, or say that they may stay."},"versions":{"titled":"Version {$number}: {$note}","untitled":"Version {$number}","of-files":"back to the files","of-version":"words of version {$number}","in-files":"In the files:","published":"Published:","caught-up":"The files have these words by now.","with-files":"Words go live with the files here. Approved proposals are taken away as patches.","none":"Nothing was published yet: the words of the files are live.","beside":"Live beside the files","nothing-beside":"Nothing: the words of the files are live.","files-again":"Show the words of the files again","proposal":"The proposal","no-change":"No words differ from the version before.","back-to":"Go back to version {$number}","back-to-files":"Go back to the words of the files","again":"Make this version live again","why":"Why?","say-why":"Say in a few words why.","now":"Go back now","this-text":"Go back for this text alone"},"aside":{"changed":"The files have other words by now: they are shown.","gone":"The files don't have this text any more.","invalid":"These words don't fit the files any more: theirs are shown.","other":"It is set aside."},"history":{"history":"History","none":"Nobody has changed this text here yet.","earlier":"Earlier changes","proposal":"Proposal","comments":"Comments","silent":"Nobody has said anything yet.","say":"Say something","send":"Send"},"formats":{"label":"How {$field} is shown","own":"as set by developers","only":"There is one way to show this."},"preview":{"title":"Preview","about":"From sample data. Where phones cut is an estimate: width, text size and system differ.","languages":"Shown in","sample":"Sample","main":"main","made-shortest":"made up: shortest","made-longest":"made up: longest","made-absent":"made up: everything absent","made-unusual":"made up: unusual signs","size":"Text size","tone":"Colours","tone-page":"as this page","tone-light":"light","tone-dark":"dark","cut":"is cut","none":"Nothing is sent with this text."},"device":{"lock":"iPhone, lock screen","banner":"iPhone, banner","collapsed":"Android, collapsed","expanded":"Android, expanded","browser":"Browser","inbox":"Inbox of the app","mailbox":"List of mails","mail":"Mail","bubble":"Text message"},"frame":{"now":"now","size":"Size of the message","bytes":"{$bytes} of {$limit} bytes","bytes-at-most":"{$bytes} of {$limit} bytes; at most {$most} with these fields","parts":{"match":["count"],"when":{"one":"{$count} part ({$alphabet})","*":"{$count} parts ({$alphabet})"}},"failure":"This can't be shown with this sample.","fallback":"Not written in {$locale}: shown in {$shown}.","cut-title":"The title is cut about here.","cut-body":"The text is cut about here.","cut-both":"Title and text are cut about here.","image":"Picture: {$name}"},"mail":{"view":"Mail shown","wide":"600 px wide","phone":"360 px wide","dark":"600 px wide, dark","text":"as plain text","title":"The mail","long":"Some mailboxes cut off what comes after 102 kB."},"company":{"one":"{$names} has this text open, too.","several":"{$names} have this text open, too.","changed":"{$name} has just kept other words for this text in another proposal.","tab":"You have this text open in another tab, too.","words":"Other words count now than those that this page was opened with.","show":"Show them"},"editor":{"title":"Words","words":"Words","faults":"What to look at","fault":"Fault: {$words}","hint":"Hint: {$words}","original":"Original:","words-of-all":"The words of all channels","viewer":"You can look at this text; changing it is for writers.","other-language":"You can look at this text. You write in {$own}; this one is in {$locale}.","fixed":"fixed part","line-break":"line break","unwritten":"Not written.","unwritten-language":"Not written in this language yet: readers get the original.","unwritten-channel":"No words of its own: readers get those of all channels.","begin-original":"Begin with the original's words","begin-general":"Begin with the words of all channels","begin-empty":"Begin with nothing","locked-parts":"Parts of this text are written by developers and stay as they are. Plain words can be changed.","locked":"This text is written by developers and can't be changed here.","depends-on":"Depends on: {$fields}","and":"and","remove":"Remove these words","undo":"Undo","redo":"Redo","insert":"Insert","a-field":"a field…","insert-into":"Insert a field into: {$row}","confidential":"confidential","optional":"may be absent","and-absent":"And where there is no “{$field}”?","other-words-then":"Other words for when there is none","remove-row":"Remove this row","remove-the-row":"Remove the row: {$row}","all-others":"all others","exactly":"exactly {$number}","present":"where there is one","absent":"where there is none","yes":"yes","no":"no","add-row":"Add a row for","choose":"choose…","exact-number":"an exact number…","the-number":"The exact number","add":"Add","as":"as {$row}","own-words":"Write own words","own-words-for":"Write own words for: {$row}","shape":"What this text depends on","depend":"Depend on","by-amount":"the number: {$field}","by-position":"the position (1st, 2nd): {$field}","by-value":"the value: {$field}","by-presence":"whether there is one: {$field}","depend-no-more":"No longer depend on {$field}","choose-kept":"choose what stays…","keep":"keep: {$row}","others":"Other words for a channel","same-words":"the same words","write-others":"Write other words for {$channel}","change-others":"Change the words for {$channel}","one-line":"This text has one line.","saving":"Saving…","saved":"Saved","back":"What you wrote before is back.","merged":"Somebody else has changed other rows; both changes are here.","conflict":"Somebody else has changed this text, too. Choose which words stay.","mine":"Your words","theirs":"The other words","keep-mine":"Keep your words","take-theirs":"Take the other words","of-message":"Texts of this message","source":"As developers wrote it","fields":"Fields"},"marks":{"of":"Marks: {$row}","strong":"Bold","em":"Emphasis","p":"Paragraph","h1":"Heading 1","h2":"Heading 2","h3":"Heading 3","ul":"List","ol":"Numbered list","link":"Link","button":"Button","choose-words":"Choose words first.","leads-to":"Leads to","put":"Put it in","not-yet":"Not yet"},"overview":{"title":"What is to be done","all-done":"Every text is written in every language.","kind":"{$locale}: {$kind} ({$count})","waiting":{"match":["count"],"when":{"one":"{$count} proposal waits to be looked at","*":"{$count} proposals wait to be looked at"}},"live":"Live beside the files: version {$number}","show":"Show","everything":"all","mine":"changed by me"},"compare":{"all":"All languages","title":"{$name} in all languages","channel":"Channel","change":"Change {$locale}","look":"Look at {$locale}"},"readings":{"row":"Reads like this: {$row}"},"look":{"how":"How it is looked at","lock":"Lock screen","shown":"words are shown","hidden":"words are hidden","notification":"Notification","joints":"Show what stays together","numbers":"Numbers of the rows: {$field}","as-sample":"as in the sample"},"pieces":{"lists":"Fields as lists","words":"Words {$number}","of":"{$piece}, {$row}","add":"Add words","add-to":"Add words: {$row}","another-way":"Another way","earlier":"Move up: {$piece}","later":"Move down: {$piece}","remove":"Remove: {$piece}"},"cells":{"find":"Find a row","which":"Show","all":"all rows","own":"with words of their own","falling":"without words of their own","count":{"match":["count"],"when":{"one":"{$count} row","*":"{$count} rows"}}},"summary":{"faults":{"match":["count"],"when":{"one":"{$count} fault","*":"{$count} faults"}},"hints":{"match":["count"],"when":{"one":"{$count} hint","*":"{$count} hints"}},"none":"Nothing to look at any more."},"fault":{"T0108":"There are no words here yet.","T0209":"Some numbers have no row of their own. Add the missing form.","T0210":"This text is needed here, but it is empty.","T0212":"A field in this text can be absent. Choose other words for when there is none.","T0213":"This row is never shown, because other rows come first.","T0218":"This text must stay on one line.","T0219":"A field in this text is confidential and can't be shown here.","T0220":"This message can become too large to be sent. Use fewer words.","T0224":"The link has no address for this.","T0901":"Nothing uses this text.","T0902":"Nothing uses this term.","T0906":"These words are nearly the same as those of another text.","T0907":"This language doesn't have the text yet.","T0908":"The original shows a field that this translation doesn't.","T0921":"HTML has no effect here: readers see it as it stands.","T0961":"These words are the same as in another language.","T0962":"This time brings its own “at” or “on”.","T0980":"This isn't filled in: put the field in from the list.","T0981":"Readers see this as it stands: write the sign itself.","T0982":"This row is for several numbers, but shows none.","others":"Something here needs the help of a developer."},"problem":{"too-large":"This is too long to be kept.","direction":"An invisible sign turns the words around. Remove it, or write them anew.","offline":"The host can't be reached right now.","conflict":"This has changed meanwhile. Look at it again.","unauthenticated":"You are signed out. Open the studio by a new link.","forbidden":"Your role doesn't allow that.","not-found":"This isn't here any more.","unavailable":"The host can't do this right now. Try again in a moment.","validation":"This can't be kept as it is.","rate-limited":"That was tried often enough. Try again in a while.","code-refused":"No app shows this code, or no longer. Have it show a new one."},"phone":{"title":"Try it on a phone","about":"It goes out with sample data and “[Test]” before the title. It is kept nowhere, and counts nowhere.","to":"To","by":"By","exact":"The words as they are, without “[Test]”","send":"Send it","accepted":"The provider has taken it.","deferred":"The provider takes nothing right now.","refused":"The provider refuses it.","too-large":"It is too large for the provider.","gone":"The device can’t be reached any more.","misconfigured":"The channel isn’t set up correctly.","uncertain":"The provider broke off: it may have arrived.","unanswered":"The provider hasn’t answered within ten seconds.","bytes":"{$count} bytes","nobody":"There is nobody to send it to yet. Pair with your own app.","code":"Code that your app shows","pair":"Pair","paired":"You can send tests to {$name} now.","until":"{$name}, until {$time}","end":"End","ended":"You can’t send tests to {$name} any more.","cannot":"This can’t be sent to this recipient by this channel."},"fix":{"of":"Mend: {$row}","add-forms":"Add what is missing: {$rows}","add-absent":"Other words for when there is no “{$field}”","remove-field":"Take “{$field}” out","add-field":"Put “{$field}” in","remove-row":"Remove this row","one-line":"Put it on one line","copy-original":"Begin with the original's words","remove-text":"Remove these words","bring-back":"Take the words back as they were","correct":"Correct it"},"terms":{"term":"Term","title":"Terms","about":"Words that several texts take in by name: a change here changes all of them. Developers add and remove terms in the files.","used":{"match":["count"],"when":{"one":"used in {$count} text","*":"used in {$count} texts"}},"in":"In the message"},"settings":{"signed-in":"Signed in by a link","links":"Whoever runs the host makes the links. One that nobody has opened yet isn’t here.","profile":"Set in profile.json","of-file":"Developers change these in the tenant’s files; each has its key there below it.","publish":"Publishing","publish-proposal":"words go live with the files","publish-live":"words go live at once","reviews":"Who approves","reviews-others":"somebody other than the author","reviews-anyone":"anyone who may review","recipients":"Test recipients","nobody":"nobody","retention":"How long history is kept","days":{"match":["count"],"when":{"one":"{$count} day","*":"{$count} days"}},"tokens":"Sign-in by an identity provider","tokens-on":"yes","tokens-off":"no","record":"Who did what","recorded":"Each sign-in, change, approval, publication and test is a line of the host’s audit log, without words. What became of texts is in these lists, and in the history below each text.","since":"since {$start}, last used {$used}","own":"This is you.","end":"Sign out","ended":"{$name} is signed out."},"context":{"now":"Time","zone":"Time zone","recipient":"Reader","again":"As in the samples"},"samples":{"title":"Samples of your own","about":"The values that are shown now are kept as a sample: others see it with your proposal, and developers get it with the words.","name":"Name","keep":"Keep these values as a sample","shape":"A name has at most 40 signs: a to z, digits and hyphens.","taken":"There is a sample with this name already.","kept":"Kept: {$name}","gone":"Removed: {$name}","remove":"Remove","remove-one":"Remove the sample {$name}","of":"Sample: {$event} · {$name}","count":{"match":["count"],"when":{"one":"{$count} sample goes along.","*":"{$count} samples go along."}}},"names":{"tenant":"the product","recipient":"the recipient","link":"the link"}}}

                """#
        ),
        WebAsset(
            name: "studio-fields.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "9c404b8b682ae5d3dac5d4c2a1d2f8c2",
            integrity: "sha384-zUWPzkdghSroZK/QMctm+8/H7V42IKwBph8c9hlcSM4BAOdrARCmxSBcLiXcHsEq",
            source: "cb3e06fd99d50ead8233dd61e2bdfa9e6506f28b61c67b59ffeff56df584c165",
            text: #"""
                import{element as e,set}from"./dom.js";import{say}from"./studio-words.js";let count=0;export const fieldName=({label,sensitive,optional})=>
                label+(sensitive?` (${say("editor.confidential")})`:"")+(optional?` (${say("editor.optional")})`:"");export function fieldList({box,variables,onchoose}){const id=`fields-${(count+=1)}`;let list=null;let found=[];let at=0;function show(){list.replaceChildren(...found.map(([name,one],index)=>{const option=e("li",{role:"option",id:`${id}-${index}`,"aria-selected":String(index===at),"aria-disabled":one.refused?"true":null,text:fieldName(one)});option.addEventListener("mousedown",(event)=>{event.preventDefault();at=index;take();});return option;}));box.setAttribute("aria-activedescendant",`${id}-${at}`);list.children[at]?.scrollIntoView({block:"nearest"});}
                function take(){const[name,one]=found[at];if(one.refused)return;close();onchoose(name);}
                function open(words=""){close();list=e("ul",{role:"listbox",id,class:"menu fields","aria-label":say("editor.fields")});box.after(list);set(box,"aria-controls",id);at=0;narrow(words);}
                function narrow(words){const wanted=words.toLowerCase();found=/^\s|\s{2}/.test(words)?[]:Object.entries(variables).filter(([name,one])=>`${one.label}\n${name}`.toLowerCase().includes(wanted));if(!found.length)return close();at=Math.min(at,found.length-1);return show();}
                function close(){list?.remove();list=null;for(const name of["aria-controls","aria-activedescendant"])box.removeAttribute(name);}
                function key(event){if(!list||event.isComposing)return false;const to={ArrowDown:at+1,ArrowUp:at-1+found.length}[event.key];if(to!==undefined){at=to%found.length;show();}else if(event.key==="Enter")take();else if(event.key==="Escape")close();else return false;event.preventDefault();event.stopPropagation();return true;}
                set(box,"aria-autocomplete","list");box.addEventListener("blur",close);return{isOpen:()=>list!==null,open,narrow,close,key};}

                """#
        ),
        WebAsset(
            name: "studio-fixes.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "d86fdc27b82fa37d369d2173d87849ca",
            integrity: "sha384-hBY7YEFfJKjKNaiexpjJJGWI4/W4uxXDxW4su3r8d4pbwwajLk3gZhST6rCBLDvt",
            source: "247b89388ee3bf791ae0b4b566976dc171dc68758fc24d2dc0ee0a13462da240",
            text: #"""
                import{element as e}from"./dom.js";import{addressOf,may,nameOf}from"./studio-core.js";import{fixWords}from"./studio-words.js";export const MISSING=new Set(["T0108","T0209","T0210","T0907","T0908"]);export const identity=({code,kind,field,place})=>JSON.stringify([code,kind,field,place]);const isSame=(one,other)=>JSON.stringify(one)===JSON.stringify(other);function added(fix,form,names){const known=new Set((form?.rows??[]).map(({keys})=>String(keys)));return(fix.form?.rows??[]).filter(({keys})=>!known.has(String(keys))).map(names.labelOf);}
                export function fixButtons({fixes=[]},{form,row,names,isHere,isLocked,isBegun,comma,onmend}){return fixes.flatMap((fix,at)=>{const isOwn=isHere(fix);if(isOwn&&(isLocked||(isBegun&&fix.kind==="copy-original")))return[];const text=fixWords(fix,{field:fix.field&&names.fieldLabel(fix.field),rows:isOwn?added(fix,form,names).join(comma):""});const about=isOwn?(fix.kind==="remove-row"&&row?names.labelOf(row):null):nameOf(fix.place);const mends=isOwn||may("writer",fix.place.locale);return[mends?e("button",{text,"aria-label":about?`${text}: ${about}`:null,onclick:()=>onmend(fix)}):null,isOwn||isSame(fix.place,fixes[at+1]?.place)?null:e("a",{href:addressOf(fix.place),text:nameOf(fix.place)}),].filter(Boolean);});}

                """#
        ),
        WebAsset(
            name: "studio-form.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "e0083e10ccf9e82bc3e0fa828bc52879",
            integrity: "sha384-kgVauY58IQvzlJWRyaO2FhXlWkuCl9IZ35HRs7HVLeuXfMa2s6WXcdhQtJEttQAs",
            source: "0f673f7e398673ba6c73a9407beeccc168e4c295369e82a559e816cee0dd0f49",
            text: ##"""
                import{element as e,write}from"./dom.js";import{select}from"./studio-core.js";import{fieldName}from"./studio-fields.js";import{listField,showsLists}from"./studio-pieces.js";import{textField}from"./studio-text.js";import{say}from"./studio-words.js";const MOST_CELLS=24;const forward=(text)=>(document.documentElement.dir==="rtl"?`\u2066${text}\u2069`:text);const OWN=["tenant","recipient","link"];export function named(view){for(const[name,one]of Object.entries(view.variables))if(OWN.includes(one.type))one.label=say(`names.${name}`);return view;}
                export function namesOf(view,form){const fieldLabel=(name)=>{const own=name.replace(/\.present$/,"");return view.variables[own]?.label??own;};function keyLabel(key,column){const choices=view.choices?.[column]??[];const selector=form.selectors?.[column];const named=new Set(form.rows.map((row)=>row.keys[column]));const left=choices.filter((choice)=>!named.has(choice.key));const choice=key===null?(left.length===1?left[0]:null):choices.find((one)=>one.key===key);if(!choice)return key===null?say("editor.all-others"):!selector||selector.choice==="value"||Number.isNaN(Number(key))?key:say("editor.exactly",{number:key});if(choice.numbers)return forward(`${choice.numbers} (${choice.key})`);if(selector?.field.endsWith(".present"))return say(choice.key==="true"?"editor.present":"editor.absent");return{true:say("editor.yes"),false:say("editor.no")}[choice.key]??choice.key;}
                const rank=(key,column)=>(key===null?Infinity:(view.choices?.[column]??[]).findIndex((choice)=>choice.key===key));const sorted=(now)=>({...now,rows:now.rows.toSorted((a,b)=>
                a.keys.map((key,column)=>rank(key,column)-rank(b.keys[column],column)||0).find((order)=>order&&!Number.isNaN(order))??0)});const labelOf=(row)=>(form.form==="text"||!row.keys?.length?say("editor.words"):row.keys.map((key,column)=>keyLabel(key,column)).join(" · "));return{fieldLabel,keyLabel,labelOf,sorted,legend:()=>say("editor.depends-on",{fields:form.selectors.map(({field})=>fieldLabel(field)).join(` ${say("editor.and")} `)})};}
                export const wordsOf=(row,describe)=>row.parts.map((part)=>(typeof part==="string"?part:describe(part))).join("");export function drawForm({view,form,isLocked,locale,dir,field:common,onchange,onredraw,onshape}){const fields=[];const isFixed=form.form==="locked";const names=namesOf(view,form);const{fieldLabel,keyLabel,labelOf,sorted,legend}=names;function drawRow(row,extra){const label=labelOf(row);const takesMarks=!isFixed&&view.routes!==undefined;const make=isFixed||isLocked||takesMarks||!showsLists()?textField:listField;const field=make({...common,words:row,label,locale,dir,isMultiline:view.multiline||form.shape==="lines",isLocked,takesMarks,routes:view.routes,variables:isFixed?{}:view.variables,onchange,onfield:(name)=>askAbsent(name)});const readings=e("ul",{class:"readings",hidden:true,"aria-label":say("readings.row",{row:label})});const fixes=e("div",{class:"row",hidden:true,role:"group","aria-label":say("fix.of",{row:label})});fields.push({field,row,readings,fixes});const words=form.form==="rows"?e("div",{class:"pair"},field.node,readings):field.node;const isPlain=!Object.keys(view.variables).length;if(isFixed||isLocked)return words;if(isPlain)return e("div",{class:"stack"},words,fixes);const more=select(say("editor.insert"),[["",say("editor.a-field")],...Object.entries(view.variables).map(([name,one])=>[name,fieldName(one),one.refused])],"",{"aria-label":say("editor.insert-into",{row:label})});const asking=e("p",{class:"row",role:"status",hidden:true});function askAbsent(name){const isAsked=view.variables[name].optional&&!form.selectors?.some((one)=>one.field===`${name}.present`)
                &&view.dependencies.some((one)=>one.field===name&&one.by==="presence")&&(form.selectors??[]).length<2;asking.hidden=!isAsked;if(isAsked)asking.replaceChildren(e("span",{text:say("editor.and-absent",{field:view.variables[name].label})}),e("button",{text:say("editor.other-words-then"),onclick:()=>onshape({dependOn:{field:name,by:"presence"}})}));}
                more.select.addEventListener("change",()=>{const name=more.select.value;more.select.value="";if(!name)return;field.insert({chip:{field:name,label:view.variables[name].label}});askAbsent(name);});field.node.addEventListener("keydown",(event)=>{if(!event.ctrlKey||event.code!=="Space")return;event.preventDefault();if(!field.list?.())more.select.focus();});const isRest=form.form==="text"||row.keys.every((key)=>key===null);return e("div",{class:"stack"},words,fixes,e("div",{class:"row inserting"},more.node,isRest?null:e("button",{text:say("editor.remove-row"),"aria-label":say("editor.remove-the-row",{row:label}),onclick:()=>dropRow(row)}),extra),asking);}
                function dropRow(row){onredraw((now)=>({...now,rows:now.rows.filter((one)=>one!==row)}));}
                function addRow(keys,from){if(form.rows.some((row)=>String(row.keys)===String(keys)&&row.keys.every((key,at)=>key===keys[at])))return;if(view.cells)view.cells.which="all";onredraw((now)=>sorted({...now,rows:[...now.rows,{...structuredClone(from),keys}]}),(now)=>now.rows.findIndex((row)=>row.keys.every((key,at)=>key===keys[at])));}
                function adding(){if(form.selectors.length!==1||isLocked)return null;const[selector]=form.selectors;const named=new Set(form.rows.map((row)=>row.keys[0]));const left=(view.choices[0]??[]).filter((choice)=>!named.has(choice.key));const options=left.length>1?left.map((choice)=>[choice.key,keyLabel(choice.key,0)]):[];const choice=select(say("editor.add-row"),[["",say("editor.choose")],...options,...(selector.choice==="value"?[]:[["#",say("editor.exact-number")]])],"");if(choice.select.options.length===1)return null;const rest=form.rows.find((row)=>row.keys[0]===null);const add=(key)=>key!=="NaN"&&addRow([key],rest);const number=e("input",{type:"number",step:1,"aria-label":say("editor.the-number"),hidden:true});const button=e("button",{text:say("editor.add"),hidden:true,onclick:()=>add(String(number.valueAsNumber))});choice.select.addEventListener("change",()=>{const isNumber=choice.select.value==="#";number.hidden=button.hidden=!isNumber;if(isNumber)number.focus();else if(choice.select.value)add(choice.select.value);});return e("div",{class:"row"},choice.node,number,button);}
                function keysOf(column){const known=(view.choices?.[column]??[]).map(({key})=>key);const written=form.rows.map((row)=>row.keys[column]);const others=written.filter((key)=>key!==null&&!known.includes(key));const all=[...new Set([...others,...known])];const unnamed=known.filter((key)=>!written.includes(key));return[...all.filter((key)=>unnamed.length!==1||key!==unnamed[0]),null];}
                function closest(keys){const[one,two]=keys;return[[one,null],[null,two],[null,null]].map((wanted)=>form.rows.find((row)=>row.keys.every((key,at)=>key===wanted[at]))).find(Boolean);}
                const cellName=(keys)=>keys.map(keyLabel).join(" · ");const ownRow=(keys)=>form.rows.find((one)=>one.keys.every((key,at)=>key===keys[at]));function cell(keys){const row=ownRow(keys);if(row)return drawRow(row);const from=closest(keys);return e("div",{class:"stack"},e("p",{class:"muted"},e("span",{class:"cell-name",text:`${cellName(keys)}: `}),e("bdi",{lang:locale,text:wordsOf(from,common.describe)})),e("p",{class:"muted",text:say("editor.as",{row:labelOf(from)})}),isLocked?null:e("button",{text:say("editor.own-words"),"aria-label":say("editor.own-words-for",{row:cellName(keys)}),onclick:()=>addRow(keys,from)}));}
                function grid(rows,columns){return e("table",{class:"grid"},e("thead",{},e("tr",{},e("td",{}),...columns.map((key)=>e("th",{scope:"col",text:keyLabel(key,1)})))),e("tbody",{},...rows.map((key)=>e("tr",{},e("th",{scope:"row",text:keyLabel(key,0)}),...columns.map((other)=>e("td",{},cell([key,other])))))));}
                function cellList(rows,columns){const filter=(view.cells??={words:"",which:"all"});const items=rows.flatMap((key)=>columns.map((other)=>[key,other])).map((keys)=>({name:cellName(keys).toLowerCase(),isOwn:Boolean(ownRow(keys)),node:e("li",{},cell(keys))}));const search=e("input",{id:"cells",type:"search",value:filter.words});const which=select(say("cells.which"),["all","own","falling"].map((one)=>[one,say(`cells.${one}`)]),filter.which);const found=e("p",{class:"muted",role:"status"});const show=()=>{Object.assign(filter,{words:search.value,which:which.select.value});const wanted=filter.words.trim().toLowerCase();for(const{name,isOwn,node}of items)node.hidden=!name.includes(wanted)||(filter.which!=="all"&&isOwn!==(filter.which==="own"));write(found,say("cells.count",{count:items.filter(({node})=>!node.hidden).length}));};search.addEventListener("input",show);which.select.addEventListener("change",show);show();return e("div",{class:"stack"},e("div",{class:"row"},e("label",{for:"cells",text:say("cells.find")}),search,which.node,found),e("ul",{class:"stack cells"},...items.map(({node})=>node)));}
                function table(){const[rows,columns]=[keysOf(0),keysOf(1)];return(rows.length*columns.length>MOST_CELLS?cellList:grid)(rows,columns);}
                function shaping(){if(isFixed||isLocked)return null;const selectors=form.selectors??[];const parts=[];const possible=(view.dependencies??[]).filter(({field,by})=>!selectors.some((one)=>one.field===(by==="presence"?`${field}.present`:field)));if(possible.length&&selectors.length<2){const choice=select(say("editor.depend"),[["",say("editor.choose")],...possible.map(({field,label,by})=>[JSON.stringify({field,by}),say(`editor.by-${by}`,{field:label})])],"");choice.select.addEventListener("change",()=>choice.select.value&&onshape({dependOn:JSON.parse(choice.select.value)}));parts.push(choice.node);}
                selectors.forEach(({field},column)=>{const keys=[...new Set(form.rows.map((row)=>row.keys[column]))];const label=say("editor.depend-no-more",{field:fieldLabel(field)});const choice=select(label,[["",say("editor.choose-kept")],...keys.map((key)=>[JSON.stringify(key),say("editor.keep",{row:keyLabel(key,column)})])],"");choice.select.addEventListener("change",()=>choice.select.value&&onshape({independentOf:{selector:column,key:JSON.parse(choice.select.value)}}));parts.push(choice.node);});return parts.length?e("details",{},e("summary",{text:say("editor.shape")}),e("div",{class:"stack"},...parts)):null;}
                const nodes=[];if(isFixed)nodes.push(e("p",{text:say(form.rows.length?"editor.locked-parts":"editor.locked")}));if(form.source)nodes.push(e("details",{},e("summary",{text:say("editor.source")}),e("pre",{lang:"en",dir:"ltr",tabindex:0,text:form.source})));if(form.form==="rows"){nodes.push(e("fieldset",{},e("legend",{text:legend()}),...(form.selectors.length===2?[table()]:form.rows.map((row)=>drawRow(row))),adding()));}else nodes.push(e("div",{class:"stack"},...(form.form==="text"?[form]:form.rows).map((row)=>drawRow(row))));const shape=shaping();if(shape)nodes.push(shape);return{nodes,names,fields};}
                export function numberOf(form,choices){const column=form?.selectors?.findIndex(({choice})=>choice!=="value")??-1;if(column<0)return null;const written=form.rows.map((row)=>row.keys[column]).filter((key)=>key!==null&&!Number.isNaN(Number(key)));const numbers=[...written,...(choices?.[column]??[]).flatMap(({samples=[]})=>samples)].map(Number);return{field:form.selectors[column].field,numbers:[...new Set(numbers)].sort((a,b)=>a-b)};}

                """##
        ),
        WebAsset(
            name: "studio-formats.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "b9fae73bb6fd76d0203e83dc14fb08cd",
            integrity: "sha384-BFRDlZlz9AJFgdY/l+9YNsk3UMuMbbC4i/P0uPQF6cZJQFNwIar7S4UjWiu3vBYw",
            source: "198a3ffd336b9849ca3d70844a79fd4d5feee7afe68ee67573845acc5b3a1cce",
            text: #"""
                import{element as e}from"./dom.js";import{ask,pathOf,query,studio}from"./studio-core.js";import{say,told}from"./studio-words.js";export async function showFormats({below,place,sample,chip,name,onchoose,onclose}){const{locale,channel}=place;const path=`${pathOf(place)}/formats`;const menu=e("div",{role:"menu",class:"menu","aria-label":say("formats.label",{field:name}),tabindex:-1});const note=(text)=>menu.append(e("button",{role:"menuitem","aria-disabled":"true",text}));try{const{formats}=await ask("GET",path+query({field:chip.field,function:chip.function&&JSON.stringify(chip.function),locale,channel,sample,proposal:studio.proposal?.id,}));for(const one of formats){const isNow=JSON.stringify(one.function)===JSON.stringify(chip.function);menu.append(e("button",{role:"menuitemradio","aria-checked":String(isNow),text:one.own?`${one.example} (${say("formats.own")})`:one.example,onclick:()=>{close();onchoose(one);},}));}
                if(formats.length===0)note(say("formats.only"));}catch(fault){note(told(fault));}
                let isOpen=true;function remove(){if(!isOpen)return;isOpen=false;menu.remove();}
                function close(){remove();onclose();}
                menu.addEventListener("focusout",(event)=>menu.contains(event.relatedTarget)||remove());menu.addEventListener("keydown",(event)=>{const items=[...menu.children];const at=items.indexOf(document.activeElement);const to={ArrowDown:at+1,ArrowUp:at-1+items.length,Home:0,End:items.length-1}[event.key];if(event.key==="Escape")close();else if(to!==undefined)items[to%items.length].focus();else return;event.preventDefault();});const earlier=below.parentElement.querySelector(".menu");if(earlier?.contains(document.activeElement))document.activeElement.blur();earlier?.remove();below.after(menu);(menu.querySelector("[aria-checked=true]")??menu.firstChild).focus();}

                """#
        ),
        WebAsset(
            name: "studio-frames.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "86fe8c7e2e832e59674d6469b1f144a7",
            integrity: "sha384-oCQIJxxMF5jdy8gm0ZMgJEf1e76+IFEGYQG7LteQ5WJOPYQyIwMe1QQur2kdzfSp",
            source: "932107fa3c469f40012e33a27f4439bea01f659577a986e570c661ef6c91e7a3",
            text: ##"""
                import{element as e}from"./dom.js";import{studio}from"./studio-core.js";import{showInbox}from"./studio-inbox.js";import{mailFrame}from"./studio-mail.js";import{number,say}from"./studio-words.js";export const look={size:"100",tone:"page",isHidden:false,joints:false,isOpen:false,now:null};const DEVICES={lock:{system:"ios",width:374,title:1,body:4},banner:{system:"ios",width:374,title:1,body:2},collapsed:{system:"android",width:396,title:1,body:1},expanded:{system:"android",width:396,title:1,body:10,hasAction:true},browser:{system:"browser",width:360,title:1,body:4},inbox:{system:"inbox",width:400,hasAction:true},mailbox:{system:"mailbox",width:400,title:1,body:1},bubble:{system:"bubble",width:300},};const SHOWN_BY={expo:["lock","banner","collapsed","expanded"],fcm:["collapsed","expanded","lock","banner"],apns:["lock","banner"],"web-push":["browser"],"in-app":["inbox"],};function plain(html){const entities={amp:"&",lt:"<",gt:">",quot:'"',"#39":"'"};return html.replace(/<(br|\/p|\/h\d|\/li)[^>]*>/g,"\n").replace(/<[^>]*>/g,"").replace(/&(amp|lt|gt|quot|#39);/g,(_,name)=>entities[name]);}
                function devicesOf(channel,{slots,segments}){if(slots["email.subject"]!==undefined)return["mailbox"];if(segments)return["bubble"];return SHOWN_BY[studio.session.channels?.[channel]]??[];}
                const JOINTS=/([\u2066-\u2069])/;function joined(text){if(!look.joints)return[text];return text.split(JOINTS).map((part)=>(JOINTS.test(part)?e("span",{class:"joint","aria-hidden":"true",text:part==="\u2069"?"\u27e9":"\u27e8"}):part));}
                const line=(name,text,lines)=>(text?e("p",{class:lines?`seen ${name} lines-${lines}`:name,"data-slot":name},...joined(text)):null);function hiddenWords(sender){return e("div",{class:"device-words",lang:document.documentElement.lang,dir:document.documentElement.dir},e("p",{class:"title",text:sender}),e("p",{class:"body",text:say("look.notification")}));}
                function image({image:address}){return e("p",{class:"image",text:say("frame.image",{name:address.split(/[?#]/)[0].split("/").at(-1)||address})});}
                function picture(device,rendering,lang,dir,isReal){const{slots}=rendering;const{system,title,body,hasAction}=DEVICES[device];const isMail=device==="mailbox";const sender=studio.session.tenant.name;const words=look.isHidden&&system==="ios"?hiddenWords(sender):e("div",{class:"device-words",lang,dir},line("title",isMail?slots["email.subject"]:system==="bubble"?"":slots.title,title),device==="lock"||device==="banner"?line("subtitle",slots.subtitle,1):null,line("body",isMail?slots["email.preheader"]:system==="bubble"?Object.values(slots).join("\n"):slots.body??slots.text,body),device==="expanded"&&rendering.image?image(rendering):null,hasAction&&slots.action?e("p",{class:"action",text:slots.action}):null);const head=e("p",{class:"device-head","aria-hidden":"true"},e("bdi",{text:sender}),` · ${say("frame.now")}`);const hasHead=system!=="bubble"&&system!=="inbox";const made=e("div",{class:`device ${system} ${device}`,dir},system==="bubble"?null:e("span",{class:"app","aria-hidden":"true",text:Array.from(sender)[0]??""}),e("div",{class:"device-main"},hasHead?head:null,words));if(isReal&&device==="inbox")queueMicrotask(()=>showInbox(made,rendering,lang,dir,look.now??Date.now(),look.tone==="page"?null:look.tone));return made;}
                function rest(slots,names,lang,dir){return Object.entries(slots).filter(([name])=>!names.includes(name)).flatMap(([name,text])=>[e("p",{class:"slot",text:name,lang:"en",dir:"ltr"}),e("p",{class:"body",lang,dir,text:name.endsWith("html")?plain(text):text})]);}
                function size({size:bytes,sizeLimit:limit,segments},bound){const notes=[];if(bytes&&limit){const isBound=bound!==undefined;const values={bytes:number(bytes),limit:number(limit),most:isBound?number(bound):""};notes.push(e("meter",{min:0,max:limit,high:limit*0.85,optimum:0,value:bytes,"aria-label":say("frame.size")}),e("p",{class:"note",text:say(isBound?"frame.bytes-at-most":"frame.bytes",values)}));}
                if(segments)notes.push(e("p",{class:"note",text:say("frame.parts",{count:segments.count,alphabet:segments.encoding})}));return notes;}
                export function framesOf(channel,rendering,locale,dir,bound,isReal){if(!rendering.slots){return[e("article",{class:"frame"},e("h3",{text:channel}),e("p",{class:"error",text:say("frame.failure")}))];}
                const lang=rendering.locale??locale;const devices=devicesOf(channel,rendering);const notes=()=>[lang===locale?null:e("p",{class:"note",text:say("frame.fallback",{locale,shown:lang})}),...size(rendering,bound),];const shown=devices.map((device,at)=>e("article",{class:"frame","data-device":device},e("h3",{text:`${channel} · ${say(`device.${device}`)}`}),picture(device,rendering,lang,dir,isReal),...(isReal&&device==="inbox"&&rendering.slots.action?rest({action:rendering.slots.action},[],lang,dir):[]),e("p",{class:"note cut",hidden:true}),...(at===devices.length-1&&device!=="mailbox"?notes():[])));const isMail=devices[0]==="mailbox";if(devices.length&&!isMail)return shown;const hasMail=isMail&&Boolean(rendering.mail);const names=isMail?["email.subject","email.preheader",...(hasMail?["email.html"]:[])]:["title","body"];const words=e("div",{class:"stack",lang,dir},isMail?null:line("title",rendering.slots.title),isMail?null:line("body",rendering.slots.body),hasMail?mailFrame(rendering,locale,dir):null,...rest(rendering.slots,names,lang,dir));return[...shown,e("article",{class:"frame"},e("h3",{text:isMail?`${channel} · ${say("device.mail")}`:channel}),words,...notes())];}
                export const hidesWords=(frames)=>frames.querySelector(".device.ios")!==null;export function dress(frames){frames.dataset.tone=look.tone;frames.dataset.size=look.size;}
                export function fitting(frames,node){const fit=new ResizeObserver(()=>{if(!node.isConnected)return fit.disconnect();for(const device of frames.querySelectorAll(".device")){const room=device.parentElement.clientWidth-28;device.style.setProperty("zoom",Math.min(1,room/Number.parseFloat(getComputedStyle(device).getPropertyValue("--width"))));}});const begin=()=>{fit.unobserve(frames);fit.observe(frames);};begin();return begin;}
                export function markCuts(frames){let isAnyCut=false;for(const one of frames.querySelectorAll("[data-device]")){const cut=[...one.querySelectorAll(".seen")].filter((words)=>words.scrollHeight>words.clientHeight+1).map((words)=>words.dataset.slot);const note=one.querySelector(".cut");note.hidden=!cut.length;note.textContent=cut.length?say(cut.length>1?"frame.cut-both":cut[0]==="body"?"frame.cut-body":"frame.cut-title"):"";isAnyCut||=cut.length>0;}
                return isAnyCut;}

                """##
        ),
        WebAsset(
            name: "studio-history.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "a999e4aa02fa28ce1036c08cb5126801",
            integrity: "sha384-FEJZLUKXLFKhOCdPTwawSUSAdB+pVZvMY4t3ZumTOVlag0nDYX404KWodTtMI90r",
            source: "17bc0bc3835ce0331de1aad9ff2c7bc075136031b79dfea2418b6cd25b98619e",
            text: #"""
                import{element as e,write}from"./dom.js";import{ask,may,pathOf,query}from"./studio-core.js";import{moment,say,told}from"./studio-words.js";export function historyOf(place){const{locale,channel}=place;const list=e("ul",{class:"list"});const note=e("p",{role:"status",class:"muted"});const more=e("button",{text:say("history.earlier"),hidden:true});let before;let isRead=false;const read=async()=>{const path=`${pathOf(place)}/history`;try{const page=await ask("GET",path+query({locale,channel,before}));before=page.before;list.append(...page.changes.map(change));more.hidden=!before;write(note,list.childElementCount?"":say("history.none"));isRead=true;}catch(fault){write(note,told(fault));}};more.addEventListener("click",read);const details=e("details",{class:"card"},e("summary",{text:say("history.history")}),list,note,more);details.addEventListener("toggle",()=>details.open&&!isRead&&read());return details;}
                function change({author,at,old,new:now,proposal}){return e("li",{class:"change"},e("p",{class:"muted"},e("bdi",{text:author}),`, ${moment(at)} · `,e("a",{href:`#/proposal/${proposal}`,text:say("history.proposal")})),e("p",{},e("del",{},e("bdi",{text:old?.words??say("page.nothing")}))," → ",e("ins",{},e("bdi",{text:now?.words??say("page.nothing")}))));}
                export function commentsOn({id,comments}){const list=e("ul",{class:"list"},...comments.map(comment));const note=e("p",{role:"status",class:"muted",text:comments.length?"":say("history.silent")});const text=e("textarea",{id:"comment",rows:2,maxlength:2000});const send=async()=>{if(!text.value.trim())return text.focus();try{list.append(comment(await ask("POST",`/proposals/${encodeURIComponent(id)}/comments`,{text:text.value})));text.value="";write(note,"");}catch(fault){write(note,told(fault));}};const field=!may("writer")?[]:[e("label",{for:"comment",text:say("history.say")}),text,e("button",{text:say("history.send"),onclick:send})];return e("section",{class:"card stack","aria-label":say("history.comments")},e("h3",{text:say("history.comments")}),list,note,...field);}
                function comment({author,at,text}){return e("li",{class:"change"},e("p",{class:"muted"},e("bdi",{text:author}),`, ${moment(at)}`),...text.split("\n").map((line)=>e("p",{dir:"auto",text:line})));}

                """#
        ),
        WebAsset(
            name: "studio-inbox.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "0053f80bb2f584ed7d704ab64d700427",
            integrity: "sha384-5xJw50crgVor5ISqxCGwmQG4617LAezOUpTH8QXedLGjx72v7wqMN3CS+KqD6Nah",
            source: "2425db1cc22aab98dc3139ad051f00812b3809227deb1031c91a7216b552d9dd",
            text: #"""
                import{element as e}from"./dom.js";import{ask,query}from"./studio-core.js";const DAY=86_400_000;const documents=new Map();function documentOf(locale){if(!documents.has(locale))documents.set(locale,ask("GET",`/inbox-words${query({locale})}`).catch(()=>null));return documents.get(locale);}
                function itemsOf({slots,category,icon,color},locale,dir,words,now){const known=words.categories[category]??{};const at=(time,options)=>new Intl.DateTimeFormat(locale,{timeZone:words.timeZone,...options}).format(time);const item=(id,isRead,time)=>({id,isRead,lang:locale,dir,title:slots.title,body:slots.body??slots.text,icon:icon??known.icon??"Bell",color:color??known.color,background:known.background,day:new Intl.DateTimeFormat("sv",{timeZone:words.timeZone}).format(time),dayLabel:at(time,{dateStyle:"long"}),times:Object.fromEntries(["today","yesterday","date"].map((name)=>[name,at(time,{timeStyle:"short"})])),});return[item("new",false,now),item("old",true,now-DAY)];}
                export async function showInbox(place,rendering,locale,dir,now,tone){const[words,{CarillonFeed}]=await Promise.all([documentOf(locale),import("./inbox.js")]);if(!words||!place.isConnected)return;const feed=new CarillonFeed({src:"",locale});const items=itemsOf(rendering,locale,dir,words,now);const bell=e("carillon-bell",{slot:"header-end",theme:tone,inert:true});const inbox=e("carillon-inbox",{view:"panel",theme:tone},bell);const mark=(ids,isRead)=>{for(const item of items)if(ids.includes(item.id))item.isRead=isRead;for(const one of[inbox,bell])one.update();};Object.assign(feed,{words,items,now:()=>now,state:"ready",zone:words.timeZone,mark,markAll:()=>mark(items.map(({id})=>id),true)});Object.defineProperty(feed,"unreadCount",{get:()=>items.filter(({isRead})=>!isRead).length});place.replaceChildren(inbox);for(const one of[bell,inbox]){one.feed=feed;one.update();}}

                """#
        ),
        WebAsset(
            name: "studio-keeping.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "daed9098a3ff5f32b47a3d801eb34c15",
            integrity: "sha384-fzB8/D7see5wDvpvYQrHzSJmj70R6Vgp9gHvpWeDpijT3Zf7Cp/XFcgYJbZCLDMQ",
            source: "28aa29c4a845646ba56fcd746425eb0eb2744f16bc822425ccfdb657628e2a20",
            text: #"""
                import{element as e}from"./dom.js";import{base,studio}from"./studio-core.js";import{wordsOf}from"./studio-form.js";import{say}from"./studio-words.js";const nameOf=(place)=>`${base} ${studio.session.name} ${JSON.stringify(place)}`;export function waiting(place){try{return JSON.parse(sessionStorage.getItem(nameOf(place)));}catch{return null;}}
                export function waitingPlaces(){try{const before=`${base} ${studio.session.name} `;return Object.keys(sessionStorage).filter((name)=>name.startsWith(before)).map((name)=>JSON.parse(name.slice(before.length)));}catch{return[];}}
                export function wait(place,words){try{if(words)sessionStorage.setItem(nameOf(place),JSON.stringify(words));else sessionStorage.removeItem(nameOf(place));}catch{}}
                export function forget(){try{for(const name of Object.keys(sessionStorage))if(name.startsWith(`${base} `))sessionStorage.removeItem(name);}catch{}}
                const essence=(row)=>JSON.stringify(row&&{keys:row.keys,marks:row.marks??[],parts:row.parts.map((part)=>(part.chip?{chip:[part.chip.field,part.chip.value,part.chip.function]}:part)),});const rowsOf=(form)=>(form.form==="text"?[form]:form.rows);const shapeOf=(form)=>form&&form.form!=="locked"&&JSON.stringify([form.form,form.selectors,rowsOf(form).map(({keys})=>keys)]);function together(...forms){const[one,...others]=forms.map(shapeOf);return one&&others.every((other)=>other===one)?forms.map(rowsOf):null;}
                const withRows=(form,rows)=>(form.form==="text"?{...form,parts:rows[0].parts,marks:rows[0].marks}:{...form,rows});export const essenceOf=(form)=>form&&JSON.stringify(rowsOf(form).map(essence));export function merged(from,mine,theirs){const all=together(from,mine,theirs)?.map((rows)=>rows.map(essence));if(!all)return null;const[old,own,other]=all;if(own.some((row,at)=>row!==old[at]&&other[at]!==old[at]&&row!==other[at]))return null;const rows=rowsOf(mine);return withRows(theirs,rowsOf(theirs).map((row,at)=>(own[at]===old[at]?row:rows[at])));}
                export function rebased(from,state,theirs){const all=together(from,state,theirs);return all&&withRows(theirs,all[2].map((row,at)=>(essence(row)===essence(all[0][at])?all[1][at]:row)));}
                export function bothWords({mine,theirs,describe,dir,locale,onmine,ontheirs}){const words=(form)=>(!form?[e("p",{text:say("page.nothing")})]:rowsOf(form).map((row)=>
                e("p",{lang:locale,dir,text:wordsOf(row,describe)})));const side=(title,form,text,onclick)=>e("div",{class:"card stack"},e("h3",{text:title}),...words(form),e("button",{text,onclick}));return e("div",{class:"stack",role:"alert"},e("p",{class:"error",text:say("editor.conflict")}),e("div",{class:"sides"},side(say("editor.mine"),mine,say("editor.keep-mine"),onmine),side(say("editor.theirs"),theirs,say("editor.take-theirs"),ontheirs)));}

                """#
        ),
        WebAsset(
            name: "studio-mail.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "89a227a86a421d56fc78f6262e81b858",
            integrity: "sha384-ZzNewqoQEgBtWdtB/u97PX/HIefnt/3Lt5n6R8nUEK4mXDCqQDv3YOyf55Xk+GET",
            source: "c7c51b97d58ccd31325fee74fdc698e6baab0ac47fa50681a6b904de7703aedd",
            text: #"""
                import{element as e,sheet,write}from"./dom.js";import{base,select}from"./studio-core.js";import{say}from"./studio-words.js";const MOST=102*1024;document.adoptedStyleSheets.push(sheet(`
                .mail { overflow-x: auto; }
                .mail iframe { display: block; inline-size: 600px; block-size: 480px; border: 1px solid var(--border); border-radius: 8px; background: #fff; }
                .mail .phone { inline-size: 360px; }
                .mail .dark { color-scheme: dark; background: #1c1c1e; }
                `));let chosen="wide";export function mailFrame(rendering,locale,dir){const html=rendering.slots["email.html"];const box=e("div",{class:"mail",tabindex:0,role:"group","aria-label":say("mail.title")});const note=e("p",{class:"note"});const view=select(say("mail.view"),["wide","phone","dark","text"].map((name)=>[name,say(`mail.${name}`)]),chosen);const draw=()=>{chosen=view.select.value;if(chosen==="text"){box.replaceChildren(e("p",{class:"body",lang:rendering.locale??locale,dir,text:rendering.slots["email.text"]??""}));}else{const frame=box.querySelector("iframe")??e("iframe",{sandbox:"",title:say("mail.title"),src:`${base}/mail-preview/${rendering.mail}`});frame.className=chosen;box.replaceChildren(frame);}};view.select.addEventListener("change",draw);draw();if(new TextEncoder().encode(html).length>MOST)write(note,say("mail.long"));return e("div",{class:"stack"},view.node,box,note);}

                """#
        ),
        WebAsset(
            name: "studio-marks.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "5925655c525d4bc3950430ae9474684e",
            integrity: "sha384-MdlbK335GcANjRoOB5hbj/A5o3nNLcvaPtlWErnwWUuhKMZFGjvFtIBaplnYOJCH",
            source: "6a1fdcf186a458a587c35c123087e5d35f14988d56c2e84e5754c7dc40147df7",
            text: #"""
                import{element as e}from"./dom.js";import{BLOCKS,EDGE}from"./studio-parts.js";import{select}from"./studio-core.js";import{say}from"./studio-words.js";const LISTS=new Set(["ul","ol"]);const LINKS=new Set(["link","button"]);const isLeafBlock=({mark})=>BLOCKS.has(mark)&&!LISTS.has(mark);function flat({parts,marks=[]}){const units=[];const starts=parts.map((part)=>{const start=units.length;units.push(...(typeof part==="string"?part.split(""):[part]));return start;});const at=(index)=>starts[index]??units.length;return{units,marks:marks.map((mark)=>({...mark,from:at(mark.from),upTo:at(mark.upTo)}))};}
                function lumped({units,marks}){const depth=({mark})=>(LISTS.has(mark)?0:BLOCKS.has(mark)?1:2);const sorted=marks.filter(({from,upTo})=>from<upTo).sort((a,b)=>a.from-b.from||b.upTo-a.upTo||depth(a)-depth(b));const borders=new Set(sorted.flatMap(({from,upTo})=>[from,upTo]));const parts=[];const places=new Map();units.forEach((unit,at)=>{const joins=typeof unit==="string"&&typeof parts.at(-1)==="string"&&!borders.has(at);if(!joins){places.set(at,parts.length);parts.push(unit);}else parts[parts.length-1]+=unit;});places.set(units.length,parts.length);return{parts,marks:sorted.map((mark)=>({...mark,from:places.get(mark.from),upTo:places.get(mark.upTo)}))};}
                export const isMarked=(words,name,from,upTo)=>flat(words).marks.some((one)=>one.mark===name&&one.from<=from&&one.upTo>=upTo);export function marked(words,name,from,upTo,options){const{units,marks}=flat(words);const around=marks.find((one)=>one.mark===name&&one.from<=from&&one.upTo>=upTo);if(around){const others=marks.filter((one)=>one!==around);const left=LINKS.has(name)?[]:[{...around,upTo:from},{...around,from:upTo}];return lumped({units,marks:[...others,...left]});}
                const kept=marks.filter((one)=>!(one.mark===name&&one.from>=from&&one.upTo<=upTo)
                &&!(LINKS.has(name)&&LINKS.has(one.mark)&&one.from<upTo&&one.upTo>from));const cuts=new Set([from,upTo]);for(const one of kept){const isWithin=one.from>=from&&one.upTo<=upTo;if(isWithin&&!BLOCKS.has(one.mark))continue;for(const end of[one.from,one.upTo])if(end>from&&end<upTo)cuts.add(end);}
                const ends=[...cuts].sort((a,b)=>a-b);const pieces=ends.slice(1).map((end,at)=>({mark:name,from:ends[at],upTo:end,...(options?{options}:{})})).filter((piece)=>units.slice(piece.from,piece.upTo).some((unit)=>typeof unit!=="string"||unit.trim()));return lumped({units,marks:[...kept,...pieces]});}
                function blocks({units,marks},from,upTo){const touched=marks.filter((one)=>isLeafBlock(one)&&one.from<=upTo&&one.upTo>=from);if(touched.length)return touched;let[start,end]=[from,upTo];while(start>0&&units[start-1]!=="\n")start-=1;while(end<units.length&&units[end]!=="\n")end+=1;if(start===end)return[];const made={mark:"p",from:start,upTo:end};marks.push(made);return[made];}
                export function styled(words,name,from,upTo){const model=flat(words);for(const one of blocks(model,from,upTo))if(one.mark!=="li")one.mark=name;return lumped(model);}
                export function listed(words,name,from,upTo){const model=flat(words);const list=model.marks.find((one)=>LISTS.has(one.mark)&&one.from<=from&&one.upTo>=upTo);if(list&&list.mark!==name)list.mark=name;else if(list){model.marks=model.marks.filter((one)=>one!==list);for(const one of model.marks)if(one.mark==="li"&&one.from>=list.from&&one.upTo<=list.upTo)one.mark="p";}else{const items=blocks(model,from,upTo).filter((one)=>one.mark!=="li");if(!items.length)return words;for(const one of items)one.mark="li";model.marks.push({mark:name,from:Math.min(...items.map((one)=>one.from)),upTo:Math.max(...items.map((one)=>one.upTo))});}
                return lumped(model);}
                export function broken(words,at){const{units,marks}=flat(words);const block=marks.find((one)=>isLeafBlock(one)&&one.from<=at&&one.upTo>=at);if(!block)return null;const before=at===block.from?[EDGE]:[];const after=at===block.upTo?[EDGE]:[];units.splice(at,0,...before,"\n",...after);const middle=at+before.length;const more=before.length+1+after.length;const moved=marks.flatMap((one)=>{const isAround=LISTS.has(one.mark)&&one.from<=at&&one.upTo>=at;if(isAround)return[{...one,upTo:one.upTo+more}];if(one===block)return[{...one,upTo:middle},{...one,from:middle+1,upTo:one.upTo+more}];if(one.upTo<=at)return[one];if(one.from>=at)return[{...one,from:one.from+more,upTo:one.upTo+more}];return[{...one,upTo:middle},{...one,from:middle+1,upTo:one.upTo+more}];});return{words:lumped({units,marks:moved}),at:at+1};}
                export function joined(words,at){const{units,marks}=flat(words);const second=marks.find((one)=>isLeafBlock(one)&&one.from===at);const first=marks.find((one)=>isLeafBlock(one)&&one.upTo===at-1);if(!first||!second||units[at-1]!=="\n")return null;units.splice(at-1,1);const moved=marks.filter((one)=>one!==second&&one!==first).map((one)=>({...one,from:one.from>=at?one.from-1:one.from,upTo:one.upTo>=at?one.upTo-1:one.upTo}));return{words:lumped({units,marks:[...moved,{...first,upTo:second.upTo-1}]}),at:at-1};}
                const INLINE=[["strong","B"],["em","I"]];export function toolbar({label,routes,variables,apply,selection}){const note=e("p",{class:"note",role:"status"});const needsWords=(change)=>()=>{const{from,upTo}=selection();note.textContent=from===upTo?say("marks.choose-words"):"";if(from!==upTo)apply(change);};const button=(name,onclick,text)=>e("button",{class:`tool tool-${name}`,"aria-label":say(`marks.${name}`),title:say(`marks.${name}`),text,onclick});const panel=e("div",{class:"row",hidden:true});const tools=[...INLINE.map(([name,text])=>button(name,needsWords((words,from,upTo)=>marked(words,name,from,upTo)),text)),...["p","h1","h2","h3"].map((name)=>button(name,()=>apply((words,from,upTo)=>styled(words,name,from,upTo)),name==="p"?"¶":name.toUpperCase())),button("ul",()=>apply((words,from,upTo)=>listed(words,"ul",from,upTo)),"•"),button("ol",()=>apply((words,from,upTo)=>listed(words,"ol",from,upTo)),"1."),...(routes.length?["link","button"].map((name)=>button(name,()=>link(name),name==="link"?"↗":"▭")):[]),];const bar=e("div",{role:"toolbar",class:"row tools","aria-label":say("marks.of",{row:label})},...tools);const focusable=(at)=>tools.forEach((tool,index)=>(tool.tabIndex=index===at?0:-1));focusable(0);bar.addEventListener("mousedown",(event)=>event.preventDefault());bar.addEventListener("keydown",(event)=>{const at=tools.indexOf(document.activeElement);const isRTL=document.documentElement.dir==="rtl";const to={[isRTL?"ArrowLeft":"ArrowRight"]:at+1,[isRTL?"ArrowRight":"ArrowLeft"]:at-1+tools.length,Home:0,End:tools.length-1}[event.key];if(to===undefined)return;event.preventDefault();focusable(to%tools.length);tools[to%tools.length].focus();});function link(name){const{words,from,upTo}=selection();if(isMarked(words,name,from,upTo))return apply((now)=>marked(now,name,from,upTo));note.textContent=from===upTo?say("marks.choose-words"):"";if(from===upTo)return undefined;const to=select(say("marks.leads-to"),[["",say("editor.choose")],...routes.map(({id})=>[id,id])],"");const rest=e("span",{class:"row"});const put=e("button",{class:"main",text:say("marks.put"),disabled:true});let choices=[];to.select.addEventListener("change",()=>{const route=routes.find(({id})=>id===to.select.value);choices=(route?.parameters??[]).filter(({filled})=>!filled).map((parameter)=>({parameter,choice:select(parameter.name,[["",say("editor.choose")],...parameter.fields.map((field)=>[field,variables[field]?.label??field])],"")}));rest.replaceChildren(...choices.map(({choice})=>choice.node));const check=()=>(put.disabled=!route||choices.some(({choice})=>!choice.select.value));for(const{choice}of choices)choice.select.addEventListener("change",check);check();});put.addEventListener("click",()=>{const options=[{name:"to",value:to.select.value},...choices.map(({parameter,choice})=>({name:parameter.name,field:choice.select.value}))];panel.hidden=true;apply((now)=>marked(now,name,from,upTo,options),from,upTo);});panel.replaceChildren(to.node,rest,put,e("button",{text:say("marks.not-yet"),onclick:()=>(panel.hidden=true)}));panel.hidden=false;to.select.focus();return undefined;}
                return{node:e("div",{class:"stack"},bar,panel,note),link:()=>routes.length&&link("link")};}

                """#
        ),
        WebAsset(
            name: "studio-nb.json",
            contentType: "application/json; charset=utf-8",
            digest: "6387fd53864af8386fdce81db7d28aa6",
            integrity: "sha384-PhPKaZGrUbh3ouVO2nSFOYKEnTw7VJXYyJFyijaMGkXjI5KRl8wl2A2vOYdfQFL6",
            source: "206161c35251cd47606134750ce24d2b8a09da2c3f7e76bf13109f2e2131f55c",
            text: #"""
                {"locale":"nb","messages":{"page":{"studio":"Studio","texts":"Tekster","proposals":"Forslag","versions":"Versjoner","hand-in":"Lever inn","sign-out":"Logg ut","language":"Språk på denne siden","signed-out":"Åpne studioet med en lenke som er ment for deg. En lenke virker én gang; be om en ny.","nothing":"ingenting","before":"Før:","after":"Etter:","comma":", ","settings":"Innstillinger"},"role":{"viewer":"leser","writer":"forfatter","reviewer":"korrekturleser","publisher":"utgiver","platform":"plattform"},"state":{"draft":"utkast","in-review":"levert inn","approved":"godkjent","rejected":"avvist","withdrawn":"trukket","published":"publisert"},"texts":{"language":"Språk","search":"Søk","missing":"mangler","stale":"originalen er endret","faulty":"har feil","only":"(bare {$channel})","count":{"match":["count"],"when":{"one":"{$count} tekst","*":"{$count} tekster"}},"slash":"Tasten «/» går til feltet over listen","found":"{$locale}: {$words}","copied":"ikke oversatt ennå"},"proposals":{"untitled":"Uten tittel","none":"Det er ingen ennå. Endre en tekst, så begynner et.","approve":"Godkjenn","reject":"Avvis","withdraw":"Trekk tilbake","publish":"Publiser","patch":"Ta det med som en patch","conflict":"Filene er endret her siden.","by":"av {$name}","reviewed":"sett på av {$name}","say-what":"Si med få ord hva endringen handler om.","waits":"Nå ser noen andre på det.","handed-in":"Levert inn","changed":{"match":["count"],"when":{"one":"{$count} endret tekst som andre skal se på.","*":"{$count} endrede tekster som andre skal se på."}},"about":"Hva handler det om?","not-yet":"Ikke ennå","go-on":"Fortsett med det","faulty":"Noen av disse tekstene har feil; de er nevnt nedenfor.","unsent":"Ikke lagret ennå, fordi verten ikke ble nådd. Åpne teksten, så sendes den:","mend":"Det er feil her. Rett dem først.","stays":"Hintene kan bli som de er","tick":"Rett hintene, eller si at de kan bli."},"versions":{"titled":"Versjon {$number}: {$note}","untitled":"Versjon {$number}","of-files":"tilbake til filene","of-version":"ordene fra versjon {$number}","in-files":"I filene:","published":"Publisert:","caught-up":"Filene har disse ordene nå.","with-files":"Her blir ord publisert med filene. Godkjente forslag tas med som patcher.","none":"Ingenting er publisert ennå: ordene i filene gjelder.","beside":"Publisert ved siden av filene","nothing-beside":"Ingenting: ordene i filene gjelder.","files-again":"Vis ordene i filene igjen","proposal":"Forslaget","no-change":"Ingen ord er annerledes enn i versjonen før.","back-to":"Gå tilbake til versjon {$number}","back-to-files":"Gå tilbake til ordene i filene","again":"Publiser denne versjonen igjen","why":"Hvorfor?","say-why":"Si med få ord hvorfor.","now":"Gå tilbake nå","this-text":"Gå tilbake bare for denne teksten"},"aside":{"changed":"Filene har andre ord nå: de vises.","gone":"Filene har ikke denne teksten lenger.","invalid":"Disse ordene passer ikke til filene lenger: filenes ord vises.","other":"Det er lagt til side."},"history":{"history":"Historikk","none":"Ingen har endret denne teksten her ennå.","earlier":"Tidligere endringer","proposal":"Forslag","comments":"Kommentarer","silent":"Ingen har sagt noe ennå.","say":"Si noe","send":"Send"},"formats":{"label":"Slik vises {$field}","own":"slik utviklerne har satt det","only":"Det finnes én måte å vise dette på."},"preview":{"title":"Forhåndsvisning","about":"Fra eksempeldata. Hvor telefoner kutter, er anslått: bredde, tekststørrelse og system varierer.","languages":"Vist på","sample":"Eksempel","main":"hovedeksempel","made-shortest":"oppdiktet: kortest","made-longest":"oppdiktet: lengst","made-absent":"oppdiktet: alt mangler","made-unusual":"oppdiktet: uvanlige tegn","size":"Tekststørrelse","tone":"Farger","tone-page":"som denne siden","tone-light":"lyse","tone-dark":"mørke","cut":"kuttes","none":"Ingenting sendes med denne teksten."},"device":{"lock":"iPhone, låseskjerm","banner":"iPhone, banner","collapsed":"Android, sammenslått","expanded":"Android, utvidet","browser":"Nettleser","inbox":"Innboksen i appen","mailbox":"E-postliste","mail":"E-post","bubble":"Tekstmelding"},"frame":{"now":"nå","size":"Meldingens størrelse","bytes":"{$bytes} av {$limit} byte","bytes-at-most":"{$bytes} av {$limit} byte; høyst {$most} med disse feltene","parts":{"match":["count"],"when":{"one":"{$count} del ({$alphabet})","*":"{$count} deler ({$alphabet})"}},"failure":"Dette kan ikke vises med dette eksempelet.","fallback":"Ikke skrevet på {$locale}: vises på {$shown}.","cut-title":"Tittelen kuttes omtrent her.","cut-body":"Teksten kuttes omtrent her.","cut-both":"Tittel og tekst kuttes omtrent her.","image":"Bilde: {$name}"},"mail":{"view":"Visning av e-posten","wide":"600 px bred","phone":"360 px bred","dark":"600 px bred, mørk","text":"som ren tekst","title":"E-posten","long":"Noen innbokser kutter det som kommer etter 102 kB."},"company":{"one":"{$names} har også denne teksten åpen.","several":"{$names} har også denne teksten åpen.","changed":"{$name} har nettopp lagret andre ord for denne teksten i et annet forslag.","tab":"Du har også denne teksten åpen i en annen fane.","words":"Andre ord gjelder nå enn da siden ble åpnet.","show":"Vis dem"},"editor":{"title":"Ord","words":"Ord","faults":"Se på dette","fault":"Feil: {$words}","hint":"Hint: {$words}","original":"Original:","words-of-all":"Ordene for alle kanaler","viewer":"Du kan se på denne teksten; å endre den er for forfattere.","other-language":"Du kan se på denne teksten. Du skriver på {$own}; denne er på {$locale}.","fixed":"fast del","line-break":"linjeskift","unwritten":"Ikke skrevet.","unwritten-language":"Ikke skrevet på dette språket ennå: leserne får originalen.","unwritten-channel":"Ingen egne ord: leserne får ordene for alle kanaler.","begin-original":"Begynn med originalens ord","begin-general":"Begynn med ordene for alle kanaler","begin-empty":"Begynn uten noe","locked-parts":"Deler av denne teksten er skrevet av utviklere og blir som de er. Vanlige ord kan endres.","locked":"Denne teksten er skrevet av utviklere og kan ikke endres her.","depends-on":"Avhenger av: {$fields}","and":"og","remove":"Fjern disse ordene","undo":"Angre","redo":"Gjør om","insert":"Sett inn","a-field":"et felt…","insert-into":"Sett inn et felt i: {$row}","confidential":"fortrolig","optional":"kan mangle","and-absent":"Og når det ikke er noen «{$field}»?","other-words-then":"Andre ord når det ikke er noen","remove-row":"Fjern denne raden","remove-the-row":"Fjern raden: {$row}","all-others":"alle andre","exactly":"nøyaktig {$number}","present":"når det er en","absent":"når det ikke er noen","yes":"ja","no":"nei","add-row":"Legg til en rad for","choose":"velg…","exact-number":"et nøyaktig tall…","the-number":"Det nøyaktige tallet","add":"Legg til","as":"som {$row}","own-words":"Skriv egne ord","own-words-for":"Skriv egne ord for: {$row}","shape":"Hva denne teksten avhenger av","depend":"Avheng av","by-amount":"antallet: {$field}","by-position":"plasseringen (1., 2.): {$field}","by-value":"verdien: {$field}","by-presence":"om det finnes: {$field}","depend-no-more":"Ikke lenger avheng av {$field}","choose-kept":"velg hva som blir…","keep":"behold: {$row}","others":"Andre ord for en kanal","same-words":"de samme ordene","write-others":"Skriv andre ord for {$channel}","change-others":"Endre ordene for {$channel}","one-line":"Denne teksten har én linje.","saving":"Lagrer…","saved":"Lagret","back":"Det du skrev før, er tilbake.","merged":"Noen andre har endret andre rader; begge endringene er her.","conflict":"Noen andre har også endret denne teksten. Velg hvilke ord som blir.","mine":"Dine ord","theirs":"De andre ordene","keep-mine":"Behold dine ord","take-theirs":"Ta de andre ordene","of-message":"Tekster i denne meldingen","source":"Slik utviklerne skrev det","fields":"Felter"},"marks":{"of":"Merking: {$row}","strong":"Fet","em":"Utheving","p":"Avsnitt","h1":"Overskrift 1","h2":"Overskrift 2","h3":"Overskrift 3","ul":"Liste","ol":"Nummerert liste","link":"Lenke","button":"Knapp","choose-words":"Velg ord først.","leads-to":"Leder til","put":"Sett inn","not-yet":"Ikke ennå"},"overview":{"title":"Dette gjenstår","all-done":"Alle tekster er skrevet på alle språk.","kind":"{$locale}: {$kind} ({$count})","waiting":{"match":["count"],"when":{"one":"{$count} forslag venter på gjennomgang","*":"{$count} forslag venter på gjennomgang"}},"live":"Publisert ved siden av filene: versjon {$number}","show":"Vis","everything":"alle","mine":"endret av meg"},"compare":{"all":"Alle språk","title":"{$name} på alle språk","channel":"Kanal","change":"Endre {$locale}","look":"Se på {$locale}"},"readings":{"row":"Slik leses raden: {$row}"},"look":{"how":"Slik ser du på det","lock":"Låseskjerm","shown":"ordene vises","hidden":"ordene er skjult","notification":"Varsel","joints":"Vis hva som holdes sammen","numbers":"Tall for radene: {$field}","as-sample":"som i eksempelet"},"pieces":{"lists":"Felt som lister","words":"Ord {$number}","of":"{$piece}, {$row}","add":"Legg til ord","add-to":"Legg til ord: {$row}","another-way":"Vis på en annen måte","earlier":"Flytt opp: {$piece}","later":"Flytt ned: {$piece}","remove":"Fjern: {$piece}"},"cells":{"find":"Finn en rad","which":"Vis","all":"alle rader","own":"med egne ord","falling":"uten egne ord","count":{"match":["count"],"when":{"one":"{$count} rad","*":"{$count} rader"}}},"summary":{"faults":{"match":["count"],"when":{"one":"{$count} feil","*":"{$count} feil"}},"hints":{"match":["count"],"when":{"one":"{$count} hint","*":"{$count} hint"}},"none":"Ingenting å se på lenger."},"fault":{"T0108":"Her er det ingen ord ennå.","T0209":"Noen tall har ingen egen rad. Legg til formen som mangler.","T0210":"Denne teksten trengs her, men den er tom.","T0212":"Et felt i denne teksten kan mangle. Velg andre ord for når det ikke er der.","T0213":"Denne raden vises aldri, fordi andre rader kommer først.","T0218":"Denne teksten må stå på én linje.","T0219":"Et felt i denne teksten er fortrolig og kan ikke vises her.","T0220":"Denne meldingen kan bli for stor til å sendes. Bruk færre ord.","T0224":"Lenken har ingen adresse for dette.","T0901":"Ingenting bruker denne teksten.","T0902":"Ingenting bruker dette begrepet.","T0906":"Disse ordene er nesten de samme som i en annen tekst.","T0907":"Dette språket har ikke teksten ennå.","T0908":"Originalen viser et felt som denne oversettelsen ikke har.","T0921":"HTML virker ikke her: leserne ser det slik det står.","T0961":"Disse ordene er de samme som på et annet språk.","T0962":"Tidspunktet har selv med «kl.» eller «på».","T0980":"Dette fylles ikke ut: sett inn feltet fra listen.","T0981":"Leserne ser dette slik det står: skriv selve tegnet.","T0982":"Denne raden er for flere tall, men viser ikke noe.","others":"Noe her trenger hjelp av en utvikler."},"problem":{"too-large":"Dette er for langt til å lagres.","direction":"Et usynlig tegn snur ordene. Fjern det, eller skriv dem på nytt.","offline":"Verten kan ikke nås akkurat nå.","conflict":"Dette er endret i mellomtiden. Se på det på nytt.","unauthenticated":"Du er logget ut. Åpne studioet med en ny lenke.","forbidden":"Rollen din tillater ikke det.","not-found":"Dette er ikke her lenger.","unavailable":"Verten kan ikke gjøre dette akkurat nå. Prøv igjen om litt.","validation":"Dette kan ikke lagres slik det er.","rate-limited":"Det er prøvd ofte nok. Prøv igjen om en stund.","code-refused":"Ingen app viser denne koden, eller ikke lenger. La den vise en ny."},"phone":{"title":"Prøv den på en telefon","about":"Den sendes med eksempeldata og «[Test]» foran tittelen. Den lagres ikke, og teller ikke med noe sted.","to":"Til","by":"Via","exact":"Ordene som de er, uten «[Test]»","send":"Send","accepted":"Leverandøren har tatt imot den.","deferred":"Leverandøren tar ikke imot noe akkurat nå.","refused":"Leverandøren avviser den.","too-large":"Den er for stor for leverandøren.","gone":"Enheten kan ikke nås lenger.","misconfigured":"Kanalen er ikke satt opp riktig.","uncertain":"Leverandøren brøt av: den kan ha kommet fram.","unanswered":"Leverandøren svarte ikke innen ti sekunder.","bytes":"{$count} byte","nobody":"Det er ingen å sende den til ennå. Koble til din egen app.","code":"Koden som appen din viser","pair":"Koble til","paired":"Du kan nå sende tester til {$name}.","until":"{$name}, til {$time}","end":"Avslutt","ended":"Du kan ikke sende tester til {$name} lenger.","cannot":"Dette kan ikke sendes til denne mottakeren via denne kanalen."},"fix":{"of":"Rett opp: {$row}","add-forms":"Legg til det som mangler: {$rows}","add-absent":"Andre ord når det ikke er noen «{$field}»","remove-field":"Ta ut «{$field}»","add-field":"Sett inn «{$field}»","remove-row":"Fjern denne raden","one-line":"Sett det på én linje","copy-original":"Begynn med originalens ord","remove-text":"Fjern disse ordene","bring-back":"Ta tilbake ordene slik de var","correct":"Rett det"},"terms":{"term":"Begrep","title":"Begreper","about":"Ord som flere tekster henter ved navn: en endring her endrer alle. Utviklere legger til og fjerner begreper i filene.","used":{"match":["count"],"when":{"one":"brukt i {$count} tekst","*":"brukt i {$count} tekster"}},"in":"I meldingen"},"settings":{"signed-in":"Logget inn med lenke","links":"Den som driver tjenesten, lager lenkene. En som ingen har åpnet ennå, står ikke her.","profile":"Satt i profile.json","of-file":"Utviklere endrer disse i filene; under hver står nøkkelen der.","publish":"Publisering","publish-proposal":"ord blir publisert med filene","publish-live":"ord blir publisert med en gang","reviews":"Hvem som godkjenner","reviews-others":"en annen enn forfatteren","reviews-anyone":"alle som kan godkjenne","recipients":"Testmottakere","nobody":"ingen","retention":"Hvor lenge historikk blir tatt vare på","days":{"match":["count"],"when":{"one":"{$count} dag","*":"{$count} dager"}},"tokens":"Innlogging med identitetsleverandør","tokens-on":"ja","tokens-off":"nei","record":"Hvem som gjorde hva","recorded":"Hver innlogging, endring, godkjenning, publisering og test er en linje i tjenestens revisjonslogg, uten ord. Hva som ble av tekstene, står i disse listene, og i historikken under hver tekst.","since":"siden {$start}, sist brukt {$used}","own":"Dette er deg.","end":"Logg ut","ended":"{$name} er logget ut."},"context":{"now":"Tid","zone":"Tidssone","recipient":"Leser","again":"Som i eksemplene"},"samples":{"title":"Egne eksempler","about":"Verdiene som vises nå, lagres som et eksempel: andre ser det med forslaget ditt, og utviklere får det med ordene.","name":"Navn","keep":"Ta vare på disse verdiene som eksempel","shape":"Et navn har høyst 40 tegn: a til z, sifre og bindestreker.","taken":"Det finnes et eksempel med dette navnet.","kept":"Lagret: {$name}","gone":"Fjernet: {$name}","remove":"Fjern","remove-one":"Fjern eksempelet {$name}","of":"Eksempel: {$event} · {$name}","count":{"match":["count"],"when":{"one":"{$count} eksempel følger med.","*":"{$count} eksempler følger med."}}},"names":{"tenant":"produktet","recipient":"mottakeren","link":"lenken"}}}

                """#
        ),
        WebAsset(
            name: "studio-parts.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "f307c9cd599458f9b84ce126910aec92",
            integrity: "sha384-KcWImQgQOLrsF94560VdsKSuXCeXPXYNA7cY3BtoME5yeb/1eRbV214gfUt9yX6p",
            source: "7f2114ab58c232e576dc4f5fbec693b569edeee952931b9eff048a8b103761d6",
            text: #"""
                import{element}from"./dom.js";export const EDGE="\u200b";const parts=new WeakMap();const marks=new WeakMap();export const partOf=(node)=>parts.get(node);export function chip(part,describe){const made=element("span",{class:"chip",contenteditable:"false",text:describe(part),dir:"auto"});parts.set(made,part);return made;}
                export function become(made,part,describe){parts.set(made,part);made.textContent=describe(part);}
                export function fill(box,words,describe){const nodes=words.parts.map((part)=>(typeof part==="string"?document.createTextNode(part):chip(part,describe)));function build(from,upTo,rest){const made=[];for(let at=from;at<upTo;){const next=rest.findIndex((mark)=>mark.from===at&&mark.upTo<=upTo);if(next<0){made.push(nodes[at]);at+=1;continue;}
                const{mark,options,upTo:end}=rest[next];const around=element("span",{class:`mark mark-${mark}`},...build(at,end,rest.slice(next+1)));marks.set(around,options?{mark,options}:{mark});made.push(around);at=end;}
                return made;}
                box.replaceChildren(...build(0,nodes.length,words.marks??[]));}
                export const BLOCKS=new Set(["p","h1","h2","h3","ul","ol","li"]);export function edge(box){for(const filler of box.querySelectorAll("br"))filler.remove();const inner=(side)=>{let at=box;while(marks.has(at[side])&&BLOCKS.has(marks.get(at[side]).mark))at=at[side];return at;};const[first,last]=[inner("firstChild"),inner("lastChild")];if(first.firstChild?.nodeType!==Node.TEXT_NODE)first.prepend(EDGE);if(last.lastChild?.nodeType!==Node.TEXT_NODE||last.lastChild.data.endsWith("\n"))last.append(EDGE);}
                export function read(box,keepsEdges){const found=[];const around=[];const borders=new Set();const add=(data)=>{const text=keepsEdges?data:data.replaceAll(EDGE,"");if(!text)return;const last=found.length-1;if(typeof found[last]==="string"&&!borders.has(found.length))found[last]+=text;else found.push(text);};(function walk(parent){for(const child of parent.childNodes){if(child.nodeType===Node.TEXT_NODE)add(child.data);else if(parts.has(child))found.push(parts.get(child));else if(child.tagName==="BR")add("\n");else if(marks.has(child)){const mark={...marks.get(child),from:found.length};borders.add(found.length);around.push(mark);walk(child);mark.upTo=found.length;borders.add(found.length);}else walk(child);}})(box);return{parts:found,marks:around.filter((mark)=>mark.from<mark.upTo)};}
                function*leaves(parent){for(const child of parent.childNodes){if(child.nodeType===Node.TEXT_NODE||parts.has(child)||child.tagName==="BR")yield child;else yield*leaves(child);}}
                const counted=(text,keepsEdges)=>(keepsEdges?text:text.replaceAll(EDGE,"")).length;export function unitsBefore(box,node,offset,keepsEdges){const range=document.createRange();range.setStart(box,0);range.setEnd(node,offset);let count=0;for(const leaf of leaves(box)){if(leaf===node)return count+counted(leaf.data.slice(0,offset),keepsEdges);const at=[...leaf.parentNode.childNodes].indexOf(leaf);if(range.comparePoint(leaf.parentNode,at+1)>0)return count;count+=leaf.nodeType===Node.TEXT_NODE?counted(leaf.data,keepsEdges):1;}
                return count;}
                export function pointAfter(box,units,keepsEdges){let left=units;let last=[box,box.childNodes.length];for(const leaf of leaves(box)){if(leaf.nodeType!==Node.TEXT_NODE){const at=[...leaf.parentNode.childNodes].indexOf(leaf);if(left===0)return[leaf.parentNode,at];left-=1;last=[leaf.parentNode,at+1];continue;}
                let at=0;while(at<leaf.data.length&&left>0){if(keepsEdges||leaf.data[at]!==EDGE)left-=1;at+=1;}
                while(left===0&&!keepsEdges&&leaf.data[at]===EDGE)at+=1;last=[leaf,at];if(left===0&&(at>0||leaf.data.length))return last;}
                return last;}
                export function partsIn(box,range,keepsEdges){const found=[];for(const leaf of leaves(box)){if(!range.intersectsNode(leaf))continue;if(leaf.nodeType!==Node.TEXT_NODE){found.push(parts.get(leaf)??"\n");continue;}
                const from=leaf===range.startContainer?range.startOffset:0;const upTo=leaf===range.endContainer?range.endOffset:leaf.data.length;const text=leaf.data.slice(from,upTo);const kept=keepsEdges?text:text.replaceAll(EDGE,"");if(kept)found.push(kept);}
                return found;}

                """#
        ),
        WebAsset(
            name: "studio-phone.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "884d914dbb66c9118854fc3cb457e98f",
            integrity: "sha384-7x0YrKmgYetwl+i+1MlLoWd+/57fyEPrNzUs5sGS+FvpX3Jd0Dv4CrBBMYxktXSG",
            source: "b1b2ecd60d640d694063ab15b57470cb9f47bd3c0d7e5c47af15bcbece245bcf",
            text: #"""
                import{element as e}from"./dom.js";import{ask,may,select,studio}from"./studio-core.js";import{language,moment,say,told}from"./studio-words.js";const ABOUT_RECIPIENTS=["conflict","forbidden","not-found"];const why=(fault)=>(language!=="en"&&ABOUT_RECIPIENTS.includes(fault.code)?say("phone.cannot"):told(fault));export function phonePanel(place,channels,body){const ways=channels.filter((one)=>studio.session.testChannels.includes(one));if(!ways.length||!may("writer"))return null;let pairings=null;const to=select(say("phone.to"),[],"");const by=select(say("phone.by"),ways.map((one)=>[one,one]),ways[0]);const exact=e("input",{type:"checkbox",id:"phone-exact"});const button=e("button",{text:say("phone.send"),onclick:send});const nobody=e("p",{class:"muted",text:say("phone.nobody")});const list=e("ul",{class:"list"});const code=e("input",{id:"phone-code",autocomplete:"off",spellcheck:"false",maxlength:16,size:12});const results=e("div",{role:"status",class:"stack"});const note=(text,isFault)=>results.replaceChildren(e("p",{class:isFault?"error":"",text}));function show(wanted=to.select.value){const named=studio.session.testRecipients;const all=[...new Set([...named,...(pairings??[]).map((one)=>one.recipient)])];to.select.replaceChildren(...all.map((one)=>e("option",{value:one,text:one})));if(all.includes(wanted))to.select.value=wanted;nobody.hidden=all.length>0;for(const node of[to.node,by.node,button])node.hidden=!all.length;list.replaceChildren(...(pairings??[]).map((one)=>e("li",{class:"row"},e("bdi",{text:say("phone.until",{name:one.recipient,time:moment(one.endsAt)})}),e("button",{text:say("phone.end"),"aria-label":`${say("phone.end")} ${one.recipient}`,onclick:()=>end(one)}))));}
                async function read(wanted){({pairings}=await ask("GET","/pairings"));show(wanted);}
                async function doing(control,work){control.disabled=true;results.replaceChildren();try{await work();}catch(fault){note(why(fault),true);}finally{control.disabled=false;}}
                function send(){doing(button,async()=>{const wish={...body(),place,channel:by.select.value,recipient:to.select.value};if(exact.checked)wish.exact=true;const answer=await ask("POST","/tests",wish);results.replaceChildren(...answer.results.map((one)=>{const about=[one.device??one.platform,one.code,one.message,say("phone.bytes",{count:one.size})].filter(Boolean).join(" · ");return e("p",{class:one.outcome==="accepted"?"":"error"},`${say(`phone.${one.outcome}`)} `,e("bdi",{class:"muted",text:about}));}));});}
                const pairButton=e("button",{type:"submit",text:say("phone.pair")});function pair(event){event.preventDefault();doing(pairButton,async()=>{const made=await ask("POST","/pairings",{code:code.value});code.value="";await read(made.recipient);note(say("phone.paired",{name:made.recipient}));});}
                async function end(one){await doing(code,async()=>{await ask("DELETE",`/pairings/${encodeURIComponent(one.id)}`);await read();note(say("phone.ended",{name:one.recipient}));});code.focus();}
                show();const details=e("details",{class:"card"},e("summary",{text:say("phone.title")}),e("div",{class:"stack"},e("p",{class:"muted",text:say("phone.about")}),nobody,e("div",{class:"row"},to.node,by.node,button),e("div",{class:"row"},exact,e("label",{for:"phone-exact",text:say("phone.exact")})),results,list,e("form",{class:"row",onsubmit:pair},e("label",{for:"phone-code",text:say("phone.code")}),code,pairButton)));details.addEventListener("toggle",()=>{if(details.open&&!pairings)read().catch((fault)=>note(told(fault),true));});return details;}

                """#
        ),
        WebAsset(
            name: "studio-pieces.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "d0d9b5748f410902eef302abf5e59a80",
            integrity: "sha384-3Jnwypy66ZpZNShwvharrZpZqSDNIlAUJi/DPMFzOI/L0YhN7aI8lZUpGPdBpO9Z",
            source: "f3d704ed16dcedd398d6ea70938fe280a4e87b6a6f1e71e12a171cfbdadc0666",
            text: #"""
                import{element as e,write}from"./dom.js";import{fieldList}from"./studio-fields.js";import{chip,partOf}from"./studio-parts.js";import{say}from"./studio-words.js";const CHOICE="carillon-studio-lists";let isChosen=false;try{isChosen=localStorage.getItem(CHOICE)!==null;}catch{}
                export const showsLists=()=>isChosen;export function chooseLists(isWanted){isChosen=isWanted;try{if(isWanted)localStorage.setItem(CHOICE,"");else localStorage.removeItem(CHOICE);}catch{}}
                let count=0;export function listField({words,label,locale,dir,isMultiline,variables,describe,onchange,onleave,onchip,onfield}){const id=`pieces-${(count+=1)}`;const name=e("p",{id:`${id}-name`,class:"name",text:label});const note=e("p",{id:`${id}-note`,class:"note"});const list=e("ol",{class:"pieces"});let parts=[...words.parts];let place=parts.length;let isInvalid=false;const lists=new WeakMap();if(!parts.length)parts.push("");const nameAt=(at)=>(typeof parts[at]==="string"?say("pieces.words",{number:parts.slice(0,at+1).filter((part)=>typeof part==="string").length}):describe(parts[at]));function become(next,at,button){parts=next.length?next:[""];draw();const item=list.children[Math.min(Math.max(at,0),parts.length-1)];const[same,other]=[item.querySelector(`.${button}`),item.querySelector("input, textarea, button:enabled")];(same&&!same.disabled?same:other).focus();onchange();}
                function move(at,by){const next=[...parts];next.splice(at+by,0,...next.splice(at,1));become(next,at+by,by<0?"earlier":"later");}
                function typed(at){const field=e(isMultiline?"textarea":"input",{class:"piece",lang:locale,dir,spellcheck:"true","aria-label":say("pieces.of",{piece:nameAt(at),row:label}),"aria-describedby":note.id,"aria-invalid":String(isInvalid),...(isMultiline?{rows:Math.max(1,parts[at].split("\n").length)}:{type:"text"}),});field.value=parts[at];if(Object.keys(variables).length)lists.set(field,listAt(field,at));field.addEventListener("input",(event)=>{parts[at]=field.value;onchange();lists.get(field)?.seek(event);});return field;}
                function listAt(field,at){let start=0;let isBraced=false;const fields=fieldList({box:field,variables,onchoose:(one)=>{const[before,after]=[field.value.slice(0,start),field.value.slice(field.selectionStart)];const found={chip:{field:one,label:variables[one].label}};become(parts.toSpliced(at,1,...(before?[before]:[]),found,after),at+(before?2:1),"piece");onfield(one);}});const open=(from,braced)=>{[start,isBraced]=[from,braced];fields.open();};field.addEventListener("keydown",fields.key);return{open:()=>open(field.selectionStart,false),seek(event){if(event.isComposing)return;const caret=field.selectionStart;if(event.inputType==="insertText"&&event.data==="{")open(caret-1,true);else if(fields.isOpen()){const typed=field.value.slice(start,caret);if(caret<start||(isBraced&&typed[0]!=="{"))fields.close();else fields.narrow(typed.slice(isBraced?1:0));}},};}
                function shown(at){const made=chip(parts[at],describe);if(!parts[at].chip?.field)return made;const button=e("button",{class:"shown",text:say("pieces.another-way"),"aria-label":say("formats.label",{field:describe(parts[at])})});button.addEventListener("click",()=>onchip(partOf(made),button,(part)=>become(parts.with(at,part),at,"shown")));return e("span",{class:"row"},made,e("span",{class:"holder"},button));}
                function draw(){list.replaceChildren(...parts.map((part,at)=>{const button=(kind,text,isOff,onclick)=>e("button",{class:`tool ${kind}`,text,"aria-label":say(`pieces.${kind}`,{piece:nameAt(at)}),disabled:isOff,onclick});const item=e("li",{class:"row"},typeof part==="string"?typed(at):shown(at),button("earlier","\u2191",at===0,()=>move(at,-1)),button("later","\u2193",at===parts.length-1,()=>move(at,1)),button("remove","\u2715",parts.length===1&&part==="",()=>become(parts.toSpliced(at,1),at,"remove")));item.addEventListener("focusin",()=>(place=at+1));return item;}));}
                draw();const add=e("button",{text:say("pieces.add"),"aria-label":say("pieces.add-to",{row:label}),onclick:()=>become(parts.toSpliced(place,0,""),place,"piece")});const node=e("div",{class:"field",role:"group","aria-labelledby":name.id},name,list,e("div",{},add),note);node.addEventListener("focusout",(event)=>node.contains(event.relatedTarget)||onleave());return{node,words(){const found=[];for(const part of parts){if(typeof part==="string"&&typeof found.at(-1)==="string")found[found.length-1]+=part;else if(part!=="")found.push(part);}
                return{parts:found,marks:[]};},insert:(part)=>become(parts.toSpliced(place,0,part),place,"later"),list(){const own=lists.get(document.activeElement);own?.open();return Boolean(own);},focus:()=>list.querySelector("input, textarea, button:enabled")?.focus(),note(text,isError){write(note,text);note.classList.toggle("error",isError);isInvalid=isError;for(const field of list.querySelectorAll(".piece"))field.setAttribute("aria-invalid",String(isError));},};}

                """#
        ),
        WebAsset(
            name: "studio-presence.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "28be45b52284159c1715ac1aec698b7c",
            integrity: "sha384-9rbG28jIMnSlGIY7flAkPmNrQx+wlKMv9BO3odtPSyDZXVE3ojd2lXmy8In4AGUx",
            source: "69dab969bbafdf288c1928d098e815e31d8b3c47b794fcb4bb29dedadd02eb9c",
            text: #"""
                import{element as e}from"./dom.js";import{base,query,studio}from"./studio-core.js";import{language,say}from"./studio-words.js";export const company=e("div",{role:"status",class:"note company"});const list=new Intl.ListFormat(language);const tabs=new BroadcastChannel(`carillon${base}`);const tab=`${Date.now()} ${Math.random()}`;const keyOf=(place)=>place&&JSON.stringify([place.message,place.slot,place.locale,place.channel??""]);let place=null;let source=null;let said={};let revision=null;function tell(about,...parts){said[about]=parts;company.replaceChildren(...Object.values(said).filter((one)=>one.length).map((one)=>e("p",{},...one)));}
                export function follow(next){place=next?.message?next:null;said={};company.replaceChildren();revision=null;tabs.postMessage({tab,opens:keyOf(place)});listen();}
                function listen(){source?.close();source=null;if(document.hidden||!studio.session)return;source=new EventSource(base+"/stream"+query(place??{}));const hear=(name,heard)=>source.addEventListener(name,({data})=>place&&heard(JSON.parse(data)));hear("people",({people})=>{const others=people.filter((one)=>one.name!==studio.session.name&&keyOf(one.place)===keyOf(place)).map((one)=>one.name);tell("people",...(others.length?[say(others.length>1?"company.several":"company.one",{names:list.format(others)})]:[]));});hear("changed",(change)=>{if(keyOf(change.place)===keyOf(place)&&change.author!==studio.session.name)tell("changed",say("company.changed",{name:change.author}));});hear("texts",(texts)=>{revision??=texts.revision;if(texts.revision===revision)return;const show=()=>dispatchEvent(new HashChangeEvent("hashchange"));tell("words",say("company.words")," ",e("button",{text:say("company.show"),onclick:show}));});}
                document.addEventListener("visibilitychange",listen);addEventListener("pagehide",()=>source?.close());tabs.addEventListener("message",({data})=>{if(!place||data.tab===tab)return;const isHere=data.opens===keyOf(place)||data.has===keyOf(place);if(isHere)tell("tab",say("company.tab"));if(data.opens===keyOf(place))tabs.postMessage({tab,has:data.opens});});

                """#
        ),
        WebAsset(
            name: "studio-preview.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "f48e4170bc781c1d279a8af085d7f82a",
            integrity: "sha384-cVZd2mbyfgBscVoochTsDAjzr6l89/xpIDkGB81X6qOX2IT7vGvJNx+wjS7ezSM4",
            source: "3c09bec815a8252a64acc7cb0f7be0f93f2709fc182cf9f0e45761655b923d25",
            text: #"""
                import{element as e,write}from"./dom.js";import{contextControls}from"./studio-context.js";import{dirOf,may,select,studio}from"./studio-core.js";import{dress,fitting,framesOf,hidesWords,look,markCuts}from"./studio-frames.js";import{ownSamples,sampleName}from"./studio-samples.js";import{number,say}from"./studio-words.js";const MADE=["shortest","longest","absent","unusual"];export function previewPanel({locale,message,samples,uses,canMakeUp,onask}){let seen=null;let shown=locale;let numbered=null;let names=samples.length?samples:[null];const frames=e("div",{class:"frames",id:"frames",role:"tabpanel","aria-labelledby":`tab-${locale}`});const hidden=e("div",{class:"frames measured",inert:true,"aria-hidden":"true"});const tabs=studio.session.locales.map(({tag})=>e("button",{role:"tab",id:`tab-${tag}`,"aria-controls":"frames",class:"tab",lang:"en",onclick:()=>turn(tag)},e("span",{text:tag})));const list=e("div",{role:"tablist",class:"row tabs","aria-label":say("preview.languages")},...tabs);list.addEventListener("keydown",(event)=>{const at=tabs.indexOf(document.activeElement);const forward=document.documentElement.dir==="rtl"?"ArrowLeft":"ArrowRight";const backward=forward==="ArrowLeft"?"ArrowRight":"ArrowLeft";const to={[forward]:at+1,[backward]:at-1+tabs.length,Home:0,End:tabs.length-1}[event.key];if(to===undefined)return;event.preventDefault();turn(studio.session.locales[to%tabs.length].tag);tabs[to%tabs.length].focus();});const made=canMakeUp?MADE.map((name)=>[`made:${name}`,say(`preview.made-${name}`)]):[];const options=()=>[...names.map((name,at)=>[String(at),sampleName(name)]),...made];const sample=select(say("preview.sample"),options(),"0");sample.select.addEventListener("change",onask);const events=[...new Set((uses??[]).map(({message})=>message))];const use=select(say("terms.in"),events.map((one)=>[one,one]),events[0]);use.select.addEventListener("change",()=>{sample.select.value="0";onask();});const size=select(say("preview.size"),["100","130"].map((one)=>[one,`${number(Number(one))} %`]),look.size);const tone=select(say("preview.tone"),["page","light","dark"].map((one)=>[one,say(`preview.tone-${one}`)]),look.tone);const lock=select(say("look.lock"),["shown","hidden"].map((one)=>[one,say(`look.${one}`)]),look.isHidden?"hidden":"shown");const joints=e("input",{type:"checkbox",id:"joints"});joints.checked=look.joints;lock.node.hidden=true;for(const choice of[size.select,tone.select,lock.select,joints])choice.addEventListener("change",()=>{const isOther=look.isHidden!==(lock.select.value==="hidden")||look.joints!==joints.checked||look.tone!==tone.select.value;Object.assign(look,{size:size.select.value,tone:tone.select.value,isHidden:lock.select.value==="hidden",joints:joints.checked});dressAll();if(isOther&&seen)show();else cuts();});const context=contextControls(onask);const how=e("details",{open:look.isOpen},e("summary",{text:say("look.how")}),e("div",{class:"row controls"},size.node,tone.node,lock.node,e("span",{class:"row"},joints,e("label",{for:"joints",text:say("look.joints")}))),context.node,e("p",{class:"muted",text:say("preview.about")}));how.addEventListener("toggle",()=>(look.isOpen=how.open));const amount=e("input",{type:"number",step:1,id:"amount"});const amountLabel=e("label",{for:"amount"});const slide=e("input",{type:"range",min:0,step:1});const amountRow=e("div",{class:"row controls",hidden:true},amountLabel,amount,slide);let stops=[];function showStop(){slide.value=amount.value===""?0:Math.max(1,stops.filter((stop)=>stop<=amount.valueAsNumber).length);slide.setAttribute("aria-valuetext",amount.value===""?say("look.as-sample"):amount.value);}
                amount.addEventListener("input",()=>{showStop();onask();});slide.addEventListener("input",()=>{amount.value=stops[slide.valueAsNumber-1]??"";showStop();onask();});const numberIs=()=>(numbered&&amount.value!==""?{values:{[numbered]:amount.valueAsNumber}}:{});const isMade=()=>sample.select.value.startsWith("made:");const chosen=()=>(isMade()?{made:sample.select.value.slice(5)}:{sample:names[Number(sample.select.value)]??null});const own=canMakeUp&&!uses&&may("writer")?ownSamples({event:message,shown:()=>({...chosen(),...numberIs()}),onchange(now,name){names=now;sample.select.replaceChildren(...options().map(([value,text])=>e("option",{value,text})));sample.select.value=String(Math.max(0,names.indexOf(name)));amount.value="";showStop();onask();}}):null;const node=e("section",{class:"stack","aria-label":say("preview.title")},e("div",{class:"row controls"},e("h2",{text:say("preview.title")}),list,events.length>1?use.node:null,!uses&&names.length+made.length>1?sample.node:null),amountRow,own,how,frames,hidden);const dressAll=()=>[frames,hidden].forEach(dress);const fit=fitting(frames,node);const renderings=(tag)=>Object.entries(seen.samples[isMade()?0:Number(sample.select.value)]?.renderings[tag]??{});const draw=(tag,isReal)=>renderings(tag).flatMap(([name,one])=>framesOf(name,one,tag,dirOf(tag),seen.bounds[tag]?.[name],isReal));function turn(tag){shown=tag;if(seen)show();else mark();}
                function mark(cut={}){tabs.forEach((tab,at)=>{const{tag}=studio.session.locales[at];tab.setAttribute("aria-selected",String(tag===shown));tab.tabIndex=tag===shown?0:-1;if(!Object.hasOwn(cut,tag))return;tab.classList.toggle("is-cut",cut[tag]);const dot=tab.querySelector(".hide")??tab.appendChild(e("span",{class:"hide",lang:document.documentElement.lang}));write(dot,cut[tag]?` ${say("preview.cut")}`:"");});frames.setAttribute("aria-labelledby",`tab-${shown}`);}
                function cuts(){const cut={[shown]:markCuts(frames)};for(const{tag}of studio.session.locales){if(tag===shown)continue;hidden.replaceChildren(...draw(tag));cut[tag]=markCuts(hidden);}
                hidden.replaceChildren();mark(cut);}
                function show(){const made=draw(shown,true);frames.replaceChildren(...made);if(!made.length)frames.append(e("p",{class:"muted",text:say("preview.none")}));lock.node.hidden=!hidesWords(frames);fit();cuts();}
                dressAll();mark();return{node,frames,sample:()=>chosen().sample??null,wish:()=>({...context.wish(),...(events.length?{shown:use.select.value}:{}),...(isMade()?chosen():{}),...numberIs(),}),number(chosen){const field=chosen?.field??null;if(field!==numbered)amount.value="";numbered=field;amountRow.hidden=!field;write(amountLabel,chosen?.label??"");stops=chosen?.numbers??[];slide.max=stops.length;slide.hidden=!stops.length;slide.setAttribute("aria-label",say("look.numbers",{field:chosen?.label??""}));showStop();},show(answer){seen=answer;context.show(answer.context);look.now=answer.context?Date.parse(answer.context.now):null;show();},};}

                """#
        ),
        WebAsset(
            name: "studio-proposals.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "167f1e97f1903baf75b893d09a77da38",
            integrity: "sha384-jX9VdyrXwtDnhLgZ9ahrVlHUMah/uQ8ZmB4A2dwDNAl0CwtsDbsL5KRnxP1N+gjg",
            source: "b7732453aadb58da60bb612f7ec67b74a68f29b983dd4ef914a73258811a23ef",
            text: ##"""
                import{element as e,write}from"./dom.js";import{commentsOn}from"./studio-history.js";import{addressOf,after,ask,base,before,changedText,compareOf,main,may,nameOf,status,studio,useProposal}from"./studio-core.js";import{waitingPlaces}from"./studio-keeping.js";import{sampleName}from"./studio-samples.js";import{finding,moment,say,told}from"./studio-words.js";const titleOf=(one)=>one.title||say("proposals.untitled");function findingsOf({texts,faults}){const way=(place)=>e("a",{href:addressOf(place),text:nameOf(place)});const item=(severity,text,node)=>e("li",{class:`row ${severity}`},e("span",{text}),node);const items=[...faults.map((fault)=>item(fault.severity,finding(fault),fault.place?way(fault.place):e("span",{class:"muted",text:fault.code}))),...texts.filter(({copied})=>copied).map(({place})=>item("warning",say("editor.hint",{words:say("texts.copied")}),way(place)))];const errors=faults.filter(({severity})=>severity==="error").length;return{errors,hints:items.length-errors,list:items.length?e("ul",{"aria-label":say("editor.faults"),class:"stack"},...items):null};}
                export async function showProposals(isWanted){const{proposals}=await ask("GET","/proposals");if(!isWanted())return;main.className="";const items=proposals.filter((one)=>one.count||one.sampleCount||one.state!=="draft").map((one)=>e("li",{},e("a",{href:`#/proposal/${one.id}`},e("strong",{text:titleOf(one)})," ",e("span",{class:"badge",text:say(`state.${one.state}`)}),e("br"),e("span",{class:"muted",text:[one.author,say("texts.count",{count:one.count}),moment(one.changedAt)].join(say("page.comma"))}))));main.replaceChildren(e("div",{class:"stack"},e("h2",{text:say("page.proposals")}),items.length?e("ul",{class:"list card"},...items):e("p",{text:say("proposals.none")})));}
                function contentOf(one){const changes=one.texts.map(({place,old,new:words,conflict})=>changedText(place,before(old),conflict?e("p",{class:"error",text:say("proposals.conflict")}):after(words),e("a",{href:compareOf(place,one.id),text:say("compare.all"),"aria-label":`${say("compare.all")}: ${nameOf(place)}`})));const samples=one.samples.map(({event,name,new:payload,conflict})=>e("li",{class:"change"},e("strong",{text:say("samples.of",{event,name:sampleName(name)})}),conflict?e("p",{class:"error",text:say("proposals.conflict")}):e("p",{},...Object.entries(payload).flatMap(([field,value])=>
                [e("span",{class:"muted",text:`${field} `}),e("bdi",{text:typeof value==="string"?value:JSON.stringify(value)})," "]))));return e("ul",{class:"list card"},...changes,...samples);}
                async function refusal(fault,id){const faults=fault.code==="conflict"?(await ask("GET",`/proposals/${id}`).catch(()=>null))?.faults:null;return faults?.some(({severity})=>severity==="error")?say("proposals.faulty"):told(fault);}
                export async function showProposal(isWanted,id){const one=await ask("GET",`/proposals/${encodeURIComponent(id)}`);if(!isWanted())return;main.className="";const isReviewer=may("reviewer")&&(!one.isOwn||studio.session.reviews==="anyone");const note=e("p",{role:"alert",class:"error"});const button=(text,step,isMain)=>e("button",{text,class:isMain?"main":null,onclick:async()=>{try{const made=await ask("POST",`/proposals/${one.id}/${step}`,{version:one.version});if(studio.proposal?.id===one.id)useProposal(null);if(step==="publish")return(location.hash=`#/version/${made.number}`);await showProposal(isWanted,id);main.focus();}catch(fault){write(note,await refusal(fault,one.id));}
                return undefined;}});const actions=[];if(one.isOwn&&["draft","rejected"].includes(one.state))actions.push(one.id===studio.proposal?.id?e("a",{href:"#/texts",text:say("proposals.go-on")}):e("button",{class:"main",text:say("proposals.go-on"),onclick:()=>{useProposal(one);location.hash="#/texts";}}));if(one.state==="in-review"&&isReviewer)actions.push(button(say("proposals.approve"),"approve",true),button(say("proposals.reject"),"reject"));if(one.isOwn&&!["withdrawn","published"].includes(one.state))actions.push(button(say("proposals.withdraw"),"withdraw"));if(one.state==="approved"?may("publisher"):one.state!=="withdrawn"&&may("platform")){if(one.state==="approved"&&studio.session.publish==="live")actions.push(button(say("proposals.publish"),"publish",true));actions.push(e("a",{href:`${base}/proposals/${one.id}/patch`,download:"",text:say("proposals.patch")}));}
                main.replaceChildren(e("div",{class:"stack"},e("h2",{text:titleOf(one)}),e("p",{class:"muted",text:[say(`state.${one.state}`),say("proposals.by",{name:one.author}),one.reviewer&&say("proposals.reviewed",{name:one.reviewer})].filter(Boolean).join(" · ")}),one.state==="in-review"&&!isReviewer?e("p",{text:say("proposals.waits")}):null,e("div",{class:"row"},...actions),note,contentOf(one),findingsOf(one).list,commentsOn(one)));}
                export async function showHandIn(isWanted){const one=await ask("GET",`/proposals/${studio.proposal.id}`);if(!isWanted())return;if(!["draft","rejected"].includes(one.state)){useProposal(null);location.hash=`#/proposal/${one.id}`;return;}
                useProposal(one);const unsent=waitingPlaces();const{id}=one;const{errors,hints,list}=findingsOf(one);const field=(name,text,maxlength,value="")=>{const input=e("input",{id:name,type:"text",maxlength,required:true,value});input.addEventListener("keydown",(event)=>event.key==="Enter"&&submit());return{input,node:e("div",{class:"row"},e("label",{for:name,text}),input)};};const title=field("title",say("proposals.about"),120,studio.proposal.title);const stays=e("input",{type:"checkbox",id:"stays"});const why=field("why",say("versions.why"),500);const staying=hints?e("div",{class:"stack"},e("div",{class:"row"},stays,e("label",{for:"stays",text:say("proposals.stays")})),why.node):null;const note=e("p",{role:"alert",class:"error"});let isSaid=!hints;const miss=(text,input)=>{write(note,say(text));input?.setAttribute("aria-invalid","true");input?.focus();};const submit=async()=>{if(errors)return miss("proposals.mend",list.querySelector("a"));if(!title.input.value.trim())return miss("proposals.say-what",title.input);if(hints&&!stays.checked)return miss("proposals.tick",stays);if(hints&&!why.input.value.trim())return miss("versions.say-why",why.input);try{if(!isSaid)await ask("POST",`/proposals/${id}/comments`,{text:`${say("proposals.stays")}: ${why.input.value.trim()}`});isSaid=true;await ask("POST",`/proposals/${id}/submit`,{version:studio.proposal.version,title:title.input.value.trim()});useProposal(null);write(status,say("proposals.handed-in"));location.hash=`#/proposal/${id}`;}catch(fault){write(note,await refusal(fault,one.id));}
                return undefined;};main.className="";main.replaceChildren(e("div",{class:"stack"},e("h2",{text:say("page.hand-in")}),e("p",{text:[["proposals.changed",studio.proposal.count],["samples.count",studio.proposal.sampleCount]].filter(([,count])=>count).map(([id,count])=>say(id,{count})).join(" ")}),list,staying,title.node,note,e("div",{class:"row"},e("button",{class:"main",text:say("page.hand-in"),onclick:submit}),e("a",{href:"#/texts",text:say("proposals.not-yet")})),unsent.length?e("p",{class:"error",text:say("proposals.unsent")}):null,...unsent.map((place)=>e("p",{},e("a",{href:addressOf(place),text:nameOf(place)}))),contentOf(one)));}

                """##
        ),
        WebAsset(
            name: "studio-samples.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "d314c778456b6c38d9836f14de6728e6",
            integrity: "sha384-ybwIdiKEg4rLklRKzfWJM6LB2pLOz8FNYs13Qb3wwB7mCvCPu3D42Bq20B3jO/r4",
            source: "07be2bf9e8fe9a6f92fa8d9bb80e5a23373203a180abd60bfeeea76fd4cc9b0d",
            text: #"""
                import{element as e,write}from"./dom.js";import{ask,beginProposal,query,studio,useProposal}from"./studio-core.js";import{say,told}from"./studio-words.js";const NAME=/^[a-z0-9-]{1,40}$/;export const sampleName=(name)=>name??say("preview.main");export function ownSamples({event,shown,onchange}){let known=null;const name=e("input",{type:"text",id:"sample-name",maxlength:40,size:14,autocomplete:"off",spellcheck:"false","aria-describedby":"sample-note"});const note=e("p",{id:"sample-note",class:"note",role:"status"});const list=e("ul",{class:"list","aria-label":say("samples.title")});const node=e("details",{},e("summary",{text:say("samples.title")}),e("div",{class:"stack"},e("p",{class:"muted",text:say("samples.about")}),e("div",{class:"row controls"},e("span",{class:"row"},e("label",{for:name.id,text:say("samples.name")}),name),e("button",{text:say("samples.keep"),onclick:keep})),note,list));node.addEventListener("toggle",()=>node.open&&doing(read));name.addEventListener("keydown",(event)=>event.key==="Enter"&&keep());function tell(text,isError=false){write(note,text);note.classList.toggle("error",isError);name.setAttribute("aria-invalid",String(isError));}
                async function doing(work){try{await work();}catch(fault){tell(told(fault),true);}}
                async function read(){known=await ask("GET",`/samples/${encodeURIComponent(event)}${query({proposal:studio.proposal?.id})}`);const own=known.samples.filter(({changed})=>changed);list.hidden=!own.length;list.replaceChildren(...own.map((one)=>e("li",{class:"row"},e("bdi",{text:sampleName(one.name)}),e("button",{text:say("samples.remove"),"aria-label":say("samples.remove-one",{name:sampleName(one.name)}),onclick:()=>doing(()=>put(one.name,null))}))));}
                function keep(){const wanted=name.value.trim();const isTaken=known?.samples.some((one)=>one.name===wanted&&!one.changed);if(isTaken||!NAME.test(wanted)){tell(say(isTaken?"samples.taken":"samples.shape"),true);return name.focus();}
                return doing(async()=>{await put(wanted,shown());name.value="";});}
                async function put(wanted,source){await studio.leave();if(!studio.proposal)await beginProposal();const answer=await ask("PUT",`/proposals/${studio.proposal.id}/sample`,{event,...(wanted?{name:wanted}:{}),...(source??{payload:null})});useProposal({...studio.proposal,version:answer.version,sampleCount:answer.count,state:"draft"});await read();tell(say(source?"samples.kept":"samples.gone",{name:sampleName(wanted)}));onchange(known.samples.map((one)=>one.name??null),source?wanted:null);name.focus();}
                return node;}

                """#
        ),
        WebAsset(
            name: "studio-settings.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "6512d6c6e6b1e20871ef0626ba6a484b",
            integrity: "sha384-e9TWyZJk2H9Y8qT79oGv7lQB4nAkiK1mnW9NY6YORq8MQuy6R7FlVudqfsmsHS2f",
            source: "d70aaf8ab26d005d29aa2a9301ce00a398f0909a58ddeb0db37961b861e1aec2",
            text: ##"""
                import{element as e,write}from"./dom.js";import{ask,main}from"./studio-core.js";import{moment,say,told}from"./studio-words.js";const DAY=86_400;export async function showSettings(isWanted){const{sessions,...settings}=await ask("GET","/settings");if(!isWanted())return;main.className="";const note=e("p",{role:"status",class:"muted"});const list=e("ul",{class:"list card"});const draw=(all)=>list.replaceChildren(...all.map((one)=>session(one,note,async()=>draw((await ask("GET","/settings")).sessions))));draw(sessions);const days=Math.round(settings.retention/DAY);const fixed=[["publish",say(`settings.publish-${settings.publish}`),"studio.publish"],["reviews",say(`settings.reviews-${settings.reviews}`),"studio.reviews"],["recipients",settings.testRecipients.join(say("page.comma"))||say("settings.nobody"),"studio.testRecipients"],["retention",say("settings.days",{count:days}),"studio.retention"],["tokens",say(settings.signsInByToken?"settings.tokens-on":"settings.tokens-off"),"auth.staff"],];main.replaceChildren(e("div",{class:"stack"},e("h2",{text:say("page.settings")}),e("h3",{text:say("settings.signed-in")}),e("p",{class:"muted",text:say("settings.links")}),list,note,e("h3",{text:say("settings.profile")}),e("p",{class:"muted",text:say("settings.of-file")}),e("dl",{class:"card settings"},...fixed.map(([name,value,key])=>e("div",{},e("dt",{text:say(`settings.${name}`)}),e("dd",{},e("bdi",{text:value}),e("br"),e("code",{dir:"ltr",lang:"en",text:key}))))),e("h3",{text:say("settings.record")}),e("p",{text:say("settings.recorded")}),e("ul",{class:"row"},...[["#/proposals","page.proposals"],["#/versions","page.versions"]].map(([href,id])=>
                e("li",{},e("a",{href,text:say(id)}))))));}
                function session({id,name,roles,startedAt,usedAt,isOwn},note,onended){const end=async()=>{try{await ask("DELETE",`/sessions/${encodeURIComponent(id)}`);write(note,say("settings.ended",{name}));await onended();}catch(fault){write(note,told(fault));}
                main.focus();};const what=roles.split(" ").map((grant)=>{const[role,locale]=grant.split(":");return say(`role.${role}`)+(locale?` (${locale})`:"");}).join(say("page.comma"));return e("li",{class:"change"},e("p",{},e("strong",{},e("bdi",{text:name})),` · ${what}`),e("p",{class:"muted",text:say("settings.since",{start:moment(startedAt),used:moment(usedAt)})}),isOwn?e("p",{class:"muted",text:say("settings.own")}):e("p",{},e("button",{text:say("settings.end"),"aria-label":`${say("settings.end")}: ${name}`,onclick:end})));}

                """##
        ),
        WebAsset(
            name: "studio-steps.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "67948c35db55a77b93a1e6c8b2ecc5e8",
            integrity: "sha384-7EClK+5r8M0srKRmjZLuzsW0a1mkBgGAjko2XALZcepEf8odGcT+oA0qj+5C6Mo6",
            source: "e32f760bf86cbb2b57f6aee929f560d6280f3e0ba13b39a2e226ea6f0168ae6f",
            text: #"""
                const MOST=200;const PAUSE=600;export class Steps{#states=[];#at=-1;#typed=0;add(state,isTyping=false){const copy=structuredClone(state);const now=performance.now();const isOne=isTyping&&now-this.#typed<PAUSE&&this.#at>0&&this.#at===this.#states.length-1;this.#typed=isTyping?now:0;this.#states.length=isOne?this.#at:this.#at+1;this.#states.push(copy);if(this.#states.length>MOST+1)this.#states.shift();this.#at=this.#states.length-1;}
                rebase(change){this.#states=this.#states.slice(0,this.#at+1).map(change).filter(Boolean);this.#at=this.#states.length-1;this.#typed=0;}
                canGo(by){return this.#at+by>=0&&this.#at+by<this.#states.length;}
                go(by){if(!this.canGo(by))return null;this.#at+=by;this.#typed=0;return structuredClone(this.#states[this.#at]);}}

                """#
        ),
        WebAsset(
            name: "studio-text.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "3cae196cd1c08b236b1b535e81c2ba79",
            integrity: "sha384-ZUX/l5O0ogdru88X89sxql+NCOkOLy6apZXZfmxAE16ehzP7A2T+4ki0a1PAyX/F",
            source: "e15444e0e5ac299e987aa96898e7cf9042c5c8e407dbcc3130e6956747ed139f",
            text: #"""
                import{element,write}from"./dom.js";import{fieldList}from"./studio-fields.js";import{broken,joined,marked,toolbar}from"./studio-marks.js";import{become,chip,edge,EDGE,fill,partOf,partsIn,pointAfter,read,unitsBefore}from"./studio-parts.js";import{say}from"./studio-words.js";const CARRIED="application/x-carillon-words+json";let count=0;export function textField(options){const{words,label,locale,dir,isMultiline,isLocked,takesMarks,variables,describe,adopt,onchange,onleave,onstep,onchip,onfield}=options;const id=`text-${(count+=1)}`;const name=element("label",{id:`${id}-name`,text:label});const note=element("p",{id:`${id}-note`,class:"note"});const box=element("div",{id,class:"words",role:"textbox",contenteditable:isLocked?null:"plaintext-only",tabindex:0,spellcheck:"true",lang:locale,dir,"aria-multiline":String(isMultiline),"aria-labelledby":name.id,"aria-describedby":note.id,"aria-readonly":isLocked?"true":null,});const keepsEdges=words.parts.some((part)=>typeof part==="string"&&part.includes(EDGE));let place=null;let dragged=null;fill(box,words,describe);if(!keepsEdges&&!isLocked)edge(box);name.addEventListener("click",()=>box.focus());let start=0;let isBraced=false;const list=!isLocked&&Object.keys(variables).length?fieldList({box,variables,onchoose:(name)=>{const{upTo}=selection();const range=document.createRange();range.setStart(...pointAfter(box,start,keepsEdges));range.setEnd(...pointAfter(box,upTo,keepsEdges));choose(range);put(chip({chip:{field:name,label:variables[name].label}},describe));onfield(name);}}):null;function sought(){const{words:{parts},from,upTo}=selection();const units=parts.flatMap((part)=>(typeof part==="string"?part.split(""):[part]));const typed=units.slice(start,upTo);return from===upTo&&from>=start&&typed.every((unit)=>typeof unit==="string")?typed.join(""):null;}
                function seek(event){if(!list||event.isComposing)return;if(event.inputType==="insertText"&&event.data==="{"){start=selection().from-1;isBraced=true;list.open();}else if(list.isOpen()){const words=sought();if(words===null||(isBraced&&words[0]!=="{"))list.close();else list.narrow(words.slice(isBraced?1:0));}}
                box.addEventListener("beforeinput",(event)=>{const kind=event.inputType;const isBreak=kind==="insertLineBreak"||kind==="insertParagraph";if(kind==="deleteContentBackward"&&takesMarks&&join())event.preventDefault();if(!isBreak&&!kind.startsWith("format")&&!kind.startsWith("history"))return;event.preventDefault();if(kind.startsWith("history"))onstep(kind==="historyUndo"?-1:1);else if(isBreak&&isMultiline)breakLine();else if(isBreak)write(note,say("editor.one-line"));else if(kind==="formatBold")mark("strong");else if(kind==="formatItalic")mark("em");});box.addEventListener("input",(event)=>{if(event.isComposing)return;if(!keepsEdges)edge(box);onchange();seek(event);});box.addEventListener("compositionend",changed);box.addEventListener("blur",()=>{place=here()??place;if(!isLocked)onleave();});function open(made){onchip(partOf(made),box,(part)=>{become(made,part,describe);changed();});}
                box.addEventListener("click",(event)=>{const made=event.target.closest(".chip");if(made)open(made);});box.addEventListener("keydown",(event)=>{if(list?.key(event))return;const isCommand=(event.ctrlKey||event.metaKey)&&!event.altKey&&!event.shiftKey;const style=isCommand&&takesMarks&&{b:"strong",i:"em",k:"link"}[event.key.toLowerCase()];if(style){event.preventDefault();if(style==="link")tools.link();else mark(style);return;}
                if(!event.altKey||event.key!=="ArrowDown")return;const range=here();const chips=[...box.querySelectorAll(".chip")];const before=chips.filter((made)=>range&&range.comparePoint(made,0)<0);const made=before.at(-1)??chips[0];if(!made)return;event.preventDefault();open(made);});function carry(event,data){const range=here();if(!range||range.collapsed)return null;const parts=partsIn(box,range,keepsEdges);data.setData("text/plain",parts.map((part)=>(typeof part==="string"?part:describe(part))).join(""));data.setData(CARRIED,JSON.stringify(parts));return range;}
                function take(data){let parts=[data.getData("text/plain")];try{const carried=JSON.parse(data.getData(CARRIED));if(Array.isArray(carried))parts=carried.map((part)=>(typeof part==="string"?part:adopt(part)));}catch{}
                parts=parts.map((part)=>part.replace?.(/[\0-\x08\v\f\x0e-\x1f\x7f\u202a-\u202e]/g,"").toWellFormed()??part);const nodes=parts.filter(Boolean).map((part)=>(typeof part==="string"?document.createTextNode(isMultiline?part.replaceAll("\r\n","\n"):part.replace(/\s*[\r\n]+\s*/g," ")):chip(part,describe)));put(...nodes);}
                for(const kind of["copy","cut"])box.addEventListener(kind,(event)=>{const range=carry(event,event.clipboardData);if(!range)return;event.preventDefault();if(kind==="copy"||isLocked)return;range.deleteContents();changed();});box.addEventListener("paste",(event)=>{event.preventDefault();if(!isLocked)take(event.clipboardData);});box.addEventListener("dragstart",(event)=>{dragged=carry(event,event.dataTransfer);});box.addEventListener("dragend",()=>(dragged=null));box.addEventListener("drop",(event)=>{event.preventDefault();if(isLocked)return;const at=document.caretPositionFromPoint?.(event.clientX,event.clientY);const point=at?[at.offsetNode,at.offset]:pointAfter(box,Infinity,keepsEdges);if(!box.contains(point[0])||dragged?.isPointInRange(...point))return;const range=document.createRange();range.setStart(...point);choose(range);take(event.dataTransfer);dragged?.deleteContents();dragged=null;changed();});function changed(){box.dispatchEvent(new InputEvent("input",{bubbles:true}));}
                function here(){const range=getSelection().rangeCount?getSelection().getRangeAt(0):null;return range&&box.contains(range.commonAncestorContainer)?range.cloneRange():null;}
                function choose(range){getSelection().removeAllRanges();getSelection().addRange(range);place=range.cloneRange();}
                function put(...nodes){const range=here()??place??document.createRange();if(!box.contains(range.commonAncestorContainer)){range.selectNodeContents(box);range.collapse(false);}
                box.focus();range.deleteContents();for(const node of nodes){range.insertNode(node);range.setStartAfter(node);range.collapse(true);}
                choose(range);changed();}
                function selection(){const range=here()??place;const all=read(box,keepsEdges);if(!range||!box.contains(range.commonAncestorContainer))return{words:all,from:0,upTo:0};const from=unitsBefore(box,range.startContainer,range.startOffset,keepsEdges);return{words:all,from,upTo:range.collapsed?from:unitsBefore(box,range.endContainer,range.endOffset,keepsEdges)};}
                function replace(words,from,upTo){fill(box,words,describe);if(!keepsEdges)edge(box);box.focus();const range=document.createRange();range.setStart(...pointAfter(box,from,keepsEdges));range.setEnd(...pointAfter(box,upTo,keepsEdges));choose(range);changed();}
                function apply(change){const{words:now,from,upTo}=selection();replace(change(now,from,upTo),from,upTo);}
                function mark(style){const{from,upTo}=selection();if(takesMarks&&from!==upTo)apply((now)=>marked(now,style,from,upTo));}
                function breakLine(){const{words:now,from,upTo}=selection();const two=takesMarks&&from===upTo?broken(now,from):null;if(two)replace(two.words,two.at,two.at);else put(document.createTextNode("\n"));}
                function join(){const{words:now,from,upTo}=selection();const one=from===upTo?joined(now,from):null;if(one)replace(one.words,one.at,one.at);return one!==null;}
                const tools=takesMarks&&!isLocked?toolbar({label,routes:options.routes,variables:options.variables,apply,selection}):null;return{node:element("div",{class:"field"},name,tools?.node,box,note),words:()=>read(box,keepsEdges),insert:(part)=>put(chip(part,describe)),list:list&&(()=>{if(!here())return false;start=selection().from;isBraced=false;list.open();return true;}),focus(){box.focus();const range=document.createRange();range.setStart(...pointAfter(box,Infinity,keepsEdges));choose(range);},note(text,isError){write(note,text);note.classList.toggle("error",isError);box.setAttribute("aria-invalid",String(isError));},};}

                """#
        ),
        WebAsset(
            name: "studio-texts.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "ac7771b42c18a4fd902447a6b03b265c",
            integrity: "sha384-QkXYUjIYaPOeOuyyaAnixSg6ukUlv5PAIID65xrVERJ0uUtL8/I1H/ZiXECOhE7E",
            source: "010b45b0152392630dc3c4108499311eea89be60d2fdd910f7389a7e896170dc",
            text: ##"""
                import{element as e,write}from"./dom.js";import{addressOf,ask,chooseSlash,leadsBySlash,main,nameOf,query,select,studio}from"./studio-core.js";import{say}from"./studio-words.js";const KINDS=[["missing","texts.missing"],["stale","texts.stale"],["copied","texts.copied"],["errors","texts.faulty"]];const SEARCH_PAUSE=250;const filter={words:"",locale:"",kind:""};const keyOf=({message,slot,channel})=>JSON.stringify([message,slot,channel??""]);export async function showTexts(isWanted){const own=studio.proposal?.count?ask("GET",`/proposals/${studio.proposal.id}`):null;const[{texts,terms,locales},{live},{proposals},mine]=await Promise.all([ask("GET",`/texts${query({proposal:studio.proposal?.id})}`),ask("GET","/versions"),ask("GET","/proposals"),own]);if(!isWanted())return;main.className="";filter.locale||=locales[0];const changed=new Set((mine?.texts??[]).map(({place})=>keyOf(place)));if(filter.kind==="mine"&&!changed.size)filter.kind="";const search=e("input",{id:"search",type:"search",value:filter.words});const choice=select(say("texts.language"),locales.map((tag)=>[tag,tag]),filter.locale);const kind=select(say("overview.show"),[["",say("overview.everything")],...KINDS.map(([name,id])=>[name,say(id)]),...(changed.size?[["mine",say("overview.mine")]]:[])],filter.kind);const list=e("div",{class:"card groups"});const found=e("p",{class:"muted",role:"status"});const termList=e("ul",{class:"list card"});const termPart=e("section",{class:"stack","aria-labelledby":"terms",hidden:true},e("h3",{id:"terms",text:say("terms.title")}),e("p",{class:"muted",text:say("terms.about")}),termList);let elsewhere=new Map();const shown=()=>{Object.assign(filter,{words:search.value,locale:choice.select.value,kind:kind.select.value});const words=filter.words.trim().toLowerCase();const isHit=(text)=>!filter.kind||(filter.kind==="mine"?changed.has(keyOf(text)):text.states[filter.locale]?.[filter.kind]);const hits=texts.filter((text)=>isHit(text)
                &&(elsewhere.has(keyOf(text))||[text.message,text.slot,text.channel,text.words,text.summary].join(" ").toLowerCase().includes(words)));list.replaceChildren(...Array.from(Map.groupBy(hits,({message})=>message).values(),(group)=>e("div",{},group[0].summary?e("h3",{class:"muted"},e("bdi",{text:group[0].summary})):null,e("ul",{class:"list"},...group.map((text)=>{const more=elsewhere.get(keyOf(text));return e("li",{},textLink(text,filter.locale,more&&more.words!==text.words?say("texts.found",more):null));})))));write(found,say("texts.count",{count:hits.length}));const named=terms.filter((term)=>isHit(term)&&[say("terms.term"),term.slot,term.words].join(" ").toLowerCase().includes(words));termList.replaceChildren(...named.map((term)=>e("li",{},textLink(term,filter.locale,say("terms.used",{count:term.uses})))));termPart.hidden=!named.length;};let timer=null;let looking=null;async function look(){looking?.abort();const{signal}=(looking=new AbortController());const words=search.value.trim();try{for(let isComplete=!words;!isComplete&&isWanted();){const answer=await ask("GET",`/texts${query({proposal:studio.proposal?.id,q:words})}`,undefined,signal);elsewhere=new Map(answer.texts.filter(({found:one})=>one).map((text)=>[keyOf(text),text.found]));shown();isComplete=answer.isComplete!==false;}}catch{}}
                search.addEventListener("input",()=>{elsewhere=new Map();shown();looking?.abort();clearTimeout(timer);timer=setTimeout(look,SEARCH_PAUSE);});for(const one of[choice,kind])one.select.addEventListener("change",shown);main.replaceChildren(e("div",{class:"stack"},e("h2",{text:say("page.texts")}),overview({texts,locales,live,proposals},(locale,name)=>{choice.select.value=locale;kind.select.value=name;search.value="";shown();kind.select.focus();}),e("div",{class:"row"},e("label",{for:"search",text:say("texts.search")}),search,choice.node,kind.node,found),list,termPart,slash()),);shown();if(filter.words)look();}
                function overview({texts,locales,live,proposals},onshow){const items=locales.flatMap((locale)=>KINDS.map(([name,id])=>({locale,name,id,count:texts.filter(({states})=>states[locale]?.[name]).length}))).filter(({count})=>count).map(({locale,name,id,count})=>e("button",{text:say("overview.kind",{locale,kind:say(id),count}),onclick:()=>onshow(locale,name)}));const waiting=proposals.filter(({state,isOwn})=>state==="in-review"&&!isOwn).length;const links=[waiting?e("a",{href:"#/proposals",text:say("overview.waiting",{count:waiting})}):null,live?e("a",{href:"#/versions",text:say("overview.live",{number:live})}):null,].filter(Boolean);return e("section",{class:"row","aria-label":say("overview.title")},...(items.length?items:[e("p",{class:"muted",text:say("overview.all-done")})]),...links);}
                function slash(){const box=e("input",{type:"checkbox",id:"slash"});box.checked=leadsBySlash();box.addEventListener("change",()=>chooseSlash(box.checked));return e("p",{class:"row"},box,e("label",{for:"slash",class:"muted",text:say("texts.slash")}));}
                function textLink({message,slot,channel,states,words},locale,more){const badges=KINDS.filter(([name])=>states[locale]?.[name]).map(([,id])=>say(id));return e("a",{href:addressOf({message,slot,locale,channel})},e("strong",{text:nameOf({message,slot,channel})}),...badges.flatMap((text)=>[" ",e("span",{class:"badge",text})]),e("br"),e("bdi",{class:"muted",text:words??""}),...(more?[" · ",e("bdi",{class:"muted",text:more})]:[]));}

                """##
        ),
        WebAsset(
            name: "studio-versions.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "7d6b502973f8a17bbdcebca430601e97",
            integrity: "sha384-VRHDu2UXegYfH/2djiKr2VaLAHigrsjk5FOSS5px2oINhPHkDtxrdqEyLFPnFSXo",
            source: "76691925bf0e6416f32c684992655c476e1f8a2ba81663b46398cdba191915c3",
            text: #"""
                import{element as e,write}from"./dom.js";import{after,ask,base,before,changedText,labelled,main,may,nameOf}from"./studio-core.js";import{has,moment,say,told}from"./studio-words.js";const reasonOf=(reason)=>say(has(`aside.${reason}`)?`aside.${reason}`:"aside.other");const origin=({proposal,restored})=>
                proposal?"":restored===0?say("versions.of-files"):say("versions.of-version",{number:restored});const titleOf=({number,note})=>say(note?"versions.titled":"versions.untitled",{number,note});export async function showVersions(isWanted){const{publish,live,versions,texts}=await ask("GET","/versions");if(!isWanted())return;main.className="";const isPublisher=may("publisher")&&publish==="live";const items=versions.map((one)=>e("li",{},e("a",{href:`#/version/${one.number}`},e("strong",{text:titleOf(one)}),...(one.number===live?[" ",e("span",{class:"badge",text:say("state.published")})]:[]),e("br"),e("span",{class:"muted",text:[one.author,origin(one),moment(one.publishedAt)].filter(Boolean).join(say("page.comma"))}))));const shown=texts.map(({place,files,words,state,reason})=>changedText(place,labelled("versions.in-files",files),labelled("versions.published",words),state==="set-aside"?e("p",{class:"error",text:reasonOf(reason)}):null,state==="in-files"?e("p",{class:"muted",text:say("versions.caught-up")}):null));main.replaceChildren(e("div",{class:"stack"},e("h2",{text:say("page.versions")}),publish==="live"?null:e("p",{text:say("versions.with-files")}),items.length?e("ul",{class:"list card"},...items):e("p",{text:say("versions.none")}),live?e("h3",{text:say("versions.beside")}):null,shown.length?e("ul",{class:"list card"},...shown):live?e("p",{text:say("versions.nothing-beside")}):null,shown.length&&may("publisher")?e("p",{},e("a",{href:`${base}/versions/${live}/patch`,download:"",text:say("proposals.patch")})):null,isPublisher&&texts.length?restore(0,live,say("versions.files-again")):null));}
                export async function showVersion(isWanted,number){const[one,{live,publish}]=await Promise.all([ask("GET",`/versions/${encodeURIComponent(number)}`),ask("GET","/versions")]);if(!isWanted())return;main.className="";const isPublisher=may("publisher")&&publish==="live";const back=one.number-1;const isBack=isPublisher&&one.number===live;const changes=one.texts.map(({place,old,new:words})=>changedText(place,before(old),after(words),isBack&&one.texts.length>1?restore(back,live,say("versions.this-text"),place):null));main.replaceChildren(e("div",{class:"stack"},e("h2",{text:titleOf(one)}),e("p",{class:"muted",text:[one.number===live?say("state.published"):"",say("proposals.by",{name:one.author}),origin(one),moment(one.publishedAt)].filter(Boolean).join(" · ")}),one.proposal?e("p",{},e("a",{href:`#/proposal/${one.proposal}`,text:say("versions.proposal")})):null,changes.length?e("ul",{class:"list card"},...changes):e("p",{text:say("versions.no-change")}),isBack?restore(back,live,back?say("versions.back-to",{number:back}):say("versions.back-to-files")):null,isPublisher&&one.number!==live?restore(one.number,live,say("versions.again")):null));}
                function restore(number,live,text,place){const id=place?`reason ${JSON.stringify(place)}`:"reason";const reason=e("input",{id,type:"text",maxlength:120,required:true});const note=e("p",{role:"alert",class:"error"});const send=async()=>{if(!reason.value.trim()){write(note,say("versions.say-why"));reason.setAttribute("aria-invalid","true");return reason.focus();}
                try{const made=await ask("POST",`/versions/${number}/restore`,{live,reason:reason.value.trim(),...(place?{place}:{})});location.hash=`#/version/${made.number}`;}catch(fault){write(note,told(fault));}};reason.addEventListener("keydown",(event)=>event.key==="Enter"&&send());const form=e("div",{class:"stack",hidden:true},e("div",{class:"row"},e("label",{for:id,text:say("versions.why")}),reason,e("button",{class:"main",text:say("versions.now"),onclick:send})),note);const open=e("button",{text,"aria-label":place?`${text}: ${nameOf(place)}`:null,onclick:()=>{form.hidden=false;open.hidden=true;reason.focus();}});return e("div",{},open,form);}

                """#
        ),
        WebAsset(
            name: "studio-words.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "7a925d2e390f1a6e81f88d070b43f01d",
            integrity: "sha384-Bvmvco8OX4xJ3K9AnLEHyZkvidb5P1DLBhcrFMwzgkoFOvbbiM5myncEgtJY/vVD",
            source: "14b4d1d8debcbb2314890df8e1d3510b00b8f6bc6fae7615688a7fa01ad2d55e",
            text: #"""
                export const LANGUAGES={en:"English",nb:"Norsk bokmål",ar:"العربية"};const CHOICE="carillon-studio-language";const CLOSEST={no:"nb",nn:"nb"};function chosen(){let kept=null;try{kept=localStorage.getItem(CHOICE);}catch{}
                const wanted=navigator.languages.map((tag)=>tag.toLowerCase().split("-")[0]).map((tag)=>CLOSEST[tag]??tag);return[kept,...wanted].find((tag)=>tag&&Object.hasOwn(LANGUAGES,tag))??"en";}
                export function choose(tag){try{localStorage.setItem(CHOICE,tag);}catch{}}
                async function read(tag){const answer=await fetch(new URL(`studio-${tag}.json`,import.meta.url));if(!answer.ok)throw new Error(answer.statusText);const{messages}=await answer.json();return Object.fromEntries(Object.entries(messages).flatMap(([group,slots])=>
                Object.entries(slots).map(([slot,text])=>[`${group}.${slot}`,text])));}
                export let language=chosen();let texts;try{texts=await read(language);}catch{language="en";texts=await read("en");}
                const isRTL=language==="ar";const numbers=new Intl.NumberFormat(language);const forms=new Intl.PluralRules(language);document.documentElement.lang=language;document.documentElement.dir=isRTL?"rtl":"ltr";const OTHER_WAY=isRTL?/\p{Script=Latin}/u:/[\p{Script=Arabic}\p{Script=Hebrew}]/u;function shown(value){if(typeof value==="number")return numbers.format(value);return OTHER_WAY.test(value)?`\u2068${value}\u2069`:value;}
                export const number=(value)=>numbers.format(value);export const moment=(text)=>new Date(text).toLocaleString(language,{dateStyle:"medium",timeStyle:"short"});export const has=(id)=>Object.hasOwn(texts,id);export function say(id,values={}){let text=texts[id]??id;if(typeof text!=="string"){const value=values[text.match[0]];text=text.when[value]??text.when[forms.select(value)]??text.when["*"];}
                return text.replace(/\\([\\{}|])|\{\$(\w+)\}/g,(_,sign,name)=>sign??shown(values[name]??""));}
                export function told(fault){const id=`problem.${fault.code}`;const isOwn=fault.detail&&language==="en"&&!["offline","too-large"].includes(fault.code);const text=has(id)&&!isOwn?say(id):fault.detail?.replace(/^\/\S+ /,"")??String(fault);return text.charAt(0).toUpperCase()+text.slice(1);}
                export const finding=({code,words,severity})=>say(`editor.${severity==="error"?"fault":"hint"}`,{words:findingWords({code,words})});export const fixWords=({kind,words},values)=>(has(`fix.${kind}`)?say(`fix.${kind}`,values):words);const findingWords=({code,words})=>(has(`fault.${code}`)?say(`fault.${code}`):language==="en"?words:say("fault.others"));

                """#
        ),
        WebAsset(
            name: "studio.css",
            contentType: "text/css; charset=utf-8",
            digest: "08e4bc000cb800e38d86c58ab923cc7c",
            integrity: "sha384-5utoYF3g0I9IAOxLRwbVjhQDC1A7tFBK49ye8DSA9lxKzS8wKdnvutXxl9bQf1Mh",
            source: "f08f54d9b1dd082232eab317d1179a49af04b31ff364031b85c1139bd2f23039",
            text: #"""
                :root{color-scheme:light dark;--text:light-dark(#111827,#f3f4f6);--muted:light-dark(#4b5563,#a7b0be);--surface:light-dark(#fff,#111827);--background:light-dark(#f6f7f9,#0b1120);--border:light-dark(#d0d5dd,#344054);--accent:light-dark(#0b6e35,#6fd39b);--on-accent:light-dark(#fff,#0b1120);--danger:light-dark(#b42318,#fda29b);--warning:light-dark(#8a4b00,#fdb022);--focus:light-dark(#1d4ed8,#93c5fd);--chip:light-dark(#e7f0ff,#1d2b45);font:100%/1.45 system-ui,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif;background:var(--background);color:var(--text)}*,::before,::after{box-sizing:border-box}[hidden]{display:none !important}body{margin:0;overflow-wrap:anywhere}h1,h2,h3,p,ul{margin:0;padding:0}h1{font-size:1.25rem}h2{font-size:1.125rem}h3{font-size:1rem}ul{list-style:none}a{color:var(--accent)}main:focus{outline:none}:focus-visible{outline:2px solid var(--focus);outline-offset:2px}header{display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;padding:10px 20px;background:var(--surface);border-block-end:1px solid var(--border)}header nav{display:flex;flex-wrap:wrap;gap:4px;flex:1 1 auto}header nav a{padding:10px 12px;text-decoration:none;border-radius:8px;color:inherit}header nav a[aria-current]{background:var(--chip);font-weight:600}.who{color:var(--muted)}header select{padding-inline:8px;max-inline-size:8.5rem}button,select,input,textarea{max-inline-size:100%;min-block-size:44px;padding:6px 14px;border:1px solid var(--border);border-radius:8px;background:var(--surface);color:inherit;font:inherit}button{cursor:pointer}.faults button{color:var(--text)}button.main{background:var(--accent);color:var(--on-accent);border-color:transparent;font-weight:600}button:disabled{opacity:.6;cursor:default}label{font-weight:600}.row{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;min-inline-size:0}.stack{display:grid;grid-template-columns:minmax(0,1fr);gap:14px;align-content:start;min-inline-size:0}.muted,.note{color:var(--muted);font-size:.9375rem}.note:empty{display:none}.error{color:var(--danger)}.warning{color:var(--warning)}main{padding:20px;display:grid;grid-template-columns:minmax(0,1fr);gap:20px;max-inline-size:1500px;margin-inline:auto}@media (max-width: 40rem){header{padding-inline:12px;gap:4px 12px}header h1,header nav{flex-basis:100%}header button{padding-inline:10px}header nav a{padding-inline:8px}main{padding-inline:12px}}@media (min-width: 62rem){main.wide{grid-template:auto 1fr / minmax(0,1fr) minmax(0,1fr)}main.wide > :nth-child(2){grid-area:1 / 2 / 3}}@media (min-width: 62rem) and (min-height: 40rem){main.wide > :nth-child(2){position:sticky;inset-block-start:0;align-self:start;max-block-size:100vh;overflow-y:auto;padding:4px;margin:-4px;scroll-padding:4px}}.card{background:var(--surface);border:1px solid var(--border);border-radius:12px;padding:16px}.list li + li{border-block-start:1px solid var(--border)}.list a{display:block;padding:12px 4px;color:inherit;text-decoration:none}.list a:hover strong{text-decoration:underline}.list .change a{display:inline-block;justify-self:start;padding:2px 0;color:var(--accent);text-decoration:underline}.groups{display:grid;gap:20px}.groups:empty{display:none}.groups h3{font-weight:400;padding-inline:4px}.badge{display:inline-block;padding:1px 8px;border:1px solid var(--border);border-radius:10px;font-size:.8125rem}.field{display:grid;grid-template-columns:minmax(0,1fr);gap:6px}.words{min-block-size:44px;padding:10px 12px;border:1px solid var(--border);border-radius:8px;background:var(--surface);white-space:pre-wrap}.words[aria-invalid="true"]{border-color:var(--danger)}.words[aria-multiline="true"]{min-block-size:88px}.chip{display:inline-block;max-inline-size:100%;padding:1px 8px;margin-inline:1px;border-radius:10px;background:var(--chip);border:1px solid var(--border)}.mark{border-block-end:2px dotted var(--muted)}.mark-b,.mark-strong{font-weight:700}.mark-i,.mark-em{font-style:italic}.menu{display:grid;padding:4px;border:1px solid var(--border);border-radius:8px;background:var(--surface)}.menu button{border:0;text-align:start}.menu [aria-checked="true"]{background:var(--chip);font-weight:600}.words .chip{cursor:pointer}.mark-h1,.mark-h2,.mark-h3{font-weight:700;font-size:1.125em}.mark-link{text-decoration:underline}.mark-button{border:1px solid;border-radius:6px}.mark-li::before{content:"\2022\00a0"}.tools{gap:4px}.tool{min-inline-size:44px;padding:6px 10px}.tool-strong{font-weight:700}.tool-em{font-style:italic}.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,300px),1fr));gap:6px 16px;align-items:end}.readings{display:grid;gap:2px;align-content:start;font-size:.9375rem;color:var(--muted);border-inline-start:3px solid var(--chip);padding-inline-start:10px}.readings li{display:grid;grid-template-columns:minmax(2.5ch,auto) minmax(0,1fr);gap:10px}.readings li span:last-child{white-space:pre-line}.reading-number{font-variant-numeric:tabular-nums;font-weight:600;text-align:end}.pieces{display:grid;gap:6px;margin:0;padding:0;list-style:none}.pieces > li{gap:6px}.pieces > li > :first-child{flex:1 1 11rem}.pair:has(.pieces){grid-template-columns:minmax(0,1fr)}.pair .words[aria-multiline="true"]{min-block-size:66px}.piece{inline-size:100%}textarea.piece{field-sizing:content;resize:vertical}.holder{position:relative}.holder .menu{position:absolute;z-index:1;inset-block-start:100%;inset-inline-end:0;inline-size:max-content;max-inline-size:min(20rem,70vi)}.fields{display:block;list-style:none;max-block-size:16rem;overflow-y:auto}.fields li{min-block-size:36px;padding:6px 14px;border-radius:6px;cursor:pointer}.fields [aria-selected="true"]{background:var(--chip);font-weight:600;outline:2px solid transparent}.fields [aria-disabled="true"]{color:var(--muted);cursor:default}.settings{display:grid;gap:14px;margin:0}.settings dt{font-weight:600}.settings dd{margin:0}.name{font-weight:600}.slots{gap:4px}.slots a{padding:8px 12px;border:1px solid var(--border);border-radius:8px;text-decoration:none;color:inherit;min-block-size:24px}.slots a[aria-current]{background:var(--chip);font-weight:600}pre{margin:0;padding:12px;overflow-x:auto;background:var(--background);border:1px solid var(--border);border-radius:8px}.compared{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(min(100%,360px),1fr))}.compared .card{grid-template-rows:auto 1fr auto auto}.compared dl{margin:0;display:grid;gap:10px}.compared dt{font-size:.875rem;color:var(--muted)}.compared dd{margin:0}.said{white-space:pre-line}.frames.one{grid-template-columns:minmax(0,1fr)}.controls label{font-weight:400}.controls select{padding-inline:8px;max-inline-size:11.5rem}.controls input[type="number"]{inline-size:7rem}.controls input[type="range"]{flex:1 1 8rem}.controls + .muted,.controls + .controls,summary + .controls{margin-block-start:8px}.inserting select{max-inline-size:12rem}input[type="range"]{padding:0;accent-color:var(--accent);inline-size:12rem}input[type="checkbox"]{min-block-size:24px;inline-size:24px;accent-color:var(--accent)}.joint{opacity:.6}.sides{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(min(100%,220px),1fr))}.grid{border-collapse:collapse;inline-size:100%}.grid th{text-align:start;padding:6px;vertical-align:top}.grid td{padding:6px;vertical-align:top}.grid tbody tr{border-block-start:1px solid var(--border)}@media (min-width: 90rem){.grid td label,.grid .name,.grid .cell-name{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}}@media (max-width: 89.99rem){.grid,.grid tbody,.grid tr,.grid td,.grid th{display:block}.grid thead{display:none}}fieldset{margin:0;padding:12px 16px 16px;border:1px solid var(--border);border-radius:12px;display:grid;grid-template-columns:minmax(0,1fr);gap:14px;min-inline-size:0}legend{font-weight:600;padding-inline:4px}.frames{display:grid;gap:14px;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr))}.frame{border:1px solid var(--border);border-radius:14px;padding:12px 14px;background:var(--background);display:grid;gap:6px;align-content:start}.frame h3{margin:0;font-size:.8125rem;font-weight:600;color:var(--muted)}.frame .title{font-weight:700}.frame .body{white-space:pre-line}.frame .slot{font-size:.875rem;color:var(--muted)}.measured{position:absolute;inset-block-start:0;inset-inline-start:0;inline-size:1px;block-size:1px;overflow:hidden;visibility:hidden}.tabs{gap:4px}.tab[aria-selected="true"]{background:var(--chip);font-weight:600}.is-cut::after{content:"\2026";color:var(--warning);font-weight:700;margin-inline-start:4px}.cut{color:var(--warning)}meter{inline-size:100%;block-size:10px}.frames[data-tone="light"] .device{color-scheme:light}.frames[data-tone="dark"] .device{color-scheme:dark}.device{--width:374;--letters:15px;inline-size:calc(var(--width) * 1px);display:flex;align-items:flex-start;gap:10px;padding:12px;border-radius:20px;background:light-dark(#e9eaee,#2b2e35);color:light-dark(#16181d,#f4f5f7);font:var(--letters)/1.33 -apple-system,"SF Pro Text",Roboto,"Noto Sans","Noto Sans Arabic",sans-serif}.frames[data-size="130"] .device{--letters:19.5px}.device.android{--width:396;border-radius:28px;padding:14px 16px}.device.browser{--width:360;border-radius:8px}.device.inbox,.device.mailbox{--width:400;border-radius:0;background:light-dark(#fff,#111827)}.device.inbox{--carillon-font-size:var(--letters);display:block;padding:0}.device.inbox > .device-main{padding:12px}.image{display:grid;place-items:center;aspect-ratio:16 / 9;margin-block-start:8px;padding:8px;border-radius:12px;background:light-dark(#d4d7de,#4b4f58);text-align:center}.device.bubble{--width:300;background:light-dark(#d9ecff,#173a5e)}.device.android,.device.browser{--letters:14px}.frames[data-size="130"] .device:is(.android,.browser){--letters:18.2px}.device-main{flex:1;min-inline-size:0;display:grid;grid-template-columns:minmax(0,1fr);gap:2px}.device-head{font-size:.8em;color:light-dark(#4b4f58,#b9bec8)}.app{flex:none;inline-size:36px;block-size:36px;border-radius:9px;display:grid;place-items:center;background:light-dark(#fff,#11131a);font-weight:700}.android .app,.mailbox .app{border-radius:50%}.device-words{display:grid;grid-template-columns:minmax(0,1fr);text-align:start}.seen{display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden}.frame .seen.body{white-space:pre-line}.lines-1{-webkit-line-clamp:1}.lines-2{-webkit-line-clamp:2}.lines-4{-webkit-line-clamp:4}.lines-10{-webkit-line-clamp:10}.collapsed .seen.body{white-space:normal}.action{padding-block-start:8px;font-weight:600;color:light-dark(#0b57d0,#a8c7fa)}.late{opacity:.85}.change{display:grid;gap:4px;padding-block:10px}del{color:var(--danger)}ins{color:var(--accent);text-decoration:none;font-weight:600}.hide{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}@media (forced-colors: active){.chip,.badge,.device,button{border:1px solid}}@media (prefers-reduced-motion: no-preference){.frames{transition:opacity .15s}}summary{min-block-size:24px;font-weight:600;cursor:pointer}.stack > button{justify-self:start}

                """#
        ),
        WebAsset(
            name: "studio.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "ac54824a918e58c6bd501d173fb7ed7c",
            integrity: "sha384-rZiVF3bia4AOpJZQwFQf94nZ11jTCIAXMSasPv2REZWf7SyBsLciU1c1ozHjpipA",
            source: "73bb473805f5484d53354d9f9ed08fac2d44a303b3524eb5a585993df5c94a60",
            text: ##"""
                import{element as e}from"./dom.js";import{ask,handIn,hasChanges,leadsBySlash,main,may,ownOf,select,status,studio,useProposal}from"./studio-core.js";import{showCompare}from"./studio-compare.js";import{showText}from"./studio-editor.js";import{company,follow}from"./studio-presence.js";import{showHandIn,showProposal,showProposals}from"./studio-proposals.js";import{forget}from"./studio-keeping.js";import{showTexts}from"./studio-texts.js";import{showVersion,showVersions}from"./studio-versions.js";import{choose,language,LANGUAGES,say,told}from"./studio-words.js";async function start(){const links=[["#/texts",say("page.texts")],["#/proposals",say("page.proposals")],["#/versions",say("page.versions")],...(may("platform")?[["#/settings",say("page.settings")]]:[])].map(([href,text])=>e("a",{href,text}));const spoken=select("",Object.entries(LANGUAGES),language,{"aria-label":say("page.language")});spoken.select.addEventListener("change",async()=>{await studio.leave();choose(spoken.select.value);location.reload();});const header=e("header",{},e("h1",{text:studio.session.tenant.name}),e("nav",{"aria-label":say("page.studio")},...links),status,company,handIn,e("span",{class:"who",text:[studio.session.name,say(`role.${studio.session.role}`)].join(say("page.comma"))}),spoken.select,e("button",{text:say("page.sign-out"),onclick:signOut}),);document.body.append(header,main);useProposal(ownOf((await ask("GET","/proposals")).proposals));addEventListener("hashchange",()=>route(links,true));addEventListener("keydown",slash);document.addEventListener("visibilitychange",()=>document.hidden&&studio.leave());await route(links,false);}
                function slash(event){if(event.key!=="/"||event.ctrlKey||event.altKey||event.metaKey||!leadsBySlash())return;if(![document.body,document.documentElement,main].includes(document.activeElement))return;event.preventDefault();const search=document.getElementById("search");if(search)return search.focus();isSought=true;location.hash="#/texts";return undefined;}
                let isSought=false;async function signOut(){await studio.leave();forget();await ask("DELETE","/session").catch(()=>{});location.reload();}
                function decoded(part){try{return decodeURIComponent(part);}catch{return part;}}
                let turn=0;async function route(links,moves){const mine=(turn+=1);const isWanted=()=>mine===turn;await studio.leave();if(!isWanted())return;studio.leave=async()=>{};const[,view="texts",...rest]=location.hash.split("/").map(decoded);const[message,slot,locale,channel]=view==="text"?rest:[];follow({message,slot,locale,channel});for(const link of links){const isHere=link.getAttribute("href")===(view.startsWith("proposal")?"#/proposals":view.startsWith("version")?"#/versions":view==="settings"?"#/settings":"#/texts");isHere?link.setAttribute("aria-current","page"):link.removeAttribute("aria-current");}
                try{if(view==="text")await showText(isWanted,...rest);else if(view==="compare")await showCompare(isWanted,...rest);else if(view==="proposals")await showProposals(isWanted);else if(view==="proposal")await showProposal(isWanted,...rest);else if(view==="versions")await showVersions(isWanted);else if(view==="version")await showVersion(isWanted,...rest);else if(view==="settings"&&may("platform"))await(await import("./studio-settings.js")).showSettings(isWanted);else if(view==="hand-in"&&hasChanges())await showHandIn(isWanted);else await showTexts(isWanted);}catch(fault){if(!isWanted())return;main.replaceChildren(e("p",{class:"error",text:told(fault)}));}
                if(!moves||!isWanted())return;((isSought&&document.getElementById("search"))||main).focus();isSought=false;}
                const code=new URLSearchParams(location.hash.slice(1)).get("code");if(code){history.replaceState(null,"",location.pathname);await ask("POST","/session",{code}).catch(()=>{});}
                try{studio.session=await ask("GET","/session");await start();}catch(fault){document.body.append(main);const isSignedOut=fault.status===401;main.append(e("h1",{text:say("page.studio")}),e("p",{text:isSignedOut?say("page.signed-out"):told(fault)}),);}

                """##
        ),
        WebAsset(
            name: "switch.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "16d3ec2bba1149853ecabe583c5f6ec4",
            integrity: "sha384-fGT4zuXlzjCOrMrK4dRTV01/lGut51qrLUbNnW4mXWMxh2jjY1Qdiv63C3ASu5T3",
            source: "7fc94eb4089803a7dd547c8053d93dce336de0a8673d68933a1874290e6edde0",
            text: #"""
                import{element,sheet}from"./dom.js";export const switchStyle=sheet(`
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
                `);export function toggle(props){return element("input",{type:"checkbox",role:"switch",part:"switch",onclick:(event)=>{if(event.currentTarget.getAttribute("aria-disabled")==="true")event.preventDefault();},...props,});}
                export class StatusLine{element=element("p",{role:"status",part:"status",class:"status"});#frame=0;say(text,isFailure=false){cancelAnimationFrame(this.#frame);this.element.classList.toggle("failed",isFailure);this.element.textContent="";if(text)this.#frame=requestAnimationFrame(()=>(this.element.textContent=text));}}

                """#
        ),
        WebAsset(
            name: "views.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "fbfc9efc8f4fbf764e8b4298a072dea7",
            integrity: "sha384-fC0Br29dtP+gwD2P9pWYo/4qZvtxkFU7cZWPFsOyzbXg3ZfWdYVt9BgWjwGLPY4s",
            source: "02fa1307123706afcec9ab9f38ccaad21955eaab9c2100ce95e47f9dfe8e844f",
            text: #"""
                import{arrange,element,icon,set,sheet,write}from"./dom.js";const PATHS={Back:"M19 12H5M11 6l-6 6 6 6",Settings:"M4 7h9M19 7h1M4 17h1M11 17h9M13 7a3 3 0 1 0 6 0 3 3 0 0 0-6 0ZM5 17a3 3 0 1 0 6 0 3 3 0 0 0-6 0Z",};const look=sheet(`
                :host([view=page]) .panel { max-inline-size: 680px; margin-inline: auto; }
                h1.title { font-size: 1.375em; }
                :dir(rtl) > .Back { transform: scaleX(-1); }
                .tool { padding: 0; }
                `);export class Page{#settings=null;constructor(inbox){const tool=(name,onclick)=>element("button",{class:"tool",part:"action",onclick},icon(name,22,PATHS));this.inbox=inbox;inbox.page=this;this.back=tool("Back",()=>(this.#settings?this.#show(false):history.back()));this.gear=tool("Settings",()=>this.#show(true));inbox.start.append(this.back);inbox.end.append(this.gear);if(!inbox.shadowRoot.adoptedStyleSheets.includes(look))inbox.shadowRoot.adoptedStyleSheets.push(look);if(inbox.view==="preferences")this.#show(true);else if(inbox.feed)inbox.update();}
                update(){const{feed,view,heading,all}=this.inbox;const settings=Boolean(this.#settings);if(settings)write(heading,feed.text("inbox.settings"));set(this.back,"aria-label",feed.text("inbox.back"));set(this.gear,"aria-label",feed.text("inbox.settings"));this.back.hidden=view==="preferences"||(!settings&&history.length<2);this.back.style.visibility=feed.words?"":"hidden";this.gear.hidden=settings||!feed.words?.preferences?.length||!["ready","stale"].includes(feed.state);all.hidden||=settings;}
                async #show(settings){const{inbox}=this;if(settings)await import("./preferences.js");this.#settings=settings?element("carillon-preferences"):null;arrange(inbox.panel,[inbox.top,this.#settings??inbox.list.body,inbox.foot]);if(inbox.feed)inbox.update();if(inbox.view==="page")inbox.heading.focus();}}
                const watches=new WeakMap();export function watch(inbox){const{list,autoRead,more}=inbox;if(!list.live)return;const watch=watches.get(inbox)??{loads:0,observer:new IntersectionObserver((entries)=>seen(entries),{threshold:0.6})};const seen=(entries)=>{const targets=entries.filter(({isIntersecting})=>isIntersecting).map(({target})=>target);if(targets.includes(inbox.list.live.more)&&!inbox.feed.busy&&watch.loads++<5)inbox.feed.more();const items=targets.map(({item})=>item).filter(Boolean);if(items.length&&!document.hidden)inbox.list.live.markShown(items);};watches.set(inbox,watch);watch.observer.disconnect();if(more==="scroll")watch.observer.observe(list.live.more);if(autoRead==="visible")for(const root of list.body.querySelectorAll(".unread"))watch.observer.observe(root);}

                """#
        ),
        WebAsset(
            name: "worker.js",
            contentType: "text/javascript; charset=utf-8",
            digest: "054b17baab836daccc27d525966a076c",
            integrity: "sha384-7cWPGJY2TpCtx6+k7cm/B/lfF0QqSiSzuLhcZSZroed5dB7O+SChh6alzLJ50CnP",
            source: "094e8c3a510552e55856c39dbcc398e66fc3dd4519192a5a8b4ce60da9112f28",
            text: #"""
                (()=>{"use strict";const VERSION=1;const CACHE="carillon-worker";const KEY="/carillon-worker-settings";const PATIENCE=500;async function settings(){try{const kept=await(await caches.open(CACHE)).match(KEY);return kept?await kept.json():{};}catch{return{};}}
                async function keep(value){const cache=await caches.open(CACHE);if(value===null)await cache.delete(KEY);else await cache.put(KEY,new Response(JSON.stringify(value)));}
                function windows(){return self.clients.matchAll({type:"window",includeUncontrolled:true});}
                function text(value){return typeof value==="string"&&value!==""?value:undefined;}
                function identifier(data){return text(data?.notificationId)??text(data?.notification_id);}
                function checked(link,origins){let url;try{url=new URL(link);}catch{return null;}
                if(url.username||url.password)return null;if(url.origin===self.location.origin)return url.href;if(url.protocol!=="https:"||!Array.isArray(origins))return null;return origins.includes(url.origin)?url.href:null;}
                function picture(link){return text(link)?.startsWith("https://")?link:undefined;}
                self.addEventListener("push",(event)=>{let message;try{message=event.data?.json();}catch{return;}
                if(message===null||typeof message!=="object")return;event.waitUntil(received(message));});async function received(message){await setBadge(message.app_badge);const shown=message.notification;if(!text(shown?.title)){const id=identifier(message.data);for(const client of await windows())client.postMessage({carillon:VERSION,tell:"push",id});return;}
                const id=identifier(shown.data);if(id&&(await isShown(id)))return;await self.registration.showNotification(shown.title,options(shown,id));}
                function options(shown,id){const tag=text(shown.tag)??id;const actions=Array.isArray(shown.actions)?shown.actions:[];const links={};for(const action of actions)links[action?.action]=action?.navigate;const found={body:text(shown.body),lang:text(shown.lang),dir:["ltr","rtl"].includes(shown.dir)?shown.dir:"auto",tag,renotify:tag?shown.renotify===true:undefined,icon:picture(shown.icon),badge:picture(shown.badge),image:picture(shown.image),silent:typeof shown.silent==="boolean"?shown.silent:undefined,requireInteraction:shown.requireInteraction===true?true:undefined,timestamp:Number.isSafeInteger(shown.timestamp)?shown.timestamp:undefined,vibrate:shown.silent===true?undefined:shown.vibrate,actions:actions.filter((action)=>text(action?.action)&&text(action?.title)).map((action)=>({action:action.action,title:action.title,icon:picture(action.icon)})),data:{carillon:VERSION,id,navigate:text(shown.navigate),links},};for(const name of Object.keys(found))if(found[name]===undefined)delete found[name];return found;}
                async function isShown(id){const seen=(await windows()).filter((client)=>client.visibilityState==="visible");if(seen.length===0)return false;return new Promise((resolve)=>{setTimeout(()=>resolve(false),PATIENCE);for(const client of seen){const channel=new MessageChannel();channel.port1.onmessage=({data})=>{if(data?.shown===true)resolve(true);};client.postMessage({carillon:VERSION,ask:"shown",id},[channel.port2]);}});}
                async function setBadge(value){const count=Number.parseInt(value,10);try{if(count>0)await self.navigator.setAppBadge?.(count);else if(count===0)await self.navigator.clearAppBadge?.();}catch{}}
                self.addEventListener("notificationclick",(event)=>{const data=event.notification.data;if(data?.carillon!==VERSION)return;event.notification.close();event.waitUntil(open((event.action&&data.links?.[event.action])||data.navigate));});async function open(link){const{origins}=await settings();const url=checked(link,origins);const tabs=await windows();const tab=url===null?tabs[0]:tabs.find((tab)=>tab.url===url);if(tab)return tab.focus();return self.clients.openWindow(url??self.registration.scope);}
                self.addEventListener("message",(event)=>{if(event.data?.carillon!==VERSION||event.data.settings===undefined)return;event.waitUntil(keep(event.data.settings).then(()=>event.ports[0]?.postMessage({kept:true})));});self.addEventListener("pushsubscriptionchange",(event)=>event.waitUntil(renew(event)));async function renew(event){const{src,device,isOn,publicKey}=await settings();const key=event.oldSubscription?.options?.applicationServerKey??publicKey;let subscription=event.newSubscription;if(!subscription&&key){subscription=await self.registration.pushManager.subscribe({userVisibleOnly:true,applicationServerKey:key,});}
                for(const client of await windows())client.postMessage({carillon:VERSION,tell:"subscription"});if(!subscription||!isOn||!src||new URL(src).origin!==self.location.origin)return;await fetch(`${src}/devices`,{method:"POST",credentials:"same-origin",headers:{"Content-Type":"application/json"},body:JSON.stringify({...device,token:token(subscription)}),});}
                function token(subscription){const{endpoint,keys}=subscription.toJSON();return JSON.stringify({endpoint,keys:{p256dh:keys.p256dh,auth:keys.auth}});}})();

                """#
        ),
    ]
}
