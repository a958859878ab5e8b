// The package as an app sees it. The modules themselves are checked against these types.

import type { CallDirection, CallState, Ending } from "../call-model/call-model.js";
import type {
  AudioOutput, AudioRoute, BridgeAnswer, BridgeArguments, BridgeEventName, BridgeMethod, BridgeNews, BridgePlugin,
  CallElsewhere, NetworkState,
} from "./bridge.js";

export type { CallDirection, CallState, Ending, EndReason } from "../call-model/call-model.js";
export { createNews } from "./news.js";
export type { ChannelView, News, NewsEvent, NewsSettings, NewsSnapshot } from "./news.js";

/** A value that is read as a whole and notifies of its changes. It fits React's `useSyncExternalStore`. */
export interface Readable<T> {
  subscribe(this: void, listener: () => void): () => void;
  getSnapshot(this: void): T;
}

/** The proof with which a session logs in. */
export type Credentials =
  | { readonly login: string; readonly password: string } | { readonly token: string } | AssistantCredentials;

/** A login without an account, for calls to one assistant at Telnyx, whatever is dialed. */
export interface AssistantCredentials {
  /** Its id. */
  readonly assistant: string;
  /** By default `ai_assistant`. */
  readonly type?: string;
  /** The id of a version of it, if not the present one. */
  readonly version?: string;
  /** Parameters for it, as Telnyx describes them. */
  readonly params?: Readonly<Record<string, unknown>>;
}

export type EndOfSession = "disconnected" | "refused" | "takenOver" | "unreachable";

export interface Connection {
  readonly state: "offline" | "connecting" | "ready" | "reconnecting" | "over";
  readonly attempt: number;
  /** The time of the next attempt, by `performance.now()`; null while none is due. */
  readonly retryAt: number | null;
  readonly reason: EndOfSession | null;
  /** The remedy, as a sentence for the person; null while there is nothing to do. */
  readonly message: string | null;
}

/** The phase of a call, as a person sees it. */
export type Phase =
  | "dialing" | "ringing" | "incoming" | "connecting" | "active" | "reconnecting" | "ending" | "ended";

/**
 * What the other side says of its video: nothing yet; that it has none; that it can have some, and sends none; that it
 * sends some.
 */
export type PeerVideo = "none" | "refused" | "off" | "on";

export interface CallView {
  readonly id: string;
  /** The session id, by which the exchange's other interfaces know the call. */
  readonly session: string | null;
  readonly direction: CallDirection;
  readonly phase: Phase;
  /** The state of the call machine; null if an app's native side has the call. */
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
  /** A problem on this side, as a sentence, such as a missing microphone; null without one. */
  readonly trouble: string | null;
  /** The name of the person's other device that has the call; null if none has. */
  readonly answeredOn: string | null;
  /** The audio route in use, if an app's native side reports it; else null. */
  readonly route: string | null;
  /** Whether this page's camera is open for the call. */
  readonly isVideoOn: boolean;
  readonly peerVideo: PeerVideo;
  /** Why this side's picture is not sent, as a sentence, such as a missing camera; null without such a reason. */
  readonly videoTrouble: string | null;
  /**
   * How the relays refused, each address and code once, if there are some and none gave this page a candidate. The call
   * connects all the same where it needs no relay. Null otherwise, as soon as a relay works again, where a path was
   * found before a relay was asked, and for a native phone. It stays with an ended call, and is empty there if a call
   * without a path ended and the browser did not say how the relays refused.
   */
  readonly relaysUnavailable: readonly RelayRefusal[] | null;
}

/** How a relay refused. */
export interface RelayRefusal {
  /** Its address, such as `turn:relay.example.com:3478?transport=udp`; never a credential. */
  readonly url: string;
  /** The error of STUN, such as 401 for a wrong credential and 486 for a full quota; 701 if it cannot be reached. */
  readonly code: number;
  /** What the relay, or the browser, says of it, at most 128 characters. */
  readonly text: string;
}

export interface Quality {
  /** 1…5, by the E-model as Telnyx simplifies it; null before enough was measured. */
  readonly mos: number | null;
  readonly level: "excellent" | "good" | "fair" | "poor" | "bad" | "unknown";
  readonly jitter: number | null;
  readonly roundTrip: number | null;
  /** The share of lost packets among those expected lately, in percent. */
  readonly loss: number | null;
  readonly codec: string | null;
  /** The kind of the local candidate in use: host, srflx, prflx or relay. */
  readonly route: string | null;
  /**
   * The time without a packet, in milliseconds: in a browser the time since the last one, in an app the longest since
   * the former measurement.
   */
  readonly gap: number | null;
  /** The sound that concealment has made since the call began, in milliseconds. */
  readonly concealed: number | null;
}

