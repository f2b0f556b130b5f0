// The client kit in TypeScript: what `CarillonClient` does in Swift, in one file without dependencies.
//
// Both pass the same scenario vectors. Reducers are pure functions: a state and an event make the next state and a list of
// effects. Times are milliseconds since 1970-01-01T00:00:00Z. Only syntax that can be erased is used, so that engines that strip
// types run the file as it is. It needs the library of ES2020, and syntax of ES2020 and private members, which compilers turn into
// older ones.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Texts = { readonly [name: string]: string };

/** A reducer's step: the next state, and what is to be done, in this order. */
export type Step<State, Effect> = readonly [State, readonly Effect[]];

/** `Object.hasOwn`, which Safari before 15.4 and older versions of Hermes don't have. */
const owns = (object: object, name: string): boolean => Object.prototype.hasOwnProperty.call(object, name);

/** An object without a prototype, so that no name of a payload is one of its members already. */
function texts(pairs: Iterable<readonly [string, string]>): { [name: string]: string } {
  const object: { [name: string]: string } = Object.create(null);
  for (const [name, text] of pairs) object[name] = text;
  return object;
}

function members(value: Json | undefined): { readonly [name: string]: Json } | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as { readonly [name: string]: Json })
    : undefined;
}

function member(value: Json | undefined, name: string): Json | undefined {
  const object = members(value);
  return object !== undefined && owns(object, name) ? object[name] : undefined;
}

