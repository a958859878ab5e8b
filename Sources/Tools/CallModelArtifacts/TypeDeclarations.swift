internal import CallModel

/// `call-model.d.ts`: the types of the JavaScript module.
struct TypeDeclarations {
    init(_: TableLayout) {}

    var text: String {
        """
        // The types of call-model.js. Made from the module CallModel by `make generated`; do not edit.

        export type CallDirection = \(union(CallDirection.allCases.map(\.rawValue)));
        export type CallProgress = \(union(TableLayout.progressNames));
        export type LocalHold = \(union(LocalHold.allCases.map(\.rawValue)));
        export type RemoteHold = \(union(RemoteHold.allCases.map(\.rawValue)));
        export type CallLink = \(union(CallLink.allCases.map(\.rawValue)));
        export type EndReason = \(union(EndReason.allCases.map(\.rawValue)));
        export type Refusal = \(union(Refusal.allCases.map(\.rawValue)));
        export type CallTimer = \(union(CallTimer.allCases.map(\.rawValue)));
        export type CallEvent = \(union(TableLayout.eventKinds.filter { $0 != "released" }));

        export type CallEffect =
          | "startRinging" | "stopRinging" | "sendInvite" | "sendAnswer" | "awaitMedia" | "sendHold" | "sendResume"
          | "recoverLink" | "releaseMedia"
          | `startTimer(${CallTimer})` | `stopTimer(${CallTimer})`
          | `sendRelease(${EndReason})` | `ended(${EndReason})` | `endingStrengthened(${EndReason})`;

        \(nameTypes)

        export interface CallNames {
        \(nameMembers)
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

        """
    }

    private func union(_ names: [String]) -> String { TypeUnion.text(of: names) }

    private var typeNames: [String] {
        ["CanonicalName", "TelnyxIOSState", "TelnyxAndroidState", "WebState", "Z360IOSState", "PajamaState"]
    }

    private var nameTypes: String {
        zip(typeNames, TableLayout.platformNames).map { "export type \($0) = \(union($1));" }.joined(separator: "\n")
    }

    private var nameMembers: String {
        zip(TableLayout.platforms, typeNames).map { platform, type in
            "  readonly \(platform): \(type)\(platform == WebState.platform ? " | null" : "");"
        }.joined(separator: "\n")
    }
}
