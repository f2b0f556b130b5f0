// Calls of the host by apps, in TypeScript: typed code makes requests, and a thin sender sends them. One file without dependencies.
//
// Only syntax that can be erased is used, so that engines that strip types run the file as it is. It needs the library of ES2020, and
// syntax of ES2020 and private members, which compilers turn into older ones.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** `Object.hasOwn`, which Safari before 15.4 and older versions of Hermes don't have. */
const owns = (object: object, name: string): boolean => Object.prototype.hasOwnProperty.call(object, name);

/** What proves who calls: the user's token, the same where there is one, or nothing. */
export type Access = "user" | "optionalUser" | "none";

/** How long (in Unicode scalars), large or many a value may be; what else the host asks of it, it says itself. */
export type Limit =
  | { readonly is: "text"; readonly most: number }
  | { readonly is: "number"; readonly least?: number; readonly most?: number }
  | { readonly is: "list"; readonly least?: number; readonly most?: number; readonly each?: Limit }
  | { readonly is: "object"; readonly members: readonly (readonly [string, Limit])[] };

/** A value of a request: names from the outside in, none for a whole body; undefined is left out. */
export type Parameter = readonly [
  steps: readonly string[],
  value: Json | undefined,
  separator?: string | undefined,
  limit?: Limit,
];

/** A value of a request that the host would refuse, found before anything is sent. */
export type EndpointFault = {
  /** Where it stands and what it is called, such as `body.push_token`, `query.limit` or `body.items.0.name`. */
  readonly field: string;
  /** The host's, such as `too-long`. */
  readonly code: string;
  /** Names the limit, and never the value. */
  readonly message: string;
};

/** How a point in time is written. */
export type InstantForm = "rfc3339" | "epochMilliseconds" | "epochSeconds";

/** What an answer is: the members of an object with their names in code, their names in JSON, and whether they may be absent. */
export type Shape =
  | { readonly is: "text" | "integer" | "boolean" | "json" | "nothing" }
  | { readonly is: "instant"; readonly form: InstantForm }
  | { readonly is: "list"; readonly of: Shape }
  | { readonly is: "object"; readonly members: readonly (readonly [string, string, Shape, boolean])[] };

/** Where an error's body says what went wrong; `known` are those that only their status, and perhaps their words, tell. */
export type Errors = {
  readonly code?: readonly string[];
  readonly message?: readonly string[];
  readonly retryAfter?: readonly string[];
  readonly known?: readonly { readonly status: number; readonly code: string; readonly message?: string }[];
};

export type RequestParts = {
  readonly prefix: string;
  readonly access: Access;
  readonly query?: readonly Parameter[];
  readonly headers?: readonly Parameter[];
  readonly body?: readonly Parameter[];
  readonly errors: Errors;
  readonly answer: Shape;
};

/** A number or a flag as a text, as some contracts write them. */
export function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** An object without the members that are left out. */
export function objectOf(members: readonly (readonly [string, Json | undefined])[]): Json {
  const object: { [name: string]: Json } = Object.create(null);
  for (const [name, value] of members) if (value !== undefined) object[name] = value;
  return object;
}

/** A point in time: a text is taken as it is where the host reads RFC 3339. */
export function time(value: string | Date, form: InstantForm): Json {
  if (typeof value === "string" && form === "rfc3339") return value;
  const milliseconds = typeof value === "string" ? Date.parse(value) : value.getTime();
  if (form === "rfc3339") return new Date(milliseconds).toISOString();
  return form === "epochSeconds" ? Math.floor(milliseconds / 1000) : milliseconds;
}

/** What is written of a value, where there is one. */
export function given<Value, Written extends Json>(
  value: Value | undefined,
  write: (value: Value) => Written,
): Written | undefined {
  return value === undefined ? undefined : write(value);
}

/** The same, where null is a value of its own. */
export function givenOrNull<Value, Written extends Json>(
  value: Value | null | undefined,
  write: (value: Value) => Written,
): Written | null | undefined {
  if (value === undefined) return undefined;
  return value === null ? null : write(value);
}

function pairs([steps, value, separator]: Parameter): (readonly [string, string])[] {
  const name = steps[0];
  if (value === undefined || name === undefined) return [];
  if (!Array.isArray(value)) return [[name, value === null ? "" : asText(value)]];
  const texts = (value as readonly Json[]).map(asText);
  return separator === undefined ? texts.map((text) => [name, text] as const) : [[name, texts.join(separator)]];
}

