// What an app sees of the package. The modules themselves are checked against these types.

import type { CallDirection, CallState, Ending } from "../call-model/call-model.js";
import type {
  BridgeAnswer, BridgeArguments, BridgeEventName, BridgeMethod, BridgeNews, BridgePlugin,
} from "./bridge.js";

export type { CallDirection, CallState, Ending, EndReason } from "../call-model/call-model.js";

/** A value that is read whole and told of when it has changed; React's `useSyncExternalStore` takes it as it is. */
export interface Readable<T> {
  subscribe(this: void, listener: () => void): () => void;
  getSnapshot(this: void): T;
}

/** What a session proves itself with. */
export type Credentials = { readonly login: string; readonly password: string } | { readonly token: string };

export type EndOfSession = "disconnected" | "refused" | "takenOver" | "unreachable";

export interface Connection {
  readonly state: "offline" | "connecting" | "ready" | "reconnecting" | "over";
  readonly attempt: number;
  /** When it is tried again, by `performance.now()`. */
  readonly retryAt: number | null;
  readonly reason: EndOfSession | null;
  /** What to do about it, in words. */
  readonly message: string | null;
}

/** What a call is to a person. */
export type Phase =
  | "dialing" | "ringing" | "incoming" | "connecting" | "active" | "reconnecting" | "ending" | "ended";

export interface CallView {
  readonly id: string;
  /** The name that the exchange's other interfaces have for the call. */
  readonly session: string | null;
  readonly direction: CallDirection;
  readonly phase: Phase;
  /** The state of the call machine; null for a call that an app's native side has. */
  readonly state: CallState | null;
  readonly name: string | null;
  readonly number: string | null;
  readonly isMuted: boolean;
  readonly isHeld: boolean;
  readonly isHoldPending: boolean;
  readonly isHeldByPeer: boolean;
  readonly hasEarlyMedia: boolean;
  readonly media: "new" | "connecting" | "connected" | "interrupted" | "failed";
  /** Milliseconds since 1970. */
  readonly startedAt: number | null;
  readonly connectedAt: number | null;
  readonly ending: Ending | null;
  readonly quality: Quality | null;
  /** What stands in the way on this side, in words: no microphone, for instance. */
  readonly trouble: string | null;
  /** Which other device of the person has it. */
  readonly answeredOn: string | null;
  /** Where the sound comes out, where an app's native side knows. */
  readonly route: string | null;
}

export interface Quality {
  /** 1…5, by the E-model as Telnyx simplifies it; null before enough was measured. */
  readonly mos: number | null;
  readonly level: "excellent" | "good" | "fair" | "poor" | "bad" | "unknown";
  readonly jitter: number | null;
  readonly roundTrip: number | null;
  /** Of the packets expected lately, in percent. */
  readonly loss: number | null;
  readonly codec: string | null;
  /** How the media gets there: host, srflx, prflx or relay. */
  readonly route: string | null;
}

/** What the other side can do beyond calls. */
export interface Abilities {
  readonly hold: boolean;
  readonly transfer: boolean;
  /** Whether the page itself chooses where sound comes out. */
  readonly speakers: boolean;
}

export interface PhoneSnapshot {
  readonly connection: Connection;
  /** Calls that are not over, the oldest first. */
  readonly calls: readonly CallView[];
  /** The calls that ended last, the latest first. */
  readonly ended: readonly CallView[];
  readonly can: Abilities;
}

export interface DialOptions {
  /** Whom the call is with, for the screen. */
  readonly name?: string;
  readonly callerName?: string;
  readonly callerNumber?: string;
  /** Base64, made by the app. */
  readonly clientState?: string;
  /**
   * The session of an answered call that another device of the person has: this phone takes it, and that one is told
   * that it was answered elsewhere. Refused where the other side cannot change its media.
   */
  readonly replaces?: string;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
}

