import CarillonPipeline

extension TextDifference {
    /// The place, then old and new under one another; `indentation` before each line.
    func text(indentation: String) -> String {
        let lines =
            [indentation + Ink.bold.paint(path.joined(separator: " · "))] + marked(old, "-", indentation)
            + marked(new, "+", indentation)
        return lines.joined(separator: "\n") + "\n"
    }

    private func marked(_ text: String?, _ mark: String, _ indentation: String) -> [String] {
        guard let text else { return [] }
        let lines = Columns.lines(of: text, limit: Columns.width - indentation.count - 4)
        return lines.enumerated().map { index, line in
            "\(indentation)  "
                + (mark == "-" ? Ink.red : Ink.green).paint("\(index == 0 ? mark : " ") \(Columns.isolated(line))")
        }
    }
}
