import ArgumentParser
import Configuration

/// Reads options: the value on the command line, else the environment variable, `--admin-port` or
/// `CARILLON_ADMIN_PORT`.
///
/// An option is named as it is written, without its dashes: `admin-port`.
struct OptionSource {
    private let environment = ConfigReader(provider: EnvironmentVariablesProvider()).scoped(to: "carillon")

    func text(_ option: String?, _ name: String) -> String? { option ?? variable(name) }

    /// A repeatable option.
    ///
    /// Its environment variable separates values by commas.
    func list(_ options: [String], _ name: String) -> [String] {
        options.isEmpty ? variable(name)?.split(separator: ",").map(String.init) ?? [] : options
    }

    /// - Throws: `ValidationError` where the value is no number within `range`.
    func number(_ option: Int?, _ name: String, _ range: ClosedRange<Int>) throws -> Int? {
        guard let text = option.map({ "\($0)" }) ?? variable(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw ValidationError(
                "--\(name) is a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”"
            )
        }
        return number
    }

    /// - Throws: `ValidationError` where the value is neither `on` nor `off`.
    func isOn(_ option: Switch?, _ name: String) throws -> Bool? {
        guard let text = option?.rawValue ?? variable(name) else { return nil }
        guard let value = Switch(rawValue: text) else { throw ValidationError("--\(name) is on or off, not “\(text)”") }
        return value == .on
    }

    /// The folder of tenant folders.
    func tenants(_ option: String?) -> String { text(option, "tenants") ?? "tenants" }

    /// The folder of the SQLite files.
    func data(_ option: String?) -> String { text(option, "data") ?? "data" }

    /// Of an option, such as `CARILLON_ADMIN_PORT`.
    static func variableName(_ name: String) -> String { "CARILLON_\(name.uppercased().replacing("-", with: "_"))" }

    private func variable(_ name: String) -> String? {
        environment.string(forKey: ConfigKey(name.replacing("-", with: ".")))
    }
}

/// `on` or `off`.
enum Switch: String, ExpressibleByArgument {
    case on
    case off
}
