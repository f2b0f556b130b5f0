// Runs the scenario vectors against the TypeScript runtime: `vectors.ts FOLDER`. Ends with 1 where one fails.

import * as client from "../../../Sources/CarillonClient/Runtimes/carillon-client.ts";
import type { Json, Step } from "../../../Sources/CarillonClient/Runtimes/carillon-client.ts";
import * as endpoints from "../../../Sources/CarillonClient/Runtimes/carillon-endpoints.ts";

// deno-lint-ignore no-explicit-any
type Vector = any;

declare const Deno: {
  args: string[];
  readTextFileSync(path: string): string;
  inspect(value: unknown): string;
  exit(code: number): never;
};

const folder = Deno.args[0] ?? "Vectors";
let count = 0;
const failures: string[] = [];

/** JSON with members by name, so that equal values are equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, content) =>
    typeof content === "object" && content !== null && !Array.isArray(content)
      ? Object.fromEntries(Object.entries(content).sort(([left], [right]) => (left < right ? -1 : 1)))
      : content);
}

function expect(actual: unknown, expected: unknown, what: string): void {
  if (canonical(actual) !== canonical(expected)) {
    failures.push(`${what}\n  expected ${canonical(expected)}\n  found    ${canonical(actual)}`);
  }
}

function contents(file: string): Vector {
  return JSON.parse(Deno.readTextFileSync(`${folder}/${file}.json`));
}

const running: Promise<void>[] = [];

function vectors(file: string, check: (vector: Vector, all: Vector) => void | Promise<void>): void {
  running.push(checked(file, check));
}

async function checked(file: string, check: (vector: Vector, all: Vector) => void | Promise<void>): Promise<void> {
  const all = contents(file);
  for (const vector of all.vectors) {
    count += 1;
    try {
      await check(vector, all);
    } catch (error) {
      failures.push(`${file}: “${vector.name}” threw ${error}`);
    }
  }
}

/** The steps of a reducer: its effects exactly, and of its state what the vector names. */
function scenario<State>(
  vector: Vector,
  initial: State,
  reduce: (state: State, event: Vector) => Step<State, unknown>,
  describe: (state: State) => Vector = (state) => state,
): void {
  let state = initial;
  vector.steps.forEach((step: Vector, index: number) => {
    const before = canonical(state);
    const [next, effects] = reduce(state, step.event);
    expect(canonical(state), before, `“${vector.name}” step ${index} changed the state it was given`);
    state = next;
    expect(effects, step.effects, `“${vector.name}” effects of step ${index}`);
    for (const [name, value] of Object.entries(step.state ?? {})) {
      expect(describe(state)[name], value, `“${vector.name}” ${name} after step ${index}`);
    }
  });
}

const membersOfPushes = [
  "data", "title", "body", "badge", "category", "thread", "picture", "androidChannel", "link", "action",
] as const;

/** Nothing that prints a push, or what it was recognized as, shows a value of it. */
function expectNoValues(push: client.ReceivedPush, recognized: client.Recognition, name: string): void {
  const all = [push, { push }, recognized, [recognized]];
  const prints = all.flatMap((value) => [JSON.stringify(value), Deno.inspect(value), String(value)]).join("\n") +
    Object.values(push).join() + JSON.stringify({ ...push });
  // What the catalogue says anyway is no secret.
  const known = [...Object.keys(push.data), ...(recognized.kind === "event" ? recognized.possible : [])].join("\n");
  for (const value of [...Object.values(push.data), push.title ?? "", push.body ?? ""]) {
    if (value.length > 5 && !known.includes(value)) expect(prints.includes(value), false, `“${name}” prints ${value}`);
  }
}

vectors("pushes", (vector, all) => {
  const product = all.products[vector.product];
  const push = client.readPush(vector.payload, vector.shape);
  const present = membersOfPushes.filter((member) => push[member] !== undefined);
  expect(Object.fromEntries(present.map((member) => [member, push[member]])), vector.push, `“${vector.name}” push`);
  const catalogue = new client.EventCatalogue(product.events);
  const recognized: Vector = catalogue.recognize(push);
  for (const name of ["kind", "event", "possible", "fields", "notificationID", "identity"]) {
    if (vector[name] !== undefined) expect(recognized[name], vector[name], `“${vector.name}” ${name}`);
  }
  expectNoValues(push, catalogue.recognize(push), vector.name);
  const links = new client.AppLinks(product.deepLinks);
  expect(catalogue.destination(push, links), vector.destination, `“${vector.name}” destination`);
});

vectors("links", (vector, all) => {
  const links = new client.AppLinks(all.deepLinks);
  let found: Json = null;
  try {
    const destination = links.read(vector.link);
    found = { destination };
    const printed = links.link(destination, vector.form);
    expect(printed === vector.link, vector.isPrinted, `“${vector.name}” printed`);
    expect(links.read(printed ?? ""), destination, `“${vector.name}” printed and read`);
  } catch (error) {
    if (!(error instanceof client.LinkError)) throw error;
    found = { fault: error.fault };
  }
  const expected = vector.destination === undefined ? { fault: vector.fault } : { destination: vector.destination };
  expect(found, expected, `“${vector.name}”`);
});

vectors("router", (vector) => {
  const { deepLinks, ...others } = vector.parameters;
  const parameters = { ...others, links: new client.AppLinks(deepLinks) };
  scenario(vector, client.routerState(vector.given), (state, event) => client.reduceRouter(state, event, parameters));
});

vectors("permission", (vector) => {
  scenario(
    vector,
    client.permissionState(vector.given),
    (state, event) => client.reducePermission(state, event, vector.parameters),
  );
});

