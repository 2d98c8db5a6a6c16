/** Entity tags of answers that may be sent compressed. */

/**
 * The strong tag of the same representation as gzip. Other bytes need another strong tag (RFC 9110, section 8.8.3.3), and both name one
 * state of the object, so conditions take either.
 */
export const gzipTag = (tag: string): string => tag.replace(/"$/, '-gzip"');
