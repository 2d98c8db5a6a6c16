/** What the first rows of a file show about columns whose name alone does not say what they hold. */
export interface ColumnSigns {
  /** A column "Text" holds what the comments say, not the text of the posts. */
  readonly textIsSaid: boolean;
  /** A column "Comments" holds what people said, not how many comments a post has. */
  readonly commentsAreSaid: boolean;
  /** A column "State" is part of an address. Elsewhere it says how far somebody is with a person: connected, contacted. */
  readonly stateIsPlace: boolean;
  /** What the sizes of companies are: ranges (`11-50`) or counts; undefined where the rows show neither, or both. */
  readonly sizesAre: 'ranges' | 'counts' | undefined;
}

/** Of a file whose columns show nothing. */
export const noSigns: ColumnSigns = {
  textIsSaid: false,
  commentsAreSaid: false,
  stateIsPlace: true,
  sizesAre: undefined,
};
