import { AppLinks, EventCatalogue, type Json, readPush } from "./carillon-client";
import * as kit from "./carillon-client";
import { EndpointSender } from "./carillon-endpoints";
import * as escrow from "./escrow-endpoints";
import * as exchange from "./exchange-app";
import * as remittance from "./remittance-app";

// What the reader's app has.

declare const session: { readonly token: string | undefined };
declare const token: string;
declare const payload: Json;
declare const profile: { readonly events: Json; readonly deepLinks: Json };
declare const format: kit.MessageFormatter;
declare function forget(token: string): void;
declare function refreshBalance(asset: string): void;
