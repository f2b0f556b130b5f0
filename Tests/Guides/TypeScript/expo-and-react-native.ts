import * as kit from "./carillon-client";
import * as escrow from "./escrow-app";

// What the reader's app has.

declare let registration: kit.RegistrationState;
declare const projectId: string;
declare const address: string;
declare const locale: string;
declare function token(): string;
declare function carryOut(effect: kit.RegistrationEffect): Promise<void>;
declare function reportPermission(event: kit.PermissionEvent): void;
declare function show(effect: kit.PermissionEffect): void;
declare function route(event: kit.RouterEvent): void;
declare function isOnScreen(id: string | null): boolean;