/** The abilities of the other side and of this page beyond placing and answering calls. */
export interface Abilities {
  readonly hold: boolean;
  readonly transfer: boolean;
  /** Whether `setSpeaker` can choose the loudspeaker. */
  readonly speakers: boolean;
  /** Whether this phone has video. A native phone has none. */
  readonly video: boolean;
}

export interface PhoneSnapshot {
  readonly connection: Connection;
  /** Calls that are not over, the oldest first. */
  readonly calls: readonly CallView[];
  /** The calls that ended last, the latest first. */
  readonly ended: readonly CallView[];
  readonly can: Abilities;
  /** Null on the web, and until an app's native side has given its first snapshot. */
  readonly device: NativeDevice | null;
}

/** The device and its person, as an app's native side describes them beside the calls. */
export interface NativeDevice {
  readonly isSignedIn: boolean;
  /** The active organization; null without one. */
  readonly organization: string | null;
  readonly network: NetworkState;
  readonly isSpeakerOn: boolean;
  /** The audio output in use. */
  readonly route: AudioRoute;
  /** The available audio outputs; `setSpeaker` takes their ids. */
  readonly routes: readonly AudioOutput[];
  /** Answered calls that other devices of the person have. `dial` takes one by its session, as `replaces`. */
  readonly callsElsewhere: readonly CallElsewhere[];
  /** The number of missed and dropped calls that the person has not seen. */
  readonly unread: number;
}

export interface AnswerOptions {
  /**
   * Opens the camera, and answers with video if the caller offers it. Otherwise it is offered once the call is active.
   * Without a camera the call goes on as voice, and `videoTrouble` says why.
   */
  readonly video?: boolean;
}

export interface DialOptions {
  /**
   * Opens the camera and offers video. Without a camera, or to a side without video, the call is one of voice. A native
   * phone rejects it.
   */
  readonly video?: boolean;
  /** The name of the other party, to be shown on the screen. */
  readonly name?: string;
  readonly callerName?: string;
  readonly callerNumber?: string;
  /** Base64, made by the app. */
  readonly clientState?: string;
  /**
   * The session of an answered call that another device of the person has. This phone takes the call, which then ends
   * there as answered elsewhere. It is refused if the other side cannot change its media.
   */
  readonly replaces?: string;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
}

/** A phone: of the page itself, or of an app's native side. */
export interface Phone extends Readable<PhoneSnapshot> {
  readonly kind: "web" | "native";
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  /** Resolves with the call's id as soon as the call is placed. The snapshot shows its progress. */
  dial(destination: string, options?: DialOptions): Promise<string>;
  /** Resolves when the call is active. A native phone rejects with `video`. */
  answer(call: string, options?: AnswerOptions): Promise<void>;
  decline(call: string): Promise<void>;
  hangUp(call: string): Promise<void>;
  setMuted(call: string, isMuted: boolean): Promise<void>;
  /**
   * Opens or closes the camera in an active call. Resolves when it is open or closed; `peerVideo` shows whether the
   * other side takes video. Rejects if the camera cannot be opened, or if the other side or this phone has no video.
   */
  setVideo(call: string, isOn: boolean): Promise<void>;
  /** Resolves when the exchange has confirmed the hold or its end. */
  setHeld(call: string, isHeld: boolean): Promise<void>;
  /** 0…9, *, # and A…D. */
  sendDigits(call: string, digits: string): Promise<void>;
  /**
   * Transfers an answered call to another user, blindly. Resolves once the exchange has begun: the call ends with
   * `causeCode` 800 when the two others are connected. Otherwise it goes on, and its `trouble` says why. A native phone
   * resolves as soon as the request is on its way, and rejects for a call at a carrier.
   */
  transfer(call: string, destination: string): Promise<void>;
  /** Chooses the loudspeaker: by an output's `deviceId` on the web, by a route's id on a phone. */
  setSpeaker(id: string): Promise<void>;
  close(): void;
}

export interface WebPhoneSettings {
  /** `wss://…` of the exchange. */
  readonly url: string;
  /** May be left out if `renewCredentials` gives them. */
  readonly credentials?: Credentials;
  /** By default `telnyx`. */
  readonly dialect?: "telnyx" | "freeswitch";
  /**
   * Called when a token has expired; the phone waits for the next one. If it rejects, the phone calls it again later,
   * as after a lost connection. If the error's `isSignedOut` is true, the session is over instead.
   */
  readonly renewCredentials?: () => Promise<Credentials>;
  /** Used until the exchange gives others. */
  readonly iceServers?: readonly RTCIceServer[];
  readonly iceTransportPolicy?: RTCIceTransportPolicy;
  /**
   * Whether media may connect while a call rings, so that sound begins with the answer. The caller then learns the
   * page's addresses before the answer. The exchange has to permit it too. By default false.
   */
  readonly connectsWhileRinging?: boolean;
  /** Stores the names by which the next page continues the calls. By default `sessionStorage`; null: stores nothing. */
  readonly storage?: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  readonly storageKey?: string;
  /** The most calls at once. The caller of a further one hears that the line is busy. */
  readonly callsMax?: number;
  /** Constraints of the microphone other than the device. */
  readonly audio?: MediaTrackConstraints;
  /** Constraints of the camera other than the device, such as its width. */
  readonly video?: MediaTrackConstraints;
}

