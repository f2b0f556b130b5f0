// Prints what the code for apps makes of links and names, line by line as the other languages do.

import * as carillon from "./carillon-client";
import * as escrow from "./escrow-app";
import * as odd from "./odd-app";
import * as remittance from "./remittance-app";
import * as wallet from "./wallet-app";

function attempt(action: () => unknown, otherwise: string): unknown {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

declare function require(name: string): { inspect(value: unknown, options: { depth: null }): string };

/** As consoles print it, and as JSON. */
function printed(value: unknown): string {
  return `${value} ${require("util").inspect(value, { depth: null })} ${JSON.stringify(value)}`;
}

export function places(): unknown[] {
  const push = odd.readPush(carillon.readPush({ ["__proto__"]: "secret", "m code": "sesame", "m open": "x" }, "apns"));
  if (push.kind !== "event" || push.event !== "secret") throw new Error("another push");
  const lost = odd.readPush(carillon.readPush({ "m code": "sesame" }, "apns"));
  if (lost.kind !== "unknown" || lost.data["m code"] !== "sesame") throw new Error("another push");
  const id = "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90";
  const other = "7a1d4e62-0c9b-4f38-8e15-b6f2a7c3d410";
  const dispute = escrow.place(escrow.links.read(`escrow://escrows/${id}/disputes/${other}`));
  if (dispute?.route !== "dispute" || dispute.values.dispute !== other) throw new Error("another place");
  const wrong: odd.Place = { route: "class", values: { self: "a/b", in: "c" } };
  const deep: odd.Place = { route: "destination", values: { value0: "1", link: "2", values: "3", class: "4" } };
  return [
    escrow.links.link(dispute, "web"),
    odd.links.link(odd.links.read("odd://class/a/b"), "web"),
    odd.place({ route: "class", values: { self: "x" } }) === undefined ? "no place" : "a place",
    attempt(() => odd.links.link(wrong, "app"), "refused"),
    odd.links.link(deep, "app"),
    attempt(() => escrow.links.read(`https://evil.example/escrows/${id}`), "refused"),
    wallet.topics.safe("1", "0xab"),
    odd.topics.u24OddU2a("1", "2"),
    odd.topics.delete_("d"),
    odd.categories.join(","),
    odd.actions.join(","),
    odd.androidChannels.join(","),
    odd.toggles.join(","),
    ...["nb-NO", "nn", "", "en_GB"].map((locale) => remittance.texts.centerTitle(locale)),
    ...["nb_NO", "zh-Hant-TW", "x"].map((locale) => odd.texts.all(locale)),
    `${printed(push).includes("sesame")} ${printed(push).includes("‹hidden›")}`,
    printed(lost).includes("sesame"),
    `${push.fields.code.reveal()} ${push.fields.open}`,
    remittance.texts.bellLabel("nn", { count: 3n }, (source, locale, values) => source === "" ? "" : `format: ${locale} ${values["count"]}`),
    odd.texts.countOfTitle("en", { class: 3, locale: "a b", at: 0 }, (_, locale, values) => `format: ${locale} ${values["locale"]}`),
    remittance.texts.centerTitle("nb", {
      locales: { default: "nb" },
      texts: [{ id: "center.title", words: { nb: { text: "served" } } }],
    }),
  ];
}
