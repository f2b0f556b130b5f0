/// Settings of SQLite's library that Swift can't reach, because C functions with a varying number of arguments stay in C.

/// Switches off the library's account of its own memory: a lock around every allocation, for figures that nobody asks for.
///
/// For the whole process, and before its first connection: later it changes nothing.
///
/// Source: https://sqlite.org/c3ref/c_config_covering_index_scan.html, `SQLITE_CONFIG_MEMSTATUS`.
///
/// - Returns: `SQLITE_OK`, or `SQLITE_MISUSE` where it comes too late.
int sqlite_settings_leave_out_memory_account(void);
