// Prints what pushes tell, line by line as the other languages do.

import * as carillon from "./carillon-client";

type Value = string | number | bigint | boolean | undefined;

export function line(
  tenant: string,
  event: carillon.RecognizedEvent,
  values: readonly (readonly [string, Value])[],
): string {
  const members = values.map(([name, value]) =>
    `${JSON.stringify(name)}:${value === undefined ? "null" : JSON.stringify(String(value))}`
  );
  return `${JSON.stringify([tenant, event.event, event.possible]).slice(0, -1)},{${members.join(",")}}]`;
}

export function other(
  tenant: string,
  push: { readonly kind: "unknown"; readonly data: carillon.Texts } | { readonly kind: "collected" },
): string {
  return JSON.stringify([tenant, push.kind, push.kind === "unknown" ? Object.keys(push.data).length : 0]);
}
