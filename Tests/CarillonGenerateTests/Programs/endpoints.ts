// Uses the calls that were generated for the five tenants; `endpoints.py` says with which host.

import { EndpointRequest, EndpointSender, type Fetch } from "./carillon-endpoints";
import * as dossier from "./dossier-endpoints";
import * as escrow from "./escrow-endpoints";
import * as exchange from "./exchange-endpoints";
import * as remittance from "./remittance-endpoints";
import * as wallet from "./wallet-endpoints";

declare const process: { readonly env: { readonly [name: string]: string | undefined } };
declare const console: { log(text: string): void };
declare const fetch: Fetch;

const [host = "", user = "", ...tokens] = (process.env["CARILLON_ENDPOINTS"] ?? "").split(" ");

function senderOf(place: number): EndpointSender {
  return new EndpointSender({ host, isShared: true, token: () => tokens[place], fetch });
}

async function answerOf<Answer, Code extends string>(
  sender: EndpointSender,
  request: EndpointRequest<Answer, Code>,
): Promise<Answer> {
  const outcome = await sender.send(request);
  if (outcome.kind !== "answered") throw new Error(`${request} came to ${JSON.stringify(outcome)}`);
  return outcome.answer;
}

async function refusalOf<Answer, Code extends string>(
  sender: EndpointSender,
  request: EndpointRequest<Answer, Code>,
): Promise<string> {
  const outcome = await sender.send(request);
  if (outcome.kind === "invalid") return `invalid ${outcome.faults.map((fault) => `${fault.field} ${fault.code}`).join(", ")}`;
  return outcome.kind === "refused" ? `refused ${outcome.status} ${outcome.code}` : outcome.kind;
}

async function dossierLines(sender: EndpointSender): Promise<void> {
  const pushToken = `ExponentPushToken[${user}-dossier]`;
  const device = { pushToken, deviceType: "ios", appVersion: "1", locale: "en" } as const;
  console.log(`dossier registered ${(await answerOf(sender, dossier.devicesRegister(device))).status}`);
  const page = await answerOf(sender, dossier.notificationsList({ limit: 10 }));
  console.log(`dossier listed ${page.notifications.length} unread ${page.unreadCount}`);
  const notificationIds = page.notifications.map((notification) => notification.id);
  console.log(`dossier marked ${(await answerOf(sender, dossier.notificationsMark({ notificationIds }))).updatedCount}`);
  const later = await answerOf(sender, dossier.notificationsList());
  console.log(`dossier listed ${later.notifications.length} unread ${later.unreadCount}`);
  console.log(`dossier ${await refusalOf(sender, dossier.devicesRegister({ ...device, pushToken: "none" }))}`);
  const [long, longer] = ["x".repeat(65), "x".repeat(257)];
  const wrong = { ...device, pushToken: longer, deviceName: longer };
  console.log(`dossier ${await refusalOf(sender, dossier.devicesRegister(wrong))}`);
  const many = { notificationIds: [long, ...Array.from({ length: 100 }, () => "1")] };
  console.log(`dossier ${await refusalOf(sender, dossier.notificationsMark(many))}`);
  console.log(`dossier unregistered ${(await answerOf(sender, dossier.devicesUnregister({ pushToken }))).status}`);
}

async function escrowLines(sender: EndpointSender): Promise<void> {
  const token = `ExponentPushToken[${user}-escrow]`;
  console.log(`escrow registered ${(await answerOf(sender, escrow.devicesRegister({ token, platform: "ios" }))).status}`);
  const page = await answerOf(sender, escrow.notificationsList({ unread: true, order: "time" }));
  console.log(`escrow listed ${page.items.length} unread ${page.unreadCount}`);
  const ids = page.items.map((item) => item.id);
  console.log(`escrow marked ${(await answerOf(sender, escrow.notificationsMark({ ids }))).updatedCount}`);
  const later = await answerOf(sender, escrow.notificationsList());
  console.log(`escrow listed ${later.items.length} unread ${later.unreadCount}`);
  console.log(`escrow ${await refusalOf(sender, escrow.notificationsMark({ ids, all: true }))}`);
  console.log(`escrow unregistered ${(await answerOf(sender, escrow.devicesUnregister({ token }))).status}`);
}

async function exchangeLines(sender: EndpointSender): Promise<void> {
  const sessionId = `session-${user}`;
  const update = exchange.sessionsUpdate({ sessionId, allowNotifications: true, fcmToken: `${user}-exchange` });
  console.log(`exchange updated ${(await answerOf(sender, update)).allowNotifications}`);
  const page = await answerOf(sender, exchange.notificationsList());
  console.log(`exchange listed ${page.items.length} unread ${page.unreadCount}`);
  console.log(`exchange marked ${(await answerOf(sender, exchange.notificationsMark({ all: true }))).updatedCount}`);
  const later = await answerOf(sender, exchange.notificationsList());
  console.log(`exchange listed ${later.items.length} unread ${later.unreadCount}`);
  const other = exchange.sessionsUpdate({ sessionId: "a/b ü", allowNotifications: false, fcmToken: null });
  console.log(`exchange ${await refusalOf(sender, other)}`);
  await answerOf(sender, exchange.sessionsEnd({ sessionId }));
  console.log("exchange ended");
  console.log(`exchange ${await refusalOf(sender, exchange.sessionsEnd({ sessionId: "x".repeat(257) }))}`);
  await loginLines(sender);
}

