// The one diagnostic type; see Diagnostic.
