#include "SQLiteSettings.h"

#include <sqlite3.h>

int sqlite_settings_leave_out_memory_account(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
