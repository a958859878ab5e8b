internal import Accounts

/// Names as they are given to what is new.
extension TextForm {
    /// What one is called and logs in as from now on.
    static let newName: TextForm = {
        let no = UserName.alphabet.classText
        return TextForm(
            length: UserName.length, pattern: "^([^.\(no)][^\(no)]*|\\.[^.\(no)][^\(no)]*|\\.\\.[^\(no)]+)$",
            allows: { _ in true },
            fault: { text in
                do throws(NameFault) {
                    _ = try UserName(text)
                    return nil
                } catch {
                    return "\(error)"
                }
            })
    }()

    /// What people are shown.
    static func displayName(_ length: ClosedRange<Int> = DisplayName.length) -> TextForm {
        let (no, edge) = (DisplayName.alphabet.classText, DisplayName.edges.classText)
        let some = "[^\(no)\(edge)]([^\(no)]*[^\(no)\(edge)])?"
        return TextForm(
            length: length, pattern: length.contains(0) ? "^(\(some))?$" : "^\(some)$", allows: { _ in true },
            fault: { text in
                guard !text.isEmpty || !length.contains(0) else { return nil }
                do throws(NameFault) {
                    _ = try DisplayName(text, length: length)
                    return nil
                } catch {
                    return "\(error)"
                }
            })
    }

    /// The same; empty for none.
    static let optionalDisplayName = displayName(0...DisplayName.length.upperBound)

    /// Where a picture of a user can be had; empty for none.
    static let optionalPicture = TextForm(
        length: 0...PictureAddress.length.upperBound, pattern: "^(\(PictureAddress.pattern))?$", allows: { _ in true },
        fault: { $0.isEmpty || PictureAddress($0) != nil ? nil : PictureAddress.rule })
}

extension NameAlphabet {
    /// The refused characters as they stand between brackets in a pattern of ECMA 262.
    fileprivate var classText: String {
        refused.map { range in
            let (first, last) = (Self.escaped(range.lowerBound), Self.escaped(range.upperBound))
            return first == last ? first : "\(first)-\(last)"
        }.joined()
    }

    private static func escaped(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