function asText(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function asTexts(value: Json | undefined): string[] {
  return asList(value).filter((element): element is string => typeof element === "string");
}

function asTextsByName(value: Json | undefined): Texts {
  const pairs = Object.entries(members(value) ?? {});
  return texts(pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
}

function asInteger(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

function asCount(value: Json | undefined): number {
  return Math.max(0, asInteger(value) ?? 0);
}

// ---------------------------------------------------------------------------------------------------------------- waits

/** A day: what a server may ask for at most, in milliseconds. */
const longestWait = 86_400_000;

function doublingWait(failures: number, first: number, limit: number, retryAfter?: number): number {
  const doubled = first * 2 ** Math.min(Math.max(failures - 1, 0), 20);
  return Math.max(Math.min(doubled, limit), Math.min(retryAfter ?? 0, longestWait));
}

/** A pause as it is to be kept: up to a fifth longer or shorter. `random` is from 0 up to 1. */
export function spread(milliseconds: number, random: number): number {
  return Math.trunc(milliseconds * (0.8 + 0.4 * Math.min(Math.max(random, 0), 1)));
}

/** What a request came to; status 0 where there was no answer. */
export type Outcome = { readonly status: number; readonly retryAfter?: number };

const isSuccess = (outcome: Outcome) => outcome.status >= 200 && outcome.status <= 299;
/** A redirection is that of a network that wants a log-in first. */
const isTemporary = ({ status }: Outcome) =>
  status < 200 || (status >= 300 && status <= 399) || status === 408 || status === 429 || status >= 500;

// ---------------------------------------------------------------------------------------------------------------- links

export type LinkForm = "app" | "web" | "screen";
export type ParameterType = "uuid" | "slug" | "path" | "integer" | "text";
export type Destination = { readonly route: string; readonly values: Texts };

/** Why a link isn't followed. */
export type LinkFault =
  | "empty" | "too-long" | "forbidden-character" | "fragment" | "scheme-relative" | "no-scheme" | "unknown-scheme"
  | "user-info" | "foreign-origin" | "bad-escape" | "path-traversal" | "empty-segment" | "empty-parameter"
  | "repeated-parameter" | "undeclared-parameter" | "missing-parameter" | "nested-link" | "bad-parameter" | "no-such-route";

export class LinkError extends Error {
  readonly fault: LinkFault;

  constructor(fault: LinkFault) {
    super(`this link isn't followed: ${fault}`);
    this.fault = fault;
  }
}

function refuse(fault: LinkFault): never {
  throw new LinkError(fault);
}

type Piece = { readonly text: string } | { readonly name: string };

/** The pieces of a template such as `shop://orders/{id}`, in which `{{` and `}}` stand for braces. */
function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  let literal = "";
  let place = 0;
  while (place < template.length) {
    const two = template.slice(place, place + 2);
    const close = template.indexOf("}", place);
    if (two === "{{" || two === "}}") {
      literal += two[0];
      place += 2;
    } else if (two[0] === "{" && close > 0) {
      if (literal !== "") pieces.push({ text: literal });
      literal = "";
      pieces.push({ name: template.slice(place + 1, close) });
      place = close + 1;
    } else {
      literal += two[0];
      place += 1;
    }
  }
  if (literal !== "") pieces.push({ text: literal });
  return pieces;
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function percentEncoded(text: string): string {
  // Halves of pairs alone. A look behind is no way to find them: Safari reads none before 16.4.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD")).replace(
    /[!'()*]/g,
    (character) => "%" + character.charCodeAt(0).toString(16).toUpperCase(),
  );
}

const isSlug = (text: string) => /^[A-Za-z0-9_-]{1,128}$/.test(text);
const control = /[\u0000-\u001F\u007F-\u009F]/;
/** Control characters, and the backslash, which some readers take for a slash. */
const forbidden = /[\u0000-\u001F\u007F-\u009F\\]/;

/** Whether a value, decoded, is of a parameter's type. */
export function accepts(type: ParameterType, value: string): boolean {
  switch (type) {
    case "uuid":
      return /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(value);
    case "slug":
      return isSlug(value);
    case "path":
      return value.split("/").length <= 8 && value.split("/").every(isSlug);
    case "integer": {
      if (!/^-?[0-9]+$/.test(value)) return false;
      const number = BigInt(value);
      // Not by powers of two: some compilers make `Math.pow` of them, which takes no such numbers.
      return BigInt.asIntN(64, number) === number;
    }
    case "text":
      return [...value].length <= 256 && !control.test(value.replace(/[\t\n]/g, ""));
  }
}

type LinkParts = { scheme?: string; authority: string; path: string; query?: string };

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}

function linkParts(text: string): LinkParts {
  if (text === "") refuse("empty");
  if (utf8Length(text) > 2048) refuse("too-long");
  if (!/^[\x21-\x7E]*$/.test(text) || /[\\"<>^`{|}]/.test(text)) refuse("forbidden-character");
  if (text.includes("#")) refuse("fragment");
  const split = (rest: string) => {
    const mark = rest.indexOf("?");
    return mark < 0 ? { path: rest } : { path: rest.slice(0, mark), query: rest.slice(mark + 1) };
  };
  if (text.startsWith("/")) {
    if (text.startsWith("//")) refuse("scheme-relative");
    return { authority: "", ...split(text) };
  }
  const colon = text.indexOf(":");
  const scheme = text.slice(0, colon);
  if (colon < 0 || !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) refuse("no-scheme");
  if (!text.startsWith("//", colon + 1)) refuse("unknown-scheme");
  const hierarchy = text.slice(colon + 3);
  const end = hierarchy.search(/[/?]/);
  const authority = end < 0 ? hierarchy : hierarchy.slice(0, end);
  if (authority.includes("@")) refuse("user-info");
  return { scheme, authority, ...split(end < 0 ? "" : hierarchy.slice(end)) };
}

type QueryParameter = { readonly name: string; readonly value: string; readonly isText: boolean };
type LinkShape = {
  readonly base: string | undefined;
  readonly segments: readonly string[];
  readonly endsWithSlash: boolean;
  readonly query: readonly QueryParameter[];
};

/** How deep escapes may hide in one another: nobody's link needs it, and each level costs a whole pass. */
const deepestEscape = 8;

/** A value, followed by what careless readers make of it that decode it again. */
function readings(value: string): string[] {
  const all = [value];
  for (let last = value; ; ) {
    const next = percentDecoded(last);
    if (next === undefined || next === last) return all;
    if (all.length > deepestEscape) refuse("bad-escape");
    all.push(next);
    last = next;
  }
}

function decodedOnce(raw: string, alsoForbidden: RegExp): string {
  const text = percentDecoded(raw) ?? refuse("bad-escape");
  if (forbidden.test(text) || alsoForbidden.test(text)) refuse("bad-escape");
  for (const deeper of readings(text).slice(1)) {
    if (deeper === "." || deeper === "..") refuse("path-traversal");
    if (forbidden.test(deeper) || deeper.includes("/")) refuse("bad-escape");
  }
  return text;
}

function decodedSegment(raw: string): string {
  const text = decodedOnce(raw, /[/?#]/);
  if (text === "." || text === "..") refuse("path-traversal");
  return text;
}

const actingSchemes = ["javascript", "data", "vbscript", "file", "blob", "about", "intent"];

function resemblesLink(written: string): boolean {
  const value = written.replace(/[\n\t]/g, "").replace(/\\/g, "/");
  if (value.startsWith("//") || value.includes("://")) return true;
  const colon = value.indexOf(":");
  return colon >= 0 && actingSchemes.includes(value.slice(0, colon).trimStart().toLowerCase());
}

function queryParameters(query: string | undefined): QueryParameter[] {
  if (query === undefined) return [];
  const parameters: QueryParameter[] = [];
  const names = new Set<string>();
  for (const pair of query.split("&")) {
    const equals = pair.indexOf("=");
    const name = decodedOnce(equals < 0 ? pair : pair.slice(0, equals), /[&=]/);
    if (name === "") refuse("empty-parameter");
    if (names.has(name)) refuse("repeated-parameter");
    names.add(name);
    const raw = equals < 0 ? "" : pair.slice(equals + 1).replace(/\+/g, "%20");
    const value = percentDecoded(raw) ?? refuse("bad-escape");
    if (control.test(value.replace(/[\t\n]/g, ""))) refuse("bad-escape");
    const all = readings(value);
    if (all.some(resemblesLink)) refuse("nested-link");
    const isText = all.some((reading) => forbidden.test(reading)) ||
      all.slice(1).some((reading) => reading.includes("/") || reading === "." || reading === "..");
    parameters.push({ name, value, isText });
  }
  return parameters;
}

function linkShape(url: LinkParts, form: LinkForm): LinkShape {
  if (form === "app") decodedSegment(url.authority);
  const raw = url.path.split("/").slice(1);
  const isRoot = raw.length === 1 && raw[0] === "" && form !== "app";
  const endsEmpty = raw[raw.length - 1] === "";
  const endsWithSlash = endsEmpty && !isRoot;
  if (endsEmpty) raw.pop();
  const segments = raw.map(decodedSegment);
  if (segments.includes("") || (form === "app" && url.authority === "" && url.path !== "")) refuse("empty-segment");
  const base = url.scheme === undefined ? undefined : `${url.scheme}://${url.authority}`;
  return { base, segments, endsWithSlash, query: queryParameters(url.query) };
}

type Parameter = { readonly name: string; readonly type: ParameterType };
type Pattern = { readonly prefix: string; readonly parameter: Parameter | undefined; readonly suffix: string };
type LinkPattern = Omit<LinkShape, "segments" | "query"> & {
  readonly segments: readonly Pattern[];
  readonly query: readonly { readonly name: string; readonly pattern: Pattern }[];
};
type Route = {
  readonly id: string;
  readonly parameters: readonly Parameter[];
  readonly templates: { readonly [form in LinkForm]?: string };
  readonly patterns: { readonly [form in LinkForm]?: LinkPattern };
};

const forms: readonly LinkForm[] = ["app", "web", "screen"];
const parameterTypes: readonly string[] = ["uuid", "slug", "path", "integer", "text"];
const mark = (name: string) => `~~${name}~~`;

function patternOf(text: string, parameters: readonly Parameter[]): Pattern {
  for (const parameter of parameters) {
    const place = text.indexOf(mark(parameter.name));
    if (place < 0) continue;
    return { prefix: text.slice(0, place), parameter, suffix: text.slice(place + mark(parameter.name).length) };
  }
  return { prefix: text, parameter: undefined, suffix: "" };
}

function linkPattern(template: string, parameters: readonly Parameter[], form: LinkForm): LinkPattern | undefined {
  try {
    const marked = piecesOf(template).map((piece) => ("name" in piece ? mark(piece.name) : piece.text)).join("");
    const url = linkParts(marked);
    if ((url.scheme === undefined) !== (form === "screen")) return undefined;
    const shape = linkShape(url, form);
    return {
      base: shape.base,
      endsWithSlash: shape.endsWithSlash,
      segments: shape.segments.map((segment) => patternOf(segment, parameters)),
      query: shape.query.map(({ name, value }) => ({ name, pattern: patternOf(value, parameters) })),
    };
  } catch (error) {
    if (error instanceof LinkError) return undefined;
    throw error;
  }
}

function readInto(values: { [name: string]: string }, text: string, { prefix, parameter, suffix }: Pattern): void {
  if (parameter === undefined) {
    if (text !== prefix) refuse("no-such-route");
    return;
  }
  if (text.length < prefix.length + suffix.length || !text.startsWith(prefix) || !text.endsWith(suffix)) {
    refuse("no-such-route");
  }
  const value = text.slice(prefix.length, text.length - suffix.length);
  if (!accepts(parameter.type, value)) refuse("bad-parameter");
  // A parameter that occurs twice must have one value, else the link would lead to two places.
  const former = values[parameter.name];
  if (former !== undefined && former !== value) refuse("no-such-route");
  values[parameter.name] = value;
}

function valuesOf(shape: LinkShape, pattern: LinkPattern, form: LinkForm): Texts {
  const values = texts([]);
  if (shape.base !== pattern.base) refuse("no-such-route");
  let given = shape.segments;
  const last = pattern.segments.length - 1;
  if (pattern.segments[last]?.parameter?.type === "path" && given.length > pattern.segments.length) {
    given = [...given.slice(0, last), given.slice(last).join("/")];
  }
  if (given.length !== pattern.segments.length) refuse("no-such-route");
  pattern.segments.forEach((piece, index) => readInto(values, given[index] ?? "", piece));
  for (const { name, pattern: piece } of pattern.query) {
    const found = shape.query.find((parameter) => parameter.name === name) ?? refuse("missing-parameter");
    if (found.isText && piece.parameter?.type !== "text") refuse("bad-escape");
    readInto(values, found.value, piece);
  }
  if (shape.endsWithSlash !== pattern.endsWithSlash) refuse(pattern.endsWithSlash ? "no-such-route" : "empty-segment");
  for (const parameter of shape.query) {
    if (pattern.query.some(({ name }) => name === parameter.name)) continue;
    if (form !== "web") refuse("undeclared-parameter");
    if (parameter.isText) refuse("bad-escape");
  }
  return values;
}

/** The links that an app opens, from the member `deepLinks` of a client profile. As strict as the host. */
export class AppLinks {
  readonly schemes: readonly string[];
  readonly origins: readonly string[];
  readonly #routes: readonly Route[];

  constructor(json: Json) {
    this.schemes = asTexts(member(json, "schemes"));
    this.origins = asTexts(member(json, "origins"));
    this.#routes = asList(member(json, "routes")).flatMap((route) => AppLinks.#route(route));
  }

  static #route(json: Json): Route[] {
    const id = asText(member(json, "id"));
    const types = Object.entries(members(member(json, "params")) ?? {});
    if (id === undefined || types.some(([, type]) => !parameterTypes.includes(type as string))) return [];
    const parameters = types.map(([name, type]) => ({ name, type: type as ParameterType }));
    const templates: { [form in LinkForm]?: string } = {};
    const patterns: { [form in LinkForm]?: LinkPattern } = {};
    for (const form of forms) {
      const template = asText(member(json, form));
      if (template === undefined) continue;
      templates[form] = template;
      const pattern = linkPattern(template, parameters, form);
      if (pattern !== undefined) patterns[form] = pattern;
    }
    return [{ id, parameters, templates, patterns }];
  }

  /** Where a link leads. Throws a {@link LinkError} where it isn't followed. */
  read(text: string): Destination {
    const url = linkParts(text);
    const form = this.#form(url);
    const shape = linkShape(url, form);
    let closest: LinkFault = "no-such-route";
    for (const route of this.#routes) {
      const pattern = route.patterns[form];
      if (pattern === undefined) continue;
      try {
        return { route: route.id, values: valuesOf(shape, pattern, form) };
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
        if (error.fault !== "no-such-route") closest = error.fault;
      }
    }
    return refuse(closest);
  }

  /** The same, undefined where it isn't followed. */
  find(text: string): Destination | undefined {
    try {
      return this.read(text);
    } catch (error) {
      if (error instanceof LinkError) return undefined;
      throw error;
    }
  }

  /** The link to a destination in one form; undefined where the route has none. Throws where a value isn't of its type. */
  link(destination: Destination, form: LinkForm): string | undefined {
    const route = this.#check(destination);
    const template = route.templates[form];
    if (template === undefined) return undefined;
    const text = piecesOf(template).map((piece) => {
      if (!("name" in piece)) return piece.text;
      const value = destination.values[piece.name] ?? "";
      const type = route.parameters.find(({ name }) => name === piece.name)?.type;
      return type === "path" ? value : percentEncoded(value);
    }).join("");
    // What was made is read again: no value can change scheme, host or the shape of the path.
    if (!isEqual(this.read(text).values, destination.values)) refuse("no-such-route");
    return text;
  }

  /** Whether a destination could be reached by a link. */
  isSound(destination: Destination): boolean {
    try {
      this.#check(destination);
      return true;
    } catch (error) {
      if (error instanceof LinkError) return false;
      throw error;
    }
  }

  /** Whether a link that isn't the product's own may be opened in the browser. */
  static isExternal(text: string): boolean {
    try {
      const url = linkParts(text);
      return url.scheme === "https" && /^[A-Za-z0-9]/.test(url.authority);
    } catch {
      return false;
    }
  }

  #check({ route: id, values }: Destination): Route {
    const route = this.#routes.find((candidate) => candidate.id === id) ?? refuse("no-such-route");
    for (const { name, type } of route.parameters) {
      const value = owns(values, name) ? values[name] : undefined;
      if (value === undefined) refuse("missing-parameter");
      if (!accepts(type, value)) refuse("bad-parameter");
    }
    for (const name of Object.keys(values)) {
      if (!route.parameters.some((parameter) => parameter.name === name)) refuse("undeclared-parameter");
    }
    return route;
  }

  #form({ scheme, authority }: LinkParts): LinkForm {
    if (scheme === undefined) return "screen";
    if (this.schemes.includes(scheme)) return authority.includes(":") ? refuse("foreign-origin") : "app";
    if (!this.origins.some((origin) => origin.startsWith(scheme + "://"))) refuse("unknown-scheme");
    return this.origins.includes(`${scheme}://${authority}`) ? "web" : refuse("foreign-origin");
  }
}

/** Whether two JSON values are the same, whatever the order of their members. */
function isEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [names, others] = [Object.keys(left), Object.keys(right)];
  return names.length === others.length && names.every((name) =>
    owns(right, name) &&
    isEqual((left as { [name: string]: unknown })[name], (right as { [name: string]: unknown })[name])
  );
}

// --------------------------------------------------------------------------------------------------------------- pushes

export type PushShape =
  | "apns" | "fcm-apple" | "fcm-android" | "expo-apple" | "expo-android" | "expo-script" | "web-push";

/** `open`, `dismiss`, or the id of a button. */
export type TapAction = string;

/**
 * A push as it came, freed of what its provider put around it.
 *
 * One that `readPush` made shows no values in prints, consoles and JSON, because nobody here knows which of them are sensitive: its members
 * are there, but not enumerable. A copy by `...` has none of them.
 */
export type ReceivedPush = {
  data: { [name: string]: string };
  title?: string;
  body?: string;
  badge?: number;
  category?: string;
  thread?: string;
  picture?: string;
  androidChannel?: string;
  link?: string;
  action?: TapAction;
};

/** The action from the name that the platform gives it. */
export function tapAction(identifier: string): TapAction {
  switch (identifier) {
    case "":
    case "com.apple.UNNotificationDefaultActionIdentifier":
    case "expo.modules.notifications.actions.DEFAULT":
      return "open";
    case "com.apple.UNNotificationDismissActionIdentifier":
      return "dismiss";
    default:
      return identifier;
  }
}

const firebaseOwn = ["from", "fcm_options", "collapse_key", "message_type"];
const isFirebase = (name: string) =>
  name.startsWith("gcm.") || name.startsWith("google.") || firebaseOwn.includes(name);

/** Reads a push. Never throws: from a payload that is cut, wrong or another app's comes what there is in it. */
export function readPush(payload: Json, shape: PushShape): ReceivedPush {
  const push: ReceivedPush = { data: texts([]) };
  if (members(payload) === undefined) return printingNames(push, []);

  const set = (name: Exclude<keyof ReceivedPush, "data" | "badge">, value: Json | undefined) => {
    if (typeof value === "string") push[name] = value;
  };
  const setBadge = (value: Json | undefined) => {
    const number = typeof value === "string" && /^[+-]?[0-9]+$/.test(value) ? Number(value) : value;
    if (typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= 0x7FFF_FFFF) {
      push.badge = number;
    }
  };
  const take = (value: Json | undefined, isOurs: (name: string) => boolean = () => true) => {
    for (const [name, content] of Object.entries(members(value) ?? {})) {
      if (content === null || !isOurs(name)) continue;
      push.data[name] = typeof content === "string" ? content : JSON.stringify(content);
    }
  };
  const takeAlert = () => {
    const aps = member(payload, "aps");
    const alert = member(aps, "alert");
    set("title", member(alert, "title"));
    set("body", member(alert, "body") ?? alert);
    setBadge(member(aps, "badge"));
    set("category", member(aps, "category"));
    set("thread", member(aps, "thread-id"));
  };

  switch (shape) {
    case "apns":
      takeAlert();
      take(payload, (name) => name !== "aps");
      break;
    case "fcm-apple":
      takeAlert();
      set("picture", member(member(payload, "fcm_options"), "image"));
      take(payload, (name) => name !== "aps" && !isFirebase(name));
      break;
    case "fcm-android": {
      const data = member(payload, "data");
      if (members(data) === undefined) {
        take(payload, (name) => !isFirebase(name));
        break;
      }
      take(data);
      const notification = member(payload, "notification");
      const android = member(notification, "android");
      set("title", member(notification, "title"));
      set("body", member(notification, "body"));
      set("picture", member(notification, "image"));
      set("picture", member(android, "imageUrl"));
      set("androidChannel", member(android, "channelId"));
      break;
    }
    case "expo-apple":
      takeAlert();
      take(member(payload, "body"));
      break;
    case "expo-android": {
      const data = member(payload, "data");
      const content = members(data) === undefined ? payload : data;
      set("title", member(content, "title"));
      set("body", member(content, "message"));
      setBadge(member(content, "badge"));
      set("androidChannel", member(content, "channelId"));
      set("category", member(content, "categoryId"));
      const body = member(content, "body");
      try {
        take(typeof body === "string" ? JSON.parse(body) : body);
      } catch {
        // No JSON: then there are no data.
      }
      break;
    }
    case "expo-script": {
      const action = asText(member(payload, "actionIdentifier"));
      if (action !== undefined) push.action = tapAction(action);
      const notification = member(payload, "notification") ?? payload;
      const request = member(notification, "request") ?? notification;
      const content = member(request, "content") ?? request;
      set("title", member(content, "title"));
      set("body", member(content, "body"));
      setBadge(member(content, "badge"));
      set("category", member(content, "categoryIdentifier"));
      take(member(content, "data"));
      break;
    }
    case "web-push": {
      const notification = member(payload, "notification");
      set("title", member(notification, "title"));
      set("body", member(notification, "body"));
      setBadge(member(payload, "app_badge"));
      set("thread", member(notification, "tag"));
      set("picture", member(notification, "image"));
      set("link", member(notification, "navigate"));
      take(member(notification, "data") ?? member(payload, "data"));
      break;
    }
  }
  return printingNames(push, Object.keys(push.data));
}

/** The same object, whose members nothing shows that prints it: only the names of what came. */
function printingNames<Value extends object>(value: Value, names: readonly string[]): Value {
  const shown = { members: [...names].sort() };
  for (const [name, content] of Object.entries(value)) {
    Object.defineProperty(value, name, { value: content, enumerable: false });
  }
  const print = { value: () => shown, enumerable: false };
  const text = { value: () => JSON.stringify(shown), enumerable: false };
  const consoles = Symbol.for("nodejs.util.inspect.custom");
  return Object.defineProperties(value, { toJSON: print, toString: text, [consoles]: print });
}

/** What hides in each of them: no member of its object, so that no console shows it. */
const sensitiveValues = new WeakMap<Sensitive<unknown>, unknown>();

/** A value that prints, consoles and JSON show as a placeholder; your own code asks for it by `reveal()`. */
export class Sensitive<Value> {
  constructor(value: Value) {
    sensitiveValues.set(this, value);
  }

  reveal(): Value {
    return sensitiveValues.get(this) as Value;
  }

  toString(): string {
    return "‹hidden›";
  }

  toJSON(): string {
    return "‹hidden›";
  }

  /** For Node's consoles. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "‹hidden›";
  }
}

/** Keeps a value out of prints. */
export function sensitive<Value>(value: Value): Sensitive<Value> {
  return new Sensitive(value);
}

/** A copy in which members of these names are there, but not shown by prints, consoles and JSON. */
export function withHidden<Value extends object>(value: Value, ...names: readonly (keyof Value)[]): Value {
  const copy = { ...value };
  for (const name of names) Object.defineProperty(copy, name, { value: value[name], enumerable: false });
  return copy;
}

type EventDefinition = {
  readonly id: string;
  readonly data: readonly { readonly name: string; readonly constant?: string; readonly field?: string }[];
  readonly link?: { readonly route: string; readonly fields: Texts };
  readonly identity: readonly string[];
};

/** What all pushes of an event type have. Prints, consoles and JSON show no values: nobody here knows which of them are sensitive. */
export type RecognizedEvent = {
  readonly kind: "event";
  readonly event: string;
  /** All event types whose pushes look like this one, the likeliest first. */
  readonly possible: readonly string[];
  readonly fields: Texts;
  readonly notificationID: string | null;
  /** What another push or stream item of the same event has as well, and no other; empty where nothing tells two apart. */
  readonly identity: string;
};

export type Recognition =
  | { readonly kind: "collected" }
  | { readonly kind: "unknown"; readonly data: Texts }
  | RecognizedEvent;

/** The event types of a product, and how a push is recognized as one of them. */
export class EventCatalogue {
  readonly #events: readonly EventDefinition[];

  constructor(json: Json) {
    this.#events = asList(json).flatMap((event) => EventCatalogue.#definition(event));
  }

  static #definition(json: Json): EventDefinition[] {
    const id = asText(member(json, "id"));
    if (id === undefined) return [];
    const data = Object.entries(asTextsByName(member(json, "data"))).map(([name, template]) => {
      const pieces = piecesOf(template);
      if (pieces.every((piece) => "text" in piece)) {
        return { name, constant: pieces.map((piece) => ("text" in piece ? piece.text : "")).join("") };
      }
      const [piece] = pieces;
      return pieces.length === 1 && piece !== undefined && "name" in piece
        ? { name, field: piece.name.replace(/\?$/, "") } // A question mark: left out where the field is.
        : { name };
    });
    const { route, ...fields } = asTextsByName(member(json, "link"));
    const identity = asTexts(member(json, "identity"));
    return [{ id, data, identity, ...(route === undefined ? {} : { link: { route, fields: texts(Object.entries(fields)) } }) }];
  }

  /** The event that a push tells of. */
  recognize(push: ReceivedPush): Recognition {
    const count = Object.keys(push.data).length;
    if (count === 0) return { kind: "collected" };
    const fitting = this.#events.flatMap((event) => {
      const constants = event.data.filter(({ constant }) => constant !== undefined);
      if (event.data.length === 0 || constants.some(({ name, constant }) => push.data[name] !== constant)) return [];
      const present = event.data.filter(({ name }) => push.data[name] !== undefined).length;
      const missing = event.data.length - present;
      if (constants.length === 0 && missing > 0) return [];
      return [{ event, constants: constants.length, missing, present }];
    });
    const exact = fitting.filter(({ missing, present }) => missing === 0 && present === count)
      .sort((left, right) => right.constants - left.constants);
    const byRank = [...fitting].sort((left, right) =>
      right.constants - left.constants || left.missing - right.missing || right.present - left.present
    );
    const best = byRank[0];
    const possible = exact.length > 0 ? exact : fitting.filter(({ constants, missing, present }) =>
      constants === best?.constants && missing === best.missing && present === best.present
    );
    const first = possible[0];
    if (first === undefined) return withHidden<Recognition & { kind: "unknown" }>({ kind: "unknown", data: push.data }, "data");
    return EventCatalogue.#recognized(first.event, possible.map(({ event }) => event.id), push.data);
  }

  static #recognized(event: EventDefinition, possible: readonly string[], data: Texts): Recognition {
    const fields: [string, string][] = [];
    let notificationID: string | null = null;
    for (const { name, field } of event.data) {
      const text = data[name];
      if (field === undefined || text === undefined) continue;
      if (field === "notification.id") notificationID = text;
      else if (!/^(?:link|slot|event|notification)\./.test(field)) fields.push([field, text]);
    }
    const names = event.identity.length > 0 ? event.identity : event.data.map(({ name }) => name);
    const constants = new Set(event.data.filter(({ constant }) => constant !== undefined).map(({ name }) => name));
    const identity = event.identity.length === 0 && notificationID !== null
      ? notificationID
      // What is the same in each of them, or empty, tells nothing.
      : names.every((name) => constants.has(name) || !data[name])
      ? ""
      : JSON.stringify(names.map((name) => data[name] ?? null));
    const recognized: RecognizedEvent = {
      kind: "event", event: event.id, possible, fields: texts(fields), notificationID, identity,
    };
    return withHidden(recognized, "fields", "notificationID", "identity");
  }

  /** Where a push leads; undefined for nowhere, or for no place of the app. */
  destination(push: ReceivedPush, links: AppLinks): Destination | undefined {
    for (const { name, field } of this.#events.flatMap((event) => event.data)) {
      const text = field?.startsWith("link.") ? push.data[name] : undefined;
      const found = text === undefined ? undefined : links.find(text);
      if (found !== undefined) return found;
    }
    const recognized = this.recognize(push);
    if (recognized.kind === "event") {
      const link = this.#events.find(({ id }) => id === recognized.event)?.link;
      const values: [string, string][] = [];
      for (const [parameter, field] of Object.entries(link?.fields ?? {})) {
        const text = recognized.fields[field];
        if (text !== undefined) values.push([parameter, text]);
      }
      if (link !== undefined && values.length === Object.keys(link.fields).length) {
        const destination = { route: link.route, values: texts(values) };
        if (links.isSound(destination)) return destination;
      }
    }
    return push.link === undefined ? undefined : links.find(push.link);
  }
}

