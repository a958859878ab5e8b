/// Why a record cannot be read. Holds nothing of its content.
public enum RecordFault: String, CaseIterable, Error, Hashable, Sendable {
    /// Longer than ``Recovery/byteCountMax``.
    case tooLong
    /// Not written as a record is.
    case malformed
    /// Written by a later version: the app went back to an earlier one.
    case newer
}
