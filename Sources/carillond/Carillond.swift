import ArgumentParser
import CarillonModel

/// The service.
@main
struct Carillond: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "carillond",
        abstract: "Carillon's service: takes events, renders and routes them, and delivers.",
        version: Release.version,
        subcommands: [
            DevCommand.self, DemoCommand.self, ServeCommand.self, DatabaseCommand.self, SandboxCommand.self,
            SecretsCommand.self,
            TenantsCommand.self, HostsCommand.self, DevicesCommand.self,
            EventsCommand.self, DeliveriesCommand.self, ChannelsCommand.self, AlertsCommand.self, UsersCommand.self,
            SessionsCommand.self, KeysCommand.self, ModulesCommand.self, StudioCommand.self, ImportCommand.self,
            BackupCommand.self,
            RestoreCommand.self,
        ]
    )
}