// ----------------------------------------------------------------------------------------------------------- foreground

/** What is shown of a push while the app is open: a banner with its sound and a line in the list, that line alone, or nothing. */
export type ForegroundDisplay = "banner" | "list" | "none";

/** Says what is shown of a push while the app is open, as its category has it in the client profile; from memory alone. */
export class ForegroundPolicy {
  readonly #catalogue: EventCatalogue;
  /** By category; undefined where it leaves that to the app. */
  readonly #displays: ReadonlyMap<string, ForegroundDisplay | undefined>;
  /** By event. */
  readonly #categories: ReadonlyMap<string, string>;
  readonly #otherwise: ForegroundDisplay;

  /** - `otherwise`: where the category leaves it to the app, and for what has no category. */
  constructor(profile: Json, otherwise: ForegroundDisplay = "banner") {
    this.#catalogue = new EventCatalogue(memberOf(profile, "events"));
    const named = (list: string, name: string) =>
      asList(member(profile, list)).flatMap((element) => {
        const id = asText(member(element, "id"));
        return id === undefined ? [] : [[id, asText(member(element, name))] as const];
      }).reverse(); // The first of a name counts.
    const known = (text: string | undefined) => text === "banner" || text === "list" || text === "none" ? text : undefined;
    this.#displays = new Map(named("categories", "foreground").map(([id, text]) => [id, known(text)] as const));
    this.#categories = new Map(named("events", "category").flatMap(([id, text]) => text === undefined ? [] : [[id, text] as const]));
    this.#otherwise = otherwise;
  }

