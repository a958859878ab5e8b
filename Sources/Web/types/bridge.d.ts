// The requests of a page to the native bridge, and its events. Made from `BridgeMethod` and `BridgeEvent` of the Swift
// module PhoneCore by `make generated`; do not edit.

import type { CallDirection, EndReason } from "../call-model/call-model.js";

export type ActiveCallPolicy = "hold" | "end";
export type AudioRoute = "earpiece" | "speaker" | "headphones" | "bluetooth" | "carplay" | "unknown";
export type BridgeErrorCode = "unknownName" | "missing" | "wrongType" | "outOfBounds" | "refused" | "fault";
export type CallDisposition =
  "completed" | "dropped" | "missed" | "busy" | "declined" | "declinedElsewhere" | "answeredElsewhere"
  | "cancelled" | "noAnswer" | "unreachable" | "failed";
export type CallPhase = "ringing" | "answering" | "dialing" | "connecting" | "connected" | "reconnecting";
export type Codec = "opus" | "pcmu" | "pcma";
export type ConnectionState = "disconnected" | "connecting" | "connected" | "reconnecting";
export type NetworkInterface = "wifi" | "cellular" | "wired" | "other";
export type NetworkStatus = "connected" | "disconnected" | "reconnecting";
export type NetworkType = "wifi" | "cellular" | "wired" | "other" | "none";
export type NoticeKind = "missed" | "dropped";
export type OutboundRefusal =
  "notConfigured" | "notMember" | "organizationMayNot" | "notPublicNumber" | "emergency"
  | "forbiddenNumber" | "tooManyCalls" | "callerIDNotAllowed";
export type PhoneRefusal =
  "unknownCall" | "unknownRoute" | "notNow" | "busy" | "callUnderWay" | "invalidNumber"
  | "invalidName" | "invalidAddress" | "invalidCallerID" | "callerIDNotAllowed" | "invalidHeader"
  | "invalidClientState" | "invalidDigits" | "notTransferable" | "noOrganization" | "emergency"
  | "system" | "notConnected" | "timedOut";
export type QualityClass = "good" | "fair" | "poor" | "unknown";
export type SessionEndCause = "asked" | "refused" | "appleRevoked";
export type SignInFailure = "cancelled" | "apple" | "notOnScreen" | "store" | "unreachable" | "refused" | "underWay";
export type SignalingFailure = "unreachable" | "refused" | "noCredentials";
export type SwitchFailure =
  "underWay" | "unreachable" | "notMember" | "notSignedIn" | "malformed" | "store" | "connection"
  | "timedOut" | "interrupted" | "tooMany";
export type TelnyxQualityClass = "excellent" | "good" | "fair" | "poor" | "bad" | "unknown";

export interface AudioOutput {
  /** `setAudioRoute` chooses an output by it. */
  readonly id: string;
  readonly type: AudioRoute;
  readonly current: boolean;
  readonly name?: string;
}

export interface BridgeCall {
  readonly callId: string;
  readonly direction: CallDirection;
  readonly state: CallPhase;
  readonly isMuted: boolean;
  readonly isHeld: boolean;
  /** Whether the call is of another organization than the active one. */
  readonly isCrossOrg: boolean;
  /** The exchange's identifier of the call, as in its API. */
  readonly callSessionId?: string;
  readonly organizationId?: string;
  readonly organizationName?: string;
  /** The name of the other side, of an outgoing call, too. */
  readonly callerName?: string;
  readonly callerNumber?: string;
  /** An `https` address. */
  readonly callerPicture?: string;
  readonly calledNumber?: string;
  /** Milliseconds since 1970. */
  readonly connectedAt?: number;
}

export interface BridgeNotice {
  readonly callId: string;
  readonly kind: NoticeKind;
  readonly reason: EndReason;
  readonly disposition: CallDisposition;
  /** The name of the cause, such as `USER_BUSY`. */
  readonly cause?: string | null;
  /** Q.850, or 805 for a call that another device answered. */
  readonly causeCode?: number | null;
  readonly sipCode?: number | null;
  readonly sipReason?: string | null;
  readonly organizationId?: string;
  readonly organizationName?: string;
  readonly callerName?: string;
  readonly callerPicture?: string;
  readonly calledNumber?: string;
  readonly callerNumber?: string;
  /** Milliseconds since 1970. */
  readonly time?: number;
}

export interface CallElsewhere {
  /** `call` takes the call by it, as `replaces`. */
  readonly callSessionId: string;
  /** The device that has the call, as the exchange's API names it. */
  readonly deviceId: string;
  /** That device, as the person named it. */
  readonly deviceName: string;
  readonly isHeld: boolean;
  /** Whether the exchange can give the call to this phone. */
  readonly canTake: boolean;
  readonly organizationId?: string;
  readonly direction?: CallDirection;
  /** The name of the other side, of an outgoing call, too. */
  readonly callerName?: string;
  /** The other side, as `call` takes it for `destinationNumber`. */
  readonly callerNumber?: string;
}