/** The product's own log-in, which the host passes on, and the session that it notes on the way. */
async function loginLines(sender: EndpointSender): Promise<void> {
  const nobody = new EndpointSender({ host, isShared: true, token: () => undefined, fetch });
  const login = (password: string) =>
    exchange.sessionsLogin({ allowNotifications: true, fcmToken: `${user}-login`, others: { email: user, password } });
  const { session_id: sessionId } = (await answerOf(nobody, login("sesame"))) as { readonly session_id: string };
  console.log(`exchange logged in ${sessionId === `login-${user}`}`);
  const update = exchange.sessionsUpdate({ sessionId, fcmToken: `${user}-rotated` });
  console.log(`exchange rotated ${(await answerOf(sender, update)).allowNotifications}`);
  await answerOf(sender, exchange.sessionsEnd({ sessionId }));
  console.log(`exchange ${await refusalOf(sender, update)}`);
  console.log(`exchange ${await refusalOf(nobody, login("wrong"))}`);
}

async function remittanceLines(sender: EndpointSender): Promise<void> {
  const token = `ExpoPushToken[${user}-remittance]`;
  const registered = await answerOf(sender, remittance.devicesRegister({ token, platform: "android" }));
  console.log(`remittance registered ${registered.data.status}`);
  const page = await answerOf(sender, remittance.notificationsList());
  console.log(`remittance listed ${page.data.length} unread ${page.unreadCount}`);
  const notificationIds = page.data.map((notification) => notification.id);
  const marked = await answerOf(sender, remittance.notificationsMark({ notificationIds }));
  console.log(`remittance marked ${marked.data.updatedCount}`);
  const later = await answerOf(sender, remittance.notificationsList({ limit: 5, offset: 0 }));
  console.log(`remittance listed ${later.data.length} unread ${later.unreadCount}`);
  await answerOf(sender, remittance.preferencesSet({ lowPriorityPushEnabled: false }));
  const settings = (await answerOf(sender, remittance.preferencesGet())).data;
  console.log(`remittance set ${settings.lowPriorityPushEnabled} ${settings.emailEnabled}`);
  const nobody = new EndpointSender({ host, isShared: true, token: () => undefined, fetch });
  console.log(`remittance ${await refusalOf(nobody, remittance.preferencesGet())}`);
  console.log(`remittance unregistered ${(await answerOf(sender, remittance.devicesUnregister({ token }))).status}`);
}

async function walletLines(sender: EndpointSender): Promise<void> {
  const types = [
    "CONFIRMATION_REQUEST", "DELETED_MULTISIG_TRANSACTION", "EXECUTED_MULTISIG_TRANSACTION", "INCOMING_ETHER",
    "INCOMING_TOKEN", "MESSAGE_CONFIRMATION_REQUEST", "MODULE_TRANSACTION",
  ] as const;
  const safe = { chainId: "1", address: "0x" + "ab".repeat(20), notificationTypes: types };
  const { deviceUuid } = await answerOf(
    sender,
    wallet.devicesRegister({ cloudMessagingToken: `${user}-wallet`, deviceType: "IOS", safes: [safe] }),
  );
  console.log(`wallet registered ${deviceUuid.length === 36}`);
  const page = await answerOf(sender, wallet.notificationsList());
  console.log(`wallet listed ${page.items.length} unread ${page.unreadCount}`);
  console.log(`wallet ${await refusalOf(sender, wallet.notificationsList({ limit: 0 }))}`);
  const ids = page.items.map((item) => item.id);
  console.log(`wallet marked ${(await answerOf(sender, wallet.notificationsMark({ ids }))).updatedCount}`);
  const later = await answerOf(sender, wallet.notificationsList());
  console.log(`wallet listed ${later.items.length} unread ${later.unreadCount}`);
  const place = { chainId: "1", deviceUuid };
  const heard = await answerOf(sender, wallet.subscriptionsList({ ...place, safeAddress: safe.address }));
  console.log(`wallet types ${heard.length}`);
  await answerOf(sender, wallet.devicesUnregister(place));
  console.log("wallet unregistered");
  console.log(`wallet ${await refusalOf(sender, wallet.devicesUnregister(place))}`);
}

async function main(): Promise<void> {
  await dossierLines(senderOf(0));
  await escrowLines(senderOf(1));
  await exchangeLines(senderOf(2));
  await remittanceLines(senderOf(3));
  await walletLines(senderOf(4));
}

void main();
