// Without an argument, prints the events of all samples and what is wrong with a wrong one; with a URL, sends them there.

import * as carillon from "./carillon-events.js";
import * as odd from "./odd-events.js";
import { places } from "./places.js";
import { pushLines } from "./pushes.js";
import { sampleEvents } from "./samples.js";

declare const process: { readonly argv: readonly string[] };
declare const console: { log(...texts: unknown[]): void };
declare function require(name: string): { inspect(value: unknown): string };

const instant = "2026-02-25T12:00:00Z";

function wrongEvent(): carillon.CarillonEvent {
  return odd.everything.event(
    { id: "", source: "a\u0007", recipients: { users: [] } },
    {
      text: "abcdef",
      integer: 8,
      longInteger: 0n,
      decimal: "1".repeat(39) as carillon.Decimal,
      money: { value: carillon.decimal("1"), currency: "€" },
      boolean: true,
      uuid: "x" as carillon.Uuid,
      slug: "a b" as carillon.Slug,
      path: "a//b" as carillon.Path,
      url: "ftp://x" as carillon.WebUrl,
      email: "a@b" as carillon.Email,
      instant,
      date: "2026-02-25",
      list: ["a", "b", "c"].map(carillon.slug),
      moneys: [{ value: carillon.decimal("1"), currency: "A" }, { minor: 1, currency: "usd" }],
      map: { "1a": "x", b: "12345" },
      localized: { en: " ", nb: "1234567" },
    },
  );
}

async function main(): Promise<void> {
  const host = process.argv[2];
  if (host === undefined) {
    for (const [, event] of sampleEvents) console.log(event.json);
    const plain: odd.Everything = {
      text: "a",
      integer: 1,
      longInteger: 1n,
      decimal: carillon.decimal("1"),
      money: { minor: 1, currency: "NOK" },
      boolean: false,
      uuid: carillon.uuid("0B54F7A8-8D3F-4F3E-9A56-8E4F0C6D2A11"),
      slug: carillon.slug("a"),
      path: carillon.path("a"),
      url: carillon.webUrl("http://a"),
      email: carillon.email("a@b.cd"),
      instant: "2026-02-25 12:00:00.5+01:00",
      date: "2026-02-25",
      list: [],
      map: {},
      localized: { en: "a" },
      secret: carillon.sensitive("sesame"),
    };
    const event = odd.everything.event({ id: "1", source: "s", recipients: { users: ["a", "b"], topic: "t" } }, plain);
    console.log(event.cloudEventJson);
    const shown = require("util").inspect(plain);
    const written = `${event} ${require("util").inspect(event)} ${JSON.stringify(event)}`;
    const secret = `${plain.secret} ${JSON.stringify(plain.secret)}`;
    console.log(shown.includes("sesame"), written.includes("sesame"), secret.includes("sesame"), shown.includes("‹hidden›"));
    try {
      carillon.uuid("x");
      console.log(false);
    } catch (error) {
      console.log(error instanceof carillon.EventFaults);
    }
    try {
      console.log(wrongEvent().json);
    } catch (error) {
      if (!(error instanceof carillon.EventFaults)) throw error;
      for (const fault of error.faults) console.log(fault.pointer, fault.code);
    }
    for (const line of places()) console.log(line);
    for (const line of pushLines) console.log(line);
    return;
  }
  for (const [tenant, event] of sampleEvents) {
    const sender = new carillon.EventSender(tenant, { host, key: "key", pause: () => Promise.resolve() });
    try {
      console.log((await sender.send(event)).status);
    } catch (error) {
      if (!(error instanceof carillon.SendingRefused)) throw error;
      console.log("refused", error.answer.status);
    }
  }
}

void main();