export interface CallHeader {
  readonly name: string;
  readonly value?: string;
}

export interface CallQuality {
  readonly level: QualityClass;
  readonly telnyxLevel: TelnyxQualityClass;
  /** 1…5. */
  readonly mos?: number;
  readonly jitterMs?: number;
  readonly rttMs?: number;
  readonly packetLossPercent?: number;
  /** The longest time without a packet since the former report; in a browser the time since the last one. */
  readonly gapMs?: number;
  /** The kind of the local candidate in use: host, srflx, prflx or relay. */
  readonly route?: string;
  /** The address of the relay in use. */
  readonly relay?: string;
  /** The sound that concealment has made since the call began. */
  readonly concealedMs?: number;
  /** Why media was negotiated over another path since the former report. */
  readonly restart?: string;
  /** True if no configured relay gave a candidate since the former report. */
  readonly relaysUnavailable?: boolean;
}

export interface NetworkState {
  readonly status: NetworkStatus;
  readonly type: NetworkType;
}

export interface OrganizationCallerIds {
  readonly organizationId: string;
  readonly numbers: readonly string[];
}

export type NoArguments = Record<string, never>;

/**
 * What each method takes and answers. Without `callId`, `answer` and `decline` mean the call that rings, and the
 * others the one on the screen.
 */
export interface BridgeMethods {
  readonly connect: {
    arguments: {
      /** With a password: signs in. Without: uses the present sign-in. */
      readonly sipUsername?: string;
      readonly sipPassword?: string;
      /** It has no effect. */
      readonly callerIdName?: string;
      /** It has no effect. */
      readonly callerIdNumber?: string;
    };
    answer: object;
  };
  readonly disconnect: { arguments: NoArguments; answer: object };
  readonly reconnect: { arguments: NoArguments; answer: object };
  readonly call: {
    arguments: {
      /** A number, a user's name or an address. */
      readonly destinationNumber: string;
      /** The name of the other side, for the screen. */
      readonly displayName?: string;
      readonly callerIdName?: string;
      /** One of `getCallerIds`. */
      readonly callerIdNumber?: string;
      /** Base64 by convention. */
      readonly clientState?: string;
      /** If left out: the one that the destination names, or the active one. */
      readonly organizationId?: string;
      readonly headers?: readonly CallHeader[] | Readonly<Record<string, string>>;
      readonly preferredCodecs?: readonly Codec[];
      /** The `callSessionId` of a call that is taken from another device. */
      readonly replaces?: string;
    };
    answer: { readonly callId: string };
  };
  readonly answer: {
    arguments: {
      readonly callId?: string;
      /** What happens to an active call; `hold` if left out. */
      readonly other?: ActiveCallPolicy;
    };
    answer: { readonly callId: string };
  };
  readonly hangup: { arguments: { readonly callId?: string }; answer: object };
  readonly decline: {
    arguments: {
      readonly callId?: string;
      /** Whether the other devices of the person stop ringing, too. */
      readonly everywhere?: boolean;
    };
    answer: object;
  };
  readonly setMute: { arguments: { readonly callId?: string; readonly muted: boolean }; answer: object };
  readonly toggleMute: { arguments: { readonly callId?: string }; answer: { readonly enabled: boolean } };
  readonly setHold: { arguments: { readonly callId?: string; readonly onHold: boolean }; answer: object };
  readonly toggleHold: { arguments: { readonly callId?: string }; answer: { readonly enabled: boolean } };
  readonly setSpeaker: { arguments: { readonly enabled: boolean }; answer: object };
  readonly toggleSpeaker: { arguments: NoArguments; answer: { readonly enabled: boolean } };
  readonly sendDTMF: {
    arguments: {
      readonly callId?: string;
      /** One or more of 0…9, *, # and A…D. */
      readonly digit: string;
    };
    answer: object;
  };
  readonly getDeviceId: { arguments: NoArguments; answer: { readonly deviceId: string } };
  readonly getFcmToken: { arguments: NoArguments; answer: { readonly token?: string | null } };
  readonly getFcmTokenWithWait: {
    arguments: {
      /** At most 30,000; 10,000 if left out. */
      readonly timeoutMs?: number;
    };
    answer: { readonly token?: string | null };
  };
  readonly getNetworkStatus: {
    arguments: NoArguments;
    answer: { readonly status: NetworkStatus; readonly type: NetworkType };
  };
  readonly getConnectionState: {
    arguments: NoArguments;
    answer: { readonly state: ConnectionState; readonly connected: boolean };
  };
  readonly getPendingIncomingCall: { arguments: NoArguments; answer: { readonly call?: BridgeCall | null } };
  readonly requestVoipPermissions: {
    arguments: NoArguments;
    answer: {
      readonly microphone: boolean;
      readonly notifications: boolean;
      readonly contacts: boolean;
    };
  };
  readonly getSnapshot: {
    arguments: NoArguments;
    answer: {
      /** From here on events continue. */
      readonly cursor: string;
      readonly calls: readonly BridgeCall[];
      readonly connection: ConnectionState;
      readonly network: NetworkState;
      readonly speaker: boolean;
      readonly route: AudioRoute;
      readonly routes: readonly AudioOutput[];
      readonly signedIn: boolean;
      /** Missed and dropped calls that the person has not seen. */
      readonly notices: readonly BridgeNotice[];
      /** Answered calls that other devices of the person have. */
      readonly callsElsewhere: readonly CallElsewhere[];
      /** The active organization. */
      readonly organizationId?: string;
    };
  };
  readonly getEvents: {
    arguments: {
      /** The cursor of a snapshot, of an event or of an earlier answer. */
      readonly since?: string;
    };
    answer: {
      readonly events: readonly BridgeEvent[];
      readonly cursor: string;
      /** Whether events were lost, so that the page has to take a snapshot. */
      readonly gap: boolean;
    };
  };
  readonly getAudioRoutes: { arguments: NoArguments; answer: { readonly routes: readonly AudioOutput[] } };
  readonly setAudioRoute: {
    arguments: {
      /** The `id` of an output, or its type. */
      readonly route: string;
    };
    answer: object;
  };
  readonly transfer: {
    arguments: {
      readonly callId?: string;
      /** Another user of the exchange; `transferFailed` tells a failure. */
      readonly destination: string;
    };
    answer: object;
  };
  readonly getCallerIds: { arguments: NoArguments; answer: { readonly callerIds: readonly OrganizationCallerIds[] } };
  readonly switchOrganization: { arguments: { readonly organizationId: string }; answer: object };
  readonly readNotice: { arguments: { readonly callId: string }; answer: object };
  readonly clearNotices: { arguments: NoArguments; answer: object };
  readonly signInWithApple: { arguments: NoArguments; answer: object };
  readonly signOut: { arguments: NoArguments; answer: object };
}