  /**
   * By the category that the message names, where the profile has it, else by that of the event that it tells of. Nothing of what
   * `isKnown`, because it came already, as `noteSeen` says.
   */
  display(push: ReceivedPush, isKnown = false): ForegroundDisplay {
    if (isKnown) return "none";
    const recognized = this.#catalogue.recognize(push);
    const own = recognized.kind === "event" ? this.#categories.get(recognized.event) : undefined;
    const category = push.category !== undefined && this.#displays.has(push.category) ? push.category : own;
    return (category === undefined ? undefined : this.#displays.get(category)) ?? this.#otherwise;
  }
}

// --------------------------------------------------------------------------------------------------------------- values

// What generated code reads data with: as strict as the host is with what it sends. A damaged value is nothing, and no other one.

/** A whole number that is exact as one of JavaScript's. */
export function numberOf(text: string | undefined): number | undefined {
  const number = text !== undefined && /^-?[0-9]+$/.test(text) ? Number(text) : undefined;
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

/** A whole number of 64 bits. */
export function bigintOf(text: string | undefined): bigint | undefined {
  const number = text !== undefined && /^-?[0-9]+$/.test(text) ? BigInt(text) : undefined;
  return number !== undefined && BigInt.asIntN(64, number) === number ? number : undefined;
}

/** The text itself, where it is a decimal such as `-12.50`. */
export function decimalOf(text: string | undefined): string | undefined {
  return text !== undefined && /^-?[0-9]+(?:\.[0-9]+)?$/.test(text) ? text : undefined;
}

export function booleanOf(text: string | undefined): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}

/** What a text holds as JSON, such as a state that was kept or an event's data; null where it is none, or cut off. Never throws. */
export function jsonOf(text: string | null | undefined): Json {
  try {
    return JSON.parse(text ?? "null") as Json;
  } catch {
    return null;
  }
}

/** A part of a client profile; null where there is none. */
export function memberOf(json: Json, name: string): Json {
  return member(json, name) ?? null;
}

// ---------------------------------------------------------------------------------------------------------------- texts

/** Formats Unicode MessageFormat 2, such as `new Intl.MessageFormat(locale, source).format(values)`. */
export type MessageFormatter = (
  source: string,
  locale: string,
  values: { readonly [name: string]: unknown },
) => string;

/**
 * A text that an app shows by itself, in the first of the reader's languages that has it; empty where the profile has no such text,
 * and where it has arguments and there is no formatter.
 *
 * @param values by the name of the argument; an absent one is empty, so that a text can choose between its variants.
 */
export function appText(
  profile: Json,
  id: string,
  slot: string,
  locale: string,
  values: { readonly [name: string]: unknown } = {},
  format?: MessageFormatter,
): string {
  const text = asList(member(profile, "texts")).find((text) => member(text, "id") === id);
  const byLanguage = member(text, "words");
  const names = asTexts(member(text, "arguments"));
  for (const language of languageChain(member(profile, "locales"), locale)) {
    const source = asText(member(member(byLanguage, language), slot));
    if (source === undefined) continue;
    // Those without arguments come ready to show.
    if (names.length === 0) return source;
    // Nobody is shown what only a formatter reads.
    if (format === undefined) return "";
    const given: { [name: string]: unknown } = Object.create(null);
    for (const name of names) {
      given[name] = values[name] ?? "";
      given[`${name}.present`] = String(values[name] !== undefined);
    }
    return format(source, language, given);
  }
  return "";
}

/** The reader's own language, its truncations, the fallbacks of each of these, the product's. */
function languageChain(locales: Json | undefined, requested: string): string[] {
  const supported = asTexts(member(locales, "supported"));
  const fallbacks = Object.entries(asTextsByName(member(locales, "fallbacks")));
  const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
  const found: string[] = [];
  const visited = new Set<string>();
  // Apple's systems name a region or calendar of the reader's own behind it: `en_GB@rg=nozzzz`.
  let next: string | undefined = requested.replace(/@.*$/s, "").replace(/_/g, "-");
  while (next !== undefined && /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(next) && !visited.has(next.toLowerCase())) {
    visited.add(next.toLowerCase());
    const candidates = truncations(next);
    for (const candidate of candidates) {
      const language = supported.find((tag) => isSame(tag, candidate));
      if (language !== undefined && !found.includes(language)) found.push(language);
    }
    next = candidates.flatMap((tag) => fallbacks.filter(([name]) => isSame(name, tag)).map(([, to]) => to))[0];
  }
  const standard = asText(member(locales, "default"));
  if (standard !== undefined && !found.includes(standard)) found.push(standard);
  return found;
}

/** `zh-Hant-TW`, `zh-Hant`, `zh`: a single letter goes together with what follows it (RFC 4647, section 3.4). */
function truncations(tag: string): string[] {
  const subtags = tag.split("-");
  const tags: string[] = [];
  while (subtags.length > 0) {
    tags.push(subtags.join("-"));
    subtags.pop();
    while (subtags[subtags.length - 1]?.length === 1) subtags.pop();
  }
  return tags;
}

// ----------------------------------------------------------------------------------------------------- Android channels

/** A channel with the profile's own names of importance and visibility: the numbers of Android, Expo and Notifee differ. */
export type AndroidChannel = {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly importance: "none" | "min" | "low" | "default" | "high" | "max";
  readonly showsBadge: boolean;
  /** Milliseconds off and on, by turns; empty for the system's own. */
  readonly vibration: readonly number[];
  /** Such as `#FF0000`. */
  readonly lightColor?: string;
  /** `default`, or the name of one of the app's sounds. */
  readonly sound?: string;
  /** On a locked screen; the system's own where it is left out. */
  readonly visibility?: "public" | "private" | "secret";
};

const importances: readonly (string | undefined)[] = ["none", "min", "low", "default", "high", "max"];
const visibilities: readonly (string | undefined)[] = ["public", "private", "secret"];

/** The channels to make at every start, in the reader's language as texts have it; those that can't be read are left out. */
export function androidChannels(profile: Json, locale: string): readonly AndroidChannel[] {
  const languages = languageChain(member(profile, "locales"), locale);
  const text = (value: Json | undefined) => languages.flatMap((language) => asText(member(value, language)) ?? [])[0];
  return asList(member(profile, "androidChannels")).flatMap((channel): AndroidChannel[] => {
    const [id, name] = [asText(member(channel, "id")), text(member(channel, "name"))];
    const importance = asText(member(channel, "importance"));
    if (id === undefined || name === undefined || !importances.includes(importance)) return [];
    const [badge, description] = [member(channel, "badge"), text(member(channel, "description"))];
    const [lightColor, sound] = [asText(member(channel, "lightColor")), asText(member(channel, "sound"))];
    const visibility = asText(member(channel, "visibility"));
    return [{
      id,
      name,
      importance: importance as AndroidChannel["importance"],
      showsBadge: typeof badge === "boolean" ? badge : true,
      vibration: asList(member(channel, "vibration")).flatMap((milliseconds) => asInteger(milliseconds) ?? []),
      ...(description === undefined ? {} : { description }),
      ...(lightColor === undefined ? {} : { lightColor }),
      ...(sound === undefined ? {} : { sound }),
      ...(visibilities.includes(visibility) ? { visibility: visibility as "public" | "private" | "secret" } : {}),
    }];
  });
}

// ----------------------------------------------------------------------------------------------------------- duplicates

export type SeenKey = { readonly key: string; readonly at: number };

/** What came already, the latest last. Keep it over a restart: platforms hand out the last tap again. */
export function readSeen(json: Json): readonly SeenKey[] {
  return asList(json).flatMap((element) => {
    const [key, at] = [asText(member(element, "key")), asInteger(member(element, "at"))];
    return key === undefined || at === undefined ? [] : [{ key, at }];
  }).slice(-50);
}

/**
 * Notes a key. What is no id may come again after ten minutes; a clock that was set back counts as no time gone. An empty key is always
 * the first: it tells nothing apart.
 */
export function noteSeen(
  seen: readonly SeenKey[],
  key: string,
  at: number,
  isID: boolean,
): { readonly isFirst: boolean; readonly seen: readonly SeenKey[] } {
  if (key === "") return { isFirst: true, seen };
  const index = seen.map((entry) => entry.key).lastIndexOf(key);
  const former = seen[index];
  if (former !== undefined && (isID || at - former.at < 600_000)) {
    return { isFirst: false, seen: seen.map((entry) => (entry === former ? { key, at: Math.min(at, entry.at) } : entry)) };
  }
  const others = seen.filter((_, place) => place !== index);
  return { isFirst: true, seen: [...others, { key, at }].slice(-50) };
}

// --------------------------------------------------------------------------------------------------------------- router

export type Gate = "open" | "signed-in" | "unlocked";
export type Waiting = {
  readonly source: string;
  readonly destination: Destination;
  readonly context: Texts;
  readonly user: string | null;
  readonly at: number;
};
export type RouterParameters = {
  readonly links: AppLinks;
  readonly gates?: { readonly [route: string]: Gate };
  readonly fallback?: Destination;
};
export type RouterState = {
  readonly isReady: boolean;
  readonly isLocked: boolean;
  readonly user: string | null;
  readonly lastUser: string | null;
  readonly queue: readonly Waiting[];
  readonly taps: readonly SeenKey[];
};
export type RouterEvent =
  | {
    readonly type: "tap";
    readonly id: string;
    /** False for an identity, which is the same for ten minutes; an id, as without it, never comes twice. */
    readonly isID?: boolean;
    readonly action?: string;
    readonly destination?: Destination | null;
    readonly address?: string;
    readonly context?: Texts;
    readonly user?: string;
    readonly at: number;
  }
  | { readonly type: "link"; readonly link: string; readonly source: string; readonly at: number }
  | { readonly type: "ready" | "unlocked"; readonly at: number }
  | { readonly type: "signedIn"; readonly user: string; readonly at: number }
  | { readonly type: "signedOut" | "locked" }
  | { readonly type: "refused"; readonly destination: Destination };
export type RouterEffect =
  | { readonly type: "show"; readonly destination: Destination; readonly context: Texts }
  | { readonly type: "openExternally"; readonly address: string }
  | { readonly type: "markOpened"; readonly id: string }
  | { readonly type: "perform"; readonly action: string; readonly id: string }
  | { readonly type: "refuse"; readonly fault: LinkFault };

/** A state from what was kept; the beginning from anything else. */
export function routerState(kept: Json = null): RouterState {
  const queue = asList(member(kept, "queue")).flatMap((waiting): Waiting[] => {
    const [source, at] = [asText(member(waiting, "source")), asInteger(member(waiting, "at"))];
    const route = asText(member(member(waiting, "destination"), "route"));
    if (source === undefined || at === undefined || route === undefined) return [];
    const destination = { route, values: asTextsByName(member(member(waiting, "destination"), "values")) };
    const context = asTextsByName(member(waiting, "context"));
    return [{ source, destination, context, user: asText(member(waiting, "user")) ?? null, at }];
  });
  const lastUser = asText(member(kept, "lastUser")) ?? null;
  const taps = readSeen(member(kept, "taps") ?? null);
  return { isReady: false, isLocked: false, user: null, lastUser, queue, taps };
}

/** Decides when the app goes where a tap or a link leads. */
export function reduceRouter(
  state: RouterState,
  event: RouterEvent,
  parameters: RouterParameters,
): Step<RouterState, RouterEffect> {
  const isOpen = ({ destination }: { readonly destination: Destination }, at: RouterState) => {
    const gates = parameters.gates ?? {};
    const gate = owns(gates, destination.route) ? gates[destination.route] : undefined;
    return gate === "open" || (at.user !== null && (gate !== "unlocked" || !at.isLocked));
  };
  const show = (from: RouterState, now: number): Step<RouterState, RouterEffect> => {
    // By a clock that was set back further than that, nobody knows how long it has waited.
    const queue = from.queue.filter(({ at }) => Math.abs(now - at) <= 600_000);
    if (!from.isReady) return [{ ...from, queue }, []];
    const open = queue.filter((waiting) => isOpen(waiting, from));
    return [
      { ...from, queue: queue.filter((waiting) => !isOpen(waiting, from)) },
      open.map(({ destination, context }) => ({ type: "show", destination, context })),
    ];
  };
  const enqueue = (waiting: Waiting, to: RouterState): RouterState => {
    const others = to.queue.filter(({ source }) => source !== waiting.source);
    const isForOther = waiting.user !== null && to.user !== null && waiting.user !== to.user;
    return { ...to, queue: isForOther ? others : [...others, waiting] };
  };

  switch (event.type) {
    case "tap": {
      const action = tapAction(event.action ?? "");
      const isID = event.isID !== false && event.id !== "";
      const { isFirst, seen } = noteSeen(state.taps, JSON.stringify([event.id, action]), event.at, isID);
      const next = { ...state, taps: seen };
      if (!isFirst || action === "dismiss") return [next, []];
      if (action !== "open") return [next, [{ type: "perform", action, id: event.id }]];
      const opened: RouterEffect = { type: "markOpened", id: event.id };
      if (event.destination) {
        const [shown, effects] = show(
          enqueue({
            source: "tap",
            destination: event.destination,
            context: event.context ?? {},
            user: event.user ?? state.lastUser,
            at: event.at,
          }, next),
          event.at,
        );
        return [shown, [opened, ...effects]];
      }
      const isExternal = event.address !== undefined && AppLinks.isExternal(event.address);
      return [next, isExternal ? [opened, { type: "openExternally", address: event.address ?? "" }] : [opened]];
    }
    case "link":
      try {
        const destination = parameters.links.read(event.link);
        const waiting = { source: event.source, destination, context: {}, user: null, at: event.at };
        return show(enqueue(waiting, state), event.at);
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
        return [state, [{ type: "refuse", fault: error.fault }]];
      }
    case "ready":
      return show({ ...state, isReady: true }, event.at);
    case "signedIn": {
      const queue = state.queue.filter(({ user }) => user === null || user === event.user);
      return show({ ...state, queue, user: event.user, lastUser: event.user }, event.at);
    }
    case "signedOut":
      return [{ ...state, user: null }, []];
    case "locked":
      return [{ ...state, isLocked: true }, []];
    case "unlocked":
      return show({ ...state, isLocked: false }, event.at);
    case "refused": {
      const { fallback } = parameters;
      if (
        fallback === undefined || isEqual(fallback, event.destination) || !isOpen({ destination: fallback }, state)
      ) {
        return [state, [{ type: "refuse", fault: "no-such-route" }]];
      }
      return [state, [{ type: "show", destination: fallback, context: {} }]];
    }
  }
}

// ----------------------------------------------------------------------------------------------------------- permission

export type PermissionPhase =
  | "not-determined" | "explaining" | "requesting" | "granted" | "active" | "disabled" | "denied" | "awaiting-settings";
export type PermissionStatus = "not-determined" | "granted" | "provisional" | "denied";
export type PermissionParameters = {
  readonly platform: "apple" | "android" | "web";
  /** How often the explanation is shown at most: 2 where left out. */
  readonly attempts?: number;
  /** Milliseconds between two explanations: 30 days where left out. */
  readonly pause?: number;
  readonly isProvisional?: boolean;
  readonly keepsToken?: boolean;
};
export type PermissionState = {
  readonly phase: PermissionPhase;
  readonly attempts: number;
  readonly lastAttempt: number | null;
  readonly denials: number;
  readonly isSwitchedOn: boolean;
};
export type PermissionEvent =
  | { readonly type: "wantsPush" | "dismissed"; readonly at: number }
  | { readonly type: "accepted"; readonly isGesture: boolean }
  | { readonly type: "answered"; readonly status: PermissionStatus | null }
  | { readonly type: "tokenRegistered" | "settingsTapped" }
  | { readonly type: "switched"; readonly isOn: boolean }
  | { readonly type: "foreground"; readonly status: PermissionStatus };
export type PermissionEffect =
  | { readonly type: "showExplanation" | "createChannels" | "register" | "unregister" | "openSettings" | "markDenied" }
  | { readonly type: "request"; readonly isProvisional: boolean };

const permissionPhases: readonly string[] = [
  "not-determined", "granted", "active", "disabled", "denied", "awaiting-settings",
];

/** A state from what was kept; a question that was open when the app ended is asked again another time. */
export function permissionState(kept: Json = null): PermissionState {
  const phase = asText(member(kept, "phase")) ?? "";
  const isSwitchedOn = member(kept, "isSwitchedOn");
  return {
    phase: permissionPhases.includes(phase) ? (phase as PermissionPhase) : "not-determined",
    attempts: asCount(member(kept, "attempts")),
    lastAttempt: asInteger(member(kept, "lastAttempt")) ?? null,
    denials: asCount(member(kept, "denials")),
    isSwitchedOn: typeof isSwitchedOn === "boolean" ? isSwitchedOn : true,
  };
}

const isGranted = (status: PermissionStatus | null) => status === "granted" || status === "provisional";

/** Asks for permission to notify, and follows what people change in the settings. */
export function reducePermission(
  state: PermissionState,
  event: PermissionEvent,
  parameters: PermissionParameters,
): Step<PermissionState, PermissionEffect> {
  const { platform, attempts = 2, pause = 2_592_000_000, isProvisional = false, keepsToken = false } = parameters;
  const { phase } = state;
  const stay: Step<PermissionState, PermissionEffect> = [state, []];
  const request = (): Step<PermissionState, PermissionEffect> => [
    { ...state, phase: "requesting" },
    [
      ...(platform === "android" ? [{ type: "createChannels" } as const] : []),
      { type: "request", isProvisional: false },
    ],
  ];
  const begin = (at: number): Step<PermissionState, PermissionEffect> => {
    // A clock that was set back counts as no time gone.
    const lastAttempt = state.lastAttempt === null ? null : Math.min(state.lastAttempt, at);
    const isPaused = lastAttempt !== null && at - lastAttempt < pause;
    if (state.attempts >= attempts || isPaused) return [{ ...state, lastAttempt }, []];
    if (isProvisional && platform === "apple") {
      return [{ ...state, lastAttempt, phase: "requesting" }, [{ type: "request", isProvisional: true }]];
    }
    return [{ ...state, lastAttempt, phase: "explaining" }, [{ type: "showExplanation" }]];
  };
  const grant = (): Step<PermissionState, PermissionEffect> => {
    const registers = state.isSwitchedOn || keepsToken;
    return [
      { ...state, denials: 0, phase: registers ? "granted" : "disabled" },
      registers ? [{ type: "register" }] : [],
    ];
  };
  const deny = (effects: readonly PermissionEffect[] = []): Step<PermissionState, PermissionEffect> => [
    { ...state, phase: "denied", denials: Math.max(2, state.denials) },
    effects,
  ];

  switch (event.type) {
    case "wantsPush":
      if (phase === "denied" && state.denials >= (platform === "android" ? 2 : 1)) return stay;
      return phase === "not-determined" || phase === "denied" ? begin(event.at) : stay;
    case "accepted":
      return phase === "explaining" && (platform !== "web" || event.isGesture) ? request() : stay;
    case "dismissed":
      if (phase !== "explaining") return stay;
      return [{ ...state, phase: "not-determined", attempts: state.attempts + 1, lastAttempt: event.at }, []];
    case "answered":
      if (phase !== "requesting") return stay;
      if (isGranted(event.status)) return grant();
      // A question that wasn't shown is one that the system won't show any more.
      return event.status === null ? deny() : [{ ...state, phase: "denied", denials: state.denials + 1 }, []];
    case "tokenRegistered":
      return phase === "granted" ? [{ ...state, phase: state.isSwitchedOn ? "active" : "disabled" }, []] : stay;
    case "switched":
      if (!event.isOn && (phase === "active" || phase === "granted")) {
        const off = { ...state, isSwitchedOn: false, phase: "disabled" as const };
        return [off, keepsToken ? [] : [{ type: "unregister" }]];
      }
      if (event.isOn && phase === "disabled") {
        const on = { ...state, isSwitchedOn: true, phase: keepsToken ? "active" as const : "granted" as const };
        return [on, keepsToken ? [] : [{ type: "register" }]];
      }
      return [{ ...state, isSwitchedOn: event.isOn }, []];
    case "settingsTapped":
      return phase === "denied" ? [{ ...state, phase: "awaiting-settings" }, [{ type: "openSettings" }]] : stay;
    case "foreground":
      switch (phase) {
        case "requesting":
          return stay;
        case "awaiting-settings":
          return isGranted(event.status) ? grant() : [{ ...state, phase: "denied" }, []];
        case "not-determined":
        case "explaining":
          return isGranted(event.status) ? grant() : event.status === "denied" ? deny() : stay;
        case "denied":
          return isGranted(event.status) ? grant() : stay;
        case "granted":
        case "active":
        case "disabled":
          // Taken back by the system, or kept from another device by a backup: it would show its question.
          return event.status === "not-determined"
            ? [{ ...state, phase: "not-determined", attempts: 0, lastAttempt: null }, [{ type: "markDenied" }]]
            : event.status === "denied"
            ? deny([{ type: "markDenied" }])
            : stay;
      }
  }
}

// --------------------------------------------------------------------------------------------------------- registration

export type RegistrationPhase = "unknown" | "fetching" | "registering" | "registered" | "postponed" | "refused";
export type Goodbye = {
  /** Its own, however often it is sent. */
  readonly request: number;
  readonly token: string;
  readonly user: string;
  /** Names the sealed credentials that the request needs. */
  readonly credentials: string;
  readonly at: number;
};
/** What the server was asked to register. */
export type Registration = {
  readonly request: number;
  readonly token: string;
  readonly user: string;
  readonly details: Texts;
};
export type RegistrationState = {
  readonly phase: RegistrationPhase;
  readonly user: string | null;
  readonly token: string | null;
  readonly details: Texts;
  readonly isAllowed: boolean;
  readonly confirmed: {
    readonly token: string;
    readonly user: string;
    readonly details: Texts;
    readonly at: number;
  } | null;
  readonly failures: number;
  readonly notBefore: number | null;
  readonly hasRefreshed: boolean;
  readonly goodbyes: readonly Goodbye[];
  /** The number of the goodbye that a log-out waits for. */
  readonly leaving: number | null;
  /** Registrations on their way, the latest last: also those whose token or user isn't the present one any more. */
  readonly open: readonly Registration[];
  /** The numbers of the registration that counts, and of the credentials that are being refreshed. */
  readonly current: number | null;
  readonly refreshing: number | null;
  /** The number that was given last; a log-out doesn't set it back. */
  readonly lastRequest: number;
};
export type RegistrationEvent =
  | { readonly type: "launched"; readonly user: string | null; readonly at: number }
  | { readonly type: "signedIn"; readonly user: string }
  | { readonly type: "signedOut"; readonly credentials: string; readonly at: number }
  | { readonly type: "permission"; readonly isAllowed: boolean }
  | { readonly type: "token"; readonly token: string }
  | { readonly type: "tokenFailed" | "reachable"; readonly at: number }
  | { readonly type: "detailsChanged"; readonly details: Texts }
  | ({ readonly type: "answered"; readonly isTokenFault?: boolean; readonly at: number } & Outcome & Answering)
  | ({ readonly type: "credentialsRefreshed"; readonly isSuccess: boolean } & Answering)
  | { readonly type: "timer" | "goodbyeTimedOut" }
  | ({ readonly type: "goodbyeAnswered" } & Outcome & Answering);
export type RegistrationEffect =
  | {
    readonly type: "fetchToken" | "dropCredentials" | "removeDelivered" | "clearBadge";
  }
  | ({ readonly type: "refreshCredentials" } & Answering)
  | ({ readonly type: "register" } & Registration)
  | { readonly type: "wait"; readonly milliseconds: number }
  | ({
    readonly type: "goodbye";
    readonly token: string;
    readonly user: string;
    readonly credentials: string;
  } & Answering);

/** A state from what was kept; what was under way when the app ended begins anew. */
export function registrationState(kept: Json = null): RegistrationState {
  const phase = asText(member(kept, "phase")) ?? "";
  const confirmed = member(kept, "confirmed");
  const [token, user, at] = [
    asText(member(confirmed, "token")), asText(member(confirmed, "user")), asInteger(member(confirmed, "at")),
  ];
  const isAllowed = member(kept, "isAllowed");
  const goodbyes = asList(member(kept, "goodbyes")).flatMap((goodbye, index): Goodbye[] => {
    const { token, user, credentials } = asTextsByName(goodbye);
    const at = asInteger(member(goodbye, "at"));
    // Those of former versions have no number.
    const request = asInteger(member(goodbye, "request")) ?? index + 1;
    return token === undefined || user === undefined || credentials === undefined || at === undefined
      ? []
      : [{ request, token, user, credentials, at }];
  });
  return {
    phase: ["registered", "postponed", "refused"].includes(phase) ? (phase as RegistrationPhase) : "unknown",
    user: asText(member(kept, "user")) ?? null,
    token: asText(member(kept, "token")) ?? null,
    details: asTextsByName(member(kept, "details")),
    isAllowed: isAllowed === true,
    confirmed: token === undefined || user === undefined || at === undefined
      ? null
      : { token, user, details: asTextsByName(member(confirmed, "details")), at },
    failures: 0,
    notBefore: asInteger(member(kept, "notBefore")) ?? null,
    hasRefreshed: false,
    goodbyes,
    leaving: null,
    open: [],
    current: null,
    refreshing: null,
    lastRequest: Math.max(asCount(member(kept, "lastRequest")), ...goodbyes.map(({ request }) => request)),
  };
}

type Registering = Step<RegistrationState, RegistrationEffect>;
const idle = { failures: 0, notBefore: null, hasRefreshed: false } as const;
/** Nothing that was asked and answered for whoever was signed in. */
const forgotten = { ...idle, confirmed: null, current: null, refreshing: null } as const;
const sayGoodbye = ({ request, token, user, credentials }: Goodbye): RegistrationEffect => ({
  type: "goodbye", request, token, user, credentials,
});

function bid(state: RegistrationState, goodbye: Omit<Goodbye, "request">): Registering {
  const given = { request: state.lastRequest + 1, ...goodbye };
  return [{ ...state, lastRequest: given.request, goodbyes: [...state.goodbyes, given] }, [sayGoodbye(given)]];
}

/** The server knows this token now, and the former one no longer says anything. */
function noteRegistered(state: RegistrationState, registered: Registration, at: number, forgets: boolean): Registering {
  const { token, user, details } = registered;
  const former = state.confirmed?.token;
  const next = { ...state, confirmed: { token, user, details, at } };
  if (!forgets || former === undefined || former === token) return [next, []];
  return bid(next, { token: former, user, credentials: "", at });
}

function confirm(state: RegistrationState, registered: Registration, at: number, forgets: boolean): Registering {
  // The device is this user's now, whoever's it was.
  const goodbyes = state.goodbyes.filter(({ token }) => token !== registered.token);
  const present = { ...state, ...idle, phase: "registered" as const, goodbyes };
  const [next, effects] = noteRegistered(present, registered, at, forgets);
  if (state.token === registered.token && isEqual(state.details, registered.details)) return [next, effects];
  // Something has changed while it was on its way.
  const [started, more] = startRegistering({ ...next, phase: "unknown" });
  return [started, [...effects, ...more]];
}

/** The answer to a registration whose token or user has been replaced since: the server may have taken it all the same. */
function takeLate(state: RegistrationState, late: Registration, event: Outcome & { at: number }, forgets: boolean): Registering {
  if (!isSuccess(event)) return [state, []];
  const isPresent = state.token === late.token;
  if (state.user !== late.user) {
    // Its goodbye may have come before it, and the device may be theirs again.
    const again = state.goodbyes.filter(({ token, user }) => token === late.token && user === late.user).map(sayGoodbye);
    const isTaken = isPresent && state.isAllowed && (state.phase === "registering" || state.phase === "registered");
    const [next, effects] = isTaken ? register(state) : [state, []];
    return [next, [...again, ...effects]];
  }
  if (isPresent) return [state, []];
  if (state.phase !== "registered" && state.confirmed?.token !== state.token) {
    // Until the present token is registered, this one is what reaches the device.
    const goodbyes = state.goodbyes.filter(({ token, user }) => token !== late.token || user !== late.user);
    return noteRegistered({ ...state, goodbyes }, late, event.at, forgets);
  }
  if (forgets) return bid(state, { token: late.token, user: late.user, credentials: "", at: event.at });
  return state.phase === "registered" ? register(state) : [state, []];
}

function register(state: RegistrationState): Registering {
  const { token, user, details } = state;
  if (token === null || user === null) return [state, []];
  const registration = { request: state.lastRequest + 1, token, user, details };
  return [
    {
      ...state, phase: "registering", lastRequest: registration.request, current: registration.request, refreshing: null,
      open: [...state.open.slice(-19), registration],
    },
    [{ type: "register", ...registration }],
  ];
}

function startRegistering(state: RegistrationState): Registering {
  if (!state.isAllowed || state.user === null) return [state, []];
  return state.token === null ? [{ ...state, phase: "fetching" }, [{ type: "fetchToken" }]] : register(state);
}

function failRegistering(state: RegistrationState, at: number, retryAfter?: number): Registering {
  const failures = state.failures + 1;
  if (failures > 3) {
    const notBefore = retryAfter === undefined ? null : at + Math.min(retryAfter, longestWait);
    return [{ ...state, failures, phase: "postponed", notBefore }, []];
  }
  return [{ ...state, failures }, [{ type: "wait", milliseconds: doublingWait(failures, 1000, 4000, retryAfter) }]];
}

function sendGoodbyes(state: RegistrationState, now: number): Registering {
  // A clock that was set back counts as no time gone.
  const goodbyes = state.goodbyes.map((goodbye) => ({ ...goodbye, at: Math.min(goodbye.at, now) }))
    .filter(({ at }) => now - at <= longestWait);
  return [{ ...state, goodbyes }, goodbyes.map(sayGoodbye)];
}

/** Keeps the server's idea of this device true: whose it is, under which token, and whether it may be reached. */
export function reduceRegistration(
  state: RegistrationState,
  event: RegistrationEvent,
  parameters: { readonly forgetsFormerToken?: boolean } = {},
): Registering {
  const stay: Registering = [state, []];
  const forgets = parameters.forgetsFormerToken ?? true;
  switch (event.type) {
    case "launched": {
      const [rest, goodbyes] = sendGoodbyes(state, event.at);
      // A session that ended without a log-out: nothing may be registered for whoever that was.
      if (event.user === null) {
        const nobody = { user: null, confirmed: null, leaving: null, current: null, refreshing: null };
        return [{ ...rest, ...nobody, phase: "unknown" }, goodbyes];
      }
      const age = state.confirmed === null ? -1 : event.at - state.confirmed.at;
      const isFresh = age >= 0 && age < 3_600_000 && state.confirmed?.user === event.user &&
        (state.token === null || state.token === state.confirmed.token);
      const present = { ...rest, user: event.user, failures: 0, leaving: null };
      if (!state.isAllowed) return [present, goodbyes];
      return [{ ...present, phase: isFresh ? "registered" : "fetching" }, [...goodbyes, { type: "fetchToken" }]];
    }
    case "signedIn": {
      // A goodbye of the same user that arrived late would end the new registration.
      const goodbyes = state.goodbyes.filter(({ user }) => user !== event.user);
      return startRegistering({ ...state, ...forgotten, goodbyes, user: event.user, leaving: null });
    }
    case "signedOut": {
      const { user } = state;
      if (user === null) return stay;
      const present = state.phase === "registering" ? state.token : state.confirmed?.token ?? null;
      // One may be on its way while another is registered: neither may reach whoever comes next.
      const others = forgets && state.confirmed !== null ? [state.confirmed.token] : [];
      const open = state.open.filter((registration) => registration.user === user).map(({ token }) => token);
      const tokens = new Set([...(present === null ? [] : [present]), ...others, ...open]);
      const rest: RegistrationEffect[] = [{ type: "removeDelivered" }, { type: "clearBadge" }];
      let gone: RegistrationState = { ...state, ...forgotten, user: null, phase: "unknown" };
      if (tokens.size === 0) return [gone, [{ type: "dropCredentials" }, ...rest]];
      const goodbyes: RegistrationEffect[] = [];
      const leaving = state.lastRequest + 1;
      for (const token of tokens) {
        const [next, effects] = bid(gone, { token, user, credentials: event.credentials, at: event.at });
        gone = next;
        goodbyes.push(...effects);
      }
      return [{ ...gone, leaving }, [...goodbyes, ...rest]];
    }
    case "permission": {
      if (state.isAllowed === event.isAllowed) return stay;
      const { phase } = state;
      const next = { ...state, isAllowed: event.isAllowed };
      if (!event.isAllowed) return [phase === "registered" ? next : { ...next, phase: "unknown" }, []];
      return phase === "registered" ? [next, []] : startRegistering(next);
    }
    case "token": {
      const isNew = state.token !== event.token;
      const next = { ...state, token: event.token, failures: isNew ? 0 : state.failures };
      if (!state.isAllowed || state.user === null) return [next, []];
      if (!isNew && ["registered", "registering", "refused"].includes(state.phase)) return [next, []];
      return register({ ...next, hasRefreshed: false });
    }
    case "tokenFailed":
      return state.phase === "fetching" ? failRegistering(state, event.at) : stay;
    case "detailsChanged": {
      const next = { ...state, details: event.details };
      const isKnown = isEqual(state.confirmed?.details, event.details);
      return state.phase === "registered" && state.isAllowed && !isKnown ? register(next) : [next, []];
    }
    case "answered": {
      const answered = state.open.find(({ request }) => request === event.request);
      if (answered === undefined) return stay;
      const rest = { ...state, open: state.open.filter((registration) => registration !== answered) };
      if (state.current !== event.request) return takeLate(rest, answered, event, forgets);
      const next = { ...rest, current: null };
      // Permission may have been withdrawn since, and then the server has registered the device all the same.
      if (isSuccess(event)) return confirm(next, answered, event.at, forgets);
      if (state.phase !== "registering") return [next, []];
      if (event.status === 401 && !state.hasRefreshed) {
        const request = state.lastRequest + 1;
        return [
          { ...next, hasRefreshed: true, refreshing: request, lastRequest: request },
          [{ type: "refreshCredentials", request }],
        ];
      }
      if (isTemporary(event)) return failRegistering(next, event.at, event.retryAfter);
      return [{ ...next, phase: "refused", token: event.isTokenFault === true ? null : state.token }, []];
    }
    case "credentialsRefreshed": {
      if (state.refreshing !== event.request) return stay;
      const next = { ...state, refreshing: null };
      if (state.phase !== "registering") return [next, []];
      return event.isSuccess ? register(next) : [{ ...next, phase: "refused" }, []];
    }
    case "timer":
      if (state.failures === 0 || state.current !== null || state.refreshing !== null) return stay;
      if (state.phase === "fetching") return [state, [{ type: "fetchToken" }]];
      return state.phase === "registering" ? register(state) : stay;
    case "reachable": {
      const [rest, goodbyes] = sendGoodbyes(state, event.at);
      // A clock that was set back by more than any pause says nothing of how long it has lasted.
      const left = (state.notBefore ?? event.at) - event.at;
      if (state.phase !== "postponed" || (left > 0 && left <= longestWait)) return [rest, goodbyes];
      const [next, effects] = startRegistering({ ...rest, failures: 0 });
      return [next, [...goodbyes, ...effects]];
    }
    case "goodbyeAnswered": {
      const isOver = isSuccess(event) || !isTemporary(event);
      const goodbyes = isOver ? state.goodbyes.filter(({ request }) => request !== event.request) : state.goodbyes;
      const isLeaving = state.leaving === event.request;
      return [
        { ...state, goodbyes, leaving: isLeaving ? null : state.leaving },
        isLeaving ? [{ type: "dropCredentials" }] : [],
      ];
    }
    case "goodbyeTimedOut":
      return state.leaving === null ? stay : [{ ...state, leaving: null }, [{ type: "dropCredentials" }]];
  }
}

// -------------------------------------------------------------------------------------------------------- subscriptions

export type SubscriptionCall =
  | { readonly type: "register"; readonly signer: string | null; readonly topics: readonly string[] }
  | {
    readonly type: "remove";
    readonly removals: readonly { readonly topic: string; readonly signer: string | null }[];
  };
/** A call on its way, with the number that its answer brings back. */
export type SubscriptionRequest = { readonly request: number; readonly call: SubscriptionCall };
type TextsByName = { readonly [name: string]: readonly string[] };
export type SubscriptionState = {
  readonly isOn: boolean;
  /** The signers by topic; none where the person only observes. */
  readonly wanted: TextsByName;
  /** What the server has confirmed: the topics by signer, "" for none. */
  readonly confirmed: TextsByName;
  readonly open: readonly SubscriptionRequest[];
  /** The number that was given last; it goes on over a restart, so that no late answer is taken for another's. */
  readonly lastRequest: number;
  readonly failed: { readonly [topic: string]: number };
};
export type SubscriptionEvent =
  | { readonly type: "want"; readonly topic: string; readonly signers: readonly string[] }
  | { readonly type: "unwant"; readonly topic: string }
  | { readonly type: "switched"; readonly isOn: boolean }
  | ({ readonly type: "answered"; readonly request: number } & Outcome)
  | { readonly type: "reachable" };
/** Carry it out, and report `answered` with its number. */
export type SubscriptionEffect = { readonly type: "call" } & SubscriptionRequest;

const textsByName = (pairs: Iterable<readonly [string, Iterable<string>]>): TextsByName => {
  const object: { [name: string]: readonly string[] } = Object.create(null);
  for (const [name, list] of pairs) object[name] = [...new Set(list)].sort();
  return object;
};
const without = <Value>(object: { readonly [name: string]: Value }, name: string): { [name: string]: Value } => {
  const rest: { [name: string]: Value } = Object.assign(Object.create(null), object);
  delete rest[name];
  return rest;
};

/** A state from what was kept; calls that were open count as not made, and what failed is tried again. */
export function subscriptionState(kept: Json = null): SubscriptionState {
  const isOn = member(kept, "isOn");
  const read = (name: string) =>
    textsByName(Object.entries(members(member(kept, name)) ?? {}).map(([key, list]) => [key, asTexts(list)] as const));
  return {
    isOn: typeof isOn === "boolean" ? isOn : true,
    wanted: read("wanted"),
    confirmed: read("confirmed"),
    open: [],
    lastRequest: asCount(member(kept, "lastRequest")),
    failed: Object.create(null),
  };
}

function desired(state: SubscriptionState): Map<string, Set<string>> {
  const bySigner = new Map<string, Set<string>>();
  if (!state.isOn) return bySigner;
  for (const [topic, signers] of Object.entries(state.wanted)) {
    for (const signer of signers.length === 0 ? [""] : signers) {
      bySigner.set(signer, (bySigner.get(signer) ?? new Set()).add(topic));
    }
  }
  return bySigner;
}

/** What a screen shows of a topic: `failed 503` names the status of the answer, 0 for none. */
export function subscriptionStatus(state: SubscriptionState, topic: string): string {
  const status = owns(state.failed, topic) ? state.failed[topic] : undefined;
  if (status !== undefined) return `failed ${status}`;
  const wanted = [...desired(state)].filter(([, topics]) => topics.has(topic)).map(([signer]) => signer).sort();
  const confirmed = Object.entries(state.confirmed).filter(([, topics]) => topics.includes(topic))
    .map(([signer]) => signer).sort();
  if (!isEqual(wanted, confirmed)) return "pending";
  return confirmed.length === 0 ? "off" : confirmed.includes("") ? "observer" : "owner";
}

function subscriptionCalls(state: SubscriptionState): SubscriptionCall[] {
  const wanted = desired(state);
  const everywhere = new Set([...wanted.values()].flatMap((topics) => [...topics]));
  const hasFailed = (topic: string) => owns(state.failed, topic);
  const calls: SubscriptionCall[] = [];
  const removals: { topic: string; signer: string | null }[] = [];
  for (const signer of [...new Set([...wanted.keys(), ...Object.keys(state.confirmed)])].sort()) {
    const topics = wanted.get(signer) ?? new Set<string>();
    const known = new Set(state.confirmed[signer] ?? []);
    const added = [...topics].filter((topic) => !known.has(topic));
    // A registration leaves out, and so removes, what is wanted of somebody else only.
    const moved = [...known].filter((topic) => !topics.has(topic) && everywhere.has(topic));
    const isNeeded = [...added, ...moved].some((topic) => !hasFailed(topic));
    if (topics.size > 0 && isNeeded) {
      calls.push({ type: "register", signer: signer === "" ? null : signer, topics: [...topics].sort() });
    } else if (topics.size === 0 && signer !== "") {
      removals.push(...moved.filter((topic) => !hasFailed(topic)).map((topic) => ({ topic, signer })));
    }
  }
  for (const topic of new Set(Object.values(state.confirmed).flat())) {
    if (!everywhere.has(topic) && !hasFailed(topic)) removals.push({ topic, signer: null });
  }
  const key = ({ topic, signer }: { topic: string; signer: string | null }) => JSON.stringify([topic, signer ?? ""]);
  removals.sort((left, right) => (key(left) < key(right) ? -1 : 1));
  for (let place = 0; place < removals.length; place += 500) {
    calls.push({ type: "remove", removals: removals.slice(place, place + 500) });
  }
  return calls;
}

function settleSubscription(state: SubscriptionState, call: SubscriptionCall, outcome: Outcome): SubscriptionState {
  const failed: { [topic: string]: number } = Object.assign(Object.create(null), state.failed);
  const confirmed = new Map(Object.entries(state.confirmed).map(([signer, topics]) => [signer, new Set(topics)]));
  if (call.type === "register") {
    const signer = call.signer ?? "";
    const known = confirmed.get(signer) ?? new Set<string>();
    if (!isSuccess(outcome)) {
      for (const topic of call.topics) if (!known.has(topic)) failed[topic] = outcome.status;
      for (const topic of known) if (!call.topics.includes(topic)) failed[topic] = outcome.status;
      return { ...state, failed };
    }
    confirmed.set(signer, new Set(call.topics));
    // An owner's subscription takes the place of an anonymous one.
    if (call.signer !== null) for (const topic of call.topics) confirmed.get("")?.delete(topic);
  } else {
    if (!isSuccess(outcome) && outcome.status !== 404) {
      for (const { topic } of call.removals) failed[topic] = outcome.status;
      return { ...state, failed };
    }
    for (const { topic, signer } of call.removals) {
      for (const one of signer === null ? confirmed.keys() : [signer]) confirmed.get(one)?.delete(topic);
    }
  }
  return { ...state, confirmed: textsByName([...confirmed].filter(([, topics]) => topics.size > 0)) };
}

/** Brings the server's subscriptions of this device to what the person wants. */
export function reduceSubscriptions(
  state: SubscriptionState,
  event: SubscriptionEvent,
): Step<SubscriptionState, SubscriptionEffect> {
  let next = state;
  switch (event.type) {
    case "want": {
      const wanted = textsByName([...Object.entries(state.wanted), [event.topic, event.signers]]);
      next = { ...state, wanted, failed: without(state.failed, event.topic) };
      break;
    }
    case "unwant":
      next = {
        ...state,
        wanted: without(state.wanted, event.topic),
        failed: without(state.failed, event.topic),
      };
      break;
    case "switched":
      next = { ...state, isOn: event.isOn, failed: Object.create(null) };
      break;
    case "answered": {
      const answered = state.open.find(({ request }) => request === event.request);
      if (answered === undefined) return [state, []];
      const open = state.open.filter((one) => one !== answered);
      next = settleSubscription({ ...state, open }, answered.call, event);
      break;
    }
    case "reachable":
      next = { ...state, failed: Object.create(null) };
      break;
  }
  if (next.open.length > 0) return [next, []];
  const open = subscriptionCalls(next).map((call, place) => ({ request: next.lastRequest + place + 1, call }));
  const lastRequest = next.lastRequest + open.length;
  return [{ ...next, open, lastRequest }, open.map((one) => ({ type: "call", ...one }))];
}

// ---------------------------------------------------------------------------------------------------------------- inbox

/** A notification of the feed, as the host sends it. */
export type InboxItem = {
  readonly id: string;
  readonly createdAt: string;
  readonly isRead: boolean;
  readonly [name: string]: Json;
};
export type PendingMark = { readonly ids: readonly string[]; readonly isRead: boolean };
export type InboxState = {
  readonly user: string | null;
  readonly connection: "closed" | "connecting" | "live" | "waiting" | "ended";
  readonly items: readonly InboxItem[];
  readonly unreadCount: number;
  readonly cursor: string | null;
  readonly lastEventID: string | null;
  readonly pending: readonly PendingMark[];
  /** Ids that were marked as read before their notifications were there, as by a tap that started the app; the latest 100. */
  readonly awaited: readonly string[];
  readonly isMarking: boolean;
  readonly nextMarkAt: number;
  readonly markFailures: number;
  readonly failures: number;
  /** Whether a fresh token was asked for since the stream said something last. */
  readonly hasRefreshed: boolean;
  readonly needsPage: boolean;
  readonly isInBackground: boolean;
  readonly fetching: "first" | "next" | null;
  /** How long the pause before `nextMarkAt` is: nobody waits longer, whatever the clock does. */
  readonly markPause: number;
  /** What the stream brought while the page was on its way; what was read or made unread then, and whether it counted. */
  readonly arrived: readonly string[];
  readonly changed: { readonly [id: string]: boolean };
  readonly hasCounted: boolean;
  readonly fetchFailures: number;
  /** The number that was given last, which a log-out doesn't set back, and those of the latest stream, page and mark. */
  readonly lastRequest: number;
  readonly streamRequest: number;
  readonly fetchRequest: number;
  readonly markRequest: number;
};
/** Which effect an answer belongs to; one that isn't waited for any more changes nothing. */
type Answering = { readonly request: number };
export type InboxEvent =
  | { readonly type: "opened"; readonly user: string; readonly cache: Json }
  | ({
    readonly type: "stream";
    readonly name: string;
    readonly data: Json;
    readonly id?: string | null;
    readonly at: number;
  } & Answering)
  | ({
    readonly type: "connectionLost";
    readonly retry?: number | null;
    /** The status with which the stream was refused; left out or 0 where there was none. */
    readonly status?: number;
  } & Answering)
  | ({
    readonly type: "page";
    readonly items: readonly Json[];
    readonly unreadCount?: number | null;
    readonly nextCursor?: string | null;
  } & Answering)
  | ({ readonly type: "pageFailed" } & Answering)
  | { readonly type: "mark"; readonly ids: readonly string[]; readonly isRead: boolean; readonly at: number }
  | ({ readonly type: "marked"; readonly at: number } & Outcome & Answering)
  | { readonly type: "markTimer" | "foreground"; readonly at: number }
  | {
    readonly type:
      | "fetchTimer" | "refresh" | "more" | "connectionTimer" | "tokenRefreshed" | "background" | "signedOut";
  };
export type InboxEffect =
  | ({ readonly type: "openStream"; readonly lastEventID: string | null } & Answering)
  | ({ readonly type: "fetchPage"; readonly cursor: string | null } & Answering)
  | ({ readonly type: "sendMark"; readonly ids: readonly string[]; readonly isRead: boolean } & Answering)
  | { readonly type: "waitToFetch" | "waitToMark" | "waitToConnect"; readonly milliseconds: number }
  | { readonly type: "closeStream" | "refreshToken" | "save" | "erase" };
type Inboxing = Step<InboxState, InboxEffect>;

const save: InboxEffect = { type: "save" };
const mostUnread = 0x7FFF_FFFF;
const marksAtOnce = 100;

/** The state before anybody is signed in. */
export function inboxState(): InboxState {
  return {
    user: null, connection: "closed", items: [], unreadCount: 0, cursor: null, lastEventID: null, pending: [],
    awaited: [], isMarking: false, nextMarkAt: 0, markFailures: 0, failures: 0, hasRefreshed: false, needsPage: true, isInBackground: false,
    fetching: null, markPause: 0, arrived: [], changed: {}, hasCounted: false, fetchFailures: 0,
    lastRequest: 0, streamRequest: 0, fetchRequest: 0, markRequest: 0,
  };
}

/** The beginning, but for the numbers, so that no answer of before fits. */
const cleared = ({ lastRequest }: InboxState): InboxState => ({ ...inboxState(), lastRequest });

function inboxItem(json: Json): InboxItem[] {
  const [id, createdAt] = [asText(member(json, "id")), asText(member(json, "createdAt"))];
  if (!id || createdAt === undefined || Number.isNaN(timeOf(createdAt))) return [];
  return [{ ...members(json), id, createdAt, isRead: member(json, "isRead") === true }];
}

function timeOf(text: string): number {
  return /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : NaN;
}

/** What is kept over a restart: one file a user, replaced as a whole. */
export function inboxCache(state: InboxState): Json {
  return {
    version: 1, user: state.user, items: state.items, unreadCount: state.unreadCount, cursor: state.cursor,
    // Who goes on after an id without having the feed would never see what is in it.
    lastEventID: state.needsPage ? null : state.lastEventID,
    pending: state.pending, awaited: state.awaited,
  };
}

/** The items with what was marked laid over them. */
export function shownItems(state: InboxState): readonly InboxItem[] {
  const marks = new Map(state.pending.flatMap(({ ids, isRead }) => ids.map((id) => [id, isRead] as const)));
  return state.items.map((item) => withRead(item, marks.get(item.id) ?? item.isRead));
}

/** How many are unread, corrected by what was marked; never below 0. */
export function shownUnreadCount(state: InboxState): number {
  return Math.max(0, state.unreadCount + unread(shownItems(state)) - unread(state.items));
}

const unread = (items: readonly InboxItem[]) => items.filter(({ isRead }) => !isRead).length;
const withRead = (item: InboxItem, isRead: boolean) => (item.isRead === isRead ? item : { ...item, isRead });

/** Each once, the newer state winning; the newest first, and no more than 200. */
function merged(newer: readonly InboxItem[], items: readonly InboxItem[]): InboxItem[] {
  const byID = new Map([...items, ...newer].map((item) => [item.id, item]));
  return [...byID.values()].sort((left, right) =>
    timeOf(right.createdAt) - timeOf(left.createdAt) || (left.id > right.id ? -1 : 1)
  ).slice(0, 200);
}

function connect(state: InboxState): Inboxing {
  const lastEventID = state.needsPage ? null : state.lastEventID;
  const request = state.lastRequest + 1;
  return [
    { ...state, connection: "connecting", lastRequest: request, streamRequest: request },
    [{ type: "openStream", lastEventID, request }],
  ];
}

function fetchFirst(state: InboxState): Inboxing {
  return fetchPage({ ...state, needsPage: true }, "first", null);
}

function fetchPage(state: InboxState, fetching: "first" | "next", cursor: string | null): Inboxing {
  const request = state.lastRequest + 1;
  return [
    {
      ...state, fetching, lastRequest: request, fetchRequest: request, arrived: [], changed: {}, hasCounted: false,
    },
    [{ type: "fetchPage", cursor, request }],
  ];
}

/** A next page is asked for again by who scrolls; without the first one there is nothing to scroll. */
function failPage(state: InboxState): Inboxing {
  const failed = { ...state, fetching: null };
  // Without a connection the next one fetches it.
  if (state.fetching !== "first" || state.connection !== "live") return [failed, []];
  const fetchFailures = state.fetchFailures + 1;
  return [
    { ...failed, fetchFailures },
    [{ type: "waitToFetch", milliseconds: doublingWait(fetchFailures, 1000, 60_000) }],
  ];
}

/** What the server has read or unread now: also in a page that is on its way, and may be older than that. */
function noteRead(state: InboxState, ids: readonly string[], isRead: boolean): InboxState {
  const noted = new Set(ids);
  const items = state.items.map((item) => (noted.has(item.id) ? withRead(item, isRead) : item));
  if (state.fetching === null) return { ...state, items };
  const changed = new Map(Object.entries(state.changed));
  for (const id of ids) changed.set(id, isRead);
  return { ...state, items, changed: Object.fromEntries(changed) };
}

function sendMark(state: InboxState, now: number): Inboxing {
  const next = state.pending[0];
  if (state.isMarking || next === undefined) return [state, []];
  // A clock that was set back counts as no time gone.
  const nextMarkAt = Math.min(state.nextMarkAt, now + state.markPause);
  if (now < nextMarkAt) {
    return [{ ...state, nextMarkAt }, [{ type: "waitToMark", milliseconds: nextMarkAt - now }]];
  }
  const ids = next.ids.slice(0, marksAtOnce);
  const rest = next.ids.length > marksAtOnce ? [{ ...next, ids: next.ids.slice(marksAtOnce) }] : [];
  const pending = [{ ...next, ids }, ...rest, ...state.pending.slice(1)];
  const request = state.lastRequest + 1;
  return [
    { ...state, nextMarkAt, pending, isMarking: true, lastRequest: request, markRequest: request },
    [{ type: "sendMark", ids, isRead: next.isRead, request }],
  ];
}

function then(step: Inboxing, next: (state: InboxState) => Inboxing): Inboxing {
  const [state, effects] = next(step[0]);
  return [state, [...step[1], ...effects]];
}

function openInbox(state: InboxState, user: string, cache: Json): Inboxing {
  const empty = { ...cleared(state), user };
  const isOurs = member(cache, "version") === 1 && member(cache, "user") === user &&
    Array.isArray(member(cache, "items"));
  if (!isOurs) return connect(empty);
  const lastEventID = asText(member(cache, "lastEventID")) ?? null;
  return connect({
    ...empty,
    items: merged([], asList(member(cache, "items")).flatMap(inboxItem)),
    unreadCount: Math.min(asCount(member(cache, "unreadCount")), mostUnread),
    cursor: asText(member(cache, "cursor")) ?? null,
    lastEventID,
    needsPage: lastEventID === null,
    pending: asList(member(cache, "pending")).flatMap((mark): PendingMark[] => {
      const [ids, isRead] = [asTexts(member(mark, "ids")), member(mark, "isRead")];
      return ids.length === 0 || typeof isRead !== "boolean" ? [] : [{ ids, isRead }];
    }),
    awaited: asTexts(member(cache, "awaited")).slice(-marksAtOnce),
  });
}

type FeedEvent =
  | { readonly kind: "notification"; readonly item: InboxItem }
  | { readonly kind: "read"; readonly ids: readonly string[]; readonly isRead: boolean }
  | { readonly kind: "badge"; readonly count: number }
  | { readonly kind: "reset" }
  | { readonly kind: "end"; readonly reason: string };

function feedEvent(name: string, data: Json): FeedEvent | undefined {
  switch (name) {
    case "notification": {
      const [item] = inboxItem(data);
      return item === undefined ? undefined : { kind: "notification", item };
    }
    case "read": {
      const [ids, isRead] = [member(data, "ids"), member(data, "isRead")];
      if (!Array.isArray(ids) || typeof isRead !== "boolean") return undefined;
      return { kind: "read", ids: asTexts(ids), isRead };
    }
    case "badge": {
      const count = asInteger(member(data, "unreadCount"));
      return count === undefined || count < 0 || count > mostUnread ? undefined : { kind: "badge", count };
    }
    case "reset":
      return { kind: "reset" };
    case "end":
      return { kind: "end", reason: asText(member(data, "reason")) ?? "" };
    default:
      return undefined;
  }
}

function endStream(state: InboxState, reason: string): Inboxing {
  switch (reason) {
    case "token-expired":
      return [{ ...state, connection: "closed" }, [{ type: "refreshToken" }]];
    case "removed":
      return [{ ...state, connection: "ended" }, [{ type: "closeStream" }]];
    case "erased":
      return [
        { ...cleared(state), user: state.user, connection: "ended" },
        [{ type: "closeStream" }, { type: "erase" }],
      ];
    default:
      return [{ ...state, connection: "waiting" }, [{ type: "waitToConnect", milliseconds: 1000 }]];
  }
}

function takeStream(state: InboxState, event: FeedEvent, id: string | null, now: number): Inboxing {
  if (state.connection !== "connecting" && state.connection !== "live") return [state, []];
  const isFirst = state.connection === "connecting";
  const heard: InboxState = { ...state, failures: 0, hasRefreshed: false, lastEventID: id ?? state.lastEventID };
  if (event.kind === "end") return endStream(heard, event.reason);
  const live: InboxState = { ...heard, connection: "live" };
  if (event.kind === "reset") return fetchFirst(live);
  // Who comes back with an id gets what they missed; who comes the first time fetches.
  const fetched: Inboxing = isFirst && state.needsPage ? fetchFirst(live) : [live, []];
  const applied = then(fetched, (next) => {
    switch (event.kind) {
      case "notification": {
        const arrived = next.fetching !== null ? [...next.arrived, event.item.id] : next.arrived;
        return [{ ...next, items: merged([event.item], next.items), arrived }, []];
      }
      case "read":
        return [noteRead(next, event.ids, event.isRead), []];
      case "badge":
        return [{ ...next, unreadCount: event.count, hasCounted: fetched[1].length === 0 }, []];
    }
  });
  const sent = isFirst ? then(applied, (next) => sendMark(next, now)) : applied;
  return then([sent[0], [...sent[1], save]], markAwaited);
}

function takePage(state: InboxState, page: InboxEvent & { type: "page" }): Inboxing {
  if (state.fetching === null) return [state, []];
  const isFirst = state.fetching === "first";
  const given = page.items.flatMap(inboxItem);
  const items = given.map((item) =>
    owns(state.changed, item.id) ? withRead(item, state.changed[item.id] ?? item.isRead) : item
  );
  // As the server counted it, which may have been before what has changed since.
  const counted = page.unreadCount == null || state.hasCounted
    ? state.unreadCount
    : Math.min(Math.max(page.unreadCount, 0), mostUnread) + unread(items) - unread(given);
  const known = new Set(state.items.map(({ id }) => id));
  const all = isFirst
    ? merged(state.items.filter(({ id }) => state.arrived.includes(id)), items)
    : merged(items.filter(({ id }) => !known.has(id)), state.items);
  const taken: InboxState = {
    ...state,
    items: all,
    unreadCount: Math.max(0, counted),
    // Beyond what is kept there is nothing to scroll to.
    cursor: all.length < 200 ? page.nextCursor ?? null : null,
    needsPage: isFirst ? false : state.needsPage,
    fetchFailures: isFirst ? 0 : state.fetchFailures,
    fetching: null,
    arrived: [],
    changed: {},
    hasCounted: false,
  };
  return then([taken, [save]], markAwaited);
}

function markItems(state: InboxState, given: readonly string[], isRead: boolean, now: number): Inboxing {
  if (state.user === null) return [state, []];
  const before = reading(state);
  const changing = [...new Set(given)].filter((id) => before.get(id) === !isRead);
  // Nobody but the server knows whether there is such a notification: it is marked once it is there.
  const strange = [...new Set(given)].filter((id) => !before.has(id) && id !== "");
  const kept = state.awaited.filter((id) => !strange.includes(id));
  const awaited = (isRead ? [...kept, ...strange] : kept).slice(-marksAtOnce);
  const waiting = isEqual(awaited, state.awaited) ? state : { ...state, awaited };
  if (changing.length === 0) return [waiting, waiting === state ? [] : [save]];
  return then([addMarks(waiting, changing, isRead), [save]], (next) => sendMark(next, now));
}

/** Marks what was waited for and has come; it is sent as soon as the app says that it may be. */
function markAwaited(state: InboxState): Inboxing {
  if (state.awaited.length === 0) return [state, []];
  const shown = reading(state);
  const awaited = state.awaited.filter((id) => !shown.has(id));
  const due = state.awaited.filter((id) => shown.get(id) === false);
  if (due.length === 0) return [{ ...state, awaited }, []];
  return [
    addMarks({ ...state, awaited }, due, true),
    state.isMarking ? [] : [{ type: "waitToMark", milliseconds: 0 }],
  ];
}

/** Whether each shown item is read. */
const reading = (state: InboxState) => new Map(shownItems(state).map((item) => [item.id, item.isRead]));

function addMarks(state: InboxState, changing: readonly string[], isRead: boolean): InboxState {
  // What isn't on its way yet is taken back, not sent and reverted.
  const first = state.isMarking ? 1 : 0;
  const waiting = state.pending.slice(first)
    .map((mark) => ({ ...mark, ids: mark.ids.filter((id) => !changing.includes(id)) }))
    .filter(({ ids }) => ids.length > 0);
  const onItsWay = state.pending.slice(0, first);
  const ahead = reading({ ...state, pending: [...onItsWay, ...waiting] });
  const needed = changing.filter((id) => ahead.get(id) !== isRead);
  const last = waiting[waiting.length - 1];
  const added = needed.length === 0
    ? waiting
    : last?.isRead === isRead
    ? [...waiting.slice(0, -1), { ids: [...last.ids, ...needed], isRead }]
    : [...waiting, { ids: needed, isRead }];
  return { ...state, pending: [...onItsWay, ...added] };
}

function settleMark(state: InboxState, outcome: Outcome, now: number): Inboxing {
  const sent = state.pending[0];
  if (!state.isMarking || sent === undefined) return [state, []];
  if (isTemporary(outcome) || outcome.status === 401) {
    const markFailures = state.markFailures + 1;
    const milliseconds = doublingWait(markFailures, 2000, 60_000, outcome.retryAfter);
    return [
      { ...state, isMarking: false, markFailures, markPause: milliseconds, nextMarkAt: now + milliseconds },
      [{ type: "waitToMark", milliseconds }],
    ];
  }
  const noted = isSuccess(outcome) ? noteRead(state, sent.ids, sent.isRead) : state;
  const settled = {
    ...noted,
    unreadCount: Math.max(0, state.unreadCount + unread(noted.items) - unread(state.items)),
    pending: state.pending.slice(1),
    isMarking: false,
    markFailures: 0,
    markPause: 2000,
    nextMarkAt: now + 2000,
  };
  return then([settled, [save]], (next) => sendMark(next, now));
}

/** The list of notifications, as the app shows it. */
export function reduceInbox(state: InboxState, event: InboxEvent): Inboxing {
  const stay: Inboxing = [state, []];
  switch (event.type) {
    case "opened":
      return openInbox(state, event.user, event.cache);
    case "stream": {
      const read = feedEvent(event.name, event.data);
      return read === undefined || event.request !== state.streamRequest ? stay : takeStream(state, read, event.id ?? null, event.at);
    }
    case "connectionLost": {
      if (event.request !== state.streamRequest) return stay;
      if (state.connection !== "connecting" && state.connection !== "live") return stay;
      // Once: who is refused with a fresh token as well waits as after any other failure.
      if (event.status === 401 && !state.hasRefreshed) {
        return [{ ...state, connection: "closed", hasRefreshed: true }, [{ type: "refreshToken" }]];
      }
      const failures = state.failures + 1;
      const milliseconds = doublingWait(failures, 1000, 60_000, event.retry ?? undefined);
      return [{ ...state, connection: "waiting", failures }, [{ type: "waitToConnect", milliseconds }]];
    }
    case "page":
      return event.request === state.fetchRequest ? takePage(state, event) : stay;
    case "pageFailed":
      return event.request === state.fetchRequest && state.fetching !== null ? failPage(state) : stay;
    case "fetchTimer":
      return state.needsPage && state.fetching === null && state.connection === "live" ? fetchFirst(state) : stay;
    case "refresh":
      return state.fetching === null && state.user !== null ? fetchFirst(state) : stay;
    case "more":
      if (state.fetching !== null || state.cursor === null) return stay;
      return fetchPage(state, "next", state.cursor);
    case "mark":
      return markItems(state, event.ids, event.isRead, event.at);
    case "marked":
      return event.request === state.markRequest ? settleMark(state, event, event.at) : stay;
    case "markTimer":
      return sendMark(state, event.at);
    case "connectionTimer":
      return state.connection === "waiting" ? connect(state) : stay;
    case "tokenRefreshed":
      return state.connection === "closed" && state.user !== null && !state.isInBackground ? connect(state) : stay;
    case "background": {
      const next = { ...state, isInBackground: true };
      if (state.connection === "closed" || state.connection === "ended") return [next, []];
      return [{ ...next, connection: "closed" }, [{ type: "closeStream" }, save]];
    }
    case "foreground": {
      const next = { ...state, isInBackground: false };
      if (state.user === null || (state.connection !== "closed" && state.connection !== "waiting")) return [next, []];
      return then(connect({ ...next, failures: 0, fetchFailures: 0, hasRefreshed: false }), (connecting) => sendMark(connecting, event.at));
    }
    case "signedOut":
      return [cleared(state), [{ type: "closeStream" }, { type: "erase" }]];
  }
}

// --------------------------------------------------------------------------------------------------------------- centre

/** How many seconds the reader's clock is ahead of UTC at an instant, such as `-new Date(instant).getTimezoneOffset() * 60`. */
export type ZoneOffset = (instant: number) => number;

const dayLength = 86_400_000;

function localDay(instant: number, offset: ZoneOffset): number {
  return Math.floor((instant + offset(instant) * 1000) / dayLength);
}

const dateOf = (day: number) => new Date(day * dayLength).toISOString().slice(0, 10);

/** NaN for what is no day; engines take the 30th of February for the 2nd of March. */
function dayOf(date: string): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) / dayLength : NaN;
  return Number.isNaN(day) || dateOf(day) !== date ? NaN : day;
}

