internal import Crypto
internal import Foundation
package import NIOCore
internal import WireJSON

/// The files of the browser phone, or of another page, in memory, read once: exactly those that the folder's own list
/// names.
package struct BrowserPhoneFiles: Sendable {
    package struct File: Sendable {
        package let content: ByteBuffer
        package let type: String
        /// Changes with the content. Source: RFC 9110 §8.8.3.
        let entityTag: String

        init(_ bytes: Data, type: String) {
            content = ByteBuffer(bytes: bytes)
            self.type = type
            entityTag = "\"\(Data(SHA256.hash(data: bytes).prefix(16)).base64EncodedString())\""
        }
    }

    /// The list of files: a JSON array of paths such as `calls/call.js`.
    package static let list = "phone/files.json"
    package static let page = "phone/index.html"

    /// The most files, bytes of one, and bytes of all. The phone has some 50 files of together 400 KB.
    private static let filesMax = 500
    private static let fileBytesMax = 1024 * 1024
    private static let bytesMax = 8 * 1024 * 1024

    private static let types = [
        "js": "text/javascript", "css": "text/css", "html": "text/html; charset=utf-8", "svg": "image/svg+xml",
    ]

    let folder: String
    /// The page's list and its document.
    private let list: String
    /// The setting that names the folder, for complaints.
    private let setting: String
    /// By path, such as `phone/index.html`.
    private var files: [String: File] = [:]

    package subscript(path: String) -> File? { files[path] }
    var count: Int { files.count }

    /// - Parameters:
    ///   - list: the list of the page's files.
    ///   - page: the page's document.
    ///   - setting: the setting that names the folder, for complaints.
    /// - Throws: `ExchangeServerError` with the file that cannot be used and the remedy.
    package init(
        folder: String, list: String = Self.list, page: String = Self.page, setting: String = "browser-phone"
    ) throws(ExchangeServerError) {
        self.folder = folder
        self.list = list
        self.setting = setting
        var bytes = 0
        for path in try paths() {
            guard let type = Self.type(of: path) else {
                throw complaint(list, "lists a file that is not served; \(Self.copyAgain)")
            }
            guard let data = Self.read(path, in: folder) else {
                throw complaint(
                    path,
                    "cannot be read: it is missing, is no file, belongs to others or has more than \(Self.fileBytesMax) "
                        + "bytes; \(Self.copyAgain)")
            }
            bytes += data.count
            guard bytes <= Self.bytesMax else { throw wrongList(page) }
            files[path] = File(data, type: type)
        }
        guard files[page] != nil else { throw wrongList(page) }
    }

    private func wrongList(_ page: String) -> ExchangeServerError {
        complaint(list, "must list \(page) and at most \(Self.bytesMax) bytes; \(Self.copyAgain)")
    }

    private func paths() throws(ExchangeServerError) -> [String] {
        guard let data = Self.read(list, in: folder) else {
            throw complaint(
                list,
                "cannot be read; name the folder Sources/Web of Carillon's sources or web of its package")
        }
        let listed = (try? JSONParser.parse(Array(data)))?.array?.map(\.string) ?? []
        let paths = listed.compactMap(\.self)
        guard paths.count == listed.count, (1...Self.filesMax).contains(paths.count) else {
            throw complaint(list, "is no list of at most \(Self.filesMax) files; \(Self.copyAgain)")
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

    private func complaint(_ path: String, _ text: String) -> ExchangeServerError {
        ExchangeServerError(.configuration, "\(setting): \(folder)/\(path) \(text)")
    }
}
