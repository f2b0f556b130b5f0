// What the events of every tenant have in common: their values, the checks before sending, and their JSON.

/** Who gets an event: 1 to 100 users, everybody subscribed to a topic, or those of the users who are. */
export type Recipients =
  | { readonly users: readonly (string | Recipient)[]; readonly topic?: string }
  | { readonly users?: never; readonly topic: string };

/** A user, and what the host shall know of them from now on. */
export interface Recipient {
  readonly id: string;
  readonly locale?: string;
  readonly timeZone?: string;
  readonly email?: string;
  readonly phone?: string;
}

/** What an event has beside its data. */
export interface EventOptions {
  /**
   * The sender's own id of what happened. Sent again with the same one, an event creates nothing; so it must not be made anew for
   * each attempt.
   */
  readonly id: string;
  /** Who sends, such as a URL of the service. */
  readonly source: string;
  readonly recipients: Recipients;
  /** When it happened. */
  readonly time?: string | Date;
  /** When it goes out; at once where it is left out. */
  readonly scheduledAt?: string | Date;
}

/** One thing that is wrong with an event, as the host would say it. */
export interface EventFault {
  /** JSON pointer into the event, such as `/data/order_id`. */
  readonly pointer: string;
  /** The host's code, such as `too-long`. */
  readonly code: string;
  readonly message: string;
}

/** Everything that is wrong with an event. */
export class EventFaults extends Error {
  readonly faults: readonly EventFault[];

  constructor(faults: readonly EventFault[]) {
    super(faults.map((fault) => `${fault.pointer} ${fault.message} (${fault.code})`).join("; "));
    this.name = "EventFaults";
    this.faults = faults;
  }
}

declare const form: unique symbol;
/** A text whose form was checked. */
export type Formed<Name extends string> = string & { readonly [form]: Name };
export type Uuid = Formed<"uuid">;
/** Letters, digits, `-` and `_`, at most 128. */
export type Slug = Formed<"slug">;
/** 1 to 8 slugs joined by slashes. */
export type Path = Formed<"path">;
export type WebUrl = Formed<"url">;
export type Email = Formed<"email">;
/** A plain decimal of at most 38 digits, exact. */
export type Decimal = Formed<"decimal">;
/** An amount in units, or in the smallest ones of a currency of ISO 4217. */
export type Money =
  | { readonly value: Decimal; readonly currency: string; readonly minor?: never }
  | { readonly minor: bigint | number; readonly currency: string; readonly value?: never };
/** A point in time as RFC 3339 writes it, or as a `Date`. */
export type Instant = string | Date;
/** A day such as `2026-02-25`. */
export type CalendarDate = string;

function formed<Name extends string>(kind: Name, test: (text: string) => boolean, wanted: string) {
  return (text: string): Formed<Name> => {
    if (!test(text)) throw new EventFaults([{ pointer: "", code: "bad-format", message: `must be ${wanted}` }]);
    return text as Formed<Name>;
  };
}

const slugText = /^[A-Za-z0-9_-]{1,128}$/;
const wantedForms = {
  uuid: "a UUID",
  slug: "at most 128 letters, digits, - and _",
  path: "1 to 8 slugs joined by slashes, such as offers/2026",
  url: "an absolute http or https URL, percent-encoded",
  email: "an e-mail address",
  decimal: "a plain decimal of at most 38 digits",
  instant: "a time as RFC 3339 writes it, such as 2026-02-25T12:00:00Z",
  date: "a date such as 2026-02-25",
} as const;

const isForm: { readonly [Kind in keyof typeof wantedForms]: (text: string) => boolean } = {
  uuid: (text) => /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(text),
  slug: (text) => slugText.test(text),
  path: (text) => {
    const segments = text.split("/");
    return segments.length <= 8 && segments.every((segment) => slugText.test(segment));
  },
  url: (text) => {
    if (!/^[!#-;=?-\[\]_a-z~]*$/.test(text)) return false;
    const url = text.split("#", 1)[0] ?? "";
    const parts = /^https?:\/\/([^/?:]*)(?::([0-9]{1,5}))?(?:[/?].*)?$/i.exec(url);
    return url.length <= 2048 && parts !== null && isHost(parts[1] ?? "", 1) && Number(parts[2] ?? "0") <= 65535;
  },
  email: (text) => {
    const [local, domain, ...rest] = text.split("@");
    if (local === undefined || domain === undefined || rest.length > 0) return false;
    if (byteLength(text) > 254 || byteLength(local) > 64) return false;
    return (
      local.split(".").every((atom) => /^(?:[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]|[^\u0000-\u007F])+$/.test(atom)) &&
      (/[^\u0000-\u007F]/.test(domain) || isHost(domain, 2))
    );
  },
  decimal: (text) => /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text) && text.replace(/[^0-9]/g, "").length <= 38,
  instant: (text) => {
    const parts =
      /^(.{10})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))$/.exec(text);
    if (parts === null || !isDate(parts[1] ?? "")) return false;
    const [hour, minute, second, hours, minutes] = parts.slice(2).map((part) => Number(part ?? "0"));
    return (
      (hour ?? 0) < 24 && (minute ?? 0) < 60 && (second ?? 0) <= 60 && (hours ?? 0) < 24 && (minutes ?? 0) < 60
    );
  },
  date: isDate,
};