/** The phone of a page, which has its own signaling and media. */
export interface WebPhone extends Phone {
  readonly kind: "web";
  readonly session: string;
  /** Replaces the credentials, for example by a refreshed token. */
  setCredentials(credentials: Credentials): void;
  /** To be called when the network has changed: the phone connects again and restarts the media. */
  networkChanged(): void;
  restartMedia(call: string): Promise<void>;
  /** Sends an assistant a message, as `@carillon/phone/assistant` makes them. Rejects without an active call. */
  converse(id: string, params: Readonly<Record<string, any>>): Promise<void>;
  /** Hears what an assistant sends, as it came. Returns what ends that. */
  onConversation(listener: (params: Readonly<Record<string, any>>) => void): () => void;
  /** Changes the microphone, also in the middle of a call. A muted call stays muted. */
  setMicrophone(deviceId: string): Promise<void>;
  /** The sound of the other side of a call, to draw or record. */
  remoteStream(call: string): MediaStream | null;
  localStream(): MediaStream | null;
  /** Changes the camera, also in the middle of a call. */
  setCamera(deviceId: string): Promise<void>;
  /**
   * The picture of the other side of a call, for a `<video>`. It is the same stream for as long as this page has the
   * call, and without a track until the other side sends a picture.
   */
  remoteVideo(call: string): MediaStream | null;
  /** The picture of this page's camera, for a `<video>`; null while no call uses it. */
  localVideo(): MediaStream | null;
}

/**
 * A bridge to an app's native side, such as a Capacitor plugin. `@carillon/phone/bridge` declares the parameters and
 * results of its methods, and the data of its events.
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
  /** Gives access to all other methods and events of the plugin, under its own names. */
  readonly bridge: NativeBridge;
}

export declare function createWebPhone(settings: WebPhoneSettings): WebPhone;
export declare function createNativePhone(settings: NativePhoneSettings): NativePhone;
/** Makes the native phone if there is a bridge, else the page's own. `web` is called only in the second case. */
export declare function choosePhone(choice: {
  readonly bridge: NativeBridge | null | undefined;
  readonly web: () => WebPhoneSettings;
}): Phone;
/** Wraps a Capacitor plugin as a bridge. */
export declare function capacitorBridge(plugin: BridgePlugin): NativeBridge;
/** A part of a store, which notifies only of changes of that part. */
export declare function select<T, Part>(store: Readable<T>, part: (value: T) => Part): Readable<Part>;

export interface SignedIn {
  readonly user: string;
  readonly device: { readonly id: string; readonly name: string };
}

/** The exchange's HTTP API, as far as a phone needs it. */
export interface Exchange {
  /** The signed-in user and device; null while no user is signed in. */
  readonly signedIn: SignedIn | null;
  signIn(login: string, password: string): Promise<SignedIn>;
  signOut(): Promise<void>;
  /** An access token that is valid for some time, renewed shortly before it expires. Rejects without a session. */
  token(): Promise<string>;
  calls(cursor?: string): Promise<{ calls: any[]; next_cursor?: string }>;
  call(session: string): Promise<any>;
  voicemail(): Promise<{ messages: any[]; unheard: number }>;
  sound(message: string): Promise<Blob>;
  heard(message: string): Promise<void>;
  deleteMessage(message: string): Promise<void>;
  devices(): Promise<{ devices: any[] }>;
  /** The carriers over which public calls ring this page: one for each organization with numbers from a carrier. */
  carrierLines(): Promise<CarrierLines>;
  authorize(channel: string, socketId: string): Promise<{ auth: string; channel_data?: string }>;
}

export interface CarrierLines {
  readonly lines: readonly CarrierLine[];
  /** Organizations without a token yet, as right after the sign-in. Ask again a little later. */
  readonly missing: readonly string[];
}

/** The address and token with which a phone logs in at a carrier. */
export interface CarrierLine {
  readonly organization: string;
  /** `wss://…` */
  readonly url: string;
  /** Valid until `expiresAt`, a day at most. */
  readonly token: string;
  readonly expiresAt: string;
  /** Emergency numbers that are to be dialed here, without a country code. */
  readonly emergencyNumbers: readonly string[];
}

export interface ExchangeSettings {
  /** `https://…`, without a path; empty: the page's own server. */
  readonly url: string;
  /** The name of this installation in the person's list of devices. */
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
