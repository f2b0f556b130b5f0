package import CarillonModel

/// Changes of a tenant's texts, to be looked at by others before they count.
package struct StudioProposal: Sendable, Hashable {
    /// The name of the tenant's folder.
    package let tenant: String
    /// What it is about, in a line.
    package let title: String
    /// The same for a commit, which needs one.
    package var titleOrDefault: String { title.isEmpty ? Self.defaultTitle : title }
    package static let defaultTitle = "Change texts"
    package let edits: [TextEdit]
    /// Samples that come with them.
    package let samples: [SampleEdit]

    package init(tenant: String, title: String, edits: [TextEdit], samples: [SampleEdit] = []) {
        self.tenant = tenant
        self.title = title
        self.edits = edits
        self.samples = samples
    }

    /// What stands before the proposal in a patch.
    static let mark = "Carillon-Edits: "

    /// The most bytes that a file of a proposal may have.
    package static let sizeLimit = 8 << 20

    /// As a file has it.
    ///
    /// `{"tenant": "shop", "title": "Friendlier titles", "edits": [{"locale": "nb", "message": "order.shipped", "slot":
    /// "title", "base": "Sendt", "new": "På vei"}]}`; `base` is null for a text that there was none of, `new` for one that
    /// goes. Where samples come with them, `samples` has each as ``SampleEdit/json``.
    package var json: JSONValue {
        var object: JSONObject = [
            "tenant": .string(tenant), "title": .string(title), "edits": .array(edits.map(\.json)),
        ]
        if !samples.isEmpty { object["samples"] = .array(samples.map(\.json)) }
        return .object(object)
    }

    /// Nil for what isn't one.
    package init?(json: JSONValue) {
        guard let tenant = json["tenant"]?.string, TenantID.isValid(tenant), let list = json["edits"]?.array else {
            return nil
        }
        let edits = list.compactMap { TextEdit(json: $0) }
        guard edits.count == list.count, Set(edits.map(\.place)).count == edits.count else { return nil }
        var samples: [SampleEdit] = []
        if let written = json["samples"] {
            guard let list = written.array else { return nil }
            samples = list.compactMap { SampleEdit(json: $0) }
            guard samples.count == list.count, Set(samples.map(\.file)).count == samples.count else { return nil }
        }
        self.init(tenant: tenant, title: json["title"]?.string ?? "", edits: edits, samples: samples)
    }

    /// Reads a proposal's own file, or the one that a patch carries.
    ///
    /// - Returns: nil where there is none in it.
    package init?(file: [UInt8]) {
        if let json = try? JSONValue(parsing: file) {
            self.init(json: json)
            return
        }
        let mark = Array(Self.mark.utf8)
        let line = file.split(separator: 0x0A).first { $0.starts(with: mark) }
        guard let line, let json = try? JSONValue(parsing: line.dropFirst(mark.count)) else { return nil }
        self.init(json: json)
    }

    /// What became of an edit that was made again.
    package enum Outcome: Sendable, Hashable {
        case made
        /// The text is already what the edit makes of it.
        case unneeded
        case failed(EditFault)
    }

    /// Makes all edits again over a folder: by place, whatever has moved around them.
    ///
    /// - Returns: one for each edit; one that fails changes nothing, and the others are made all the same.
    package func apply(to draft: inout StudioDraft) -> [Outcome] {
        draft.apply(edits).map { outcome in
            switch outcome {
            case .success(let isMade): isMade ? .made : .unneeded
            case .failure(let fault): .failed(fault)
            }
        }
    }

    /// Puts all samples in again.
    ///
    /// - Returns: one for each sample, nil where it is there now; one that fails changes nothing.
    package func saveSamples(in draft: inout StudioDraft) -> [SampleFault?] {
        samples.map { sample in
            do throws(SampleFault) {
                _ = try draft.apply(sample)
                return nil
            } catch {
                return error
            }
        }
    }
}
