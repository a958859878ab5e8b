public import Foundation

/// Small files of the app's own, each replaced as a whole.
public protocol FileStore: Sendable {
    /// Reads a file.
    ///
    /// - Parameter sizeMax: the most bytes it may have.
    func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data

    /// Puts these bytes in place of a file or makes it: whoever reads finds the old bytes or the new ones, whatever
    /// happens meanwhile.
    func replace(_ name: String, with bytes: Data, protection: FileProtectionClass) throws(FileStoreError)

    /// Gives a file another name, in place of one that has it.
    func rename(_ name: String, to other: String) throws(FileStoreError)
}
