import CarillonModel

extension ProfileReading {
    func supabase() -> SupabaseTable? {
        guard let node = root["realtime"]?["supabase"] else { return nil }
        var table = SupabaseTable()
        table.schema = node.text("schema") ?? table.schema
        table.name = node.text("table") ?? table.name
        table.servesRows = node.flag("rest") ?? table.servesRows
        table.keys = node.texts("apiKeys")
        table.columns = (node["columns"]?.members ?? []).compactMap { member in
            guard let source = member.value.made("from", { SupabaseTable.Source($0) }),
                let type = member.value.made("type", { SupabaseTable.ColumnType(rawValue: $0) })
            else { return nil }
            return .init(member.name, from: source, type, isFilterable: member.value.flag("filter") ?? false)
        }
        return table
    }
}
