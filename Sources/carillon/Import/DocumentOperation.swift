import CarillonModel
import CarillonProfiles

/// One method on one path of an OpenAPI document.
struct DocumentOperation {
    let method: RequestMethod
    let path: String
    let place: DocumentPlace
    /// `operationId` and `summary`; empty where there is none.
    let id: String
    let summary: String
    let tags: [String]
    /// Whether a caller must prove who they are.
    let isProtected: Bool
    /// Parameters and members of the body that a contract can read.
    let inputs: [Input]
    let response: Response
    let answersNotFound: Bool
    /// What clients receive when something is wrong.
    let errors: [ErrorAnswer]

    struct Input {
        /// Where a contract reads it: `body.push_token`.
        let source: RequestPath
        let name: String
        let place: DocumentPlace
        let schema: DocumentSchema
        let isRequired: Bool
        let isNullable: Bool
        /// The name in small letters and without separators.
        let key: String

        init(
            _ source: RequestPath,
            _ name: String,
            at place: DocumentPlace,
            _ schema: DocumentSchema,
            isRequired: Bool,
            isNullable: Bool = false
        ) {
            self.source = source
            self.name = name
            self.place = place
            self.schema = schema
            self.isRequired = isRequired
            self.isNullable = isNullable
            key = SplitName(name).joined
        }
    }

    struct Response {
        var status = 204
        var place: DocumentPlace
        var schema: DocumentSchema?
        /// `text/event-stream`.
        var isStream = false
    }

    struct ErrorAnswer {
        /// Nil: `default`, or `4XX`.
        let status: Int?
        let place: DocumentPlace
        let schema: DocumentSchema
        /// Bodies that the document shows.
        let examples: [JSONValue]
    }
}