/** A phone, whether the page calls itself or an app's native side does. */
export interface Phone extends Readable<PhoneSnapshot> {
  readonly kind: "web" | "native";
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  /** Resolves with the call's id as soon as it is placed; how far it is stands in the snapshot. */
  dial(destination: string, options?: DialOptions): Promise<string>;
  /** Resolves when the call stands. */
  answer(call: string): Promise<void>;
  decline(call: string): Promise<void>;
  hangUp(call: string): Promise<void>;
  setMuted(call: string, isMuted: boolean): Promise<void>;
  /** Resolves when the exchange has confirmed it. */
  setHeld(call: string, isHeld: boolean): Promise<void>;
  /** 0…9, *, # and A…D. */
  sendDigits(call: string, digits: string): Promise<void>;
  /**
   * Transfers an answered call to another user, blindly. Resolves once the exchange has begun: the call ends with
   * `causeCode` 800 when the two others are connected. Otherwise it goes on, and its `trouble` says why.
   */
  transfer(call: string, destination: string): Promise<void>;
  /** Where sound comes out: an output's `deviceId` on the web, a route's id on a phone. */
  setSpeaker(id: string): Promise<void>;
  close(): void;
}

export interface WebPhoneSettings {
  /** `wss://…` of the exchange. */
  readonly url: string;
  /** May be left out where `renewCredentials` gives them. */
  readonly credentials?: Credentials;
  /** Telnyx' if left out. */
  readonly dialect?: "telnyx" | "freeswitch";
  /**
   * Asked for another token when one is over; the phone waits for it. Where it rejects it is asked again later, as
   * after a lost connection, unless the error's `isSignedOut` is true: then the session is over.
   */
  readonly renewCredentials?: () => Promise<Credentials>;
  /** Used until the exchange names others. */
  readonly iceServers?: readonly RTCIceServer[];
  readonly iceTransportPolicy?: RTCIceTransportPolicy;
  /**
   * Whether media may connect while a call rings, so that sound begins with the answer. Who calls then learns the
   * page's addresses before anyone answers. The exchange has to permit it too; false if left out.
   */
  readonly connectsWhileRinging?: boolean;
  /** Where a page keeps what the next one needs to take up its calls; `sessionStorage` if left out, null: nowhere. */
  readonly storage?: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  readonly storageKey?: string;
  /** As many calls at once; a further one is told that the line is busy. */
  readonly callsMax?: number;
  /** Constraints of the microphone beside the device. */
  readonly audio?: MediaTrackConstraints;
}

/** The phone of a page, which signals and speaks by itself. */
export interface WebPhone extends Phone {
  readonly kind: "web";
  readonly session: string;
  /** Another proof, such as a token that was refreshed. */
  setCredentials(credentials: Credentials): void;
  /** The way to the network changed: sockets and media find another. */
  networkChanged(): void;
  restartMedia(call: string): Promise<void>;
  /** Another microphone, also in the middle of a call; the mute stays. */
  setMicrophone(deviceId: string): Promise<void>;
  /** What comes from the other side of a call, to draw or record. */
  remoteStream(call: string): MediaStream | null;
  localStream(): MediaStream | null;
}

/**
 * A bridge to an app's native side, such as a Capacitor plugin. What its methods take and its events bring is declared
 * in `@carillon/phone/bridge`.
 */
export interface NativeBridge {
  call<Method extends BridgeMethod>(method: Method, args: BridgeArguments<Method>): Promise<BridgeAnswer<Method>>;
  on<Name extends BridgeEventName>(event: Name, handler: (data: BridgeNews<Name>) => void): () => void;
}

export interface NativePhoneSettings {
  readonly bridge: NativeBridge;
}

export interface NativePhone extends Phone {
  readonly kind: "native";
  /** Whatever else the bridge can do, by the plugin's own names. */
  readonly bridge: NativeBridge;
}

export declare function createWebPhone(settings: WebPhoneSettings): WebPhone;
export declare function createNativePhone(settings: NativePhoneSettings): NativePhone;
/** The native phone where there is a bridge, else the page's own; the page's settings are not asked for otherwise. */
export declare function choosePhone(choice: {
  readonly bridge: NativeBridge | null | undefined;
  readonly web: () => WebPhoneSettings;
}): Phone;
/** Wraps a Capacitor plugin as a bridge. */
export declare function capacitorBridge(plugin: BridgePlugin): NativeBridge;
/** A part of a store, told of only when that part has changed. */
export declare function select<T, Part>(store: Readable<T>, part: (value: T) => Part): Readable<Part>;

