internal import PhoneCore

/// The files generated from the names and forms of the bridge between a page and the phone.
public enum BridgeArtifacts {
    /// All generated files in a fixed order: the path from the package's root, and the whole text.
    public static func all() -> [(path: String, contents: String)] {
        [
            ("Sources/Web/types/bridge.d.ts", BridgeDeclarations().text),
            ("Sources/Web/providers/bridge-names.js", BridgeNames().text),
        ]
    }
}

/// `bridge-names.js`: the names alone, for a page at run time.
struct BridgeNames {
    var text: String {
        """
        // The names of the native bridge: of the requests of a page, and of its events. Made from `BridgeMethod` and
        // `BridgeEvent` of the Swift module PhoneCore by `make generated`; do not edit.

        /** @type {readonly import("../types/bridge.js").BridgeMethod[]} */
        export const bridgeMethods = Object.freeze([
        \(Self.lines(BridgeMethod.allCases.map(\.rawValue)))
        ]);

        /** @type {readonly import("../types/bridge.js").BridgeEventName[]} */
        export const bridgeEvents = Object.freeze([
        \(Self.lines(BridgeEvent.Name.allCases.map(\.rawValue)))
        ]);

        """
    }

    private static func lines(_ names: [String]) -> String {
        var lines = [" "]
        for name in names {
            let word = " \"\(name)\","
            if (lines.last ?? "").count + word.count > 118 { lines.append(" ") }
            lines[lines.count - 1] += word
        }
        return lines.joined(separator: "\n")
    }
}
