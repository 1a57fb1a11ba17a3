// Cuts a text into the pieces of words that the encoder knows (WordPiece): the longest piece of its vocabulary that a
// word begins with, then the longest of the rest. Pieces after the first begin with `##`.

/** The numbers that frame every text, and the one of a word without a known piece. */
const startOfText = 101;
const endOfText = 102;
const unknownWord = 100;

/** The longest text of the encoder, in pieces; the network could take four times as many. */
export const maxPieces = 128;
const maxWordLength = 100;
/** No piece of the vocabulary is longer. Longer ones are not tried, because a pasted key would take long. */
const maxPieceLength = 18;

const tab = 9;
const newline = 10;

/** Ideographs and punctuation are words by themselves. */
const wordPattern = /\p{Script=Han}|[!-/:-@[-`{-~\p{P}]|[^\s\p{Script=Han}!-/:-@[-`{-~\p{P}]+/gu;

/** A line for each piece: the piece, a tab, its number. Sorted by their bytes. */
export type Vocabulary = Buffer;

export function piecesOf(text: string, vocabulary: Vocabulary): number[] {
  const pieces = [startOfText];
  for (const [word] of plainText(text).matchAll(wordPattern)) {
    pieces.push(...piecesOfWord(word, vocabulary));
    if (pieces.length >= maxPieces) break;
  }
  return [...pieces.slice(0, maxPieces - 1), endOfText];
}

/** Lower case without accents and control characters. */
function plainText(text: string): string {
  return text
    .slice(0, maxPieces * maxWordLength)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}|(?!\s)\p{C}/gu, '');
}

function piecesOfWord(word: string, vocabulary: Vocabulary): number[] {
  if (word.length > maxWordLength) return [unknownWord];
  const pieces: number[] = [];
  for (let start = 0; start < word.length; ) {
    let end = Math.min(word.length, start + maxPieceLength);
    let piece: number | undefined;
    while (end > start) {
      piece = numberOf(`${start > 0 ? '##' : ''}${word.slice(start, end)}`, vocabulary);
      if (piece !== undefined) break;
      end--;
    }
    if (piece === undefined) return [unknownWord];
    pieces.push(piece);
    start = end;
  }
  return pieces;
}

/** A binary search, because the lines are sorted. */
function numberOf(piece: string, vocabulary: Vocabulary): number | undefined {
  const wanted = Buffer.from(piece);
  let low = 0;
  let high = vocabulary.length;
  while (low < high) {
    const start = vocabulary.lastIndexOf(newline, ((low + high) >> 1) - 1) + 1;
    const tabAt = vocabulary.indexOf(tab, start);
    const end = vocabulary.indexOf(newline, tabAt);
    const order = vocabulary.compare(wanted, 0, wanted.length, start, tabAt);
    if (order === 0) return Number(vocabulary.toString('latin1', tabAt + 1, end));
    if (order < 0) low = end + 1;
    else high = start;
  }
  return undefined;
}
