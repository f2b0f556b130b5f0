import Foundation
import Testing

@testable import MessageFormat

@Test func `numbers with any mixture of options look as another implementation prints them`() throws {
    let file = try #require(DataFiles.recorded("numbers", "tsv"))
    var checked = 0
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let style = try style(columns)
        let value = try #require(ExactDecimal(columns[16]))
        let printed = withTextWriter {
            style.append(style.rounded(value), to: &$0, locale: LocaleData(bestFor: columns[0]))
        }
        if !printed.utf8.elementsEqual(columns[17].utf8) {
            Issue.record("\(columns.dropLast().filter { !$0.isEmpty }): \(printed), should be \(columns[17])")
        }
        checked += 1
    }
    #expect(checked == 1500)
}

/// The style that the columns of a line describe.
private func style(_ columns: [String]) throws -> NumberStyle {
    var style = NumberStyle()
    switch columns[1] {
    case "percent": style.kind = .percent
    case "currency": style.kind = .currency(try #require(CurrencyCode(columns[2])))
    default: break
    }
    style.currencyDisplay = displays[columns[3]] ?? .symbol
    style.currencySign = columns[4] == "accounting" ? .accounting : .standard
    style.signDisplay = signs[columns[5]] ?? .auto
    style.grouping = groupings[columns[6]] ?? .auto
    style.minimumIntegerDigits = Int(columns[7]) ?? 1
    style.rounding.minimumFractionDigits = Int(columns[8]) ?? 0
    style.rounding.maximumFractionDigits = Int(columns[9]) ?? 0
    style.rounding.minimumSignificantDigits = Int(columns[10])
    style.rounding.maximumSignificantDigits = Int(columns[11])
    style.rounding.priority = priorities[columns[12]] ?? .auto
    style.rounding.mode = modes[columns[13]] ?? .halfExpand
    style.rounding.increment = Int(columns[14]) ?? 1
    style.rounding.dropsZeroFraction = columns[15] == "stripIfInteger"
    return style
}

private let displays: [String: NumberStyle.CurrencyDisplay] = [
    "symbol": .symbol, "narrowSymbol": .narrowSymbol, "code": .code,
]
private let signs: [String: NumberStyle.SignDisplay] = [
    "auto": .auto, "always": .always, "exceptZero": .exceptZero, "negative": .negative, "never": .never,
]
private let groupings: [String: NumberStyle.Grouping] = [
    "auto": .auto, "always": .always, "min2": .min2, "never": .never,
]
private let priorities: [String: Rounding.Priority] = [
    "auto": .auto, "morePrecision": .morePrecision, "lessPrecision": .lessPrecision,
]
private let modes: [String: Rounding.Mode] = [
    "ceil": .ceil, "floor": .floor, "expand": .expand, "trunc": .trunc, "halfCeil": .halfCeil,
    "halfFloor": .halfFloor, "halfExpand": .halfExpand, "halfTrunc": .halfTrunc, "halfEven": .halfEven,
]
