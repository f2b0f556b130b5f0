import * as kit from "./carillon-client";
import * as escrow from "./escrow-app";

// What the reader's app has.

declare function report(event: kit.RouterEvent): void;
declare function markAsRead(id: string): void;
declare function showDispute(dispute: string, escrow: string): void;
declare function showHome(): void;
