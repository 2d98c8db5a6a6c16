/** What a parameter of a statement, or a column of a row, may hold. */
export type SqlValue = string | number | null;
