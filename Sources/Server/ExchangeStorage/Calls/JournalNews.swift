/// What a journal tells of its writing.
public enum JournalNews: Sendable {
    /// Everything up to the entry of that number, counted from 1, is stored.
    case stored(UInt64)
    /// Nothing can be stored just now, and why: a disk is full, somebody else has the file. It is tried again, and told
    /// once until something is stored.
    case stalled(StorageError)
    /// The store contradicts what is to be stored. No more is tried; told once.
    case failed(StorageError)
}
