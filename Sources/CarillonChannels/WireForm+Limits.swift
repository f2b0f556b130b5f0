import CarillonModel
public import CarillonPluginKit

extension WireForm {
    /// Whether a text or a list of the request is longer than the provider takes.
    public func exceedsLimits(_ request: EgressRequest) -> Bool {
        switch content {
        case .none, .text: return false
        case .form:
            return FormText.fields(request.body).contains { name, value in
                members[name]?.limit.map { $0.count(value) > $0.most } ?? false
            }
        case .json:
            guard let json = try? JSONValue(parsing: request.body) else { return false }
            return members.contains { name, member in
                guard let limit = member.limit, let pointer = AnswerPointer(name) else { return false }
                return pointer.values(in: json).contains { value in
                    value.string.map { limit.count($0) > limit.most } ?? false
                        || value.array.map { $0.count > limit.most } ?? false
                }
            }
        }
    }
}
