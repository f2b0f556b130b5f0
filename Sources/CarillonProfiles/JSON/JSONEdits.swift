package import CarillonModel

/// Inserts members and elements into a JSON file, and leaves everything else as it was written.
///
/// An addition goes on a line of its own where the container's first member does, else on the same line.
package struct JSONEdits {
    private let bytes: [UInt8]
    private var changes: [(range: Range<Int>, text: String)] = []

    /// - Parameter bytes: a file without syntax errors, from which the nodes to be changed were read.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var isEmpty: Bool { changes.isEmpty }

    /// How many places change; by it those of one step are known.
    package var count: Int { changes.count }

    /// Forgets all changes but the first.
    package mutating func keepFirst(_ count: Int) { changes.removeLast(changes.count - count) }

    /// The file with all changes; what goes to one place stands there in the order in which it was added.
    package var content: [UInt8] {
        let sorted = changes.enumerated().sorted { left, right in
            let (a, b) = (left.element.range, right.element.range)
            return (a.lowerBound, a.upperBound, left.offset) < (b.lowerBound, b.upperBound, right.offset)
        }
        var content: [UInt8] = []
        content.reserveCapacity(bytes.count + changes.reduce(0) { $0 + $1.text.utf8.count })
        var position = 0
        for (_, change) in sorted {
            assert(change.range.lowerBound >= position, "changes of one file don't overlap")
            content += bytes[position..<change.range.lowerBound]
            content += change.text.utf8
            position = change.range.upperBound
        }
        return content + bytes[position...]
    }

    /// - Parameter members: none of their names may be in the object yet. Call it once for each object.
    package mutating func add(_ members: [JSONObject.Member], to object: JSONNode) {
        guard !members.isEmpty else { return }
        insert(
            members.map { (label: "\(JSONValue.string($0.name).text): ", value: $0.value) },
            into: object,
            first: object.members.first?.nameRange.lowerBound,
            last: object.members.last?.value.range.upperBound
        )
    }

    /// Inserts members behind one that is in the object already.
    package mutating func insert(
        _ members: [JSONObject.Member],
        behind neighbour: JSONMember,
        in object: JSONNode
    ) {
        insert(
            members.map { (label: "\(JSONValue.string($0.name).text): ", value: $0.value) },
            into: object,
            first: object.members.first?.nameRange.lowerBound,
            last: neighbour.value.range.upperBound
        )
    }

    /// Takes members out of an object, with their commas.
    package mutating func remove(_ gone: [JSONMember], from object: JSONNode) {
        var runs: [Range<Int>] = []
        for index in object.members.indices {
            guard gone.contains(where: { $0.nameRange == object.members[index].nameRange }) else { continue }
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        if runs == [0..<object.members.count] {
            changes.append((object.range.lowerBound + 1..<object.range.upperBound - 1, ""))
        } else {
            for run in runs { replaceMembers(run, of: object, with: []) }
        }
    }

    /// Replaces some members of an object by others, each written as `"name": value`.
    ///
    /// - Parameter gone: indices of members, some or none; at least one member must be left, or be in `entries`.
    package mutating func replaceMembers(_ gone: Range<Int>, of object: JSONNode, with entries: [String]) {
        let ranges = object.members.map { $0.nameRange.lowerBound..<$0.value.range.upperBound }
        replaceEntries(gone, of: object, ranges, with: entries)
    }

    /// The same with elements of an array.
    package mutating func replaceElements(_ gone: Range<Int>, of array: JSONNode, with entries: [String]) {
        replaceEntries(gone, of: array, array.elements.map(\.range), with: entries)
    }

    private mutating func replaceEntries(
        _ gone: Range<Int>,
        of container: JSONNode,
        _ ranges: [Range<Int>],
        with entries: [String]
    ) {
        guard let first = ranges.first else { return }
        let isOnLines = bytes[container.range.lowerBound..<first.lowerBound].contains(UInt8(ascii: "\n"))
        let separator = isOnLines ? ",\(newline)\(indent(at: first.lowerBound))" : ", "
        let text = entries.joined(separator: separator)
        if entries.isEmpty {
            if gone.lowerBound > 0 {
                changes.append((ranges[gone.lowerBound - 1].upperBound..<ranges[gone.upperBound - 1].upperBound, ""))
            } else if gone.upperBound < ranges.count {
                changes.append((first.lowerBound..<ranges[gone.upperBound].lowerBound, ""))
            }
        } else if !gone.isEmpty {
            changes.append((ranges[gone.lowerBound].lowerBound..<ranges[gone.upperBound - 1].upperBound, text))
        } else if gone.lowerBound > 0 {
            let end = ranges[gone.lowerBound - 1].upperBound
            changes.append((end..<end, separator + text))
        } else {
            changes.append((first.lowerBound..<first.lowerBound, text + separator))
        }
    }

    /// Replaces bytes of the file.
    package mutating func replace(_ range: Range<Int>, with text: String) { changes.append((range, text)) }

    /// Replaces a value by another one, over several lines unless it stood on one and the new one fits there.
    package mutating func replace(_ node: JSONNode, with value: JSONValue) {
        changes.append((node.range, written(value, indent(at: node.range.lowerBound))))
    }

    package mutating func append(_ element: JSONValue, to array: JSONNode) {
        insert(
            [(label: "", value: element)],
            into: array,
            first: array.elements.first?.range.lowerBound,
            last: array.elements.last?.range.upperBound
        )
    }

    /// Replaces a value by an object of texts, written on one line.
    mutating func replace(_ node: JSONNode, with texts: [(name: String, text: String)]) {
        let members = texts.map { "\(JSONValue.string($0.name).text): \(JSONValue.string($0.text).text)" }
        changes.append((node.range, "{ \(members.joined(separator: ", ")) }"))
    }

    private mutating func insert(
        _ entries: [(label: String, value: JSONValue)],
        into container: JSONNode,
        first: Int?,
        last: Int?
    ) {
        guard let first, let last else {
            let outer = indent(at: container.range.lowerBound)
            let inner = outer + "  "
            let lines = entries.map { $0.label + written($0.value, inner) }.joined(separator: ",\(newline)\(inner)")
            let inside = container.range.lowerBound + 1..<container.range.upperBound - 1
            changes.append((inside, "\(newline)\(inner)\(lines)\(newline)\(outer)"))
            return
        }
        let isOnLines = bytes[container.range.lowerBound..<first].contains(UInt8(ascii: "\n"))
        let inner = isOnLines ? indent(at: first) : nil
        let separator = inner.map { ",\(newline)\($0)" } ?? ", "
        let text = entries.map { separator + $0.label + written($0.value, inner) }.joined()
        changes.append((last..<last, text))
    }

    /// The value written over several lines, of which the first is at `indent`; on one line where `indent` is nil.
    private func written(_ value: JSONValue, _ indent: String?) -> String {
        guard let indent else { return value.text }
        return value.prettyText.replacing("\n", with: newline + indent)
    }

    /// The indentation of the line that an offset is in.
    private func indent(at offset: Int) -> String {
        let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return String(decoding: bytes[start..<offset].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }

    private var newline: String {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end > 0 else { return "\n" }
        return bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
    }
}