/** What each event brings. */
export interface BridgeEvents {
  readonly connecting: object;
  readonly connected: object;
  readonly disconnected: object;
  readonly reconnecting: object;
  readonly clientReady: object;
  readonly connectionFailed: { readonly reason: SignalingFailure };
  readonly networkStatusChanged: { readonly status: NetworkStatus; readonly type: NetworkType };
  readonly networkTransition: { readonly from: NetworkInterface; readonly to: NetworkInterface };
  readonly networkTimeout: object;
  readonly incomingCall: { readonly call: BridgeCall; readonly callId: string };
  readonly callStarted: { readonly call: BridgeCall; readonly callId: string };
  readonly callRinging: { readonly call: BridgeCall; readonly callId: string };
  readonly callConnecting: { readonly call: BridgeCall; readonly callId: string };
  readonly callAnswered: { readonly call: BridgeCall; readonly callId: string };
  readonly callUpdated: { readonly call: BridgeCall; readonly callId: string };
  readonly callReconnecting: { readonly call: BridgeCall; readonly callId: string };
  readonly callEnded: {
    readonly callId: string;
    readonly reason: EndReason;
    /** How the call counts. */
    readonly disposition: CallDisposition;
    readonly direction: CallDirection;
    /** The phase in which it ended. */
    readonly state: CallPhase;
    readonly answered: boolean;
    /** The other device of the person that has the call. */
    readonly answeredOn?: string | null;
    /** Why the exchange refused a call out. */
    readonly refusal?: OutboundRefusal | null;
    /** The name of the cause, such as `USER_BUSY`. */
    readonly cause?: string | null;
    /** Q.850, or 805 for a call that another device answered. */
    readonly causeCode?: number | null;
    readonly sipCode?: number | null;
    readonly sipReason?: string | null;
    /** Seconds since it was connected; 0 if it never was. */
    readonly duration: number;
  };
  readonly callsElsewhereChanged: { readonly calls: readonly CallElsewhere[] };
  readonly callFailed: { readonly callId: string; readonly reason: PhoneRefusal };
  readonly callDurationUpdated: {
    readonly callId: string;
    readonly elapsedSeconds: number;
    /** `MM:SS`, or from one hour on `H:MM:SS`. */
    readonly formattedDuration: string;
  };
  readonly callQualityUpdated: { readonly callId: string; readonly quality: CallQuality };
  readonly dtmfSent: { readonly callId: string; readonly count: number };
  readonly transferFailed: {
    readonly callId: string;
    /** How the call to the target ended; `failed` without a cause if there was none. */
    readonly reason: EndReason;
    /** The name of the cause, such as `USER_BUSY`. */
    readonly cause?: string | null;
    /** Q.850, or 805 for a call that another device answered. */
    readonly causeCode?: number | null;
    readonly sipCode?: number | null;
    readonly sipReason?: string | null;
  };
  readonly muteStateChanged: { readonly callId: string; readonly muted: boolean };
  readonly holdStateChanged: { readonly callId: string; readonly onHold: boolean };
  readonly speakerStateChanged: { readonly enabled: boolean };
  readonly audioRouteChanged: { readonly route: AudioRoute; readonly previousRoute: AudioRoute };
  readonly audioRoutesChanged: { readonly routes: readonly AudioOutput[] };
  readonly missedCall: {
    readonly callId: string;
    readonly reason: EndReason;
    readonly disposition: CallDisposition;
    /** The name of the cause, such as `USER_BUSY`. */
    readonly cause?: string | null;
    /** Q.850, or 805 for a call that another device answered. */
    readonly causeCode?: number | null;
    readonly sipCode?: number | null;
    readonly sipReason?: string | null;
  };
  readonly missedCallSettled: {
    readonly callId: string;
    readonly reason: EndReason;
    readonly disposition: CallDisposition;
    /** The name of the cause, such as `USER_BUSY`. */
    readonly cause?: string | null;
    /** Q.850, or 805 for a call that another device answered. */
    readonly causeCode?: number | null;
    readonly sipCode?: number | null;
    readonly sipReason?: string | null;
  };
  readonly callDropped: {
    readonly callId: string;
    readonly reason: EndReason;
    readonly disposition: CallDisposition;
    /** The name of the cause, such as `USER_BUSY`. */
    readonly cause?: string | null;
    /** Q.850, or 805 for a call that another device answered. */
    readonly causeCode?: number | null;
    readonly sipCode?: number | null;
    readonly sipReason?: string | null;
  };
  readonly unreadCountChanged: { readonly count: number };
  readonly crossOrgSwitchStarted: { readonly organizationId: string };
  readonly crossOrgSwitchCompleted: { readonly organizationId: string };
  readonly crossOrgSwitchFailed: { readonly organizationId: string; readonly reason: SwitchFailure };
  readonly voipTokenChanged: { readonly present: boolean };
  readonly signedIn: object;
  readonly signInFailed: { readonly reason: SignInFailure };
  readonly signedOut: { readonly reason: SessionEndCause };
  readonly error: { readonly code: BridgeErrorCode; readonly message: string };
}

