internal import HTTPTypes
internal import WireJSON

/// The description of the API for machines. Source: OpenAPI 3.1.1.
enum OpenAPIDocument {
    static let bytes: [UInt8] = JSONWriter.bytes(of: json(of: APIRoutes.operations))

    static func json(of operations: [APIOperation]) -> JSONValue {
        var shapes: [String: Shape] = [:]
        for operation in operations {
            operation.body?.collect(into: &shapes)
            for answer in operation.answers { answer.shape?.collect(into: &shapes) }
        }
        let schemas = shapes.keys.sorted().map { ($0, shapes[$0]?.schema ?? [:]) }
        return [
            "openapi": "3.1.1",
            "info": [
                "title": "Carillon exchange", "version": "1",
                "description": "Accounts, devices and calls of an exchange. Errors are problem+json (RFC 9457).",
            ],
            "paths": .object(paths(of: operations)),
            "components": [
                "schemas": .object(JSONObject(schemas)),
                "securitySchemes": [
                    "bearer": ["type": "http", "scheme": "bearer"], "basic": ["type": "http", "scheme": "basic"],
                ],
            ],
        ]
    }

    private static func paths(of operations: [APIOperation]) -> JSONObject {
        var paths = JSONObject()
        for operation in operations {
            var item = paths[operation.path]?.object ?? [:]
            item[operation.method.rawValue.lowercased()] = json(of: operation)
            paths[operation.path] = .object(item)
        }
        return paths
    }

    private static func json(of operation: APIOperation) -> JSONValue {
        var object: JSONObject = [
            "operationId": .string(operation.id), "summary": .string(operation.summary),
            "tags": [.string(operation.tag)], "security": security(of: operation.access),
        ]
        let parameters = parameters(of: operation)
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        if let body = operation.body {
            object["requestBody"] = [
                "required": true, "content": ["application/json": ["schema": body.schema]],
            ]
        }
        object["responses"] = .object(JSONObject(operation.answers.map { ("\($0.status.code)", json(of: $0)) }))
        return .object(object)
    }

    private static func security(of access: APIAccess) -> JSONValue {
        switch access {
        case .open: []
        case .anyone, .person: [["bearer": []], ["basic": []]]
        case .session, .operatorOnly: [["bearer": []]]
        case .operatorOrLocal: [["bearer": []], [:]]
        }
    }

    private static func parameters(of operation: APIOperation) -> [JSONValue] {
        var all = operation.parameters.map { json(of: $0, in: "path", isRequired: true) }
        all += operation.query.map { json(of: $0, in: "query", isRequired: $0.isRequired) }
        if operation.isRepeatable {
            let key = APIParameter(
                name: "Idempotency-Key", shape: .text(Idempotency.keyForm),
                text: "Names the request. Repeated under it within a day, it is done once and answered alike.")
            all.append(json(of: key, in: "header", isRequired: false))
        }
        if operation.takesRange {
            let range = APIParameter(
                name: "Range", shape: .text(OperationRouter.rangeForm),
                text: "The wanted part, such as `bytes=0-99`. A range of another form is answered with the whole.")
            all.append(json(of: range, in: "header", isRequired: false))
        }
        return all
    }

    private static func json(of parameter: APIParameter, in place: String, isRequired: Bool) -> JSONValue {
        [
            "name": .string(parameter.name), "in": .string(place), "required": .bool(isRequired),
            "description": .string(parameter.text), "schema": parameter.shape.schema,
        ]
    }

    private static func json(of answer: APIAnswer) -> JSONValue {
        var object: JSONObject = ["description": .string(answer.text)]
        if let shape = answer.shape {
            let types = [answer.mediaType] + answer.otherMediaTypes
            object["content"] = .object(JSONObject(types.map { ($0, JSONValue.object(["schema": shape.schema])) }))
        }
        return .object(object)
    }
}
