import * as carillon from "./carillon-client";
import { line, other } from "./push-lines";
import * as dossier from "./dossier-app";
import * as escrow from "./escrow-app";
import * as exchange from "./exchange-app";
import * as odd from "./odd-app";
import * as remittance from "./remittance-app";
import * as wallet from "./wallet-app";

function dossierLine(payload: carillon.Json): string {
  const push = dossier.readPush(carillon.readPush(payload, "apns"));
  if (push.kind !== "event") return other("dossier", push);
  switch (push.event) {
    case "app.update-available":
      return line("dossier", push.recognized, [["version", push.fields.version]]);
    case "assignment.created":
      return line("dossier", push.recognized, [["dossier_id", push.fields.dossierId], ["dossier_type", push.fields.dossierType], ["assignment_role", push.fields.role]]);
    case "calendar.event-in-fifteen-minutes":
      return line("dossier", push.recognized, [["event_id", push.fields.eventId]]);
    case "message.received":
      return line("dossier", push.recognized, [["thread_id", push.fields.threadId]]);
    case "mou.expiring":
      return line("dossier", push.recognized, [["mou_id", push.fields.mouId], ["dossier_id", push.fields.dossierId]]);
    case "notification.sent":
      return line("dossier", push.recognized, []);
    case "signal.critical":
      return line("dossier", push.recognized, [["signal_id", push.fields.signalId], ["dossier_id", push.fields.dossierId]]);
    case "sync.conflict":
      return line("dossier", push.recognized, [["dossier_id", push.fields.dossierId]]);
  }
}

function escrowLine(payload: carillon.Json): string {
  const push = escrow.readPush(carillon.readPush(payload, "apns"));
  if (push.kind !== "event") return other("escrow", push);
  switch (push.event) {
    case "dispute.raised":
      return line("escrow", push.recognized, [["entity_id", push.fields.disputeId], ["escrow_id", push.fields.escrowId]]);
    case "escrow.accepted":
      return line("escrow", push.recognized, [["entity_id", push.fields.escrowId]]);
    case "milestone.completed":
      return line("escrow", push.recognized, [["entity_id", push.fields.milestoneId], ["escrow_id", push.fields.escrowId]]);
    case "payout.succeeded":
      return line("escrow", push.recognized, [["entity_id", push.fields.payoutId], ["escrow_id", push.fields.escrowId]]);
  }
}

function exchangeLine(payload: carillon.Json): string {
  const push = exchange.readPush(carillon.readPush(payload, "apns"));
  if (push.kind !== "event") return other("exchange", push);
  switch (push.event) {
    case "campaign.message":
      return line("exchange", push.recognized, [["action", push.fields.action], ["campaign_id", push.fields.campaignId], ["campaign_name", push.fields.campaignName]]);
    case "deposit.confirmed":
      return line("exchange", push.recognized, [["transaction_id", push.fields.transactionId], ["amount", push.fields.amountValue], ["asset", push.fields.amountCurrency], ["network", push.fields.network]]);
    case "deposit.received":
      return line("exchange", push.recognized, [["transaction_id", push.fields.transactionId], ["amount", push.fields.amountValue], ["asset", push.fields.amountCurrency], ["network", push.fields.network]]);
    case "notice":
      return line("exchange", push.recognized, [["action", push.fields.action]]);
    case "welcome":
      return line("exchange", push.recognized, []);
    case "withdrawal.initiated":
      return line("exchange", push.recognized, [["transaction_id", push.fields.transactionId], ["amount", push.fields.amountValue], ["asset", push.fields.amountCurrency], ["destination", push.fields.destination]]);
    case "withdrawal.processed":
      return line("exchange", push.recognized, [["transaction_id", push.fields.transactionId], ["amount", push.fields.amountValue], ["asset", push.fields.amountCurrency], ["status", push.fields.status]]);
  }
}

