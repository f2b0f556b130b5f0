extension StandardWords {
    static let arabic = [
        "center.title": "الإشعارات",
        "center.empty": "لا توجد إشعارات بعد",
        "center.time": time,
        "group.today": "اليوم",
        "group.yesterday": "أمس",
        "group.date": date,
        "bell.label": """
        .input {$count :integer}
        .match $count
        zero {{لا توجد إشعارات غير مقروءة}}
        one {{إشعار واحد غير مقروء}}
        two {{إشعاران غير مقروءان}}
        few {{{$count} إشعارات غير مقروءة}}
        many {{{$count} إشعارًا غير مقروء}}
        * {{{$count} إشعار غير مقروء}}
        """,
        "card.label": """
        .input {$read :string}
        .match $read
        true {{مقروء}}
        * {{غير مقروء}}
        """,
        "inbox.new": """
        .input {$count :integer}
        .match $count
        zero {{لا توجد إشعارات جديدة}}
        one {{إشعار جديد واحد}}
        two {{إشعاران جديدان}}
        few {{{$count} إشعارات جديدة}}
        many {{{$count} إشعارًا جديدًا}}
        * {{{$count} إشعار جديد}}
        """,
        "inbox.high": "مهم",
        "inbox.mark-all": "تحديد الكل كمقروء",
        "inbox.mark-read": "تحديد كمقروء",
        "inbox.mark-unread": "تحديد كغير مقروء",
        "inbox.more": "عرض المزيد",
        "inbox.settings": "إعدادات الإشعارات",
        "inbox.back": "رجوع",
        "inbox.close": "إغلاق",
        "inbox.error": "تعذّر تحميل الإشعارات",
        "inbox.retry": "إعادة المحاولة",
        "inbox.offline": "لا يوجد اتصال بالإنترنت. قد لا تكون القائمة محدّثة.",
        "inbox.signed-out": "سجّل الدخول لعرض إشعاراتك",
        "inbox.saved": "تم الحفظ",
        "inbox.not-saved": "لم يتم الحفظ",
        "preferences.title": "إعدادات الإشعارات",
        "permission.request.title": "تلقّي الإشعارات",
        "permission.request.body": "سنخبرك عندما يحدث شيء. سيطلب المتصفح إذنك في الخطوة التالية.",
        "permission.request.action": "تفعيل الإشعارات",
        "permission.request.dismiss": "ليس الآن",
        "permission.denied-web.title": "الإشعارات محظورة",
        "permission.denied-web.body": "اسمح بها في إعدادات المتصفح لهذا الموقع، بجانب شريط العنوان.",
        "permission.unsupported": "لا يمكن لهذا المتصفح عرض الإشعارات",
        "permission.enabled": "الإشعارات مفعّلة",
        "permission.disabled": "الإشعارات متوقفة",
        "permission.turn-on": "تفعيل",
        "permission.turn-off": "إيقاف",
    ]
}
