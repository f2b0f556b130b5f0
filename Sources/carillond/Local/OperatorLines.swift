import CarillonModel

/// Lines to paste into a shell that send operators' commands and requests to a host on this machine.
struct OperatorLines: Sendable {
    /// The folder of its data.
    let data: String
    /// Such as `http://127.0.0.1:9090`.
    let admin: String
    let key: Secret

    var text: String {
        """
        \(commands)
        # all that the commands ask, over HTTP with the operator key
        curl -s \(CurlLines.bearer(key.reveal())) \(ShellWord.quoted(admin + "/v1/tenants"))
        """
    }

    private var commands: String {
        guard OperatorSocket.path(in: data) != nil else {
            return
                "# operators' commands can't reach this host: the path of its data is too long; name a shorter one with --data"
        }
        return """
            # operators' commands: deliveries, events, devices, tenants, channels, alerts and the others
            carillond deliveries --data \(ShellWord.quoted(data))
            """
    }
}