/** Checks the form of a text from outside. Throws `EventFaults`. */
export const uuid = formed("uuid", isForm.uuid, wantedForms.uuid);
/** Checks the form of a text from outside. Throws `EventFaults`. */
export const slug = formed("slug", isForm.slug, wantedForms.slug);
/** Checks the form of a text from outside. Throws `EventFaults`. */
export const path = formed("path", isForm.path, wantedForms.path);
/** Checks the form of a text from outside. Throws `EventFaults`. */
export const webUrl = formed("url", isForm.url, wantedForms.url);
/** Checks the form of a text from outside; what isn't ASCII is left to the host. Throws `EventFaults`. */
export const email = formed("email", isForm.email, wantedForms.email);
/** Checks the form of a text from outside. Throws `EventFaults`. */
export const decimal = formed("decimal", isForm.decimal, wantedForms.decimal);

function isDate(text: string): boolean {
  const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return year >= 1 && days !== undefined && day >= 1 && day <= days;
}

function isHost(host: string, minimumLabels: number): boolean {
  const labels = host.split(".");
  return (
    host.length <= 253 &&
    labels.length >= minimumLabels &&
    labels.every((label) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label))
  );
}

function byteLength(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}

/** What a field holds, with its limits. */
export type FieldType =
  | { readonly kind: "text"; readonly most: number }
  | { readonly kind: "integer"; readonly least: bigint; readonly most: bigint }
  | { readonly kind: "money" | "boolean" }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "uuid" | "slug" | "path" | "email" | "decimal" | "instant" | "date" }
  | { readonly kind: "url"; readonly most: number }
  | { readonly kind: "list"; readonly most: number; readonly of: FieldType }
  | { readonly kind: "map"; readonly most: number; readonly textMost: number }
  | { readonly kind: "localizedText"; readonly most: number; readonly locales: readonly string[] };

/** A field: its name in code, its name in JSON, its type, and whether it may be left out. */
export type FieldSpecification = readonly [string, string, FieldType, boolean];

/** What is the same for all events of a tenant. */
export interface TenantSpecification {
  readonly id: string;
  /** Whether the host takes markup and control characters out of texts, where it would refuse them otherwise. */
  readonly stripsTags: boolean;
  /** The header by which the tenant's services prove who they are. */
  readonly header: string;
  /** What stands before the key in that header, such as `Bearer`. */
  readonly scheme?: string;
}

/** An event that was checked and can be sent: what the host gets, and nothing else. */
export class CarillonEvent {
  readonly tenant: string;
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly #parts: readonly [string, string, string, string];

  constructor(tenant: string, options: EventOptions, type: string, parts: readonly [string, string, string, string]) {
    this.tenant = tenant;
    this.id = options.id;
    this.source = options.source;
    this.type = type;
    this.#parts = parts;
  }

  /** The body of `POST /v1/{tenant}/events`, as `application/json`. */
  get json(): string {
    const [head, recipients, , tail] = this.#parts;
    return `{${head},${recipients}${tail}}`;
  }

  /** The event as a structured CloudEvent 1.0, as `application/cloudevents+json`. */
  get cloudEventJson(): string {
    const [head, , recipients, tail] = this.#parts;
    return `{"specversion":"1.0",${head},${recipients}${tail}}`;
  }

  /** Without the data, which may be sensitive; printing the event shows no more. */
  toString(): string {
    return `${this.tenant} ${this.type} ${this.id}`;
  }
}

