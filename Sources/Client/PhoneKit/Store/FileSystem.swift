public import Foundation

/// The calls a store makes of a file system, in one folder. The order of them is the store's: ``SystemFileStore``.
///
/// Each call may fail, and the process may die or the power be cut between any two; what is left then is what tests of
/// the store are about, over a file system that they can stop.
public protocol FileSystem: Sendable {
    /// Reads a whole file.
    ///
    /// - Parameter sizeMax: the most bytes it may have.
    /// - Throws: `missing`, `locked`, `tooLarge`, `failed`.
    func read(_ name: String, sizeMax: Int) throws(FileStoreError) -> Data

    /// Makes an empty file where none is, and the folder if it is not there.
    ///
    /// - Throws: `locked` if its protection does not allow to write now; `failed`.
    func create(_ name: String, protection: FileProtectionClass) throws(FileStoreError)

    /// Writes at the end of a file. Where it throws, part of the bytes may be in the file.
    func append(_ bytes: Data, to name: String) throws(FileStoreError)

    /// Waits until the contents of a file are on the disk.
    func synchronize(_ name: String) throws(FileStoreError)

    /// Gives a file another name, in place of one that has it: a reader finds the one or the other.
    func rename(_ name: String, to other: String) throws(FileStoreError)

    /// Waits until the names in the folder are on the disk, as they are now.
    func synchronizeFolder() throws(FileStoreError)

    /// Removes a file.
    ///
    /// - Throws: `missing` if there is none.
    func remove(_ name: String) throws(FileStoreError)
}
