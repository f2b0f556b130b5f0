extension StandardWords {
    static let french = [
        "center.title": "Notifications",
        "center.empty": "Aucune notification pour l’instant",
        "center.time": time,
        "group.today": "Aujourd’hui",
        "group.yesterday": "Hier",
        "group.date": date,
        "bell.label": """
        .input {$count :integer}
        .match $count
        0 {{Aucune notification non lue}}
        one {{{$count} notification non lue}}
        many {{{$count} de notifications non lues}}
        * {{{$count} notifications non lues}}
        """,
        "card.label": """
        .input {$read :string}
        .match $read
        true {{Lue}}
        * {{Non lue}}
        """,
        "inbox.new": """
        .input {$count :integer}
        .match $count
        one {{{$count} nouvelle notification}}
        many {{{$count} de nouvelles notifications}}
        * {{{$count} nouvelles notifications}}
        """,
        "inbox.high": "Important",
        "inbox.mark-all": "Tout marquer comme lu",
        "inbox.mark-read": "Marquer comme lue",
        "inbox.mark-unread": "Marquer comme non lue",
        "inbox.more": "Afficher plus",
        "inbox.settings": "Paramètres des notifications",
        "inbox.back": "Retour",
        "inbox.close": "Fermer",
        "inbox.error": "Impossible de charger les notifications",
        "inbox.retry": "Réessayer",
        "inbox.offline": "Vous êtes hors ligne. La liste n’est peut-être pas à jour.",
        "inbox.signed-out": "Connectez-vous pour voir vos notifications",
        "inbox.saved": "Enregistré",
        "inbox.not-saved": "Non enregistré",
        "preferences.title": "Paramètres des notifications",
        "permission.request.title": "Recevoir des notifications",
        "permission.request.body": """
        Nous vous prévenons quand il se passe quelque chose. Votre navigateur va ensuite demander votre accord.
        """,
        "permission.request.action": "Activer les notifications",
        "permission.request.dismiss": "Pas maintenant",
        "permission.denied-web.title": "Les notifications sont bloquées",
        "permission.denied-web.body": """
        Autorisez-les dans les paramètres du navigateur pour ce site, à côté de la barre d’adresse.
        """,
        "permission.unsupported": "Ce navigateur ne peut pas afficher de notifications",
        "permission.enabled": "Les notifications sont activées",
        "permission.disabled": "Les notifications sont désactivées",
        "permission.turn-on": "Activer",
        "permission.turn-off": "Désactiver",
    ]
}
