extension StandardWords {
    static let spanish = [
        "center.title": "Notificaciones",
        "center.empty": "Aún no hay notificaciones",
        "center.time": time,
        "group.today": "Hoy",
        "group.yesterday": "Ayer",
        "group.date": date,
        "bell.label": """
        .input {$count :integer}
        .match $count
        0 {{Ninguna notificación sin leer}}
        one {{{$count} notificación sin leer}}
        many {{{$count} de notificaciones sin leer}}
        * {{{$count} notificaciones sin leer}}
        """,
        "card.label": """
        .input {$read :string}
        .match $read
        true {{Leída}}
        * {{No leída}}
        """,
        "inbox.new": """
        .input {$count :integer}
        .match $count
        one {{{$count} notificación nueva}}
        many {{{$count} de notificaciones nuevas}}
        * {{{$count} notificaciones nuevas}}
        """,
        "inbox.high": "Importante",
        "inbox.mark-all": "Marcar todas como leídas",
        "inbox.mark-read": "Marcar como leída",
        "inbox.mark-unread": "Marcar como no leída",
        "inbox.more": "Mostrar más",
        "inbox.settings": "Ajustes de notificaciones",
        "inbox.back": "Atrás",
        "inbox.close": "Cerrar",
        "inbox.error": "No se han podido cargar las notificaciones",
        "inbox.retry": "Reintentar",
        "inbox.offline": "Sin conexión. Es posible que la lista no esté actualizada.",
        "inbox.signed-out": "Inicia sesión para ver tus notificaciones",
        "inbox.saved": "Guardado",
        "inbox.not-saved": "No se ha guardado",
        "preferences.title": "Ajustes de notificaciones",
        "permission.request.title": "Recibir notificaciones",
        "permission.request.body": "Te avisaremos cuando pase algo. A continuación, el navegador te pedirá permiso.",
        "permission.request.action": "Activar notificaciones",
        "permission.request.dismiss": "Ahora no",
        "permission.denied-web.title": "Las notificaciones están bloqueadas",
        "permission.denied-web.body": """
        Permítelas en los ajustes del navegador para este sitio, junto a la barra de direcciones.
        """,
        "permission.unsupported": "Este navegador no puede mostrar notificaciones",
        "permission.enabled": "Las notificaciones están activadas",
        "permission.disabled": "Las notificaciones están desactivadas",
        "permission.turn-on": "Activar",
        "permission.turn-off": "Desactivar",
    ]
}