vectors("registration", (vector) => {
  scenario(
    vector,
    client.registrationState(vector.given),
    (state, event) => client.reduceRegistration(state, event, vector.parameters),
  );
});

vectors("subscriptions", (vector) => {
  scenario(vector, client.subscriptionState(vector.given), client.reduceSubscriptions, (state) => ({
    ...state,
    ...Object.fromEntries(
      ["1:0xa", "1:0xb"].map((topic) => [`status ${topic}`, client.subscriptionStatus(state, topic)]),
    ),
  }));
});

vectors("inbox", (vector) => {
  scenario(vector, client.inboxState(), client.reduceInbox, (state) => ({
    ...state,
    shown: client.shownItems(state).map(({ id, isRead }) => (isRead ? id : `${id}*`)),
    unread: client.shownUnreadCount(state),
    count: state.items.length,
  }));
});

vectors("channels", (vector, { profile }) => {
  // The vectors have Android's own numbers.
  const found = client.androidChannels(profile, vector.locale).map(({ visibility, ...channel }) => ({
    ...channel,
    description: channel.description ?? null,
    importance: { none: 0, min: 1, low: 2, default: 3, high: 4, max: 4 }[channel.importance],
    lightColor: channel.lightColor === undefined ? null : Number.parseInt(channel.lightColor.slice(1), 16) - 0x1000000,
    sound: channel.sound ?? null,
    lockscreenVisibility: visibility === undefined ? null : { public: 1, private: 0, secret: -1 }[visibility],
  }));
  expect(found, vector.channels, `“${vector.name}”`);
});

vectors("streams", (vector) => {
  const chunks: number[][] = vector.chunks.map((chunk: string) => [...new TextEncoder().encode(chunk)]);
  const cuts = [chunks, chunks.flat().map((byte) => [byte]), [chunks.flat()]];
  for (const cut of cuts) {
    const reader = new client.EventStreamReader(vector.given ?? null, vector.limit);
    expect(cut.flatMap((chunk) => reader.read(chunk)), vector.events, `“${vector.name}”`);
    if (vector.retry !== undefined) expect(reader.retry, vector.retry, `“${vector.name}” retry`);
    if (vector.lastEventID !== undefined) expect(reader.lastEventID, vector.lastEventID, `“${vector.name}” id`);
  }
});

vectors("badge", (vector) => {
  scenario(vector, client.badgeState(vector.given), (state, event) => client.reduceBadge(state, event, vector.parameters.policy));
});

vectors("centre", (vector) => {
  const { zone, marksOnOpening } = vector.parameters;
  const offset = (instant: number): number => zone.findLast(([from]: [number, number]) => from <= instant)?.[1] ?? 0;
  let inbox = client.reduceInbox(client.inboxState(), { type: "opened", user: "u1", cache: null })[0];
  if (vector.items !== undefined) {
    const unreadCount = vector.items.filter((item: Vector) => !item.isRead).length;
    inbox = client.reduceInbox(inbox, {
      type: "stream", name: "badge", data: { unreadCount }, id: "e1", request: 1, at: 0,
    })[0];
    inbox = client.reduceInbox(inbox, {
      type: "page", items: vector.items, unreadCount, nextCursor: null, request: 2,
    })[0];
  }
  scenario(
    vector,
    client.centreState(vector.given),
    (state, event) => client.reduceCentre(state, event, { offset, marksOnOpening }),
    ({ today }) => {
      if (today === null) return { today };
      const centre = client.centreOf(inbox, today, offset);
      const groups = centre.groups.map((group) => ({
        ...group,
        cards: group.cards.map(({ item, ...labels }) => ({ id: item.id, ...labels })),
      }));
      return { today, ...centre, groups };
    },
  );
});

vectors("duplicates", (vector) => {
  let seen = client.readSeen(vector.given);
  for (const step of vector.steps) {
    const noted = client.noteSeen(seen, step.key, step.at, step.isID);
    expect(noted.isFirst, step.isFirst, `“${vector.name}” ${step.key}`);
    seen = noted.seen;
  }
});

vectors("foreground", (vector, all) => {
  const policy = new client.ForegroundPolicy(all.profile, vector.otherwise);
  const display = policy.display(client.readPush(vector.payload, vector.shape), vector.isKnown);
  expect(display, vector.display, `“${vector.name}”`);
});

vectors("json", (vector) => {
  expect(client.jsonOf(vector.text), vector.value, `“${vector.name}”`);
});

vectors("outcomes", async (vector) => {
  const request = new endpoints.EndpointRequest<{ ok: boolean }, string>(
    "things.rename",
    "POST",
    ["things", [["id"], vector.id ?? "a"]],
    {
      prefix: "",
      access: "none",
      body: [[["title"], vector.title ?? "abc", undefined, { is: "text", most: 3 }]],
      errors: { code: ["error", "code"], retryAfter: ["error", "retry_after"] },
      answer: { is: "object", members: [["ok", "ok", { is: "boolean" }, false]] },
    },
  );
  const sender = new endpoints.EndpointSender({
    host: "https://api.example",
    token: () => undefined,
    fetch: async () => {
      if (vector.reply === undefined) throw new Error("unreached");
      const { status, retryAfter, body } = vector.reply;
      return { status, headers: { get: () => retryAfter ?? null }, text: async () => body };
    },
  });
  expect(
    endpoints.requestOutcome(await sender.send(request).catch(() => undefined)),
    vector.outcome,
    `“${vector.name}”`,
  );
});

// Not awaited at the top: not every form of modules has that.
Promise.all(running).then(() => {
  for (const failure of failures) console.error(failure);
  console.log(`${count} scenarios, ${failures.length} differences`);
  if (failures.length > 0 || count < 650) Deno.exit(1);
});