/** The day that the reader's calendar shows, such as `2026-02-25`. */
export function readerDay(instant: number, offset: ZoneOffset): string {
  return dateOf(localDay(instant, offset));
}

/** The instant at which the next day begins: where clocks change at midnight, the first with the new date. */
export function nextReaderDay(now: number, offset: ZoneOffset): number {
  const midnight = (localDay(now, offset) + 1) * dayLength;
  // By the clock of now, and by that of then: the earlier one that has the new date.
  const asNow = midnight - offset(now) * 1000;
  const asThen = midnight - offset(asNow) * 1000;
  const found = [asNow, asThen].filter((instant) => localDay(instant, offset) * dayLength >= midnight);
  return found.length > 0 ? Math.min(...found) : Math.max(asNow, asThen);
}

/** A text of the client profile, and what it is filled with: for `appText`. */
export type Label = {
  readonly text: string;
  readonly values: { readonly [name: string]: string | number | boolean };
};
export type CentreCard = {
  readonly item: InboxItem;
  /** `center.time` with `at`. */
  readonly time: Label;
  /** What a screen reader says for the dot: `card.label` with `read`. */
  readonly dot: Label;
};
export type CentreGroup = {
  readonly day: string;
  /** `group.today`, `group.yesterday`, or `group.date` with `date`. */
  readonly heading: Label;
  readonly cards: readonly CentreCard[];
};
/** The notification centre as a screen shows it; groups and cards the newest first. */
export type Centre = {
  readonly title: Label;
  /** What a screen reader says for the bell: `bell.label` with `count`. */
  readonly bell: Label;
  readonly unreadCount: number;
  /** What stands there instead of a list; null while there is one, or nobody knows yet whether there is one. */
  readonly empty: Label | null;
  readonly groups: readonly CentreGroup[];
};

