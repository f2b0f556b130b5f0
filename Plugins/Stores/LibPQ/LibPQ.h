#ifndef CARILLON_LIBPQ_H
#define CARILLON_LIBPQ_H

#include <libpq-fe.h>

// What Swift can't import: macros that are characters.

/// Five characters that say what went wrong; NULL where the server said nothing.
static inline const char *libpq_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

/// The name of the constraint that was broken; NULL where none was.
static inline const char *libpq_constraint(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

#endif
