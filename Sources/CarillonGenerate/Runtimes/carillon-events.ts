// What the events of every tenant have in common: what they are made of, the checks before sending, and their JSON.

import { byteLength, EventFaults, isForm, Sensitive, wantedForms } from "./carillon-values.js";
import type { EventFault, Money } from "./carillon-values.js";

export { EventSender, SendingRefused } from "./carillon-sender.js";
export type { Fetch, SendingAnswer } from "./carillon-sender.js";
export { decimal, email, EventFaults, path, Sensitive, sensitive, slug, uuid, webUrl } from "./carillon-values.js";
export type {
  CalendarDate,
  Decimal,
  Email,
  EventFault,
  Formed,
  Instant,
  Money,
  Path,
  Slug,
  Uuid,
  WebUrl,
} from "./carillon-values.js";

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
      const given = Object.prototype.hasOwnProperty.call(values, name) ? values[name] : undefined;
      const value = given instanceof Sensitive ? (given.reveal() as unknown) : given;
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