/** An event type: makes events of its data. */
export class EventType<Data> {
  readonly tenant: TenantSpecification;
  readonly type: string;
  readonly #fields: readonly FieldSpecification[];

  constructor(tenant: TenantSpecification, type: string, fields: readonly FieldSpecification[]) {
    this.tenant = tenant;
    this.type = type;
    this.#fields = fields;
  }

  /** Checks everything that can be checked without the host. Throws `EventFaults`, all at once. */
  event(options: EventOptions, data: Data): CarillonEvent {
    const check = new Check(this.tenant.stripsTags);
    check.name(options.id, "/id");
    check.name(options.source, "/source");
    const users = options.recipients.users;
    const topic = options.recipients.topic;
    if (users !== undefined) {
      if (users.length === 0 && topic === undefined) check.found("/recipients", "too-few", "must name at least one");
      check.counted(users.length, 100, "/recipients");
      users.forEach((user, index) => {
        if (recipient(user).startsWith("{")) check.name((user as Recipient).id, `/recipients/${index}/id`);
        else check.name(typeof user === "string" ? user : user.id, `/recipients/${index}`);
      });
    }
    if (topic !== undefined) check.name(topic, "/topic");
    let head = members([
      ["id", JSON.stringify(options.id)],
      ["source", JSON.stringify(options.source)],
      ["type", JSON.stringify(this.type)],
    ]);
    if (options.time !== undefined) head += `,"time":${check.json(options.time, { kind: "instant" }, "/time")}`;
    let tail = "";
    if (options.scheduledAt !== undefined) {
      tail += `,"scheduledAt":${check.json(options.scheduledAt, { kind: "instant" }, "/scheduledAt")}`;
    }
    const values = data as unknown as { readonly [name: string]: unknown };
    const written: [string, string][] = [];
    for (const [name, wireName, type, isOptional] of this.#fields) {
      const value = Object.prototype.hasOwnProperty.call(values, name) ? values[name] : undefined;
      const place = `/data/${wireName}`;
      if (value !== undefined && value !== null) {
        written.push([wireName, check.json(value, type, place)]);
      } else if (!isOptional) {
        check.found(place, "missing", "is required");
      }
    }
    tail += `,"data":{${members(written)}}`;
    if (check.faults.length > 0) throw new EventFaults(check.faults);
    const topics: [string, string][] = topic === undefined ? [] : [["topic", JSON.stringify(topic)]];
    const named = (text: string | undefined) =>
      members([...(text === undefined ? [] : [["recipients", text] as [string, string]]), ...topics]);
    const list = users === undefined ? undefined : `[${users.map(recipient).join(",")}]`;
    return new CarillonEvent(this.tenant.id, options, this.type, [head, named(list), named(plainIds(users) ?? list), tail]);
  }
}

function recipient(user: string | Recipient): string {
  if (typeof user === "string") return JSON.stringify(user);
  const others: [string, string][] = [];
  for (const name of ["locale", "timeZone", "email", "phone"] as const) {
    const value = user[name];
    if (value !== undefined) others.push([name, JSON.stringify(value)]);
  }
  if (others.length === 0) return JSON.stringify(user.id);
  return `{${members([["id", JSON.stringify(user.id)], ...others])}}`;
}

/** Ids in one text, where they can stand there: an attribute of a CloudEvent is no list. */
function plainIds(users: readonly (string | Recipient)[] | undefined): string | undefined {
  const written = users?.map((user) => JSON.parse(recipient(user)) as unknown) ?? [];
  const isPlain = written.every((user) => typeof user === "string" && /^[!-+.-~\-]+$/.test(user));
  return users !== undefined && isPlain ? JSON.stringify(written.join(",")) : undefined;
}

function members(list: readonly (readonly [string, string])[]): string {
  return list.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",");
}

/** Reads values as the host would, and writes them as JSON. */
class Check {
  readonly faults: EventFault[] = [];
  readonly #stripsTags: boolean;

  constructor(stripsTags: boolean) {
    this.#stripsTags = stripsTags;
  }

  found(pointer: string, code: string, message: string): void {
    this.faults.push({ pointer, code, message });
  }

  counted(count: number, most: number, pointer: string): void {
    if (count > most) this.found(pointer, "too-many", `has ${count} entries, at most ${most} are allowed`);
  }

  /** A name of the request itself. */
  name(text: string, pointer: string): void {
    const length = [...text].length;
    if (length === 0 || length > 256 || /[\u0000-\u001F\u007F-\u009F]/.test(text)) {
      this.found(pointer, "bad-format", "must be 1 to 256 characters, none of them a control character");
    }
  }