/** An event on a channel of the exchange. */
export interface NewsEvent {
  readonly channel: string;
  readonly event: string;
  readonly data: any;
  /** Counts by one in each channel and never comes twice; null from servers that have none. */
  readonly version: number | null;
  /** Whether it was missed and told again. */
  readonly isReplay: boolean;
}

export interface ChannelView {
  readonly state: "waiting" | "listening" | "refused";
  readonly version: number;
  /** Who else is there, in a presence channel. */
  readonly members: readonly { readonly id: string; readonly info: any }[];
}

export interface NewsSnapshot {
  readonly state: "offline" | "connecting" | "connected" | "waiting";
  readonly channels: Readonly<Record<string, ChannelView>>;
}

export interface NewsSettings {
  /** `wss://…/app/{key}`. */
  readonly url: string;
  /** Signs a subscription to a private channel. */
  readonly authorize: (channel: string, socketId: string) => Promise<{ auth: string; channel_data?: string }>;
  readonly onEvent: (event: NewsEvent) => void;
}

/** News of the exchange, over Pusher's protocol. */
export interface News extends Readable<NewsSnapshot> {
  /** Listens to a channel; `since`: the version that is known, so that what follows it is told again. */
  listen(channel: string, since?: number): void;
  leave(channel: string): void;
  connect(): void;
  close(): void;
}

export declare function createNews(settings: NewsSettings): News;

export interface SignedIn {
  readonly user: string;
  readonly device: { readonly id: string; readonly name: string };
}

/** The exchange's HTTP API, as far as a phone needs it. */
export interface Exchange {
  /** Who is signed in. */
  readonly signedIn: SignedIn | null;
  signIn(login: string, password: string): Promise<SignedIn>;
  signOut(): Promise<void>;
  /** A token that is good for a while; renewed where it is nearly over. Rejects while no account is signed in. */
  token(): Promise<string>;
  calls(cursor?: string): Promise<{ calls: any[]; next_cursor?: string }>;
  call(session: string): Promise<any>;
  voicemail(): Promise<{ messages: any[]; unheard: number }>;
  sound(message: string): Promise<Blob>;
  heard(message: string): Promise<void>;
  deleteMessage(message: string): Promise<void>;
  devices(): Promise<{ devices: any[] }>;
  /** Where public calls ring this page: a carrier for each organization that has its numbers from one. */
  carrierLines(): Promise<CarrierLines>;
  authorize(channel: string, socketId: string): Promise<{ auth: string; channel_data?: string }>;
}

export interface CarrierLines {
  readonly lines: readonly CarrierLine[];
  /** Organizations whose token cannot be had yet, as right after the sign-in: ask again a little later. */
  readonly missing: readonly string[];
}

/** What a phone of its own logs in with at a carrier. */
export interface CarrierLine {
  readonly organization: string;
  /** `wss://…` */
  readonly url: string;
  /** Valid until `expiresAt`, a day at most. */
  readonly token: string;
  readonly expiresAt: string;
  /** Numbers that call for help, and are to be dialed here: without a country in front. */
  readonly emergencyNumbers: readonly string[];
}

export interface ExchangeSettings {
  /** `https://…`, without a path; empty: where the page is from. */
  readonly url: string;
  /** How this installation is called in the person's list of devices. */
  readonly deviceName: string;
  readonly storage?: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  readonly fetch?: typeof fetch;
  readonly clock?: () => number;
}

export declare class ExchangeError extends Error {
  constructor(status: number, message: string);
  readonly status: number;
  /** Whether the person has to sign in again. */
  readonly isSignedOut: boolean;
}

export declare function createExchange(settings: ExchangeSettings): Exchange;
/** Whether the browser can call, and which abilities it lacks if it cannot. */
export declare function missingFeatures(): string[];