/** The bell's label, also while the centre is closed. */
export function bellLabel(inbox: InboxState): Label {
  return { text: "bell.label", values: { count: shownUnreadCount(inbox) } };
}

/**
 * The inbox grouped by the reader's day. What came after `today`, by a clock that is ahead, counts as today's. Where `today` is no day, no
 * group is today's.
 */
export function centreOf(inbox: InboxState, today: string, offset: ZoneOffset): Centre {
  const last = dayOf(today);
  const items = shownItems(inbox);
  const groups: { day: string; heading: Label; cards: CentreCard[] }[] = [];
  for (const item of items) {
    const at = timeOf(item.createdAt);
    const received = localDay(at, offset);
    const index = received > last ? last : received;
    const day = dateOf(index);
    const card: CentreCard = {
      item,
      time: { text: "center.time", values: { at } },
      dot: { text: "card.label", values: { read: item.isRead } },
    };
    const group = groups[groups.length - 1];
    if (group?.day === day) {
      group.cards.push(card);
      continue;
    }
    const heading: Label = index === last
      ? { text: "group.today", values: {} }
      : index === last - 1
      ? { text: "group.yesterday", values: {} }
      : { text: "group.date", values: { date: day } };
    groups.push({ day, heading, cards: [card] });
  }
  return {
    title: { text: "center.title", values: {} },
    bell: bellLabel(inbox),
    unreadCount: shownUnreadCount(inbox),
    empty: items.length === 0 && !inbox.needsPage ? { text: "center.empty", values: {} } : null,
    groups,
  };
}

