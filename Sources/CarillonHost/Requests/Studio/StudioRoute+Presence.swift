import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStudio

/// Who else is there.
extension StudioRoute {
    /// What is about people and devices, and keeps nothing.
    static let company = [mail, stream]

    private static let stream = StudioRoute(
        .get,
        "/stream",
        .staff(.viewer),
        "Who of the staff has which text open, and what changes, for as long as somebody listens; who listens is there.",
        query: [
            ("message", "Of the text that the listener has open; none when silent."), ("slot", "Of the text."),
            ("locale", "Its language; the default one when silent."),
            ("channel", "Of the words that one channel has of its own."),
        ],
        result:
            "Server-Sent Events: `people`, whenever somebody comes or goes, with `people`, each with `name`, and `place` "
            + "where they have a text open; `changed`, with `place`, `proposal` and `author`; `texts`, at first and whenever "
            + "the files or the published words have changed, with `revision` and `version`.",
        answers: .of(mediaType: "text/event-stream")
    ) { call throws(Problem) in
        let member = try call.member()
        let (live, draft) = try await call.live()
        var place: TextPlace?
        if let message = call.request.query("message") {
            let named = try call.place(message: message, slot: call.request.query("slot") ?? "")
            try call.requireKnown(named, in: draft)
            place = named
        }
        let person = StudioRooms.Person(name: member.name, place: place)
        try call.api.rooms.requireRoom(for: person, in: call.profile.id)
        let (api, id, request) = (call.api, call.profile.id, call.request)
        let present = StudioRooms.News.texts(
            revision: call.profile.revision.description,
            version: live?.published.number ?? 0
        )
        let stream = StudioStream(
            person,
            of: id,
            in: api.rooms,
            first: present
        ) {
            await api.isLetIn(request, to: id)
        }
        return APIResponse(status: 200, headers: ServerSentEvent.headers, body: .live(stream))
    }
}
