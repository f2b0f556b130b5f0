// Sends events to a host.

import type { CarillonEvent, TenantSpecification } from "./carillon-events.js";

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
