/**
 * Unigram segmentation (SentencePiece, Kudo 2018) over the encoder's own pieces: the sequence of pieces with the highest total
 * log-probability, by dynamic programming over a trie.
 */

/** Ids below are controls of the training setup. */
const FIRST_PIECE = 6;
const UNKNOWN = 0;
/** Log-probability of a character that no piece covers: below every known path. */
const UNKNOWN_SCORE = -20;
const WORD_START = '\u2581';
const SYMBOLS_MAX = 4_096;

export interface Encoding {
  /** Piece ids; a run of uncovered characters is one unknown piece. */
  readonly ids: readonly number[];
  /** Code units that no piece covers. */
  readonly unknown_units: number;
}

export interface PieceTable {
  encode(text: string): Encoding;
  /** Total log-probability of the best segmentation: higher is more ordinary English. */
  score(text: string): number;
}

/** `lines`: one `piece TAB log-probability` per line, the line number being the id. */
export function pieceTable(lines: string): PieceTable {
  const symbols = new Map<string, number>();
  const edges = new Map<number, number>();
  const terminal: number[] = [-1];
  const scores: number[] = [];
  for (const [id, line] of lines.split('\n').entries()) {
    const [piece = '', score = '0'] = line.split('\t');
    scores.push(Number(score));
    if (id < FIRST_PIECE) continue;
    let node = 0;
    for (let i = 0; i < piece.length; i++) {
      const unit = piece.charAt(i);
      let symbol = symbols.get(unit);
      if (symbol === undefined) {
        symbol = symbols.size;
        symbols.set(unit, symbol);
      }
      const edge = node * SYMBOLS_MAX + symbol;
      let next = edges.get(edge);
      if (next === undefined) {
        next = terminal.length;
        terminal.push(-1);
        edges.set(edge, next);
      }
      node = next;
    }
    if (terminal[node] === -1) terminal[node] = id;
  }
  if (symbols.size > SYMBOLS_MAX) throw new RangeError(`${symbols.size} different characters in the vocabulary`);

  const solve = (text: string) => {
    const units = WORD_START + text.normalize('NFKC').trim().replace(/\s+/gu, WORD_START);
    const length = units.length;
    const codes = new Int32Array(length);
    for (let i = 0; i < length; i++) codes[i] = symbols.get(units.charAt(i)) ?? -1;
    const best = new Float64Array(length + 1).fill(Number.NEGATIVE_INFINITY);
    const from = new Int32Array(length + 1);
    const piece = new Int32Array(length + 1);
    best[0] = 0;
    for (let start = 0; start < length; start++) {
      const base = best[start] ?? 0;
      let node = 0;
      let covered = false;
      for (let end = start; end < length; end++) {
        const symbol = codes[end] ?? -1;
        const next = symbol < 0 ? undefined : edges.get(node * SYMBOLS_MAX + symbol);
        if (next === undefined) break;
        node = next;
        const id = terminal[node] ?? -1;
        if (id < 0) continue;
        if (end === start) covered = true;
        const total = base + (scores[id] ?? 0);
        if (total > (best[end + 1] ?? 0)) {
          best[end + 1] = total;
          from[end + 1] = start;
          piece[end + 1] = id;
        }
      }
      if (!covered && base + UNKNOWN_SCORE > (best[start + 1] ?? 0)) {
        best[start + 1] = base + UNKNOWN_SCORE;
        from[start + 1] = start;
        piece[start + 1] = UNKNOWN;
      }
    }
    return { length, from, piece, total: best[length] ?? 0 };
  };

  return {
    encode(text) {
      if (text.trim() === '') return { ids: [], unknown_units: 0 };
      const { length, from, piece } = solve(text);
      const ids: number[] = [];
      let unknownUnits = 0;
      for (let end = length; end > 0; end = from[end] ?? 0) {
        const id = piece[end] ?? UNKNOWN;
        if (id === UNKNOWN) {
          unknownUnits += 1;
          if (ids.at(-1) === UNKNOWN) continue;
        }
        ids.push(id);
      }
      return { ids: ids.reverse(), unknown_units: unknownUnits };
    },
    score: (text) => solve(text).total,
  };
}