/** What is too long, too large or too many in a value; a value of another kind is the host's to judge. */
function faultsOf(value: Json | undefined, limit: Limit, field: string): EndpointFault[] {
  switch (limit.is) {
    case "text":
      if (typeof value !== "string" || [...value].length <= limit.most) return [];
      return [{ field, code: "too-long", message: `may have ${limit.most} characters at most` }];
    case "number": {
      const isNumber = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
      const [number, least, most] = [isNumber ? Number(value) : NaN, limit.least, limit.most];
      const isBeyond = (least !== undefined && number < least) || (most !== undefined && number > most);
      const bounds = [least === undefined ? [] : `at least ${least}`, most === undefined ? [] : `at most ${most}`].flat();
      return isBeyond ? [{ field, code: "out-of-range", message: `must be ${bounds.join(" and ")}` }] : [];
    }
    case "list": {
      if (!Array.isArray(value)) return [];
      const elements = value as readonly Json[];
      const { least, most, each } = limit;
      const has = `has ${elements.length} entries, at`;
      const faults: EndpointFault[] = [];
      if (most !== undefined && elements.length > most) {
        faults.push({ field, code: "too-many", message: `${has} most ${most} are allowed` });
      } else if (least !== undefined && elements.length < least) {
        faults.push({ field, code: "too-few", message: `${has} least ${least} are needed` });
      }
      if (each === undefined) return faults;
      return [...faults, ...elements.flatMap((element, place) => faultsOf(element, each, `${field}.${place}`))];
    }
    case "object": {
      if (!isObject(value)) return [];
      return limit.members.flatMap(([name, inner]) =>
        owns(value, name) ? faultsOf(value[name], inner, `${field}.${name}`) : [],
      );
    }
  }
}

/** In one part of a request, such as its body. */
function faultsIn(part: string, parameters: readonly Parameter[]): EndpointFault[] {
  return parameters.flatMap(([steps, value, , limit]) =>
    limit === undefined ? [] : faultsOf(value, limit, [part, ...steps].join(".")),
  );
}

type Members = { [name: string]: Json };

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A whole value first, and the members over it. */
function bodyOf(parameters: readonly Parameter[]): Json {
  const whole = parameters.find(([steps, value]) => steps.length === 0 && value !== undefined)?.[1];
  const members = parameters.filter(([steps, value]) => steps.length > 0 && value !== undefined);
  if (whole !== undefined && members.length === 0) return whole;
  const body: Members = Object.assign(Object.create(null), isObject(whole) ? whole : {});
  for (const [steps, value] of members) {
    let place = body;
    for (const step of steps.slice(0, -1)) {
      const inner: Json | undefined = place[step];
      const copy: Members = Object.assign(Object.create(null), isObject(inner) ? inner : {});
      place[step] = copy;
      place = copy;
    }
    const name = steps[steps.length - 1];
    if (name !== undefined && value !== undefined) place[name] = value;
  }
  return body;
}

/** Encodes every byte that isn't unreserved. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => "%" + sign.charCodeAt(0).toString(16).toUpperCase());
}

/** A call of the host: what goes out, and what the answer means. */
export class EndpointRequest<Answer, Code extends string> {
  /** What is asked, such as `devices.register`. */
  readonly name: string;
  readonly method: string;
  readonly access: Access;
  /** What stands before the path at a host that has several tenants; empty for the host's own routes. */
  readonly prefix: string;
  /** What isn't shown when it is printed: there are tokens among the values. */
  readonly #sent: { readonly target: string; readonly headers: readonly (readonly [string, string])[]; readonly body?: string };
  readonly #isSound: boolean;
  /** What the host would refuse: where there is any, nothing is sent. */
  readonly faults: readonly EndpointFault[];
  readonly #errors: Errors;
  readonly #answer: Shape;
  /** Never there: what the types of answers and codes hang on. */
  readonly answers?: Answer;
  readonly codes?: Code;