/** What counts as today; null while the centre is closed. */
export type CentreState = { readonly today: string | null };
export type CentreEvent =
  | { readonly type: "opened"; readonly unread: readonly string[]; readonly at: number }
  | { readonly type: "closed" }
  | { readonly type: "woke" | "resumed"; readonly at: number };
export type CentreEffect =
  | { readonly type: "show"; readonly today: string }
  | { readonly type: "wake"; readonly at: number }
  | { readonly type: "cancelWake" }
  | { readonly type: "mark"; readonly ids: readonly string[] };
/**
 * A state from what was kept, for a centre that was open when the system ended the app; closed from anything else. Report `resumed` then:
 * midnight may have passed.
 */
export function centreState(kept: Json = null): CentreState {
  const today = asText(member(kept, "today"));
  return { today: today === undefined || Number.isNaN(dayOf(today)) ? null : today };
}

export type CentreParameters = { readonly offset: ZoneOffset; readonly marksOnOpening?: boolean };

/** Keeps an open centre true to the reader's calendar: at midnight “today” becomes “yesterday”. */
export function reduceCentre(
  state: CentreState,
  event: CentreEvent,
  { offset, marksOnOpening }: CentreParameters,
): Step<CentreState, CentreEffect> {
  switch (event.type) {
    case "opened": {
      const today = readerDay(event.at, offset);
      const marks: CentreEffect[] = marksOnOpening === true && event.unread.length > 0
        ? [{ type: "mark", ids: event.unread }]
        : [];
      return [{ today }, [{ type: "show", today }, { type: "wake", at: nextReaderDay(event.at, offset) }, ...marks]];
    }
    case "closed":
      return state.today === null ? [state, []] : [{ today: null }, [{ type: "cancelWake" }]];
    case "woke":
    case "resumed": {
      if (state.today === null) return [state, []];
      const today = readerDay(event.at, offset);
      const shown: CentreEffect[] = today === state.today ? [] : [{ type: "show", today }];
      return [{ today }, [...shown, { type: "wake", at: nextReaderDay(event.at, offset) }]];
    }
  }
}

