import * as kit from "./carillon-client";
import { EndpointSender } from "./carillon-endpoints";
import * as dossier from "./dossier-endpoints";

// What the reader's app has.

declare const host: EndpointSender;
declare const user: string;
declare const today: string;
declare const request: number;
declare const state: kit.InboxState;
declare const storage: { getItem(name: string): Promise<string | null>; setItem(name: string, text: string): Promise<void> };
declare function report(event: kit.InboxEvent): void;
