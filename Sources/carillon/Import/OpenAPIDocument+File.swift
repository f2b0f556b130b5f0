import ArgumentParser
import CarillonDiagnostics
import CarillonProfiles

extension OpenAPIDocument {
    /// Reads a file, and says on standard error why it can't be read.
    ///
    /// - Parameter sources: receives the file.
    /// - Throws: `UnreadablePath` where there is no such file; an exit code where it is no document.
    static func read(_ path: String, into sources: inout SourceSet) throws -> OpenAPIDocument {
        let limit = JSONReader.sizeLimit
        let bytes = try FileSystem.content(of: path, limit: limit + 1, waits: true)
        guard bytes.count <= limit else {
            throw refusal("\(path): this has more than \(limit >> 20) MiB; leave out what isn't needed here")
        }
        let source = sources.add(SourceFile(path: path, content: bytes))
        let (root, faults) = JSONReader.read(bytes, source: source)
        guard let root, faults.isEmpty else {
            if isYAML(bytes) {
                throw refusal(
                    "\(path): this is no JSON; where it is YAML, convert it: yq -o=json \(path) > openapi.json"
                )
            }
            let report = DiagnosticReport(sources: sources, diagnostics: faults, subjects: [path])
            throw refusal(CompactRenderer().render(report) + "Error: \(path) is no sound JSON", isWhole: true)
        }
        do {
            return try OpenAPIDocument(root, source: source)
        } catch {
            var findings = ImportFindings()
            findings.add(error.place, error.message)
            throw refusal(findings.text(sources, source) + "Error: nothing was written", isWhole: true)
        }
    }

    private static func refusal(_ message: String, isWhole: Bool = false) -> ExitCode {
        Terminal.printError((isWhole ? "" : "Error: ") + message + "\n")
        return ExitCode(.foundErrors)
    }

    /// Whether a file begins as no JSON document does.
    private static func isYAML(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard let first = bytes[start...].first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return false }
        return !"{[\"".utf8.contains(first) && first < 0x80 && first != 0
    }
}