// --------------------------------------------------------------------------------------------------------------- stream

export type StreamEvent = { readonly name: string; readonly data: string; readonly id: string | null };

/** Reads Server-Sent Events from bytes that come in any pieces. Source: WHATWG HTML, section 9.2.6. */
export class EventStreamReader {
  /** Milliseconds to wait before connecting again, where the stream has said so; at most an hour. */
  retry: number | null = null;
  /** Of the last event that came whole: what a stream goes on after. */
  lastEventID: string | null;
  /** The id that the next event has, once its blank line comes. */
  #nextID: string | null;
  readonly #limit: number;
  #line: number[] = [];
  #isLineCut = false;
  #name = "";
  #data: string[] = [];
  /** Of the lines that the event has so far, in bytes: a sign of life uses nothing up. */
  #size = 0;
  #isEventCut = false;
  #followsReturn = false;
  #isFirstLine = true;

  constructor(lastEventID: string | null = null, limit = 1_048_576) {
    this.lastEventID = lastEventID;
    this.#nextID = lastEventID;
    this.#limit = limit;
  }

  /** Takes the next bytes, and returns the events that are complete now. */
  read(bytes: Iterable<number>): StreamEvent[] {
    const events: StreamEvent[] = [];
    for (const byte of bytes) {
      const endsPair = this.#followsReturn && byte === 0x0A;
      this.#followsReturn = byte === 0x0D;
      if (endsPair) continue;
      if (byte === 0x0A || byte === 0x0D) {
        const event = this.#endLine();
        if (event !== undefined) events.push(event);
      } else if (this.#size + this.#line.length < this.#limit) {
        this.#line.push(byte);
      } else {
        this.#isLineCut = true;
      }
    }
    return events;
  }

  #endLine(): StreamEvent | undefined {
    const size = this.#line.length;
    const isCut = this.#isLineCut;
    let line = this.#line;
    this.#line = [];
    this.#isLineCut = false;
    const [first, second, third] = line;
    if (this.#isFirstLine && first === 0xEF && second === 0xBB && third === 0xBF) line = line.slice(3);
    this.#isFirstLine = false;
    if (isCut) {
      // Nobody knows what it would have said, unless it is a comment.
      this.#isEventCut = this.#isEventCut || line[0] !== 0x3A;
      return undefined;
    }
    if (line.length === 0) return this.#dispatch();
    const text = utf8Decoded(line);
    const colon = text.indexOf(":");
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? "" : text.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#nextID = value;
    else if (field === "retry" && /^[0-9]+$/.test(value)) this.retry = Math.min(Number(value), 3_600_000);
    if (field === "event" || field === "data") this.#size += size;
    return undefined;
  }

  #dispatch(): StreamEvent | undefined {
    const isComplete = this.#data.length > 0 && !this.#isEventCut;
    this.lastEventID = this.#nextID;
    const event = { name: this.#name || "message", data: this.#data.join("\n"), id: this.lastEventID };
    this.#name = "";
    this.#data = [];
    this.#size = 0;
    this.#isEventCut = false;
    return isComplete ? event : undefined;
  }
}

/** Text from UTF-8; a byte that belongs to no character is U+FFFD. Not every engine has a TextDecoder. */
function utf8Decoded(bytes: readonly number[]): string {
  let text = "";
  for (let place = 0; place < bytes.length;) {
    const lead = bytes[place] ?? 0;
    const length = lead < 0x80 ? 1 : lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3
      : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
    const rest = bytes.slice(place + 1, place + length);
    const isWhole = length > 0 && rest.length === length - 1 && rest.every((byte) => (byte & 0xC0) === 0x80);
    const code = rest.reduce((sum, byte) => (sum << 6) | (byte & 0x3F), length === 1 ? lead : lead & (0x7F >> length));
    const isSound = isWhole && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) &&
      code >= ([0, 0, 0x80, 0x800, 0x10000][length] ?? 0);
    text += isSound ? String.fromCodePoint(code) : "\uFFFD";
    place += isSound ? length : 1;
  }
  return text;
}

// ---------------------------------------------------------------------------------------------------------------- badge

export type BadgePolicy = "server" | "unread" | "count" | "cleared" | "none";
export type BadgeState = { readonly shown: number };
export type BadgeEvent =
  | { readonly type: "received"; readonly badge?: number | null }
  | { readonly type: "unread"; readonly count: number }
  | { readonly type: "foreground" | "opened" | "signedOut" };
export type BadgeEffect = { readonly type: "setBadge"; readonly count: number };

/** A state from what was kept; the beginning from anything else. */
export function badgeState(kept: Json = null): BadgeState {
  return { shown: asCount(member(kept, "shown")) };
}

function badgeAfter(policy: BadgePolicy, state: BadgeState, event: BadgeEvent): number | undefined {
  switch (event.type) {
    case "signedOut":
      return 0;
    case "received":
      if (policy === "server" || policy === "cleared") return event.badge ?? undefined;
      return policy === "count" ? state.shown + 1 : undefined;
    case "foreground":
      return policy === "cleared" ? 0 : undefined;
    case "opened":
      return policy === "count" || policy === "server" ? 0 : undefined;
    case "unread":
      return policy === "unread" ? event.count : undefined;
  }
}

/** Keeps the number on the app's icon. */
export function reduceBadge(
  state: BadgeState,
  event: BadgeEvent,
  policy: BadgePolicy,
): Step<BadgeState, BadgeEffect> {
  const number = badgeAfter(policy, state, event);
  if (number === undefined) return [state, []];
  const shown = Math.max(0, number);
  // What a push carries, the system has set by itself.
  const isSetElsewhere = event.type === "received" && policy !== "count";
  return [{ shown }, shown !== state.shown && !isSetElsewhere ? [{ type: "setBadge", count: shown }] : []];
}
