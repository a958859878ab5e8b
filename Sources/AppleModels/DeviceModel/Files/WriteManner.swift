/// How contents are brought into a file.
public enum WriteManner: String, Hashable, Sendable, CaseIterable {
    /// Empty the file, then write: a reader after a crash may find half.
    case inPlace
    /// Write beside it and rename (`Data.write(options: .atomic)`): after a crash of the process the old or the new
    /// contents, after a failure of power perhaps none.
    case renamed
    /// As `renamed`, with the contents on the disk before the rename, and the rename before the end: the old or the new
    /// contents, whatever happens, and the new ones once it is done.
    case synchronizedAndRenamed

    /// The steps to take, in order. Contents are written in two parts, so that a write can be torn.
    public func steps(writing contents: [UInt8], to path: String, _ protection: FileProtection) -> [FileStep] {
        let target = self == .inPlace ? path : path + WriteManner.besideSuffix
        let half = contents.count / 2
        var steps: [FileStep] = [
            .truncate(path: target, protection),
            .append(path: target, Array(contents[..<half])),
            .append(path: target, Array(contents[half...])),
        ]
        if self == .synchronizedAndRenamed { steps.append(.synchronize(path: target)) }
        if self != .inPlace { steps.append(.rename(from: target, to: path)) }
        if self == .synchronizedAndRenamed { steps.append(.synchronizeFolder) }
        return steps
    }

    /// What the file beside the real one is called.
    public static let besideSuffix = ".new"
}