export declare const bridgeMethods: readonly BridgeMethod[];
export declare const bridgeEvents: readonly BridgeEventName[];

export type BridgeMethod = keyof BridgeMethods;
export type BridgeEventName = keyof BridgeEvents;
export type BridgeArguments<Method extends BridgeMethod> = BridgeMethods[Method]["arguments"];
export type BridgeAnswer<Method extends BridgeMethod> = BridgeMethods[Method]["answer"];

/** An event of the log, as `getEvents` gives it. */
export type BridgeEvent = {
  [Name in BridgeEventName]: {
    /** Its number in this process of the app. */
    readonly cursor: number;
    readonly name: Name;
    readonly data: BridgeEvents[Name];
  };
}[BridgeEventName];

/** What a listener gets: the values of the event, and the cursor after it. */
export type BridgeNews<Name extends BridgeEventName> = BridgeEvents[Name] & { readonly cursor: string };

/** An event with what its listener gets. */
export type BridgeTold = {
  [Name in BridgeEventName]: { readonly name: Name; readonly data: BridgeNews<Name> };
}[BridgeEventName];

/** What a method is rejected with: its message is the code, and the value or the reason. */
export interface BridgeRejection extends Error {
  readonly code: BridgeErrorCode;
}

/** The plugin, as `registerPlugin` of Capacitor gives it. */
export type BridgePlugin = {
  readonly [Method in BridgeMethod]: (
    ...options: NoArguments extends BridgeArguments<Method>
      ? [options?: BridgeArguments<Method>] : [options: BridgeArguments<Method>]
  ) => Promise<BridgeAnswer<Method>>;
} & {
  addListener<Name extends BridgeEventName>(
    event: Name, listener: (data: BridgeNews<Name>) => void,
  ): Promise<{ remove(): Promise<void> }>;
};
