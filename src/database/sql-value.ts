/** The types that a statement's parameter, or a row's column, can have. */
export type SqlValue = string | number | null;