  /** - `path`: texts that always stand there, and values. */
  constructor(name: string, method: string, path: readonly (string | Parameter)[], parts: RequestParts) {
    const segments = path.map((part) => (typeof part === "string" ? part : asText(part[1] ?? null)));
    const query = (parts.query ?? []).flatMap(pairs).map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
    this.name = name;
    this.method = method;
    this.access = parts.access;
    this.prefix = parts.prefix;
    this.#isSound = segments.every((segment) => !["", ".", ".."].includes(segment));
    this.#sent = {
      target: segments.map((segment) => `/${encoded(segment)}`).join("") + (query.length === 0 ? "" : `?${query.join("&")}`),
      headers: (parts.headers ?? []).flatMap(pairs),
      ...(parts.body === undefined ? {} : { body: JSON.stringify(bodyOf(parts.body)) }),
    };
    this.faults = [
      ...faultsIn("path", path.flatMap((part) => (typeof part === "string" ? [] : [part]))),
      ...faultsIn("query", parts.query ?? []),
      ...faultsIn("header", parts.headers ?? []),
      ...faultsIn("body", parts.body ?? []),
    ];
    this.#errors = parts.errors;
    this.#answer = parts.answer;
  }

  /** Path and query, percent-encoded, behind the tenant's own name. */
  get target(): string {
    return this.#sent.target;
  }

  get headers(): readonly (readonly [string, string])[] {
    return this.#sent.headers;
  }

  /** JSON; undefined for none. */
  get body(): string | undefined {
    return this.#sent.body;
  }

  /** Whether no value makes the path another one. */
  get isSound(): boolean {
    return this.#isSound;
  }

  toString(): string {
    return this.name;
  }

  /** What the reply says. */
  outcome(reply: EndpointReply): Outcome<Answer, Code> {
    if (reply.status < 200 || reply.status > 299) return this.#refusal(reply);
    try {
      const json = this.#answer.is === "nothing" ? null : (JSON.parse(reply.body) as Json);
      return { kind: "answered", answer: read(json, this.#answer, "") as Answer };
    } catch (error) {
      const pointer = error instanceof Unreadable ? error.pointer : "";
      return { kind: "unreadable", status: reply.status, pointer };
    }
  }

  #refusal(reply: EndpointReply): Outcome<Answer, Code> {
    let body: Json = null;
    try {
      body = JSON.parse(reply.body) as Json;
    } catch {
      // Not the host's own, or cut off: its status says what there is to say.
    }
    const at = (steps: readonly string[] | undefined): Json | undefined => {
      if (steps === undefined) return undefined;
      let value: Json | undefined = body;
      for (const step of steps) value = isObject(value) && owns(value, step) ? value[step] : undefined;
      return value;
    };
    const words = at(this.#errors.message);
    const message = typeof words === "string" ? words : undefined;
    const fitting = (this.#errors.known ?? []).find(
      (known) => known.status === reply.status && (known.message === undefined || known.message === message),
    );
    const code = at(this.#errors.code);
    const asked = at(this.#errors.retryAfter);
    // A header may also be a date, which says nothing to a phone whose clock is wrong.
    const written = /^-?[0-9]{1,15}$/.test(reply.retryAfter ?? "") ? Number(reply.retryAfter) : undefined;
    const retryAfter = Number.isInteger(asked) ? (asked as number) : written;
    return {
      kind: "refused",
      status: reply.status,
      code: (code === undefined || code === null ? fitting?.code ?? "" : asText(code)) as Code,
      ...(message === undefined ? {} : { message }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    };
  }
}

/** That an answer isn't what its call promises. */
class Unreadable extends Error {
  readonly pointer: string;

  constructor(pointer: string) {
    super(`the answer isn't what it should be at ${pointer}`);
    this.pointer = pointer;
  }
}

function read(value: Json, shape: Shape, pointer: string): unknown {
  const need = (fits: boolean): unknown => {
    if (!fits) throw new Unreadable(pointer);
    return value;
  };
  switch (shape.is) {
    case "nothing":
      return undefined;
    case "json":
      return value;
    case "text":
      return need(typeof value === "string");
    case "integer":
      return need(Number.isInteger(value));
    case "boolean":
      return need(typeof value === "boolean");
    case "instant":
      return need(
        shape.form === "rfc3339" ? typeof value === "string" && !Number.isNaN(Date.parse(value)) : Number.isInteger(value),
      );
    case "list":
      if (!Array.isArray(value)) throw new Unreadable(pointer);
      return (value as readonly Json[]).map((element, place) => read(element, shape.of, `${pointer}/${place}`));
    case "object": {
      if (!isObject(value)) throw new Unreadable(pointer);
      const object: { [name: string]: unknown } = {};
      for (const [name, written, inner, mayBeAbsent] of shape.members) {
        const member = owns(value, written) ? value[written] : undefined;
        if (mayBeAbsent && (member === undefined || member === null)) continue;
        if (member === undefined) throw new Unreadable(`${pointer}/${written}`);
        object[name] = read(member, inner, `${pointer}/${written}`);
      }
      return object;
    }
  }
}

/**
 * What came of a call. `retryAfter` is in seconds. `invalid` are values that are too long, too large or too many, and `unsendable` is one
 * that can't stand in a path: nothing went out.
 */
export type Outcome<Answer, Code extends string> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: Code;
      readonly message?: string;
      readonly retryAfter?: number;
    }
  | { readonly kind: "unreadable"; readonly status: number; readonly pointer: string }
  | { readonly kind: "invalid"; readonly faults: readonly EndpointFault[] }
  | { readonly kind: "unsendable" };

export type EndpointReply = { readonly status: number; readonly body: string; readonly retryAfter?: string };

/**
 * What a call came to, for the reducers; of none, where `fetch` threw. `retryAfter` is in milliseconds.
 *
 * What can't be read counts as no answer, whatever its status: it is that of a network that wants a log-in first, not the host's. What
 * can't be sent as it is counts as refused, with 422.
 */
export function requestOutcome<Answer, Code extends string>(
  outcome?: Outcome<Answer, Code>,
): { readonly status: number; readonly retryAfter?: number } {
  switch (outcome?.kind) {
    case "answered":
      return { status: 200 };
    case "refused":
      if (outcome.retryAfter === undefined) return { status: outcome.status };
      return { status: outcome.status, retryAfter: Math.min(Math.max(outcome.retryAfter, 0), 86_400) * 1000 };
    case "unreadable":
    case undefined:
      return { status: 0 };
    case "invalid":
    case "unsendable":
      return { status: 422 };
  }
}

/** The part of `fetch` that calls need. */
export type Fetch = (
  url: string,
  request: {
    method: string;
    headers: { [name: string]: string };
    body?: string;
    credentials: "omit";
    redirect: "manual";
  },
) => Promise<{ readonly status: number; readonly headers: { get(name: string): string | null }; text(): Promise<string> }>;

/** Sends an app's calls. It decides nothing: what may be tried again is the caller's to say. */
export class EndpointSender {
  readonly #host: string;
  readonly #isShared: boolean;
  readonly #token: () => string | undefined | Promise<string | undefined>;
  readonly #fetch: Fetch;

  /**
   * - `host`: such as `https://api.acme.example`.
   * - `isShared`: the host has several tenants at this name, so that a contract's paths begin with the tenant's.
   * - `token`: the user's; undefined where nobody is signed in.
   */
  constructor(options: {
    readonly host: string;
    readonly isShared?: boolean;
    readonly token: () => string | undefined | Promise<string | undefined>;
    readonly fetch: Fetch;
  }) {
    this.#host = options.host.replace(/\/$/, "");
    this.#isShared = options.isShared ?? false;
    this.#token = options.token;
    this.#fetch = options.fetch;
  }

  /** Throws what `fetch` throws. */
  async send<Answer, Code extends string>(request: EndpointRequest<Answer, Code>): Promise<Outcome<Answer, Code>> {
    if (request.faults.length > 0) return { kind: "invalid", faults: request.faults };
    if (!request.isSound) return { kind: "unsendable" };
    const headers: { [name: string]: string } = { Accept: "application/json" };
    for (const [name, value] of request.headers) headers[name] = value;
    if (request.body !== undefined) headers["Content-Type"] = "application/json";
    const token = request.access === "none" ? undefined : await this.#token();
    if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
    const url = this.#host + (this.#isShared ? request.prefix : "") + request.target;
    const reply = await this.#fetch(url, {
      method: request.method,
      headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      // A cookie of somebody else would make an anonymous call theirs, and a redirection carry the token elsewhere.
      credentials: "omit",
      redirect: "manual",
    });
    const retryAfter = reply.headers.get("Retry-After");
    return request.outcome({
      status: reply.status,
      body: await reply.text(),
      ...(retryAfter === null ? {} : { retryAfter }),
    });
  }
}
