// Cuts a text into the pieces of words that the encoder knows (WordPiece): the longest piece of its vocabulary that a
// word begins with, then the longest of the rest. Pieces after the first begin with `##`.

/** The numbers that frame every text, and the one of a word without a known piece. */
const startOfText = 101;
const endOfText = 102;
const unknownWord = 100;

/** The longest text of the encoder, in pieces. */
const maxPieces = 128;
const maxWordLength = 100;

/** Ideographs and punctuation are words by themselves. */
const wordPattern = /\p{Script=Han}|[!-/:-@[-`{-~\p{P}]|[^\s\p{Script=Han}!-/:-@[-`{-~\p{P}]+/gu;

/** A line for each piece: the piece, a tab, its number. The first line is empty. */
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
    let end = word.length;
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

function numberOf(piece: string, vocabulary: Vocabulary): number | undefined {
  const line = `\n${piece}\t`;
  const start = vocabulary.indexOf(line);
  if (start < 0) return undefined;
  const number = start + Buffer.byteLength(line);
  return Number(vocabulary.toString('latin1', number, vocabulary.indexOf('\n', number)));
}
