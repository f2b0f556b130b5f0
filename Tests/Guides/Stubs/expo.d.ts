// Stands in for the packages that the guide for Expo uses, as their documentation describes them.

declare module "@react-native-async-storage/async-storage" {
  const storage: { getItem(name: string): Promise<string | null>; setItem(name: string, text: string): Promise<void> };
  export default storage;
}

declare module "react-native" {
  export const Platform: { readonly OS: "ios" | "android" | "web" | "windows" | "macos" };
  export const Linking: {
    openSettings(): Promise<void>;
    getInitialURL(): Promise<string | null>;
    addEventListener(type: "url", listener: (event: { url: string }) => void): { remove(): void };
  };
}

declare module "expo-notifications" {
  export interface Notification {
    readonly date: number;
    readonly request: {
      readonly identifier: string;
      readonly content: { readonly title: string | null; readonly body: string | null; readonly data: Record<string, unknown> };
    };
  }
  export interface NotificationResponse {
    readonly actionIdentifier: string;
    readonly notification: Notification;
  }
  export interface NotificationBehavior {
    readonly shouldShowBanner: boolean;
    readonly shouldShowList: boolean;
    readonly shouldPlaySound: boolean;
    readonly shouldSetBadge: boolean;
  }
  export function requestPermissionsAsync(): Promise<{ granted: boolean; canAskAgain: boolean }>;
  export function getPermissionsAsync(): Promise<{ granted: boolean; canAskAgain: boolean }>;
  export function getExpoPushTokenAsync(options: { projectId: string }): Promise<{ readonly type: "expo"; readonly data: string }>;
  export function addPushTokenListener(listener: (token: { readonly data: unknown }) => void): { remove(): void };
  export function addNotificationResponseReceivedListener(listener: (response: NotificationResponse) => void): { remove(): void };
  export function getLastNotificationResponseAsync(): Promise<NotificationResponse | null>;
  export function setNotificationHandler(handler: {
    handleNotification(notification: Notification): Promise<NotificationBehavior>;
  }): void;
  export function setNotificationChannelAsync(
    id: string,
    channel: { name: string; importance: number; showBadge?: boolean },
  ): Promise<unknown>;
}

declare module "expo/fetch" {
  export function fetch(
    url: string,
    request?: { headers?: { [name: string]: string } },
  ): Promise<{ readonly ok: boolean; readonly body: ReadableStream<Uint8Array> | null }>;
}
