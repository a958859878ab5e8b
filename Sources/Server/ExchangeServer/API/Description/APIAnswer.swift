internal import HTTPTypes

/// One way an operation is answered.
struct APIAnswer: Sendable {
    let status: HTTPResponse.Status
    let text: String
    /// nil: no body.
    var shape: Shape?
    var mediaType = "application/json"
    /// Others it may come as, in the same shape.
    var otherMediaTypes: [String] = []

    static func ok(_ shape: Shape, _ text: String = "As asked.") -> APIAnswer {
        APIAnswer(status: .ok, text: text, shape: shape)
    }

    static func created(_ shape: Shape, _ text: String = "Made.") -> APIAnswer {
        APIAnswer(status: .created, text: text, shape: shape)
    }

    static let done = APIAnswer(status: .noContent, text: "Done.")

    static func problem(_ status: HTTPResponse.Status, _ text: String) -> APIAnswer {
        APIAnswer(status: status, text: text, shape: Self.problemShape, mediaType: Problem.contentType)
    }

    private static let problemShape = Shape.named(
        "Problem",
        .object(
            .needed("type", .text(.any(1...128))), .needed("title", .text(.any(1...128))),
            .needed("status", .integer(400...599)), .needed("detail", .text(.any(1...1_024)))))
}
