internal import CallModelArtifacts
internal import PhoneCore

/// `bridge.d.ts`: what each method takes and answers, and what each event brings.
struct BridgeDeclarations {
    /// Types of the call machine, which its own declarations have.
    private static let ofCallModel = ["CallDirection", "EndReason"]
    private static let widthMax = 118

    var text: String {
        """
        // The requests of a page to the native bridge, and its events. Made from `BridgeMethod` and `BridgeEvent` of the Swift
        // module PhoneCore by `make generated`; do not edit.

        import type { \(Self.ofCallModel.joined(separator: ", ")) } from "../call-model/call-model.js";

        \(used.words.filter { !Self.ofCallModel.contains($0.name) }.map(declared).joined(separator: "\n"))

        \(used.objects.map(declared).joined(separator: "\n\n"))

        export type NoArguments = Record<string, never>;

        /**
         * What each method takes and answers. Without `callId`, `answer` and `decline` mean the call that rings, and the
         * others the one on the screen.
         */
        export interface BridgeMethods {
        \(BridgeMethod.allCases.map(declared).joined(separator: "\n"))
        }

        /** What each event brings. */
        export interface BridgeEvents {
        \(BridgeEvent.Name.allCases.map(declared).joined(separator: "\n"))
        }

        \(Self.general)
        """
    }

    private let used = UsedTypes()

    private func declared(_ words: BridgeWords) -> String {
        let union = TypeUnion.text(of: words.words)
        return "export type \(words.name) =\(union.contains("\n") ? "\n  " : " ")\(union);"
    }

    private func declared(_ object: BridgeObject) -> String {
        "export interface \(object.name) {\n\(members(object.fields, indent: "  "))\n}"
    }

    private func declared(_ method: BridgeMethod) -> String {
        let takes = literal(method.arguments, indent: "    ", ofNone: "NoArguments")
        let answers = literal(method.answer, indent: "    ", ofNone: "object")
        let line = "  readonly \(method.rawValue): { arguments: \(takes); answer: \(answers) };"
        guard line.contains("\n") || line.count > Self.widthMax else { return line }
        return """
              readonly \(method.rawValue): {
                arguments: \(takes);
                answer: \(answers);
              };
            """
    }

    private func declared(_ event: BridgeEvent.Name) -> String {
        "  readonly \(event.rawValue): \(literal(event.fields, indent: "  ", ofNone: "object"));"
    }

    /// The fields as a type without a name: on one line where they fit and have no notes.
    private func literal(_ fields: [BridgeField], indent: String, ofNone none: String) -> String {
        guard !fields.isEmpty else { return none }
        let line = "{ \(fields.map(member).joined(separator: " ").dropLast()) }"
        let fits = fields.allSatisfy { $0.note == nil } && indent.count + line.count <= Self.widthMax - 32
        return fits ? line : "{\n\(members(fields, indent: indent + "  "))\n\(indent)}"
    }

    private func members(_ fields: [BridgeField], indent: String) -> String {
        fields.map { field in
            (field.note.map { "\(indent)/** \($0) */\n" } ?? "") + indent + member(field)
        }.joined(separator: "\n")
    }

    /// Capacitor's plugin leaves null out, so a value that may be null may also be absent.
    private func member(_ field: BridgeField) -> String {
        let isNullable = if case .nullable = field.form { true } else { false }
        return "readonly \(field.name)\(field.isOptional || isNullable ? "?" : ""): \(type(field.form));"
    }

    private func type(_ form: BridgeForm) -> String {
        switch form {
        case .text: "string"
        case .integer, .number: "number"
        case .truth: "boolean"
        case .word(let words): words.name
        case .object(let object): object.name
        case .list(let form): "readonly \(type(form))[]"
        case .texts: "Readonly<Record<string, string>>"
        case .either(let first, let second): "\(type(first)) | \(type(second))"
        case .nullable(let form): "\(type(form)) | null"
        case .event: "BridgeEvent"
        }
    }
}

extension BridgeDeclarations {
    /// The declarations that do not depend on the names and forms.
    private static let general = #"""
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

        """#
}

/// The named types that methods and events use, each once, by name.
private struct UsedTypes {
    private(set) var words: [BridgeWords] = [.errorCode]
    private(set) var objects: [BridgeObject] = []

    init() {
        for method in BridgeMethod.allCases { add(method.arguments + method.answer) }
        for event in BridgeEvent.Name.allCases { add(event.fields) }
        words.sort { $0.name < $1.name }
        objects.sort { $0.name < $1.name }
    }

    private mutating func add(_ fields: [BridgeField]) {
        for field in fields { add(field.form) }
    }

    private mutating func add(_ form: BridgeForm) {
        switch form {
        case .word(let set): if !words.contains(set) { words.append(set) }
        case .object(let object):
            guard !objects.contains(object) else { return }
            objects.append(object)
            add(object.fields)
        case .list(let inner), .nullable(let inner): add(inner)
        case .either(let first, let second):
            add(first)
            add(second)
        case .text, .integer, .number, .truth, .texts, .event: break
        }
    }
}
