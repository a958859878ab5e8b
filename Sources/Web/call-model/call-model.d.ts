// The types of call-model.js. Made from the module CallModel by `make generated`; do not edit.

export type CallDirection = "outbound" | "inbound";
export type CallProgress = "idle" | "requesting" | "connecting" | "ringing" | "answering" | "active" | "disconnecting"
  | "ended";
export type LocalHold = "off" | "turningOn" | "on" | "turningOff";
export type RemoteHold = "off" | "on";
export type CallLink = "up" | "renegotiating" | "reconnecting" | "lost";
export type EndReason = "failed" | "incompatible" | "unreachable" | "noAnswer" | "cancelled" | "busy" | "declinedElsewhere"
  | "declined" | "answeredElsewhere" | "dropped" | "completed";
export type Refusal = "notStarted" | "alreadyStarted" | "wrongDirection" | "inviteNotSent" | "notAnswered"
  | "alreadyAnswered" | "notActive" | "holdUnchanged" | "holdPending" | "noHoldPending"
  | "linkUnchanged" | "linkDown" | "notRenegotiating" | "timerNotRunning" | "disconnecting"
  | "notDisconnecting" | "ended";
export type CallTimer = "setUp" | "ringing" | "recovery" | "release";
export type CallEvent = "dial" | "answer" | "decline" | "declineAsBusy" | "hangUp" | "hold" | "resume" | "invited"
  | "peerRinging" | "peerAnswered" | "holdConfirmed" | "resumeConfirmed" | "holdRequestFailed"
  | "peerHeld" | "peerResumed" | "releaseAcknowledged" | "inviteSent" | "mediaConnected"
  | "mediaIncompatible" | "failed" | "renegotiationStarted" | "renegotiationFinished"
  | "renegotiationFailed" | "linkImpaired" | "linkLost" | "linkRestored" | "setUpLimitReached"
  | "ringingLimitReached" | "recoveryLimitReached" | "releaseLimitReached";

export type CallEffect =
  | "startRinging" | "stopRinging" | "sendInvite" | "sendAnswer" | "awaitMedia" | "sendHold" | "sendResume"
  | "recoverLink" | "releaseMedia"
  | `startTimer(${CallTimer})` | `stopTimer(${CallTimer})`
  | `sendRelease(${EndReason})` | `ended(${EndReason})` | `endingStrengthened(${EndReason})`;

export type CanonicalName = "IDLE" | "REQUESTING" | "CONNECTING" | "RINGING_INBOUND" | "RINGING_OUTBOUND" | "ACTIVE" | "ON_HOLD"
  | "REMOTE_HOLD" | "RECONNECTING" | "RENEGOTIATING" | "DISCONNECTING" | "ENDED" | "FAILED"
  | "MISSED" | "DROPPED";
export type TelnyxIOSState = "NEW" | "CONNECTING" | "RINGING" | "ACTIVE" | "HELD" | "DONE" | "RECONNECTING" | "DROPPED";
export type TelnyxAndroidState = "NEW" | "CONNECTING" | "RINGING" | "ACTIVE" | "RENEGOTIATING" | "HELD" | "DONE" | "ERROR"
  | "DROPPED" | "RECONNECTING";
export type WebState = "requesting" | "ringing" | "active" | "destroy";
export type Z360IOSState = "IDLE" | "RINGING_IN" | "RINGING_OUT" | "CONNECTING" | "ACTIVE" | "ON_HOLD" | "RECONNECTING"
  | "DISCONNECTING" | "ENDED" | "FAILED";
export type PajamaState = "idle" | "incoming" | "outgoing" | "joining" | "connected" | "reconnecting" | "disconnecting"
  | "disconnected";

export interface CallNames {
  readonly canonical: CanonicalName;
  readonly telnyxIOS: TelnyxIOSState;
  readonly telnyxAndroid: TelnyxAndroidState;
  readonly web: WebState | null;
  readonly z360IOS: Z360IOSState;
  readonly pajama: PajamaState;
}

export interface CallState {
  readonly direction: CallDirection;
  readonly progress: CallProgress;
  /** Set while disconnecting and after the end. */
  readonly reason: EndReason | null;
  readonly hold: LocalHold;
  readonly remoteHold: RemoteHold;
  readonly link: CallLink;
  readonly names: CallNames;
}

export interface EndingDetails {
  readonly causeCode?: number;
  readonly sipCode?: number | null;
  readonly sipReason?: string | null;
}

export interface Ending {
  readonly reason: EndReason;
  readonly cause: string;
  readonly causeCode: number;
  readonly sipCode: number | null;
  readonly sipReason: string | null;
}

export interface Outcome {
  /** The rule that turned the event down; null when it was taken. */
  readonly refusal: Refusal | null;
  /** The effects, in order. */
  readonly effects: readonly CallEffect[];
}

export const events: readonly (CallEvent | "released")[];
export const refusals: readonly Refusal[];
export const endReasons: readonly EndReason[];
export const states: readonly CallState[];
export function causeName(code: number): string;
export function makeEnding(reason: EndReason, details?: EndingDetails): Ending;
export function compareEndings(left: Ending, right: Ending): number;
export function joinEndings(left: Ending, right: Ending): Ending;

export class CallMachine {
  constructor(direction: CallDirection);
  get state(): CallState;
  get ending(): Ending | null;
  handle(event: CallEvent): Outcome;
  handle(event: "released", ending: Ending): Outcome;
}
