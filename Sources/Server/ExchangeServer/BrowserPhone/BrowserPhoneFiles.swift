internal import Crypto
internal import Foundation
internal import NIOCore
internal import WireJSON

/// The files of the browser phone in memory, read once: exactly those that the folder's own list names.
struct BrowserPhoneFiles: Sendable {
    struct File: Sendable {
        let content: ByteBuffer
        let type: String
        /// Changes with the content. Source: RFC 9110 §8.8.3.
        let entityTag: String

        init(_ bytes: Data, type: String) {
            content = ByteBuffer(bytes: bytes)
            self.type = type
            entityTag = "\"\(Data(SHA256.hash(data: bytes).prefix(16)).base64EncodedString())\""
        }
    }

    /// The list of files: a JSON array of paths such as `calls/call.js`.
    static let list = "phone/files.json"
    static let page = "phone/index.html"

    /// The most files, bytes of one, and bytes of all. The phone has some 50 files of together 400 KB.
    private static let filesMax = 500
    private static let fileBytesMax = 1024 * 1024
    private static let bytesMax = 8 * 1024 * 1024

    private static let types = [
        "js": "text/javascript", "css": "text/css", "html": "text/html; charset=utf-8", "svg": "image/svg+xml",
    ]

    let folder: String
    /// By path, such as `phone/index.html`.
    private var files: [String: File] = [:]

    subscript(path: String) -> File? { files[path] }
    var count: Int { files.count }

    /// - Throws: `ExchangeServerError` with the file that cannot be used and the remedy.
    init(folder: String) throws(ExchangeServerError) {
        self.folder = folder
        var bytes = 0
        for path in try Self.paths(in: folder) {
            guard let type = Self.type(of: path) else {
                throw Self.complaint(Self.list, in: folder, "lists a file that is not served; \(Self.copyAgain)")
            }
            guard let data = Self.read(path, in: folder) else {
                throw Self.complaint(
                    path, in: folder,
                    "cannot be read: it is missing, is no file, belongs to others or has more than \(Self.fileBytesMax) "
                        + "bytes; \(Self.copyAgain)")
            }
            bytes += data.count
            guard bytes <= Self.bytesMax else { throw Self.wrongList(in: folder) }
            files[path] = File(data, type: type)
        }
        guard files[Self.page] != nil else { throw Self.wrongList(in: folder) }
    }

    private static func wrongList(in folder: String) -> ExchangeServerError {
        complaint(list, in: folder, "must list \(page) and at most \(bytesMax) bytes; \(copyAgain)")
    }

    private static func paths(in folder: String) throws(ExchangeServerError) -> [String] {
        guard let data = read(list, in: folder) else {
            throw complaint(
                list, in: folder,
                "cannot be read; name the folder Sources/Web of Carillon's sources or web of its package")
        }
        let listed = (try? JSONParser.parse(Array(data)))?.array?.map(\.string) ?? []
        let paths = listed.compactMap(\.self)
        guard paths.count == listed.count, (1...filesMax).contains(paths.count) else {
            throw complaint(list, in: folder, "is no list of at most \(filesMax) files; \(copyAgain)")
        }
        return paths
    }

    private static let copyAgain = "copy the whole folder again"

    /// The media type of a file that may be served; nil: it may not, as its path leads out of the folder, is hidden, or
    /// is of a kind that the phone does not have.
    private static func type(of path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && $0.utf8.allSatisfy(isNameByte) }) else {
            return nil
        }
        return parts.last?.split(separator: ".").last.flatMap { types[String($0)] }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...122).contains(byte | 0x20) || "-._".utf8.contains(byte)
    }

    private static func read(_ path: String, in folder: String) -> Data? {
        let file = URL(fileURLWithPath: folder).appending(path: path).resolvingSymlinksInPath()
        let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
        guard type == .typeRegular, let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        // One byte more than allowed shows that there are too many.
        guard let data = try? handle.read(upToCount: fileBytesMax + 1), data.count <= fileBytesMax else { return nil }
        return data
    }

    private static func complaint(_ path: String, in folder: String, _ text: String) -> ExchangeServerError {
        ExchangeServerError(.configuration, "browser-phone: \(folder)/\(path) \(text)")
    }
}