function oddLine(payload: carillon.Json): string {
  const push = odd.readPush(carillon.readPush(payload, "apns"));
  if (push.kind !== "event") return other("odd", push);
  switch (push.event) {
    case "a-2b":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "any":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "arguments":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "array":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "await":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "big-decimal":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "bool":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "boolean":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "carillon":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "carillon.event":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "carillon.payload":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "carillon.uuid":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "case-iterable":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "class":
      return line("odd", push.recognized, [["m class", push.fields.class], ["m init", push.fields.init], ["m self", push.fields.self], ["m default", push.fields.default], ["m from", push.fields.from], ["m to", push.fields.to], ["m in", push.fields.in], ["m var", push.fields.var], ["m val", push.fields.val], ["m event", push.fields.event_], ["m description", push.fields.description], ["m hashCode", push.fields.hashCode], ["m it", push.fields.it], ["m data", push.fields.data_], ["m type", push.fields.type], ["m object", push.fields.object], ["m fun", push.fields.fun], ["m when", push.fields.when], ["m is", push.fields.is], ["m as", push.fields.as], ["m try", push.fields.try], ["m new", push.fields.new], ["m delete", push.fields.delete], ["m constructor", push.fields.constructor_], ["m toString", push.fields.toString_], ["m component1", push.fields.component1], ["m copy", push.fields.copy], ["m json", push.fields.json], ["m Any", push.fields.any], ["m customMirror", push.fields.customMirror], ["m carillon_tenant", push.fields.carillonTenant], ["m carillon_members", push.fields.carillonMembers], ["m URL", push.fields.url], ["m snake_CASE_Name", push.fields.snakeCaseName], ["m element", push.fields.element], ["m tenant", push.fields.tenant], ["m where", push.fields.where], ["m repeat", push.fields.repeat], ["m actor", push.fields.actor], ["m package", push.fields.package], ["m string", push.fields.string], ["m enum", push.fields.enum], ["m a", push.fields.a], ["m odd_events", push.fields.oddEvents]]);
    case "date":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "default":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "delete":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "error":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "eval":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "everything":
      return line("odd", push.recognized, [["m text", push.fields.text], ["m integer", push.fields.integer], ["m long_integer", push.fields.longInteger], ["m decimal", push.fields.decimal], ["m money", push.fields.money], ["m boolean", push.fields.boolean], ["m choice", push.fields.choice], ["m uuid", push.fields.uuid], ["m slug", push.fields.slug], ["m path", push.fields.path], ["m url", push.fields.url], ["m email", push.fields.email], ["m instant", push.fields.instant], ["m date", push.fields.date], ["m list", push.fields.list], ["m choices", push.fields.choices], ["m moneys", push.fields.moneys], ["m map", push.fields.map], ["m localized", push.fields.localized], ["m maybe", push.fields.maybe], ["m secret", push.fields.secret?.reveal()]]);
    case "exports":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "function":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "hashable":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "import":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "instant":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "int64":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "list":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "localized.text":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "long":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "map":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "mirror":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "module":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "new":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "object":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "odd-app":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "odd.events":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "optional":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "pair":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "promise":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "readonly-map":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "require":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "secret":
      return line("odd", push.recognized, [["m code", push.fields.code.reveal()], ["m open", push.fields.open], ["m kind", push.fields.kind?.reveal()]]);
    case "self":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "sendable":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "string":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "swift":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "symbol":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "tenant":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "type":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
    case "void":
      return line("odd", push.recognized, [["m value", push.fields.value]]);
  }
}

function remittanceLine(payload: carillon.Json): string {
  const push = remittance.readPush(carillon.readPush(payload, "apns"));
  if (push.kind !== "event") return other("remittance", push);
  switch (push.event) {
    case "promotional":
      return line("remittance", push.recognized, []);
    case "promotional-feature":
      return line("remittance", push.recognized, [["targetId", push.fields.feature]]);
    case "qr_payment":
      return line("remittance", push.recognized, [["targetId", push.fields.transactionId]]);
    case "rate_update":
      return line("remittance", push.recognized, [["targetId", push.fields.targetId]]);
    case "security":
      return line("remittance", push.recognized, []);
    case "system":
      return line("remittance", push.recognized, []);
    case "transaction_complete":
      return line("remittance", push.recognized, [["targetId", push.fields.transactionId]]);
  }
}