  json(value: unknown, type: FieldType, pointer: string): string {
    switch (type.kind) {
      case "text":
        return this.#text(value, type.most, pointer);
      case "integer": {
        if (typeof value !== "bigint" && !(typeof value === "number" && Number.isSafeInteger(value))) {
          this.found(pointer, typeof value === "number" ? "bad-format" : "wrong-type", "must be an integer");
          return "null";
        }
        const number = BigInt(value);
        if (number < type.least || number > type.most) {
          this.found(pointer, "out-of-range", `must be from ${type.least} to ${type.most}`);
        }
        return number.toString();
      }
      case "boolean":
        if (typeof value !== "boolean") this.found(pointer, "wrong-type", "must be true or false");
        return value === true ? "true" : "false";
      case "enum":
        if (typeof value !== "string" || !type.values.includes(value)) {
          this.found(pointer, "not-allowed", `must be one of ${type.values.join(", ")}`);
        }
        return JSON.stringify(String(value));
      case "money":
        if (!this.#isObject(value, pointer)) return "null";
        return this.#money(value as Money, pointer);
      case "url":
        if (typeof value === "string" && byteLength(value) > type.most) {
          this.found(pointer, "too-long", `has ${byteLength(value)} bytes, at most ${type.most} are allowed`);
          return "null";
        }
        return this.#formed(value, "url", pointer);
      case "instant":
        if (value instanceof Date && !Number.isNaN(value.getTime())) return JSON.stringify(value.toISOString());
        return this.#formed(value, "instant", pointer);
      case "list": {
        if (!Array.isArray(value)) {
          this.found(pointer, "wrong-type", "must be an array");
          return "null";
        }
        const list = value as readonly unknown[];
        this.counted(list.length, type.most, pointer);
        return `[${list.map((element, index) => this.json(element, type.of, `${pointer}/${index}`)).join(",")}]`;
      }
      case "map": {
        if (!this.#isObject(value, pointer)) return "null";
        const map = value as { readonly [name: string]: string };
        const names = Object.keys(map).sort();
        this.counted(names.length, type.most, pointer);
        const written = names.map((name): [string, string] => {
          const place = `${pointer}/${name}`;
          if (!/^[A-Za-z_][A-Za-z0-9_.-]{0,39}$/.test(name)) {
            this.found(place, "bad-format", "must be named by a letter or _ and then letters, digits, _, - and .");
          }
          return [name, this.#text(map[name], type.textMost, place)];
        });
        return `{${members(written)}}`;
      }
      case "localizedText": {
        if (!this.#isObject(value, pointer)) return "null";
        const texts = value as { readonly [language: string]: string | undefined };
        const written: [string, string][] = [];
        for (const language of type.locales) {
          const text = texts[language];
          if (text === undefined) continue;
          if (text.trim() === "") this.found(`${pointer}/${language}`, "bad-format", "must be words");
          written.push([language, this.#text(text, type.most, `${pointer}/${language}`)]);
        }
        return `{${members(written)}}`;
      }
      default:
        return this.#formed(value, type.kind, pointer);
    }
  }

  #isObject(value: unknown, pointer: string): boolean {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return true;
    this.found(pointer, "wrong-type", "must be an object");
    return false;
  }

  #formed(value: unknown, kind: keyof typeof wantedForms, pointer: string): string {
    if (typeof value !== "string") this.found(pointer, "wrong-type", "must be a string");
    else if (!isForm[kind](value)) this.found(pointer, "bad-format", `must be ${wantedForms[kind]}`);
    return JSON.stringify(String(value));
  }

  #text(value: unknown, most: number, pointer: string): string {
    if (typeof value !== "string") {
      this.found(pointer, "wrong-type", "must be a string");
      return "null";
    }
    const hasControls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/.test(value);
    const length = [...value].length;
    if (this.#stripsTags && (hasControls || /[<\u2000-\u2FFF]/.test(value))) {
      // How long it is then, only the host knows.
    } else if (hasControls) {
      this.found(pointer, "control-character", "must not hold control characters other than line feed and tab");
    } else if (length > most) {
      this.found(pointer, "too-long", `has ${length} characters, at most ${most} are allowed`);
    }
    return JSON.stringify(value);
  }

  #money(money: Money, pointer: string): string {
    const currency = money.currency;
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,23}$/.test(currency)) {
      this.found(
        `${pointer}/currency`,
        "bad-format",
        "must be the code of a currency or an asset, 1 to 24 letters, digits, ., - and _",
      );
    } else if (money.minor !== undefined && !/^[A-Z]{3}$/.test(currency)) {
      this.found(
        `${pointer}/currency`,
        "bad-format",
        "must be a currency of ISO 4217 when the amount is in minor units",
      );
    }
    if (money.minor !== undefined) {
      const minor = this.json(
        money.minor,
        { kind: "integer", least: -9223372036854775808n, most: 9223372036854775807n },
        `${pointer}/minor`,
      );
      return `{${members([["minor", minor], ["currency", JSON.stringify(currency)]])}}`;
    }
    if (!isForm.decimal(money.value)) this.found(`${pointer}/value`, "bad-format", "must be a decimal written as a string");
    return `{${members([["value", JSON.stringify(money.value)], ["currency", JSON.stringify(currency)]])}}`;
  }
}

