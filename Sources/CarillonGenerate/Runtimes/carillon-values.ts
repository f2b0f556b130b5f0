// Values of events: texts of known forms, exact amounts, what must not be shown, and what can be wrong with them.

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

function formed<Name extends string>(test: (text: string) => boolean, wanted: string) {
  return (text: string): Formed<Name> => {
    if (!test(text)) throw new EventFaults([{ pointer: "", code: "bad-format", message: `must be ${wanted}` }]);
    return text as Formed<Name>;
  };
}

const slugText = /^[A-Za-z0-9_-]{1,128}$/;
/** How each form is put in words. */
export const wantedForms = {
  uuid: "a UUID",
  slug: "at most 128 letters, digits, - and _",
  path: "1 to 8 slugs joined by slashes, such as offers/2026",
  url: "an absolute http or https URL, percent-encoded",
  email: "an e-mail address",
  decimal: "a plain decimal of at most 38 digits",
  instant: "a time as RFC 3339 writes it, such as 2026-02-25T12:00:00Z",
  date: "a date such as 2026-02-25",
} as const;

/** Whether a text is of a form. */
export const isForm: { readonly [Kind in keyof typeof wantedForms]: (text: string) => boolean } = {
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
export const uuid = formed<"uuid">(isForm.uuid, wantedForms.uuid);
/** Checks the form of a text from outside. Throws `EventFaults`. */
export const slug = formed<"slug">(isForm.slug, wantedForms.slug);
/** Checks the form of a text from outside. Throws `EventFaults`. */
export const path = formed<"path">(isForm.path, wantedForms.path);
/** Checks the form of a text from outside. Throws `EventFaults`. */
export const webUrl = formed<"url">(isForm.url, wantedForms.url);
/** Checks the form of a text from outside; what isn't ASCII is left to the host. Throws `EventFaults`. */
export const email = formed<"email">(isForm.email, wantedForms.email);
/** Checks the form of a text from outside. Throws `EventFaults`. */
export const decimal = formed<"decimal">(isForm.decimal, wantedForms.decimal);

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

/** In UTF-8. */
export function byteLength(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}

/** What hides in each of them: no member of its object, so that no console shows it. */
const sensitiveValues = new WeakMap<Sensitive<unknown>, unknown>();

/** A value that prints, consoles and JSON show as a placeholder; events carry the value itself. */
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