function walletLine(payload: carillon.Json): string {
  const push = wallet.readPush(carillon.readPush(payload, "apns"));
  if (push.kind !== "event") return other("wallet", push);
  switch (push.event) {
    case "confirmation-request":
      return line("wallet", push.recognized, [["chainId", push.fields.chainId], ["address", push.fields.address], ["to", push.fields.to], ["safeTxHash", push.fields.safeTxHash]]);
    case "deleted-multisig-transaction":
      return line("wallet", push.recognized, [["chainId", push.fields.chainId], ["address", push.fields.address], ["safeTxHash", push.fields.safeTxHash]]);
    case "executed-multisig-transaction":
      return line("wallet", push.recognized, [["chainId", push.fields.chainId], ["address", push.fields.address], ["to", push.fields.to], ["safeTxHash", push.fields.safeTxHash], ["txHash", push.fields.txHash], ["failed", push.fields.failed], ["data", push.fields.data_]]);
    case "incoming-ether":
      return line("wallet", push.recognized, [["chainId", push.fields.chainId], ["address", push.fields.address], ["txHash", push.fields.txHash], ["value", push.fields.value]]);
    case "incoming-token":
      return line("wallet", push.recognized, [["chainId", push.fields.chainId], ["address", push.fields.address], ["tokenAddress", push.fields.tokenAddress], ["txHash", push.fields.txHash]]);
    case "message-confirmation-request":
      return line("wallet", push.recognized, [["chainId", push.fields.chainId], ["address", push.fields.address], ["messageHash", push.fields.messageHash]]);
    case "module-transaction":
      return line("wallet", push.recognized, [["chainId", push.fields.chainId], ["address", push.fields.address], ["module", push.fields.module], ["txHash", push.fields.txHash]]);
  }
}