/** What the host answered: `status` 202, and the body as it came. */
export interface SendingAnswer {
  readonly status: number;
  readonly body: string;
}

/** The host won't take the event, however often it is sent. */
export class SendingRefused extends Error {
  readonly answer: SendingAnswer;

  constructor(answer: SendingAnswer) {
    super(`the host answered ${answer.status}`);
    this.name = "SendingRefused";
    this.answer = answer;
  }
}

/** The part of `fetch` that sending needs. */
export type Fetch = (
  url: string,
  request: { method: string; headers: { [name: string]: string }; body: string },
) => Promise<{ readonly status: number; readonly headers: { get(name: string): string | null }; text(): Promise<string> }>;

/** What every platform has: declared here, so that neither the DOM's types nor those of Node are needed. */
const platform = globalThis as unknown as {
  readonly fetch: Fetch;
  setTimeout(action: () => void, milliseconds: number): unknown;
};

/** Sends events; what may succeed later is tried again with the same id. */
export class EventSender {
  readonly #host: string;
  readonly #key: string;
  readonly #tenant: TenantSpecification;
  readonly #fetch: Fetch;
  readonly #pause: (milliseconds: number) => Promise<void>;
  readonly #attempts: number;

  /**
   * - `host`: the host's origin, such as `https://notify.example`.
   * - `key`: the tenant's service key.
   * - `attempts`: how often an event is sent at most.
   * - `fetch`, `pause`: the platform's own, unless others are given.
   */
  constructor(
    tenant: TenantSpecification,
    options: {
      readonly host: string;
      readonly key: string;
      readonly attempts?: number;
      readonly fetch?: Fetch;
      readonly pause?: (milliseconds: number) => Promise<void>;
    },
  ) {
    this.#tenant = tenant;
    this.#host = options.host.replace(/\/+$/, "");
    this.#key = options.key;
    this.#fetch = options.fetch ?? ((url, request) => platform.fetch(url, request));
    this.#pause = options.pause ?? ((time) => new Promise((done) => platform.setTimeout(done, time)));
    this.#attempts = options.attempts ?? 4;
  }

  /** Throws `SendingRefused` for what sending again can't help, and the last failure of the network. */
  async send(event: CarillonEvent): Promise<SendingAnswer> {
    const scheme = this.#tenant.scheme;
    const headers = {
      "Content-Type": "application/json",
      [this.#tenant.header]: scheme === undefined ? this.#key : `${scheme} ${this.#key}`,
    };
    for (let attempt = 1; ; attempt += 1) {
      const wait = Math.min(2 ** (attempt - 1), 60) * 1000;
      let answer: Awaited<ReturnType<Fetch>>;
      let body: string;
      try {
        answer = await this.#fetch(`${this.#host}/v1/${event.tenant}/events`, { method: "POST", headers, body: event.json });
        body = await answer.text();
      } catch (error) {
        if (attempt >= this.#attempts) throw error;
        await this.#pause(wait);
        continue;
      }
      if (answer.status >= 200 && answer.status < 300) return { status: answer.status, body };
      const isPassing = answer.status === 429 || answer.status >= 500;
      if (!isPassing || attempt >= this.#attempts) throw new SendingRefused({ status: answer.status, body });
      const asked = Number(answer.headers.get("Retry-After") ?? "");
      await this.#pause(asked > 0 ? Math.min(asked, 60) * 1000 : wait);
    }
  }
}
