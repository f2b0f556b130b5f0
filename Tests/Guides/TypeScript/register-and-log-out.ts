import * as kit from "./carillon-client";
import { EndpointSender, requestOutcome } from "./carillon-endpoints";
import * as escrow from "./escrow-endpoints";
import * as wallet from "./wallet-app";

// What the reader's app has.

declare const host: EndpointSender;
declare const kept: kit.Json;
declare function report(event: kit.RegistrationEvent): void;
declare function carryOutTheRest(effect: kit.RegistrationEffect): Promise<void>;
declare function carryOutCall(call: kit.SubscriptionCall, request: number): Promise<void>;