export const pushLines: readonly string[] = [
  dossierLine({["deep_link"]: "intldossier://notifications", ["version"]: "1.4.0", ["notification_type"]: "system", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["dossier_type"]: "country", ["assignment_role"]: "country_analyst", ["notification_type"]: "assignment", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440003", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440003", ["dossier_type"]: "theme", ["assignment_role"]: "member", ["notification_type"]: "assignment", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440002", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440002", ["dossier_type"]: "country", ["assignment_role"]: "reviewer", ["notification_type"]: "assignment", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://calendar/880e8400-e29b-41d4-a716-446655440003", ["event_id"]: "880e8400-e29b-41d4-a716-446655440003", ["notification_type"]: "calendar", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://calendar/880e8400-e29b-41d4-a716-446655440003", ["event_id"]: "880e8400-e29b-41d4-a716-446655440003", ["notification_type"]: "calendar", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["thread_id"]: "bb0e8400-e29b-41d4-a716-446655440006", ["notification_type"]: "message", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["thread_id"]: "bb0e8400-e29b-41d4-a716-446655440006", ["notification_type"]: "message", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["thread_id"]: "bb0e8400-e29b-41d4-a716-446655440006", ["notification_type"]: "message", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["thread_id"]: "bb0e8400-e29b-41d4-a716-446655440006", ["notification_type"]: "message", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["thread_id"]: "bb0e8400-e29b-41d4-a716-446655440006", ["notification_type"]: "message", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["thread_id"]: "bb0e8400-e29b-41d4-a716-446655440006", ["notification_type"]: "message", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["mou_id"]: "cc0e8400-e29b-41d4-a716-446655440007", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://signals/990e8400-e29b-41d4-a716-446655440004", ["signal_id"]: "990e8400-e29b-41d4-a716-446655440004", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "signal", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["version"]: "1.4.0", ["notification_type"]: "system"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["dossier_type"]: "country", ["assignment_role"]: "country_analyst", ["notification_type"]: "assignment"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440003", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440003", ["dossier_type"]: "theme", ["assignment_role"]: "member", ["notification_type"]: "assignment"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440002", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440002", ["dossier_type"]: "country", ["assignment_role"]: "reviewer", ["notification_type"]: "assignment"}),
  dossierLine({["deep_link"]: "intldossier://calendar/880e8400-e29b-41d4-a716-446655440003", ["event_id"]: "880e8400-e29b-41d4-a716-446655440003", ["notification_type"]: "calendar"}),
  dossierLine({["deep_link"]: "intldossier://calendar/880e8400-e29b-41d4-a716-446655440003", ["event_id"]: "880e8400-e29b-41d4-a716-446655440003", ["notification_type"]: "calendar"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["thread_id"]: "bb0e8400-e29b-41d4-a716-446655440006", ["notification_type"]: "message"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["thread_id"]: "bb0e8400-e29b-41d4-a716-446655440006", ["notification_type"]: "message"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["thread_id"]: "bb0e8400-e29b-41d4-a716-446655440006", ["notification_type"]: "message"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["thread_id"]: "bb0e8400-e29b-41d4-a716-446655440006", ["notification_type"]: "message"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["thread_id"]: "bb0e8400-e29b-41d4-a716-446655440006", ["notification_type"]: "message"}),
  dossierLine({["deep_link"]: "intldossier://notifications", ["thread_id"]: "bb0e8400-e29b-41d4-a716-446655440006", ["notification_type"]: "message"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["mou_id"]: "cc0e8400-e29b-41d4-a716-446655440007", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system"}),
  dossierLine({}),
  dossierLine({["deep_link"]: "intldossier://signals/990e8400-e29b-41d4-a716-446655440004", ["signal_id"]: "990e8400-e29b-41d4-a716-446655440004", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "signal"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system"}),
  dossierLine({["deep_link"]: "intldossier://dossiers/660e8400-e29b-41d4-a716-446655440001", ["dossier_id"]: "660e8400-e29b-41d4-a716-446655440001", ["notification_type"]: "system"}),
  dossierLine({["type"]: "NOBODY'S"}),
  dossierLine({}),
  escrowLine({["entity_type"]: "dispute", ["entity_id"]: "7a1d4e62-0c9b-4f38-8e15-b6f2a7c3d410", ["escrow_id"]: "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", ["action_label"]: "View dispute", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  escrowLine({["entity_type"]: "escrow", ["entity_id"]: "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", ["escrow_id"]: "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", ["action_label"]: "View escrow", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  escrowLine({["entity_type"]: "escrow", ["entity_id"]: "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", ["escrow_id"]: "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", ["action_label"]: "Accept", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  escrowLine({["entity_type"]: "milestone", ["entity_id"]: "d48b0f93-5a7e-4c21-96d8-3e1f7a5c9b06", ["escrow_id"]: "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", ["action_label"]: "Release funds", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  escrowLine({["entity_type"]: "payout", ["entity_id"]: "1b7c3e58-8d24-4a6f-b90e-5f2d8c7a4e13", ["escrow_id"]: "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", ["action_label"]: "View payout", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  escrowLine({["entity_type"]: "payout", ["entity_id"]: "1b7c3e58-8d24-4a6f-b90e-5f2d8c7a4e13", ["escrow_id"]: "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", ["action_label"]: "View payout", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  escrowLine({["entity_type"]: "payout", ["entity_id"]: "1b7c3e58-8d24-4a6f-b90e-5f2d8c7a4e13", ["escrow_id"]: "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", ["action_label"]: "View payout", ["notification_id"]: "00000000-0000-7000-8000-000000000001"}),
  escrowLine({["entity_type"]: "dispute", ["entity_id"]: "7a1d4e62-0c9b-4f38-8e15-b6f2a7c3d410", ["escrow_id"]: "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", ["action_label"]: "View dispute"}),
  escrowLine({["entity_type"]: "escrow", ["entity_id"]: "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", ["escrow_id"]: "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", ["action_label"]: "View escrow"}),
  escrowLine({["entity_type"]: "escrow", ["entity_id"]: "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", ["escrow_id"]: "3f2b8c1e-6d0a-4b57-9a43-1c7e5d2f8a90", ["action_label"]: "Accept"}),
  escrowLine({["entity_type"]: "milestone", ["entity_id"]: "d48b0f93-5a7e-4c21-96d8-3e1f7a5c9b06", ["escrow_id"]: "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", ["action_label"]: "Release funds"}),
  escrowLine({["entity_type"]: "payout", ["entity_id"]: "1b7c3e58-8d24-4a6f-b90e-5f2d8c7a4e13", ["escrow_id"]: "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", ["action_label"]: "View payout"}),
  escrowLine({["entity_type"]: "payout", ["entity_id"]: "1b7c3e58-8d24-4a6f-b90e-5f2d8c7a4e13", ["escrow_id"]: "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", ["action_label"]: "View payout"}),
  escrowLine({["entity_type"]: "payout", ["entity_id"]: "1b7c3e58-8d24-4a6f-b90e-5f2d8c7a4e13", ["escrow_id"]: "9c5e1a74-2f8d-4d06-b3a9-e07c6b4d1f52", ["action_label"]: "View payout"}),
  escrowLine({["type"]: "NOBODY'S"}),
  escrowLine({}),
  exchangeLine({["action"]: "NONE", ["campaign_id"]: "cmp_2026_02", ["campaign_name"]: "Zero-fee February"}),
  exchangeLine({["action"]: "NONE", ["campaign_id"]: "cmp_2026_02", ["campaign_name"]: "Zero-fee February"}),
  exchangeLine({["action"]: "DEPOSIT_CONFIRMED", ["campaign_id"]: "", ["campaign_name"]: "", ["transaction_id"]: "txn_5d20c7", ["amount"]: "100.00", ["asset"]: "USDC", ["network"]: "base"}),
  exchangeLine({["action"]: "DEPOSIT_RECEIVED", ["campaign_id"]: "", ["campaign_name"]: "", ["transaction_id"]: "txn_5d20c7", ["amount"]: "100.00", ["asset"]: "USDC", ["network"]: "base"}),
  exchangeLine({["action"]: "DEPOSIT_RECEIVED", ["campaign_id"]: "", ["campaign_name"]: "", ["transaction_id"]: "txn_5d20c8", ["amount"]: "7", ["asset"]: "W", ["network"]: "base"}),
  exchangeLine({["action"]: "NONE", ["campaign_id"]: "", ["campaign_name"]: ""}),
  exchangeLine({["action"]: "DEPOSIT_RECEIVED", ["campaign_id"]: "", ["campaign_name"]: "", ["promo.code"]: "", ["transaction_id"]: "txn_5d20c7"}),
  exchangeLine({["action"]: "NONE", ["campaign_id"]: "", ["campaign_name"]: ""}),
  exchangeLine({["action"]: "NONE", ["campaign_id"]: "", ["campaign_name"]: ""}),
  exchangeLine({["action"]: "WITHDRAWAL_INITIATED", ["campaign_id"]: "", ["campaign_name"]: "", ["transaction_id"]: "txn_91b3e8", ["amount"]: "50.00", ["asset"]: "USDC", ["destination"]: "0x8Ba1f109551bD432803012645Ac136ddd64DBA72"}),
  exchangeLine({["action"]: "WITHDRAWAL_PROCESSED", ["campaign_id"]: "", ["campaign_name"]: "", ["transaction_id"]: "txn_91b3e8", ["amount"]: "50.00", ["asset"]: "USDC", ["status"]: "completed"}),
  exchangeLine({["action"]: "WITHDRAWAL_PROCESSED", ["campaign_id"]: "", ["campaign_name"]: "", ["transaction_id"]: "txn_91b3e8", ["amount"]: "50.00", ["asset"]: "USDC", ["status"]: "failed"}),
  exchangeLine({["action"]: "NONE", ["campaign_id"]: "cmp_2026_02"}),
  exchangeLine({["action"]: "NONE", ["campaign_id"]: "cmp_2026_02"}),
  exchangeLine({["action"]: "DEPOSIT_CONFIRMED", ["campaign_id"]: "", ["campaign_name"]: "", ["transaction_id"]: "txn_5d20c7", ["amount"]: "100.00", ["asset"]: "USDC"}),
  exchangeLine({["action"]: "DEPOSIT_RECEIVED", ["campaign_id"]: "", ["campaign_name"]: "", ["transaction_id"]: "txn_5d20c7", ["amount"]: "100.00", ["asset"]: "USDC"}),
  exchangeLine({["action"]: "DEPOSIT_RECEIVED", ["campaign_id"]: "", ["campaign_name"]: "", ["transaction_id"]: "txn_5d20c8", ["amount"]: "7", ["asset"]: "W"}),
  exchangeLine({["action"]: "NONE", ["campaign_id"]: ""}),
  exchangeLine({["action"]: "DEPOSIT_RECEIVED", ["campaign_id"]: "", ["campaign_name"]: "", ["promo.code"]: ""}),
  exchangeLine({["action"]: "NONE", ["campaign_id"]: ""}),
  exchangeLine({["action"]: "NONE", ["campaign_id"]: ""}),
  exchangeLine({["action"]: "WITHDRAWAL_INITIATED", ["campaign_id"]: "", ["campaign_name"]: "", ["transaction_id"]: "txn_91b3e8", ["amount"]: "50.00", ["asset"]: "USDC"}),
  exchangeLine({["action"]: "WITHDRAWAL_PROCESSED", ["campaign_id"]: "", ["campaign_name"]: "", ["transaction_id"]: "txn_91b3e8", ["amount"]: "50.00", ["asset"]: "USDC"}),
  exchangeLine({["action"]: "WITHDRAWAL_PROCESSED", ["campaign_id"]: "", ["campaign_name"]: "", ["transaction_id"]: "txn_91b3e8", ["amount"]: "50.00", ["asset"]: "USDC"}),
  exchangeLine({["type"]: "NOBODY'S"}),
  exchangeLine({}),
  oddLine({["__proto__"]: "class", ["m class"]: "$class", ["m in"]: "${in}", ["m event"]: "{\"type\":\"class\"}", ["m string"]: "☃", ["m enum"]: "if,else"}),
  oddLine({["__proto__"]: "everything", ["m text"]: "é\"\\\n", ["m integer"]: "-3", ["m long_integer"]: "9007199254740993", ["m decimal"]: "-0.10", ["m money"]: "12.50 NGN", ["m boolean"]: "true", ["m choice"]: "a", ["m uuid"]: "0b54f7a8-8d3f-4f3e-9a56-8e4f0c6d2a11", ["m slug"]: "a-B_9", ["m path"]: "a/b", ["m url"]: "https://a.example:8443/b?c#d", ["m email"]: "a.b@example.com", ["m instant"]: "2026-02-25T12:00:00Z", ["m date"]: "2024-02-29", ["m list"]: "a,b", ["m choices"]: "x y,z", ["m moneys"]: "12.50 NGN", ["m map"]: "{\"a\":\"1\",\"b\":\"$x\"}", ["m localized"]: "a", ["m maybe"]: "38", ["m secret"]: "sesame"}),
  oddLine({["__proto__"]: "string"}),
  oddLine({["__proto__"]: "class", ["m class"]: "$class", ["m in"]: "${in}", ["m event"]: "{\"type\":\"class\"}", ["m string"]: "☃"}),
  oddLine({["__proto__"]: "everything", ["m text"]: "é\"\\\n", ["m integer"]: "-3", ["m long_integer"]: "9007199254740993", ["m decimal"]: "-0.10", ["m money"]: "12.50 NGN", ["m boolean"]: "true", ["m choice"]: "a", ["m uuid"]: "0b54f7a8-8d3f-4f3e-9a56-8e4f0c6d2a11", ["m slug"]: "a-B_9", ["m path"]: "a/b", ["m url"]: "https://a.example:8443/b?c#d", ["m email"]: "a.b@example.com", ["m instant"]: "2026-02-25T12:00:00Z", ["m date"]: "2024-02-29", ["m list"]: "a,b", ["m choices"]: "x y,z", ["m moneys"]: "12.50 NGN", ["m map"]: "{\"a\":\"1\",\"b\":\"$x\"}", ["m localized"]: "a", ["m maybe"]: "38"}),
  oddLine({}),
  oddLine({["__proto__"]: "everything", ["m text"]: "é\"\\\n", ["m integer"]: "-3", ["m long_integer"]: "9007199254740993", ["m decimal"]: "-0.10", ["m money"]: "12.50 NGN", ["m boolean"]: "yes", ["m choice"]: "a", ["m uuid"]: "0b54f7a8-8d3f-4f3e-9a56-8e4f0c6d2a11", ["m slug"]: "a-B_9", ["m path"]: "a/b", ["m url"]: "https://a.example:8443/b?c#d", ["m email"]: "a.b@example.com", ["m instant"]: "2026-02-25T12:00:00Z", ["m date"]: "2024-02-29", ["m list"]: "a,b", ["m choices"]: "x y,z", ["m moneys"]: "12.50 NGN", ["m map"]: "{\"a\":\"1\",\"b\":\"$x\"}", ["m localized"]: "a", ["m maybe"]: "38", ["m secret"]: "sesame"}),
  oddLine({["type"]: "NOBODY'S"}),
  oddLine({}),
  remittanceLine({["type"]: "promotional", ["notificationId"]: "noti_0000000000000001"}),
  remittanceLine({["type"]: "promotional", ["targetId"]: "gebyrfri-uke", ["notificationId"]: "noti_0000000000000001"}),
  remittanceLine({["type"]: "promotional", ["targetId"]: "tilbud/2026/gebyrfri-uke", ["notificationId"]: "noti_0000000000000001"}),
  remittanceLine({["type"]: "qr_payment", ["targetId"]: "tx_qr_1", ["notificationId"]: "noti_0000000000000001"}),
  remittanceLine({["type"]: "rate_update", ["targetId"]: "NOK-RSD", ["notificationId"]: "noti_0000000000000001"}),
  remittanceLine({["type"]: "rate_update", ["targetId"]: "NOK-EUR", ["notificationId"]: "noti_0000000000000001"}),
  remittanceLine({["type"]: "security", ["notificationId"]: "noti_0000000000000001"}),
  remittanceLine({["type"]: "security", ["notificationId"]: "noti_0000000000000001"}),
  remittanceLine({["type"]: "security", ["notificationId"]: "noti_0000000000000001"}),
  remittanceLine({["type"]: "system", ["notificationId"]: "noti_0000000000000001"}),
  remittanceLine({["type"]: "transaction_complete", ["targetId"]: "tx_rem_1", ["notificationId"]: "noti_0000000000000001"}),
  remittanceLine({["type"]: "transaction_complete", ["targetId"]: "tx_rem_2", ["notificationId"]: "noti_0000000000000001"}),
  remittanceLine({["type"]: "promotional"}),
  remittanceLine({["type"]: "promotional", ["targetId"]: "gebyrfri-uke"}),
  remittanceLine({["type"]: "promotional", ["targetId"]: "tilbud/2026/gebyrfri-uke"}),
  remittanceLine({["type"]: "qr_payment", ["targetId"]: "tx_qr_1"}),
  remittanceLine({["type"]: "rate_update", ["targetId"]: "NOK-RSD"}),
  remittanceLine({["type"]: "rate_update", ["targetId"]: "NOK-EUR"}),
  remittanceLine({["type"]: "security"}),
  remittanceLine({["type"]: "security"}),
  remittanceLine({["type"]: "security"}),
  remittanceLine({["type"]: "system"}),
  remittanceLine({["type"]: "transaction_complete", ["targetId"]: "tx_rem_1"}),
  remittanceLine({["type"]: "transaction_complete", ["targetId"]: "tx_rem_2"}),
  remittanceLine({["type"]: "NOBODY'S"}),
  remittanceLine({}),
  walletLine({["type"]: "CONFIRMATION_REQUEST", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["to"]: "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58", ["safeTxHash"]: "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184"}),
  walletLine({["type"]: "DELETED_MULTISIG_TRANSACTION", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["safeTxHash"]: "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184"}),
  walletLine({["type"]: "EXECUTED_MULTISIG_TRANSACTION", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["to"]: "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58", ["safeTxHash"]: "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184", ["txHash"]: "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137", ["failed"]: "false", ["data"]: "0xa9059cbb"}),
  walletLine({["type"]: "EXECUTED_MULTISIG_TRANSACTION", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["to"]: "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58", ["safeTxHash"]: "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184", ["txHash"]: "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137", ["failed"]: "true"}),
  walletLine({["type"]: "INCOMING_ETHER", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["txHash"]: "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137", ["value"]: "1500000000000000000"}),
  walletLine({["type"]: "INCOMING_ETHER", ["chainId"]: "5000", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["txHash"]: "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137", ["value"]: "1"}),
  walletLine({["type"]: "INCOMING_TOKEN", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["tokenAddress"]: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", ["txHash"]: "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137"}),
  walletLine({["type"]: "MESSAGE_CONFIRMATION_REQUEST", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["messageHash"]: "0x44dd5e0b8a7c6f1d2e3b4a59c8d7e6f0a1b2c3d4e5f60718293a4b5c6d7e8f90"}),
  walletLine({["type"]: "MODULE_TRANSACTION", ["chainId"]: "100", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["module"]: "0x1Fb403834C911eB98d56E74F5182b0d64C3b3b4D", ["txHash"]: "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137"}),
  walletLine({["type"]: "CONFIRMATION_REQUEST", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["to"]: "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58"}),
  walletLine({["type"]: "DELETED_MULTISIG_TRANSACTION", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe"}),
  walletLine({["type"]: "EXECUTED_MULTISIG_TRANSACTION", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["to"]: "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58", ["safeTxHash"]: "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184", ["txHash"]: "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137", ["failed"]: "false"}),
  walletLine({["type"]: "EXECUTED_MULTISIG_TRANSACTION", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["to"]: "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58", ["safeTxHash"]: "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184", ["txHash"]: "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137"}),
  walletLine({["type"]: "INCOMING_ETHER", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["txHash"]: "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137"}),
  walletLine({["type"]: "INCOMING_ETHER", ["chainId"]: "5000", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["txHash"]: "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137"}),
  walletLine({["type"]: "INCOMING_TOKEN", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["tokenAddress"]: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"}),
  walletLine({["type"]: "MESSAGE_CONFIRMATION_REQUEST", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe"}),
  walletLine({["type"]: "MODULE_TRANSACTION", ["chainId"]: "100", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["module"]: "0x1Fb403834C911eB98d56E74F5182b0d64C3b3b4D"}),
  walletLine({["type"]: "EXECUTED_MULTISIG_TRANSACTION", ["chainId"]: "1", ["address"]: "0x5aFE3855358E112B5647B952709E6165e1c1eEEe", ["to"]: "0x22bB7D2fC1a9E04b6c3D8e5F7a0B9c4d1E6f3A58", ["safeTxHash"]: "0x11aa7be4f2c8d95a06e3b1f4c7d8a9e2f5b6c3d0a1e4f7b8c9d2e5a6f3b0c184", ["txHash"]: "0x33ccd1f0a9e84b7c5d26e3f81b4a9c07d5e2f6a8b3c1d4e7f9a0b5c8d2e6f137", ["failed"]: "yes"}),
  walletLine({["type"]: "NOBODY'S"}),
  walletLine({}),
];
