/** The parts of a headline between bars, bullets, dashes, emoji and sentences, as text. */
import { endsRemark, isAddress, isOpening, readable, tokensIn, type Token } from './tokens';

/** In their order, without hashtags and addresses; at most 400 characters of the headline are read. */
export function piecesOf(headline: string): readonly string[] {
  if (headline !== lastRead) [lastRead, lastPieces] = [headline, cut(readable(headline))];
  return lastPieces;
}

/** A headline is asked for more than once in a row: for what it says besides the job, and for names. */
let lastRead = '';
let lastPieces: readonly string[] = [];

function cut(text: string): string[] {
  const pieces: string[] = [];
  const tokens = tokensIn(text);
  let first: Token | undefined;
  let last: Token | undefined;
  const end = () => {
    if (first !== undefined && last !== undefined) pieces.push(text.slice(first.from, last.to).replace(/\s+/g, ' '));
    first = last = undefined;
  };
  tokens.forEach((token, at) => {
    const hashtag = token.text === '#' || tokens[at - 1]?.text === '#';
    if (hashtag || isAddress(token) || isOpening(token) || endsRemark(token, tokens[at - 1])) end();
    else {
      first ??= token;
      last = token;
    }
  });
  end();
  return pieces;
}
